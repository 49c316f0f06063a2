#include "jit/halide/pipeline/device_pipeline.h"

#include <optional>
#include <string>

#include "jit/halide/pipeline/expression.h"
#include "jit/halide/pipeline/thresholds.h"

namespace dmlrun::jit::halide {
namespace {

using Halide::Expr;
using Halide::RVar;

// Threads of a block: enough to hide memory's latency, and as many as every device has.
constexpr int kThreads = 256;
constexpr int kEnoughThreads = 128;
// Blocks along the second and third dimension, on the device that allows the fewest.
constexpr std::int64_t kMaxBlocks = 65535;
// Stores of one value by one thread: a row of four by four copies took 0.69 of a copy's time with a load for each
// store.
constexpr std::int64_t kMaxStores = 16;
// Edges are boxes of at most so many units, and of such a part of all; a launch takes 3 us, as 10 MB of traffic do.
constexpr std::int64_t kMaxEdge = 1 << 19, kEdgePart = 8;
constexpr std::size_t kMaxEdges = 16;
// Each block computes its thresholds, which takes a thread as long as one vector does: so it gets several, while there
// are blocks enough for every processor of a device. For fewer words than this divisions take as long as one more
// barrier.
constexpr std::int64_t kMaxVectors = 16, kEnoughBlocks = 512, kFewWords = 16384;

Expr constant(std::int64_t value) { return Expr(static_cast<std::int32_t>(value)); }

/// A loop of a schedule.
struct Loop {
  RVar variable;
  std::int64_t extent = 1;
};

/// Joins a loop with the one around it.
void fuse(Halide::Stage& stage, Loop& inner, const Loop& outer) {
  const RVar fused;
  stage.fuse(inner.variable, outer.variable, fused);
  inner = {fused, inner.extent * outer.extent};
}

/// Gives the loops, innermost first, to the device: the inner ones to threads, the others to blocks. Returns the
/// innermost loop over blocks.
RVar schedule(Halide::Stage stage, std::vector<Loop> loops) {
  Loop inner = loops.front();
  loops.erase(loops.begin());
  while (inner.extent < kEnoughThreads && !loops.empty()) {
    fuse(stage, inner, loops.front());
    loops.erase(loops.begin());
  }
  const std::int64_t blocks = (inner.extent + kThreads - 1) / kThreads;
  std::int64_t threads = (inner.extent + blocks - 1) / blocks;
  if (blocks > 1) threads = std::min<std::int64_t>((threads + 31) / 32 * 32, kThreads);  // whole warps
  Loop block{RVar(), (inner.extent + threads - 1) / threads};
  const RVar thread;
  stage.split(inner.variable, block.variable, thread, constant(threads), Halide::TailStrategy::GuardWithIf);
  while (loops.size() > 2) {
    fuse(stage, loops[loops.size() - 2], loops.back());
    loops.pop_back();
  }
  while (!loops.empty() && loops.back().extent > kMaxBlocks) {
    // Too many for the outer dimensions: they become part of the first one.
    fuse(stage, block, loops.front());
    loops.erase(loops.begin());
  }
  if (loops.size() == 2 && loops.front().extent > kMaxBlocks) {
    fuse(stage, block, loops.front());
    loops.erase(loops.begin());
  }
  if (block.extent > kMaxBlocks && loops.size() < 2) {
    // CUDA's driver refused 65,536 blocks in one dimension, measured on an H200.
    constexpr std::int64_t kRow = 32768;
    const RVar within, row;
    stage.split(block.variable, row, within, constant(kRow), Halide::TailStrategy::GuardWithIf);
    loops.insert(loops.begin(), {row, (block.extent + kRow - 1) / kRow});
    block = {within, kRow};
  }
  if (loops.empty()) stage.gpu_blocks(block.variable);
  else if (loops.size() == 1) stage.gpu_blocks(block.variable, loops[0].variable);
  else stage.gpu_blocks(block.variable, loops[0].variable, loops[1].variable);
  stage.gpu_threads(thread);
  return block.variable;
}

DeviceApi api_of(const Halide::Target& target) {
  if (target.has_feature(Halide::Target::Metal)) return DeviceApi::metal;
  return target.has_feature(Halide::Target::CUDA) ? DeviceApi::cuda : DeviceApi::opencl;
}

class Builder {
 public:
  Builder(const plan::Plan& plan, const Halide::Target& target, DeviceFunctions functions)
      : plan_(plan),
        boxes_(device_boxes_of(plan, most_lanes(api_of(target)))),
        has_barriers_(!target.has_feature(Halide::Target::Metal)) {
    if (target.has_feature(Halide::Target::CUDA))
      generator_ = functions == DeviceFunctions::allowed ? Generator::cuda : Generator::processor;
  }

