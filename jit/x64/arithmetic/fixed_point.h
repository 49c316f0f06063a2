// A strategy for rounded quotients of a sum of two bytes' products: fixed point, where it certainly rounds as the exact
// steps do; blocks in doubt are computed by the exact steps.
//
// Zen 5, in times of the exact steps: 0.69 by words and 0.62 by dwords at 4 KiB; without AVX-512 0.5.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/x64/arithmetic/byte_parts.h"
#include "jit/x64/arithmetic/streams.h"
#include "jit/x64/arithmetic/vector_builder.h"

namespace dmlrun::jit::x64::arithmetic {

/// clamp(rint(((a - za) A + (b - zb) B) / S) + z), by numbers of values.
struct FixedPoint {
  struct Term {
    std::uint32_t byte = 0;             ///< the load
    std::optional<std::uint32_t> zero;  ///< an integer
    std::uint32_t scale = 0;
  };
  std::array<Term, 2> terms;
  std::uint32_t divisor = 0;
  std::optional<std::uint32_t> added;  ///< an integer
};
[[nodiscard]] std::optional<FixedPoint> fixed_point(const plan::Plan& plan, const Quantized& quantized,
                                                    const std::vector<Variance>& variances);

/// Without 512-bit registers, calls of fewer elements do not pay for sums in fixed point, whatever the processor: 64
/// results take 64 operations instead of 92, or instead of 84 and 8 divisions. Times relative to exact computation
/// (Granite Rapids): 384 elements 0.97, 512 0.87, 1024 0.78, 4096 0.67.
inline constexpr std::uint32_t kMinFixedPointByYmm = 512;

/// Adds the strategy to code that is complete without it, unless a term's byte is the same in a run. `numbers`: of the
/// values; `streams`: of the plan.
[[nodiscard]] bool add_fixed_point(VectorBuilder& b, const plan::Plan& plan, const FixedPoint& sum,
                                   const std::vector<Virtual>& numbers, const std::vector<Stream>& streams,
                                   bool has_dot_products);

}  // namespace dmlrun::jit::x64::arithmetic
