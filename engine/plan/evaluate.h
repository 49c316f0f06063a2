#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Where consecutive values of an expression come from and go to.
struct Place {
  const Plan* plan = nullptr;
  const std::byte* const* inputs = nullptr;
  std::array<std::int64_t, kMaxAxes> position{};  ///< of the first value, per axis
  std::size_t axis = 0;                           ///< along which the position moves
  std::int64_t step = 0;                          ///< by how much it moves from value to value
  std::byte* output = nullptr;
  std::int64_t output_step = 0;                   ///< in bytes
};

/// Computes `count` values of the plan's expression. Uses about 9 KiB of stack.
/// Precondition: check(plan), and every position lies where the plan reads.
void evaluate(const Place& place, std::uint64_t count) noexcept;

}  // namespace dmlrun::plan
