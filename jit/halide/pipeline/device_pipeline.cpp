#include "jit/halide/pipeline/device_pipeline.h"

#include <string>

#include "jit/halide/pipeline/expression.h"

namespace dmlrun::jit {
namespace {

using Halide::Expr;
using Halide::RVar;

// Threads of a block: enough to hide memory's latency, and as many as every device has.
constexpr int kThreads = 256;
constexpr int kEnoughThreads = 128;
// Blocks along the second and third dimension, on the device that allows the fewest.
constexpr std::int64_t kMostBlocks = 65535;

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

/// Gives the loops, innermost first, to the device: the inner ones to threads, the others to blocks.
void schedule(Halide::Stage stage, std::vector<Loop> loops) {
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
  while (!loops.empty() && loops.back().extent > kMostBlocks) {
    // Too many for the outer dimensions: they become part of the first one.
    fuse(stage, block, loops.front());
    loops.erase(loops.begin());
  }
  if (loops.size() == 2 && loops.front().extent > kMostBlocks) {
    fuse(stage, block, loops.front());
    loops.erase(loops.begin());
  }
  if (block.extent > kMostBlocks && loops.size() < 2) {
    // CUDA's driver refused 65,536 blocks in one dimension, measured on an H200.
    constexpr std::int64_t kRow = 32768;
    const RVar within, row;
    stage.split(block.variable, row, within, constant(kRow), Halide::TailStrategy::GuardWithIf);
    loops.insert(loops.begin(), {row, (block.extent + kRow - 1) / kRow});
    block = {within, kRow};
  }
  if (loops.empty())
    stage.gpu_blocks(block.variable);
  else if (loops.size() == 1)
    stage.gpu_blocks(block.variable, loops[0].variable);
  else
    stage.gpu_blocks(block.variable, loops[0].variable, loops[1].variable);
  stage.gpu_threads(thread);
}

class Builder {
 public:
  Builder(const plan::Plan& plan, const Halide::Target& target)
      : plan_(plan), pieces_(device_pieces_of(plan, most_lanes(target))) {}

  DevicePipeline build() {
    for (std::size_t o = 0; o < plan_.operands.size(); ++o) {
      const plan::Operand& operand = plan_.operands[o];
      const Halide::Type type = moves() ? unit() : type_of(plan_, operand.element);
      Halide::ImageParam parameter(type, 1, "operand" + std::to_string(o));
      const auto bytes = operand.span * plan::bytes_of(operand.element);
      parameter.dim(0).set_bounds(0, constant(static_cast<std::int64_t>(bytes) / type.bytes())).set_stride(1);
      result_.operands.push_back(parameter);
    }
    output_type_ = moves() ? unit() : type_of(plan_, plan_.output);
    result_.output = Halide::Func("output");
    result_.output(Halide::Var("i")) = Halide::undef(output_type_);
    for (const DevicePiece& piece : pieces_.pieces) add(piece);
    const auto bytes = plan_.output_span * plan::bytes_of(plan_.output);
    result_.output.output_buffer()
        .dim(0)
        .set_bounds(0, constant(static_cast<std::int64_t>(bytes) / output_type_.bytes()))
        .set_stride(1);
    return result_;
  }

 private:
  [[nodiscard]] bool moves() const noexcept { return plan_.expression.empty(); }
  [[nodiscard]] Halide::Type unit() const { return Halide::UInt(static_cast<int>(pieces_.unit_bytes) * 8); }

  void add(const DevicePiece& piece) {
    Halide::Region bounds;
    if (piece.lanes > 1) bounds.emplace_back(0, piece.lanes);
    for (std::size_t l = piece.loops.size(); l-- > 0;) {
      const bool is_vector = piece.lanes > 1 && l + 1 == piece.loops.size();
      bounds.emplace_back(0, constant(piece.loops[l].extent / (is_vector ? piece.lanes : 1)));
    }
    if (bounds.empty()) bounds.emplace_back(0, 1);
    const Halide::RDom domain(bounds, "r");

    Expr to = constant(piece.output_offset);
    if (piece.loops.empty()) to += Expr(domain[0]);  // a loop of one iteration must be seen to be one
    std::vector<Expr> from;
    for (const std::int64_t offset : piece.offsets) from.push_back(constant(offset));
    std::vector<Loop> loops;
    int dimension = piece.lanes > 1 ? 1 : 0;
    for (std::size_t l = piece.loops.size(); l-- > 0; ++dimension) {
      const PieceLoop& loop = piece.loops[l];
      Expr index = domain[dimension];
      if (piece.lanes > 1 && l + 1 == piece.loops.size()) index = index * piece.lanes + Expr(domain[0]);
      to += index * constant(loop.output);
      for (std::size_t s = 0; s < from.size(); ++s) from[s] += index * constant(loop.sources[s]);
    }
    const int first = piece.lanes > 1 ? 1 : 0;
    for (int d = first; d < domain.dimensions(); ++d)
      loops.push_back({domain[d], *Halide::Internal::as_const_int(bounds[static_cast<std::size_t>(d)].extent)});

    to = Halide::Internal::simplify(to);
    for (Expr& source : from) source = Halide::Internal::simplify(source);
    result_.output(to) = value_of(piece, to, from);
    Halide::Stage stage = result_.output.update(result_.output.num_update_definitions() - 1);
    stage.allow_race_conditions();  // no two iterations write one element
    if (piece.lanes > 1) stage.vectorize(domain[0]);
    schedule(stage, std::move(loops));
  }

  Expr value_of(const DevicePiece& piece, const Expr& to, const std::vector<Expr>& from) {
    switch (piece.value) {
      case Piece::Value::fill:
        return fill_at(to);
      case Piece::Value::move:
        return result_.operands[piece.operand](from[0]);
      case Piece::Value::copy:
        return result_.output(from[0]);
      case Piece::Value::compute:
        break;
    }
    std::vector<Expr> loaded;
    for (std::size_t o = 0; o < from.size(); ++o) loaded.push_back(result_.operands[o](from[o]));
    return expression_of(plan_, loaded, result_.zero, Comparison::of_integers);
  }

  [[nodiscard]] Expr fill_at(const Expr& to) const {
    const Halide::Type bits = Halide::UInt(output_type_.bits());
    const auto pattern = [&](std::uint32_t value) {
      return Halide::reinterpret(output_type_, Halide::Internal::UIntImm::make(bits, value));
    };
    if (pieces_.fill[0] == pieces_.fill[1]) return pattern(pieces_.fill[0]);
    return Halide::select(to % 2 == 0, pattern(pieces_.fill[0]), pattern(pieces_.fill[1]));
  }

  const plan::Plan& plan_;
  DevicePieces pieces_;
  Halide::Type output_type_;
  DevicePipeline result_;
};

}  // namespace

std::vector<Halide::Argument> DevicePipeline::arguments() const {
  std::vector<Halide::Argument> arguments(operands.begin(), operands.end());
  arguments.push_back(zero);
  return arguments;
}

int most_lanes(const Halide::Target& target) noexcept {
  return target.has_feature(Halide::Target::Metal) || target.has_feature(Halide::Target::CUDA) ? 4 : 16;
}

DevicePipeline make_device_pipeline(const plan::Plan& plan, const Halide::Target& target) {
  return Builder(plan, target).build();
}

}  // namespace dmlrun::jit
