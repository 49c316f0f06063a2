#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// The sources and targets of consecutive elements.
struct EvalContext {
  const std::byte* const* inputs = nullptr;
  std::array<std::int64_t, kMaxAxes> position{};  ///< the first element's position on each axis
  std::size_t axis = 0;                           ///< the axis along which the position moves
  std::int64_t step = 0;                          ///< the distance of consecutive elements' positions
  std::byte* output = nullptr;
  std::int64_t output_step = 0;  ///< in bytes
};

/// Computes elements from a plan's values: blocks of them, one value after the other. A value that does not change
/// along the last axis is computed once for all blocks. Values lie in rows of an 8-KiB arena on the stack; rows are
/// reused, and the more rows, the shorter the blocks.
class Evaluator {
 public:
  /// Precondition: check(plan) is ""; the plan has values and outlives the evaluator.
  explicit Evaluator(const Plan& plan) noexcept;
  /// Computes `count` elements. Precondition: the plan reads every position, and positions move along the last axis.
  void run(const EvalContext& context, std::uint64_t count) const noexcept;

 private:
  static constexpr std::size_t kArenaBytes = 8192, kMaxBlock = 256;

  void assign_rows() noexcept;
  [[nodiscard]] const Operand* loaded_by(const Value& value) const noexcept;
  [[nodiscard]] std::size_t inputs_of(const Value& value) const noexcept;
  void evaluate(const EvalContext& context, std::uint64_t first, std::size_t count, bool is_uniform,
                std::byte* arena) const noexcept;
  void value(std::size_t number, const EvalContext& context, std::uint64_t first, std::size_t count,
             std::byte* arena) const noexcept;
  [[nodiscard]] std::byte* row(std::size_t value, std::byte* arena) const noexcept {
    return arena + rows_[value] * block_ * row_bytes_;
  }

  const Plan& plan_;
  std::size_t row_bytes_ = 4;  ///< bytes of one number of the widest type
  std::size_t block_ = 1;      ///< elements
  std::bitset<kMaxValues> is_uniform_, is_needed_;
  std::array<std::uint16_t, kMaxValues> rows_;
};

}  // namespace dmlrun::plan
