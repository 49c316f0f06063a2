#include "jit/halide/whole_boxes.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace dmlrun::jit::halide {
namespace {

Box whole(Box box, const Boxes& boxes) {
  const auto times = [&](std::int64_t factor) {
    std::vector<std::int64_t> steps = box.steps;
    for (std::int64_t& step : steps) step *= factor;
    return steps;
  };
  const bool is_copy = box.value == Box::Value::copy;
  std::int64_t row = box.first, count = box.last - box.first;
  switch (box.part) {
    case AxisPart::all: row = 0, count = boxes.extent(); break;
    case AxisPart::head: break;
    case AxisPart::tail: row += boxes.head + boxes.body * boxes.repeat; break;
    case AxisPart::body:
      row += boxes.head;
      // A copy's source lies in the output and moves along with it.
      box.loops.push_back({boxes.repeat, boxes.body * boxes.row_stride, is_copy ? times(boxes.body) : box.repeats});
      break;
  }
  box.loops.push_back({count, boxes.row_stride, times(1)});
  box.output_offset += row * boxes.row_stride;
  if (is_copy) box.offsets[0] += row * box.steps[0];
  join_loops(box.loops);
  box.part = AxisPart::all;
  box.first = box.last = 0;
  box.steps.assign(box.steps.size(), 0);
  box.repeats = box.steps;
  return box;
}

}  // namespace

void join_loops(std::vector<BoxLoop>& loops) {
  std::erase_if(loops, [](const BoxLoop& loop) { return loop.extent == 1; });
  std::stable_sort(loops.begin(), loops.end(), [](const BoxLoop& x, const BoxLoop& y) { return x.output > y.output; });
  for (std::size_t i = loops.size(); i-- > 1;) {
    BoxLoop& outer = loops[i - 1];
    const BoxLoop& inner = loops[i];
    bool is_one = outer.output == inner.output * inner.extent;
    for (std::size_t s = 0; s < inner.sources.size(); ++s)
      is_one = is_one && outer.sources[s] == inner.sources[s] * inner.extent;
    if (!is_one) continue;
    outer = {outer.extent * inner.extent, inner.output, inner.sources};
    loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

std::string why_not_whole_boxes(const plan::Plan& plan) {
  constexpr std::uint64_t kMaxElements = std::numeric_limits<std::int32_t>::max();
  if (plan.output_span > kMaxElements)
    return "the plan has " + std::to_string(plan.output_span) + " elements in its output; at most " +
           std::to_string(kMaxElements) + " are taken";
  return why_not_boxes(plan);
}

Boxes whole_boxes_of(const plan::Plan& plan) {
  Boxes boxes = boxes_of(plan);
  Boxes all;
  for (Box& box : boxes.list) all.list.push_back(whole(std::move(box), boxes));
  all.head = 1;
  all.row_elements = boxes.row_elements * boxes.extent();
  return all;
}

}  // namespace dmlrun::jit::halide
