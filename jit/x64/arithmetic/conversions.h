// Numbers of one type as those of another, exactly as engine/plan/scalar.h has them.
#pragma once

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

[[nodiscard]] Virtual convert(VectorBuilder& b, const Converted& x, plan::Type to);
[[nodiscard]] Virtual saturate(VectorBuilder& b, const Converted& x, plan::Type to);
/// The bytes of lanes elements side by side. Precondition: plan::can_store(x.from, to).
[[nodiscard]] Virtual packed(VectorBuilder& b, const Converted& x, plan::Element to);

}  // namespace dmlrun::jit::x64::arithmetic