  DevicePipeline build() {
    for (std::size_t o = 0; o < plan_.operands.size(); ++o) {
      const plan::Operand& operand = plan_.operands[o];
      result_.operands.emplace_back();
      if (operand.input == plan::kIndex) continue;
      const bool is_unit = moves() || (boxes_.packs && boxes_.is_packed[o]);
      const Halide::Type type = is_unit ? unit() : type_of(plan_, operand.element);
      Halide::ImageParam parameter(type, 1, "operand" + std::to_string(o));
      const auto bytes = operand.span * plan::bytes_of(operand.element);
      parameter.dim(0).set_bounds(0, constant(static_cast<std::int64_t>(bytes) / type.bytes())).set_stride(1);
      result_.operands[o] = parameter;
    }
    output_type_ = moves() || boxes_.packs ? unit() : type_of(plan_, plan_.output);
    result_.output = Halide::Func("output");
    result_.output(Halide::Var("i")) = Halide::undef(output_type_);
    add_all();
    const auto bytes = plan_.output_span * plan::bytes_of(plan_.output);
    result_.output.output_buffer()
        .dim(0)
        .set_bounds(0, constant(static_cast<std::int64_t>(bytes) / output_type_.bytes()))
        .set_stride(1);
    result_.output.output_buffer().set_host_alignment(kVectorBytes);
    return result_;
  }

 private:
  [[nodiscard]] bool moves() const noexcept { return plan_.values.empty(); }
  [[nodiscard]] Halide::Type unit() const { return Halide::UInt(static_cast<int>(boxes_.unit_bytes) * 8); }

  /// Edges first, in one launch; copies of what is written come last in any case.
  void add_all() {
    std::vector<const DeviceBox*> edges, others;
    const std::int64_t most = std::min(kMaxEdge, units_of_all() / kEdgePart);
    for (const DeviceBox& box : boxes_.list) {
      const bool is_edge = box.value == Box::Value::fill || box.value == Box::Value::move;
      (is_edge && units_of(box) <= most && edges.size() < kMaxEdges ? edges : others).push_back(&box);
    }
    if (edges.size() > 1) add_edges(edges);
    else others.insert(others.begin(), edges.begin(), edges.end());
    for (const DeviceBox* box : others) add(*box);
  }

  [[nodiscard]] static std::int64_t units_of(const DeviceBox& box) {
    std::int64_t units = 1;
    for (const BoxLoop& loop : box.loops) units *= loop.extent;
    return units;
  }
  [[nodiscard]] std::int64_t units_of_all() const {
    std::int64_t units = 0;
    for (const DeviceBox& box : boxes_.list) units += units_of(box);
    return units;
  }

  /// The iterations of a box.
  struct LoopNest {
    Halide::RDom domain;
    std::vector<Expr> indices;  ///< of the box's loops
    int first = 0;              ///< dimension of the domain that is not for lanes or repeated by one thread
    std::vector<Loop> loops;    ///< innermost first: the dimensions from that one on
  };

