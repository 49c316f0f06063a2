#include "jit/halide/pipeline/pipeline.h"

#include <cstring>

#include "jit/halide/pipeline/expression.h"

namespace dmlrun::jit::halide {
namespace {

using Halide::Expr;
using plan::Plan;

Expr constant(std::int64_t value) { return Expr(static_cast<std::int32_t>(value)); }

Expr fill_of(const Plan& plan) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, plan.fill.data(), plan::bytes_of(plan.output));
  const Halide::Type type = type_of(plan, plan.output);
  return Halide::reinterpret(type, Halide::Internal::UIntImm::make(Halide::UInt(type.bits()), bits));
}

class Builder {
 public:
  Builder(const Plan& plan, const Boxes& boxes, const CallRange& range, ChooseLanes choose,
          const Halide::Target& target)
      : plan_(plan), boxes_(boxes), range_(range), choose_(choose), target_(target) {}

  Pipeline build() {
    for (std::size_t o = 0; o < plan_.operands.size(); ++o) {
      result_.operands.emplace_back();
      if (plan_.operands[o].input == plan::kIndex) continue;
      result_.operands[o] = {type_of(plan_, plan_.operands[o].element), 1, "operand" + std::to_string(o)};
      result_.operands[o].dim(0).set_min(0).set_stride(1);
    }
    result_.output = Halide::Func("output");
    result_.output(Halide::Var("i")) = Halide::undef(type_of(plan_, plan_.output));
    for (const Box& box : boxes_.list) add(box);
    // Its begin is 0, too, but known only at run time: where a box reads the output, Halide takes it for memory of
    // its own, which would be aligned.
    result_.output.output_buffer().dim(0).set_stride(1);
    return std::move(result_);
  }

 private:
  /// The outermost coordinate that a box's loops have reached.
  struct Outermost {
    Expr row;       ///< counted from the call's first
    Expr distance;  ///< from the box's first
    Expr repeat;    ///< of the body; undefined in other parts
  };

  void add(const Box& box) {
    BoxStage stage;
    Halide::Region bounds;
    add_constant_loops(box, stage, bounds);
    const std::size_t outermost = bounds.size();
    add_outermost_loops(box, bounds);
    const Halide::RDom domain(bounds, "r");
    name_loops(domain, outermost, stage);

    const Outermost at = outermost_at(box, domain, outermost);
    Expr output = at.row * constant(boxes_.row_stride) + constant(box.output_offset);
    std::vector<Expr> sources;
    for (std::size_t s = 0; s < box.offsets.size(); ++s) {
      const Expr& moved = box.value == Box::Value::copy ? at.row : at.distance;
      sources.push_back(moved * constant(box.steps[s]) + constant(box.offsets[s]));
      if (at.repeat.defined() && box.repeats[s] != 0) sources[s] += at.repeat * constant(box.repeats[s]);
    }
    int dimension = stage.lanes > 0 ? 2 : 0;
    for (std::size_t l = box.loops.size(); l-- > 0;) {
      const BoxLoop& loop = box.loops[l];
      const bool is_innermost = l + 1 == box.loops.size();
      const Expr index = is_innermost ? innermost_index(loop, stage, domain) : Expr(domain[dimension++]);
      output += index * constant(loop.output);
      for (std::size_t s = 0; s < sources.size(); ++s) sources[s] += index * constant(loop.sources[s]);
    }
    result_.output(output) = value_of(box, sources);
    stage.update = result_.output.num_update_definitions() - 1;
    result_.stages.push_back(std::move(stage));
  }

  /// The innermost loop in two, lanes and vectors. Where they do not divide it, the last vector ends with the loop and
  /// writes again what the one before it wrote.
  void add_constant_loops(const Box& box, BoxStage& stage, Halide::Region& bounds) const {
    if (box.loops.empty()) return;
    const auto bytes = static_cast<int>(plan::bytes_of(plan_.output));
    const std::int64_t extent = box.loops.back().extent;
    stage.lanes = choose_(box, extent, bytes, target_);
    stage.vectors = static_cast<int>((extent + stage.lanes - 1) / stage.lanes);
    bounds.emplace_back(0, stage.lanes);
    bounds.emplace_back(0, stage.vectors);
    for (std::size_t l = box.loops.size() - 1; l-- > 0;) bounds.emplace_back(0, constant(box.loops[l].extent));
  }

