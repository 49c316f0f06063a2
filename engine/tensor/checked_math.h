// Products and sums of sizes that nothing has judged yet: those that wrap around are no numbers. What is computed from
// validated tensors fits, by the rule TENSOR-6, and needs no such check.
#pragma once

#include <cstdint>
#include <optional>

namespace dmlrun {

[[nodiscard]] inline std::optional<std::uint64_t> checked_multiply(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t r;
  if (__builtin_mul_overflow(a, b, &r)) return std::nullopt;
  return r;
}
[[nodiscard]] inline std::optional<std::uint64_t> checked_add(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t r;
  if (__builtin_add_overflow(a, b, &r)) return std::nullopt;
  return r;
}

}  // namespace dmlrun
