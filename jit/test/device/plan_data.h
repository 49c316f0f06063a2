// Data for random plans on devices, and what counts as equal.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

#include "engine/plan/plan.h"
#include "engine/test/random.h"
#include "engine/test/random_plan.h"

namespace dmlrun::jit::test {

using plan::Element;
using plan_test::Bytes;

/// Bytes as they come; floats of which many are awkward.
inline void fill(Bytes& bytes, Element element, dmlrun::test::Random& random) {
  random.fill(bytes);
  if (element != Element::f32) return;
  constexpr std::uint32_t kAwkward[] = {0,          0x80000000, 0x7F800000, 0xFF800000, 0x7FC00001, 0xFFABCDEF, 1,
                                        0x807FFFFF, 0x00800000, 0x7F7FFFFF, 0x3F800000, 0x3F000000, 0xBF000000};
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    const auto small = static_cast<float>(static_cast<int>(random.below(1201)) - 600) * 0.5f;
    std::uint32_t bits = std::bit_cast<std::uint32_t>(small);
    if (random.one_in(6)) bits = kAwkward[random.below(std::size(kAwkward))];
    if (random.one_in(12)) continue;
    std::memcpy(&bytes[at], &bits, 4);
  }
}

/// The first element that differs. A NaN that was computed may be any: which one it is follows from no rule.
inline std::optional<std::size_t> first_difference(const plan::Plan& plan, const Bytes& expected, const Bytes& found) {
  const std::size_t bytes = plan::bytes_of(plan.output);
  const bool may_be_nan = !plan.values.empty() && plan.output == Element::f32;
  for (std::size_t at = 0; at + bytes <= expected.size(); at += bytes) {
    if (std::memcmp(&expected[at], &found[at], bytes) == 0) continue;
    float a = 0, b = 0;
    if (may_be_nan) std::memcpy(&a, &expected[at], 4), std::memcpy(&b, &found[at], 4);
    if (!(may_be_nan && std::isnan(a) && std::isnan(b))) return at / bytes;
  }
  return std::nullopt;
}

}  // namespace dmlrun::jit::test
