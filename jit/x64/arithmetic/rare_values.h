// What only the first side of a select needs is computed where its condition holds for some element of a vector, and
// jumped over elsewhere: sine, cosine and tangent, whose large arguments are reduced in another way, take 0.35 of the
// time (Zen 5, 4 KiB of small ones).
//
// Nothing says how often a condition holds. So a jump must skip so much that it costs less even if it is guessed wrong
// every other time.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit::x64::arithmetic {

class RareValues {
 public:
  /// None, where nothing is to be jumped over.
  RareValues(const plan::Plan& plan, bool are_any);

  /// Whether a value is left until a select needs it: due() gives it there.
  bool postpones(std::size_t value);
  /// The values so far that matter only where this select's condition holds, in their order.
  std::vector<std::size_t> due(const plan::Value& select);

 private:
  const plan::Plan& plan_;
  std::vector<std::uint32_t> conditions_;  ///< of each value: that must hold for it to matter
  std::vector<std::size_t> postponed_;
};

}  // namespace dmlrun::jit::x64::arithmetic
