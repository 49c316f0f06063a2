#include "jit/halide/whole_pieces.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace dmlrun::jit::halide {
namespace {

Piece whole(Piece piece, const Pieces& pieces) {
  const auto times = [&](std::int64_t factor) {
    std::vector<std::int64_t> steps = piece.steps;
    for (std::int64_t& step : steps) step *= factor;
    return steps;
  };
  const bool is_copy = piece.value == Piece::Value::copy;
  std::int64_t row = piece.first, count = piece.last - piece.first;
  switch (piece.part) {
    case Part::all: row = 0, count = pieces.extent(); break;
    case Part::head: break;
    case Part::tail: row += pieces.head + pieces.body * pieces.repeat; break;
    case Part::body:
      row += pieces.head;
      // A copy's source lies in the output and moves along with it; others repeat.
      piece.loops.push_back({pieces.repeat, pieces.body * pieces.row_stride, times(is_copy ? pieces.body : 0)});
      break;
  }
  piece.loops.push_back({count, pieces.row_stride, times(1)});
  piece.output_offset += row * pieces.row_stride;
  if (is_copy) piece.offsets[0] += row * piece.steps[0];
  join_loops(piece.loops);
  piece.part = Part::all;
  piece.first = piece.last = 0;
  piece.steps.assign(piece.steps.size(), 0);
  return piece;
}

}  // namespace

void join_loops(std::vector<PieceLoop>& loops) {
  std::erase_if(loops, [](const PieceLoop& loop) { return loop.extent == 1; });
  std::stable_sort(loops.begin(), loops.end(),
                   [](const PieceLoop& x, const PieceLoop& y) { return x.output > y.output; });
  for (std::size_t i = loops.size(); i-- > 1;) {
    PieceLoop& outer = loops[i - 1];
    const PieceLoop& inner = loops[i];
    bool is_one = outer.output == inner.output * inner.extent;
    for (std::size_t s = 0; s < inner.sources.size(); ++s)
      is_one = is_one && outer.sources[s] == inner.sources[s] * inner.extent;
    if (!is_one) continue;
    outer = {outer.extent * inner.extent, inner.output, inner.sources};
    loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

std::string why_not_whole_pieces(const plan::Plan& plan) {
  constexpr std::uint64_t kMaxElements = std::numeric_limits<std::int32_t>::max();
  if (plan.output_span > kMaxElements)
    return "the plan has " + std::to_string(plan.output_span) + " elements in its output; at most " +
           std::to_string(kMaxElements) + " are taken";
  return why_not_pieces(plan);
}

Pieces whole_pieces_of(const plan::Plan& plan) {
  Pieces pieces = pieces_of(plan);
  Pieces all;
  for (Piece& piece : pieces.pieces) all.pieces.push_back(whole(std::move(piece), pieces));
  all.head = 1;
  all.row_elements = pieces.row_elements * pieces.extent();
  return all;
}

}  // namespace dmlrun::jit::halide
