// Data for random plans on devices, and what counts as equal.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

#include "engine/plan/plan.h"
#include "engine/test/random.h"
#include "engine/test/random_values.h"

namespace dmlrun::jit::test {

using plan::Element;
using plan_test::Bytes;

/// Bytes as they come; floats of which many are awkward.
inline void fill(Bytes& bytes, Element element, dmlrun::test::Random& random) {
  random.fill(bytes);
  if (element != Element::f32) return;
  constexpr std::uint32_t kEdgeValues[] = {0,          0x80000000, 0x7F800000, 0xFF800000, 0x7FC00001, 0xFFABCDEF, 1,
                                           0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0x3F800000, 0x3F000000, 0xBF000000};
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    const auto small = static_cast<float>(static_cast<int>(random.below(1201)) - 600) * 0.5f;
    std::uint32_t bits = std::bit_cast<std::uint32_t>(small);
    if (random.one_in(6)) bits = kEdgeValues[random.below(std::size(kEdgeValues))];
    if (random.one_in(12)) continue;
    std::memcpy(&bytes[at], &bits, 4);
  }
}

/// The first element that differs. A NaN that was computed may be any: which one it is follows from no rule.
inline std::optional<std::size_t> first_difference(const plan::Plan& plan, const Bytes& expected, const Bytes& found) {
  if (!plan.values.empty()) return plan_test::first_difference(expected, found, plan.output);
  const auto at = plan_test::first_difference(expected, found, Element::x1);
  return at ? std::optional(*at / plan::bytes_of(plan.output)) : std::nullopt;
}

}  // namespace dmlrun::jit::test
