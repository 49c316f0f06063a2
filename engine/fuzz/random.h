// Random numbers that are the same on every machine and compiler, so that a case can be repeated from its numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>

#include "engine/tensor/random_values.h"

namespace dmlrun::fuzz {

/// A stream of its own for every (seed, number), so that one case can be repeated without those before it.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t number) noexcept
      : random_(RandomBits(RandomBits(seed).next() ^ number * 0x9e3779b97f4a7c15).next()) {}
  std::uint64_t bits() noexcept { return random_.next(); }
  /// 0 ... bound - 1. Precondition: bound >= 1.
  std::uint64_t below(std::uint64_t bound) noexcept { return random_.below(bound); }
  /// low ... high, both included.
  std::uint64_t between(std::uint64_t low, std::uint64_t high) noexcept { return low + below(high - low + 1); }
  /// True once in `times` calls.
  bool one_in(std::uint64_t times) noexcept { return below(times) == 0; }
  template <class T>
  T pick(std::initializer_list<T> values) noexcept {
    return values.begin()[below(values.size())];
  }
  void fill(std::span<std::byte> bytes) noexcept {
    while (bytes.size() >= 8) {
      const std::uint64_t eight = bits();
      std::memcpy(bytes.data(), &eight, 8);
      bytes = bytes.subspan(8);
    }
    const std::uint64_t rest = bits();
    std::memcpy(bytes.data(), &rest, bytes.size());
  }

 private:
  RandomBits random_;
};

}  // namespace dmlrun::fuzz