  static Expr innermost_index(const BoxLoop& loop, const BoxStage& stage, const Halide::RDom& domain) {
    const Expr begin = Expr(domain[1]) * stage.lanes;
    const bool divides = loop.extent == std::int64_t{stage.lanes} * stage.vectors;
    return (divides ? begin : Halide::min(begin, constant(loop.extent - stage.lanes))) + Expr(domain[0]);
  }

  void add_outermost_loops(const Box& box, Halide::Region& bounds) const {
    const auto within = [&](const Expr& begin, const Expr& end) {
      const Expr first = Halide::max(begin, constant(box.first));
      bounds.emplace_back(first, Halide::max(Halide::min(end, constant(box.last)) - first, 0));
    };
    switch (box.part) {
      case AxisPart::all: bounds.emplace_back(0, range_.count); break;
      case AxisPart::head: within(range_.head_begin, range_.head_end); break;
      case AxisPart::tail: within(range_.tail_begin, range_.tail_end); break;
      case AxisPart::body:
        within(range_.body_begin, range_.body_end);
        bounds.emplace_back(range_.repeat_begin, range_.repeat_end - range_.repeat_begin);
        break;
    }
  }

  Outermost outermost_at(const Box& box, const Halide::RDom& domain, std::size_t first) const {
    const Expr c = domain[static_cast<int>(first)];
    if (box.part == AxisPart::all) return {c, c, {}};
    const Expr distance = c - constant(box.first);
    const Expr before_body = range_.head_end - range_.head_begin;
    const Expr body = range_.body_end - range_.body_begin;
    if (box.part == AxisPart::head) return {c - range_.head_begin, distance, {}};
    if (box.part == AxisPart::tail) {
      const Expr bodies = (range_.repeat_end - range_.repeat_begin) * body;
      return {c - range_.tail_begin + before_body + bodies, distance, {}};
    }
    const Expr repeat = domain[static_cast<int>(first) + 1];
    return {c - range_.body_begin + (repeat - range_.repeat_begin) * body + before_body, distance, repeat};
  }

  static void name_loops(const Halide::RDom& domain, std::size_t outermost, BoxStage& stage) {
    if (stage.lanes > 0) {
      stage.lane = domain[0];
      stage.vector = domain[1];
    }
    for (std::size_t d = outermost; d < static_cast<std::size_t>(domain.dimensions()); ++d)
      stage.outermost.push_back(domain[static_cast<int>(d)]);
  }

  Expr value_of(const Box& box, const std::vector<Expr>& sources) {
    switch (box.value) {
      case Box::Value::fill: return fill_of(plan_);
      case Box::Value::move: return result_.operands[box.operand](sources[0]);
      case Box::Value::copy: return result_.output(sources[0]);
      case Box::Value::compute: break;
    }
    std::vector<Expr> loaded;
    for (std::size_t o = 0; o < sources.size(); ++o) loaded.push_back(element_at(result_.operands[o], sources[o]));
    Expr zero = range_.zero;
    if (!zero.defined()) zero = Halide::cast<std::uint32_t>(result_.output.output_buffer().dim(0).min());
    return expression_of(plan_, loaded, zero, Generator::processor);
  }

  const Plan& plan_;
  const Boxes& boxes_;
  const CallRange& range_;
  ChooseLanes choose_;
  const Halide::Target& target_;
  Pipeline result_;
};

}  // namespace

Pipeline make_pipeline(const Plan& plan, const Boxes& boxes, const CallRange& range, ChooseLanes choose,
                       const Halide::Target& target) {
  return Builder(plan, boxes, range, choose, target).build();
}

}  // namespace dmlrun::jit::halide
