// What the parts of the element-wise generator decide, in words.
#include <algorithm>

#include "jit/x64/elementwise_pieces.h"
#include "jit/x64/elementwise_vectors.h"
#include "jit/x64/elementwise_walk.h"

namespace dmlrun::jit::x64 {

void Walk::describe(StrategyNotes& notes) const {
  if (c_.periods.period > 0) {
    notes.take(std::size_t{0}, "one piece with the axis inside");
    notes.take(std::size_t{1}, "a period: the row that is repeated lies on the stack several times");
    return;
  }
  for (std::size_t a = 0; a < c_.plan.axes.size(); ++a) {
    constexpr std::string_view kCounted = "a counted loop";
    const bool is_innermost_axis = is_innermost(a);
    if (levels_[a].is_single) {
      notes.take(a, is_innermost_axis ? "one piece" : kCounted);
      continue;
    }
    notes.take(a, is_innermost_axis ? "pieces, by a table of its runs" : "a loop over a table of its runs");
    const bool is_one_run = levels_[a].runs.size() == 1 && levels_[a].runs[0].source != plan::kFill;
    notes.decline(a, is_innermost_axis ? "one piece" : kCounted,
                  is_one_run                    ? "its run repeats"
                  : levels_[a].runs.size() == 1 ? "it is filled"
                                                : "it has several runs");
  }
}

void Pieces::describe(StrategyNotes& notes) const {
  constexpr std::string_view kPieces = "elements of a piece";
  if (c_.program.is_fill_only) return notes.take(kPieces, "the fill, one by one");
  constexpr std::string_view kDirect = "whole vectors, straight from and to memory";
  constexpr std::string_view kStaged = "through the stack, gathered and scattered one by one";
  const bool ever_direct = walk_.side_by_side() != Walk::SideBySide::never;
  if (ever_direct) {
    notes.take(kPieces, kDirect);
    notes.take(kPieces, c_.is_wide ? "the rest under a mask" : "the rest by a last vector that overlaps");
  }
  constexpr std::string_view kBypass = "past the caches";
  if (ever_direct && why_not_bypassing().empty())
    notes.take(kPieces, std::string(kBypass) + " in runs of " + std::to_string(c_.tuning.non_temporal_compute_bytes) +
                            " elements or more");
  else if (ever_direct)
    notes.decline(kPieces, kBypass, why_not_bypassing());
  if (ever_direct && loads_ahead()) notes.take(kPieces, "inputs are asked for some way ahead");
  if (needs_staging()) notes.take(kPieces, kStaged);
  else notes.decline(kPieces, kStaged, "elements lie side by side, and masks do the rest");
  if (!ever_direct) notes.decline(kPieces, kDirect, "elements do not lie side by side");
}

/// "" where one stream of bytes is all that changes, so that the results of all bytes fit into registers.
std::string_view Vectors::why_not_table() const {
  if (!p_.is_packed) return "not all that changes is bytes";
  if (c_.periods.period > 0) return "an operand repeats a row";
  if (p_.moving != 1) return "not exactly one operand changes from element to element";
  if (!c_.has_byte_tables && !p_.finish.is_saturating) return "results are not rounded and clamped";
  return {};
}

/// "" where quotients are products with a reciprocal of twice as many bits.
std::string_view Vectors::why_not_reciprocal() const {
  if (p_.finish.division == Node::kNone) return "no quotient by a constant of the piece is rounded at the end";
  if (!bounded_place_) return "nothing bounds the quotients";
  if (!c_.tuning.reciprocals) return "the tuning prefers division";
  return {};
}

void Vectors::describe(StrategyNotes& notes) const {
  notes.take("registers", std::to_string(c_.vector_bytes()) + " bytes, " + std::to_string(groups_) +
                              (groups_ == 1 ? " vector" : " vectors") + " of numbers per block, " +
                              std::to_string(chains_) + " at a time");
  if (!c_.is_wide) notes.decline("registers", "64 bytes", "they need avx512");
  constexpr std::string_view kQuiet = "named in each instruction";
  constexpr std::string_view kControl = "by the control register";
  if (is_quiet_) notes.take("rounding", kQuiet);
  notes.take("rounding", std::string(kControl) + (is_quiet_ ? " where scales are below 2^-103 or above 2^60" : ""));
  if (!is_quiet_) notes.decline("rounding", kQuiet, why_not_quiet());
  const std::string_view kTable =
      c_.has_byte_tables ? "a table of the 256 results" : "sums of two numbers by the byte's halves";
  const std::string_view no_table = why_not_table();
  if (no_table.empty())
    notes.take("values", std::string(kTable) + (c_.has_byte_tables ? "" : ", where those are all 256 results,") +
                             " for pieces of " + std::to_string(least_for_table()) + " elements or more");
  notes.take("values", "computed element by element");
  if (!no_table.empty()) notes.decline("values", kTable, no_table);
  constexpr std::string_view kFixedPoint = "in fixed point, again where that may be off";
  if (fixed_point_.place)
    notes.take("sums", std::string(kFixedPoint) + ", in calls of " + std::to_string(c_.fixed_point_elements()) +
                           " elements or more");
  else if (match_fixed_point())
    notes.decline("sums", kFixedPoint, why_not_fixed_point());
  const auto divides = [](const Node& node) { return node.op == plan::Op::divide && node.level == Level::element; };
  if (std::none_of(p_.nodes.begin(), p_.nodes.end(), divides)) return;
  constexpr std::string_view kReciprocal = "products with a reciprocal of 48 bits, rounded to the same integer";
  if (uses_reciprocal()) {
    notes.take("quotients", kReciprocal);
    notes.take("quotients", "divided where scales do not bound them");
  } else {
    notes.take("quotients", "divided");
    notes.decline("quotients", kReciprocal, why_not_reciprocal());
  }
}

}  // namespace dmlrun::jit::x64