  /// Each thread processes several of the last loop's vectors, `kThreads` apart, if `per_thread` is above 1.
  [[nodiscard]] static LoopNest loop_nest_of(const DeviceBox& box, std::int64_t per_thread) {
    // Innermost first: the lanes of a vector, what one thread does again and again, and the other loops.
    Halide::Region bounds;
    const auto append = [&](std::int64_t extent) {
      bounds.emplace_back(0, constant(extent));
      return static_cast<int>(bounds.size()) - 1;
    };
    const std::size_t last = box.loops.size() - 1;
    std::vector<int> dimension_of(box.loops.size());
    if (box.lanes > 1) append(box.lanes);
    const std::vector<bool> is_again = written_again(box);
    for (std::size_t l = box.loops.size(); l-- > 0;)
      if (is_again[l]) dimension_of[l] = append(box.loops[l].extent);
    const bool has_several = per_thread > 1;
    const std::int64_t vectors = box.loops.empty() ? 1 : box.loops[last].extent / box.lanes;
    if (has_several) append(per_thread);
    const auto first = static_cast<int>(bounds.size());
    if (has_several) append(kThreads);
    for (std::size_t l = box.loops.size(); l-- > 0;)
      if (!is_again[l])
        dimension_of[l] = append(l != last      ? box.loops[l].extent
                                 : !has_several ? vectors
                                                : (vectors + per_thread * kThreads - 1) / (per_thread * kThreads));
    if (static_cast<int>(bounds.size()) == first) append(1);
    LoopNest nest{Halide::RDom(bounds, "r"), {}, first, {}};
    for (std::size_t l = 0; l < box.loops.size(); ++l) nest.indices.emplace_back(nest.domain[dimension_of[l]]);
    if (has_several) {
      Expr& vector = nest.indices[last];
      vector = (vector * constant(per_thread) + nest.domain[first - 1]) * kThreads + nest.domain[first];
      if (vectors % (per_thread * kThreads) != 0) {
        nest.domain.where(vector < constant(vectors));
        vector = Halide::min(vector, constant(vectors - 1));  // so that bounds are seen to hold
      }
    }
    if (box.lanes > 1) nest.indices[last] = nest.indices[last] * box.lanes + Expr(nest.domain[0]);
    for (int d = first; d < static_cast<int>(bounds.size()); ++d)
      nest.loops.push_back(
          {nest.domain[d], *Halide::Internal::as_const_int(bounds[static_cast<std::size_t>(d)].extent)});
    return nest;
  }

  void add(const DeviceBox& box) {
    const std::optional<Thresholds> thresholds = thresholds_of(box);
    LoopNest nest = loop_nest_of(box, thresholds ? vectors_of_thread(box) : 1);
    Expr to = constant(box.output_offset);
    if (box.loops.empty()) to += Expr(nest.domain[0]);  // a loop of one iteration must be seen to be one
    std::vector<Expr> from;
    for (const std::int64_t offset : box.offsets) from.push_back(constant(offset));
    for (std::size_t l = box.loops.size(); l-- > 0;) {
      const BoxLoop& loop = box.loops[l];
      to += nest.indices[l] * constant(loop.output);
      for (std::size_t s = 0; s < from.size(); ++s) from[s] += nest.indices[l] * constant(loop.sources[s]);
    }
    to = Halide::Internal::simplify(to);
    for (Expr& source : from) source = Halide::Internal::simplify(source);
    result_.output(to) = value_of(box, to, from, thresholds);
    Halide::Stage stage = result_.output.update(result_.output.num_update_definitions() - 1);
    stage.allow_race_conditions();  // no two iterations write one element
    const bool has_vector = box.lanes > 1;
    if (has_vector) stage.vectorize(nest.domain[0]);
    // What a thread does again to other vectors stays a loop: unrolled, it is more than a processor's instruction
    // cache.
    for (int d = has_vector ? 1 : 0; d < nest.first && !thresholds; ++d) stage.unroll(nest.domain[d]);
    const RVar block = schedule(stage, std::move(nest.loops));
    if (!thresholds) return;
    const Halide::Var several, thread;
    Halide::Func table = thresholds->table();
    table.compute_at(result_.output, block)
        .split(table.args()[0], several, thread, kThreads, Halide::TailStrategy::GuardWithIf)
        .gpu_threads(thread);
  }

