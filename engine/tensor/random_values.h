// Random tensor contents: the same on every machine for the same seed.
#pragma once

#include <cstdint>
#include <span>

#include "dmlrun/tensor.h"

namespace dmlrun {

/// SplitMix64 (Steele, Lea, Flood 2014): state += 0x9E3779B97F4A7C15, then mixed.
class RandomBits {
 public:
  explicit RandomBits(std::uint64_t seed) noexcept : state_(seed) {}
  [[nodiscard]] std::uint64_t next() noexcept {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// 0 ... bound - 1; the bias of the remainder does not matter here.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) noexcept { return next() % bound; }

 private:
  std::uint64_t state_;
};

/// The use of the numbers: scales are positive, from 2^-7 on and below 2.
enum class RandomUse { values, scale };

/// Fills a buffer of elements. Integers take every bit pattern. Floats are multiples of 1/64 in [-16, 16]: exact in
/// every float type, never NaN, so that any rounding that is seen was made by the operator.
void fill_random(DataType type, RandomUse use, RandomBits& random, std::span<std::byte> elements);

}  // namespace dmlrun
