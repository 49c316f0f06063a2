// The data that generated copies read and write beside the tensors: the tables of a plan, made once per kernel, and the
// frame of one call. Code holds no data; it finds both through its arguments.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/plan/plan.h"

namespace dmlrun::jit::x64 {

/// What a run does.
struct RunKind {
  enum class Action : std::uint8_t { fill, move, choose };
  Action action;
  std::size_t stride_class = 0;  ///< of `choose`: index into CopyLayout::inner_strides, of the operand's

  /// As RunRecord has it: 0, 1, or 2 and more, a number for each class.
  [[nodiscard]] constexpr std::uint32_t word() const {
    return static_cast<std::uint32_t>(action) + static_cast<std::uint32_t>(stride_class);
  }
};
inline constexpr RunKind kFills{RunKind::Action::fill}, kMoves{RunKind::Action::move};
[[nodiscard]] constexpr RunKind chooses(std::size_t stride_class) { return {RunKind::Action::choose, stride_class}; }

/// A run of an axis, in elements.
struct RunRecord {
  std::uint64_t count;
  std::int64_t position;
  std::int64_t step;
  std::uint64_t kind;  ///< RunKind::word()
  std::uint64_t view;  ///< offset in the tables of the OperandView that it reads by, when the run chooses it
};

/// Head, body or tail of an axis; `repeats` 0 ends the list.
struct RunSection {
  std::uint64_t first;  ///< RunRecords, by their offsets in the tables
  std::uint64_t end;
  std::uint64_t repeats;
  std::uint64_t extent;   ///< coordinates of one repeat
  std::uint64_t is_body;  ///< all bits set, or none
};

/// An operand, in bytes.
struct OperandView {
  std::uint64_t input;  ///< offset of its buffer's address in KernelArguments::inputs
  std::int64_t begin;   ///< of the element at position 0 of every axis
  std::array<std::int64_t, plan::kMaxAxes> strides;
};

/// An axis during a call. low, high and skip are the caller's; the other members belong to the code, first those that
/// straight code needs.
struct AxisFrame {
  std::uint64_t output;   ///< where the next coordinate goes
  std::int64_t position;  ///< while no operand is chosen
  std::uint64_t count;  ///< coordinates of the run still to do; rows in blocks: how many there were; bodies: r13 saved
  std::uint64_t address;     ///< of the present coordinate in the input, or of a fill in the output; bodies: how many
  std::int64_t step;         ///< added per coordinate to the address in the input, or to `position`
  std::uint64_t origin;      ///< where coordinate 0 of the axis goes
  std::uint64_t input;       ///< address of position 0 of the axis
  std::uint64_t limit;       ///< innermost axis: `high`, or the end of the one body that the others are copied from
  std::uint64_t coordinate;  ///< first one after the present run
  std::uint64_t section;     ///< address of the present RunSection
  std::uint64_t record;      ///< address of the present RunRecord
  std::uint64_t repeats;     ///< still to do, the present one included
  std::uint64_t low;         ///< coordinates low ... high - 1 are wanted
  std::uint64_t high;
  std::uint64_t skip;  ///< repeats of the body that lie before low
};

/// The workspace of a call.
struct CopyFrame {
  const std::byte* const* inputs;  ///< as in KernelArguments
  std::byte* output;               ///< where output element 0 would go
  const std::byte* tables;
  std::uint64_t bytes;  ///< written by the whole run that the call is part of
  std::array<AxisFrame, plan::kMaxAxes> axes;
  std::array<std::int64_t, plan::kMaxAxes> moved;  ///< of an axis that advances: by how much positions have, so far
};

}  // namespace dmlrun::jit::x64