  [[nodiscard]] static std::int64_t vectors_of_thread(const DeviceBox& box) {
    const std::int64_t most = std::min(kMaxVectors, units_of(box) / box.lanes / kThreads / kEnoughBlocks);
    return std::clamp<std::int64_t>(box.loops.back().extent / box.lanes / kThreads, 1, std::max<std::int64_t>(most, 1));
  }

  [[nodiscard]] std::optional<Thresholds> thresholds_of(const DeviceBox& box) const {
    // Metal's source is checked without threads that wait for each other.
    if (!has_barriers_ || !boxes_.packs || box.value != Box::Value::compute || units_of(box) < kFewWords)
      return std::nullopt;
    std::vector<bool> is_same;
    std::vector<Expr> operands;
    for (std::size_t o = 0; o < box.offsets.size(); ++o) {
      const bool stays =
          std::all_of(box.loops.begin(), box.loops.end(), [&](const BoxLoop& loop) { return loop.sources[o] == 0; });
      is_same.push_back(stays && !boxes_.is_packed[o]);
      operands.push_back(is_same[o] ? element_at(result_.operands[o], constant(box.offsets[o])) : Expr());
    }
    auto thresholds = Thresholds::of(plan_, is_same, generator_);
    if (thresholds) thresholds->define(operands, result_.zero);
    return thresholds;
  }

  /// Loops, but for the innermost, in which nothing new is read: their stores follow one load.
  [[nodiscard]] static std::vector<bool> written_again(const DeviceBox& box) {
    std::vector<bool> is_again(box.loops.size());
    std::int64_t times = 1;
    for (std::size_t l = 0; l + 1 < box.loops.size() && box.value == Box::Value::move; ++l) {
      is_again[l] = box.loops[l].sources[0] == 0 && times * box.loops[l].extent <= kMaxStores;
      if (is_again[l]) times *= box.loops[l].extent;
    }
    return is_again;
  }

  /// Boxes that would not keep a device busy, in one launch: each block works on one of them.
  void add_edges(const std::vector<const DeviceBox*>& edges) {
    std::int64_t most = 1;
    for (const DeviceBox* edge : edges) most = std::max(most, units_of(*edge));
    Halide::RDom domain(Halide::Region{{0, constant(most)}, {0, constant(static_cast<std::int64_t>(edges.size()))}},
                        "e");
    const Expr unit = domain[0], number = domain[1];
    Expr to = 0, count = 1;
    std::vector<Expr> from(plan_.operands.size(), 0), is_from(plan_.operands.size(), Halide::Internal::const_false());
    for (std::size_t e = edges.size(); e-- > 0;) {
      const DeviceBox& edge = *edges[e];
      const Expr is_this = number == constant(static_cast<std::int64_t>(e));
      Expr to_this = constant(edge.output_offset), from_this = constant(edge.offsets.empty() ? 0 : edge.offsets[0]);
      Expr rest = unit;
      for (std::size_t l = edge.loops.size(); l-- > 0;) {
        const BoxLoop& loop = edge.loops[l];
        // Behind the end the last one is meant: so that bounds are seen to hold.
        const Expr index = l == 0 ? Halide::min(rest, constant(loop.extent - 1)) : rest % constant(loop.extent);
        rest = rest / constant(loop.extent);
        to_this += index * constant(loop.output);
        if (!loop.sources.empty()) from_this += index * constant(loop.sources[0]);
      }
      to = Halide::select(is_this, to_this, to);
      count = Halide::select(is_this, constant(units_of(edge)), count);
      if (edge.value != Box::Value::move) continue;
      from[edge.operand] = Halide::select(is_this, from_this, from[edge.operand]);
      is_from[edge.operand] = is_from[edge.operand] || is_this;
    }
    Expr value = fill_at(to);
    for (std::size_t o = 0; o < from.size(); ++o)
      if (!Halide::Internal::is_const_zero(is_from[o]))
        value = Halide::select(is_from[o], result_.operands[o](from[o]), value);
    domain.where(unit < count);
    result_.output(to) = value;
    Halide::Stage stage = result_.output.update(result_.output.num_update_definitions() - 1);
    stage.allow_race_conditions();
    const RVar block, thread;
    stage.split(domain[0], block, thread, kThreads, Halide::TailStrategy::GuardWithIf);
    stage.gpu_blocks(block, domain[1]).gpu_threads(thread);
  }

