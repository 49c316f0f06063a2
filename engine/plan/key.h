// Serialized plan, used as a hash key.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Plans have the same words exactly if they are equal; constants are compared by their bits, so that 0 and -0 differ.
/// Equivalent plans have the same words once they are normalised.
struct Key {
  std::vector<std::uint64_t> words;
  std::uint64_t hash = 0;  ///< of the words; says that keys differ, never that they are equal

  friend bool operator==(const Key& a, const Key& b) noexcept { return a.hash == b.hash && a.words == b.words; }
};

/// Precondition: check(plan). Throws std::bad_alloc.
[[nodiscard]] Key key_of(const Plan& plan);

}  // namespace dmlrun::plan
