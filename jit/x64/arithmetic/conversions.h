// Conversions between types, exactly as engine/plan/scalar.h defines them.
#pragma once

#include <optional>

#include "engine/plan/plan.h"
#include "engine/plan/ranges.h"
#include "jit/x64/arithmetic/vector_builder.h"

namespace dmlrun::jit::x64::arithmetic {

/// A number of type `from`, which lies in a range.
struct Converted {
  Virtual number;
  plan::Type from;
  plan::Range range;
};

/// Loads elements as numbers.
[[nodiscard]] Emit load_of(Element element);
[[nodiscard]] Virtual convert(VectorBuilder& b, const Converted& x, plan::Type to);
[[nodiscard]] Virtual saturate(VectorBuilder& b, const Converted& x, plan::Type to);
/// A float that becomes an integer from low to high.
struct Limits {
  std::uint32_t number = 0;
  Type type = Type::f32;
  double low = 0, high = 0;
};
/// Where a value is minimum(maximum(saturate(float), low), high) in 32 bits, with low <= 0 <= high, which every float
/// type holds.
[[nodiscard]] std::optional<Limits> limits_of(const plan::Plan& plan, const Value& value);
[[nodiscard]] Virtual limited(VectorBuilder& b, Virtual x, const Limits& limits);
/// The lanes as elements, side by side. Precondition: plan::can_store(x.from, to).
[[nodiscard]] Virtual packed(VectorBuilder& b, const Converted& x, plan::Element to);

}  // namespace dmlrun::jit::x64::arithmetic