  Expr value_of(const DeviceBox& box, const Expr& to, const std::vector<Expr>& from,
                const std::optional<Thresholds>& thresholds) {
    switch (box.value) {
      case Box::Value::fill: return fill_at(to);
      case Box::Value::move: return result_.operands[box.operand](from[0]);
      case Box::Value::copy: return result_.output(from[0]);
      case Box::Value::compute: break;
    }
    std::vector<Expr> loaded;
    for (std::size_t o = 0; o < from.size(); ++o) loaded.push_back(element_at(result_.operands[o], from[o]));
    return boxes_.packs ? packed(loaded, thresholds) : expression_of(plan_, loaded, result_.zero, generator_);
  }

  /// Four results, the first in the lowest byte.
  [[nodiscard]] Expr packed(const std::vector<Expr>& loaded, const std::optional<Thresholds>& thresholds) const {
    std::vector<Expr> bytes;
    for (int byte = 0; byte < 4; ++byte) {
      std::vector<Loaded> elements;
      for (std::size_t o = 0; o < loaded.size(); ++o) elements.push_back({loaded[o], boxes_.is_packed[o] ? byte : -1});
      bytes.push_back(thresholds ? thresholds->byte_of(elements, result_.zero)
                                 : byte_of(plan_, elements, result_.zero, generator_));
    }
    if (generator_ == Generator::cuda && std::all_of(bytes.begin(), bytes.end(), reads))
      return permuted(permuted(bytes[0], bytes[1], 0x0040), permuted(bytes[2], bytes[3], 0x0040), 0x5410);
    Expr word = Halide::cast<std::uint32_t>(0);
    for (int byte = 0; byte < 4; ++byte) word = word | ((bytes[static_cast<std::size_t>(byte)] & 0xFFu) << (8 * byte));
    return word;
  }

  [[nodiscard]] Expr fill_at(const Expr& to) const {
    const Halide::Type bits = Halide::UInt(output_type_.bits());
    const auto pattern = [&](std::uint32_t value) {
      return Halide::reinterpret(output_type_, Halide::Internal::UIntImm::make(bits, value));
    };
    if (boxes_.fill[0] == boxes_.fill[1]) return pattern(boxes_.fill[0]);
    return Halide::select(to % 2 == 0, pattern(boxes_.fill[0]), pattern(boxes_.fill[1]));
  }

  const plan::Plan& plan_;
  DeviceBoxes boxes_;
  Generator generator_ = Generator::source;
  bool has_barriers_;
  Halide::Type output_type_;
  DevicePipeline result_;
};

}  // namespace

std::vector<Halide::Argument> DevicePipeline::arguments() const {
  std::vector<Halide::Argument> arguments = arguments_of(operands);
  arguments.push_back(zero);
  return arguments;
}

DevicePipeline make_device_pipeline(const plan::Plan& plan, const Halide::Target& target, DeviceFunctions functions) {
  return Builder(plan, target, functions).build();
}

}  // namespace dmlrun::jit::halide
