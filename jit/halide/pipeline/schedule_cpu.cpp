#include "jit/halide/pipeline/schedule_cpu.h"

#include <algorithm>

namespace dmlrun::jit::halide {
namespace {

/// Loops of at most this many vectors are unrolled. With 4, borders of 256-byte rows were no faster and took 60-108 ms
/// of a processor to compile instead of 36-39 (Zen 4).
constexpr int kMaxUnrolled = 2;

int vector_lanes(const Box& box, int element_bytes, const Halide::Target& target) {
  // Most values have 4 bytes, whatever is stored.
  const bool computes = box.value == Box::Value::compute;
  return std::max(target.natural_vector_size(Halide::UInt((computes ? 4 : element_bytes) * 8)), 1);
}

}  // namespace

int lanes_for_cpu(const Box& box, std::int64_t extent, int element_bytes, const Halide::Target& target) {
  int lanes = vector_lanes(box, element_bytes, target);
  while (lanes > extent) lanes /= 2;
  return lanes;
}

void schedule_for_cpu(Pipeline& pipeline, const Boxes& boxes, const Halide::Target& target) {
  for (std::size_t p = 0; p < pipeline.stages.size(); ++p) {
    const BoxStage& stage = pipeline.stages[p];
    const Box& box = boxes.list[p];
    Halide::Stage schedule = pipeline.output.update(stage.update);
    schedule.allow_race_conditions();  // Iterations write different elements, or the same bytes once more.
    if (stage.lanes > 0) {
      if (stage.lanes > 1) schedule.vectorize(stage.lane);
      if (stage.vectors <= kMaxUnrolled) schedule.unroll(stage.vector);
      continue;
    }
    if (boxes.extent() == 1) continue;
    const int lanes = vector_lanes(box, pipeline.output.type().bytes(), target);
    // Vectors of what has one coordinate in each repeat, say, are made of repeats: every second float, 1 MB in times of
    // memcpy on Zen 5, 3.0 instead of 13.6.
    const bool are_few = boxes.advances && box.part == AxisPart::body && box.last - box.first < lanes;
    Halide::RVar vector("vector"), lane("lane");
    schedule
        .split(are_few ? stage.outermost.back() : stage.outermost.front(), vector, lane, lanes,
               Halide::TailStrategy::GuardWithIf)
        .vectorize(lane);
  }
}

}  // namespace dmlrun::jit::halide
