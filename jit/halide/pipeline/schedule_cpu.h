// Schedules of pipelines for processors. Targets differ only in the schedule files.
#pragma once

#include "jit/halide/pipeline/pipeline.h"

namespace dmlrun::jit::halide {

/// Vectors as wide as the processor's, loops of few vectors unrolled. One thread: the caller has the threads.
[[nodiscard]] int lanes_for_cpu(const Box& box, std::int64_t extent, int element_bytes, const Halide::Target& target);
void schedule_for_cpu(Pipeline& pipeline, const Boxes& boxes, const Halide::Target& target);

}  // namespace dmlrun::jit::halide
