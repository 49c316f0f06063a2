// What a mover decides about outer axes, and how it is told.
#include "jit/x64/mover_code.h"

namespace dmlrun::jit::x64 {

namespace {

/// A body of an outer axis that is not longer is copied from the output: it stays in the first-level cache.
constexpr std::uint64_t kMostCopiedBody = 4096;

}  // namespace

/// What axis() does with an outer axis.
void MoverCode::note_axis(std::size_t a) {
  const plan::Run* only = single_run(a);
  if (only && only->source < 0) {
    notes_->take(a, only->source == plan::kFill ? "filled as a whole" : "a counted loop");
    return;
  }
  notes_->take(a, "a loop over a table of its runs");
  if (is_clipped(a)) notes_->decline(a, "a counted loop", "calls may ask for some of its coordinates only");
  else if (!only) notes_->decline(a, "a counted loop", "it has several runs");
  else notes_->decline(a, "a counted loop", "its run chooses the operand");
  if (plan_.axes[a].body.empty()) return;
  constexpr std::string_view kOnce = "one body made, the others copied from it in the output";
  if (is_written_once(a)) notes_->take(a, kOnce);
  else notes_->decline(a, kOnce, why_not_written_once(a));
}

/// "" where a body of an outer axis is so short that the others are copied from the first.
std::string_view MoverCode::why_not_written_once(std::size_t a) const {
  const MoverAxis& axis = layout_.axes[a];
  if (plan_.axes[a].repeat < 2) return "nothing repeats";
  if (is_clipped(a)) return "calls may ask for some of its coordinates only";
  if (!axis.is_dense) return "the output has gaps";
  if (axis.body * axis.inner > kMostCopiedBody / static_cast<std::uint64_t>(layout_.element_bytes))
    return "a body is longer than 4096 bytes";
  return {};
}

}  // namespace dmlrun::jit::x64
