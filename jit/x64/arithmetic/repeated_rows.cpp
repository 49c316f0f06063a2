#include "jit/x64/arithmetic/repeated_rows.h"

#include <algorithm>

#include "engine/plan/axis_runs.h"
#include "jit/x64/arithmetic/lower.h"
#include "jit/x64/arithmetic/streams.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

/// Longer rows fill blocks well enough, and fewer rows do not pay for the row's repetition.
constexpr std::uint64_t kMaxRowBytes = 512, kMinRows = 8;
/// Their rows lie in the frame, each followed by a block of repeats.
constexpr std::size_t kMaxRepeated = 2;

bool is_whole(const plan::Axis& axis) {
  const plan::Run* run = plan::only_run(axis);
  return run && run->source != plan::kFill && run->begin == 0 && run->step == 1;
}

}  // namespace

RepeatedRows repeated_rows(const plan::Plan& plan, Isa isa) {
  const RepeatedRows none{plan, 0, std::vector<bool>(plan.operands.size())};
  if (plan.axes.size() != 2 || !is_whole(plan.axes[0]) || !is_whole(plan.axes[1])) return none;
  const std::uint64_t rows = plan.axes[0].head[0].count, period = plan.axes[1].head[0].count;
  const auto pitch = static_cast<std::int64_t>(period);
  if (rows < kMinRows || period < 2 || plan.output_strides[0] != pitch || plan.output_strides[1] != 1) return none;
  RepeatedRows made{plan, period, {}};
  std::size_t moving = 0, repeated = 0;
  std::uint64_t row_bytes = 0;
  for (plan::Operand& operand : made.plan.operands) {
    const std::int64_t outer = operand.strides[0], inner = operand.strides[1];
    const bool stays = outer == 0 && inner == 0, repeats = outer == 0 && inner == 1;
    const bool follows = outer == pitch && inner == 1;
    if (operand.input == plan::kIndex || (!stays && !repeats && !follows)) return none;
    moving += stays ? 0 : 1;
    repeated += repeats ? 1 : 0;
    if (repeats) row_bytes = std::max(row_bytes, period * plan::bytes_of(operand.element));
    made.is_repeated.push_back(repeats);
    operand.strides[0] = stays ? 0 : 1;
    operand.strides[1] = 0;
  }
  // If all that move were repeated, rows would be equal.
  if (repeated == 0 || repeated == moving || repeated > kMaxRepeated || moving > kStreamsInRegisters) return none;
  if (row_bytes > kMaxRowBytes) return none;
  made.plan.axes = {{{{rows * period, 0, 1, plan::kUnchosen}}, {}, 0, {}}};
  made.plan.output_strides[0] = 1;
  made.plan.output_strides[1] = 0;
  return period % block_elements_of(made.plan, isa) == 0 ? none : made;
}

}  // namespace dmlrun::jit::x64::arithmetic
