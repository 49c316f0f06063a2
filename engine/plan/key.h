// Serialized plan, used as a hash key.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Two plans have equal words exactly if the plans are equal. Constants are compared by their bits, so 0 and -0 differ.
/// Plans that normalize() makes one have equal words after it.
struct Key {
  std::vector<std::uint64_t> words;
  std::uint64_t hash = 0;  ///< hash of the words: unequal hashes mean unequal keys

  friend bool operator==(const Key& a, const Key& b) noexcept { return a.hash == b.hash && a.words == b.words; }
};

/// The key of a plan. Precondition: check(plan) is "". May throw std::bad_alloc.
[[nodiscard]] Key key_of(const Plan& plan);

}  // namespace dmlrun::plan
