// Schedules pipelines for CPUs.
#pragma once

#include "jit/halide/pipeline/pipeline.h"

namespace dmlrun::jit::halide {

/// The vector length for a box's innermost loop: as wide as the CPU's vectors.
[[nodiscard]] int lanes_for_cpu(const Box& box, std::int64_t extent, int element_bytes, const Halide::Target& target);
/// Schedules a pipeline: vectorises innermost loops, unrolls those of few vectors. Uses one thread; the caller has
/// others.
void schedule_for_cpu(Pipeline& pipeline, const Boxes& boxes, const Halide::Target& target);

}  // namespace dmlrun::jit::halide
