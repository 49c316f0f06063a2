#include "jit/x64/arithmetic/exact_quotients.h"

#include "jit/x64/arithmetic/rounded_quotients.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

constexpr std::uint32_t kMinDivisor = 0x30800000, kMaxDivisor = 0x4e800000;  // 2^-30, 2^30
/// Added to a float from 2^-63 to 2^65 in size, this makes the upper bit of its exponent 1, and to no other one.
constexpr std::uint32_t kToUpperBit = 64u << 23, kUpperBit = 0x40000000;
constexpr std::uint32_t kQuietNan = 0x7fc00000;
/// Fewer elements do not pay for the reciprocal.
constexpr std::uint64_t kMinExact = 256;

}  // namespace

bool is_exact_quotient(const plan::Plan& plan, const Value& value, const std::vector<Variance>& variances,
                       const Tuning& tuning, bool has_avx512) {
  if (!has_avx512 || !tuning.reciprocals || value.op != Op::divide || value.type != Type::f32) return false;
  const Variance divisor = variances[value.inputs[1]];
  if (variances[value.inputs[0]] != Variance::per_element || divisor == Variance::per_element) return false;
  const bool is_by_run = divisor == Variance::per_run && !plan.axes.empty();
  return (is_by_run ? plan::extent(plan.axes.back()) : plan::element_count(plan)) >= kMinExact;
}

Virtual exact_quotient(VectorBuilder& b, Virtual x, Virtual divisor, Variance variance) {
  b.set_section(variance);
  const Reciprocal reciprocal = reciprocal_of(b, divisor);
  const Virtual negated = b.bit_xor(4, divisor, b.constant(4, 0x80000000));
  const Virtual above = b.subtract(Type::u32, divisor, b.constant(4, kMinDivisor));
  const LaneMask is_bounded =
      b.compare(Relation::less_or_equal, Type::u32, above, b.constant(4, kMaxDivisor - kMinDivisor));
  // Any other divisor makes all elements, also zeros, look as if they were out of bounds.
  const Virtual exempt = b.select(is_bounded, 4, b.zero(4), b.constant(4, kQuietNan));
  const Virtual upper_bit = b.zero_unless(is_bounded, 4, b.constant(4, kUpperBit));
  b.set_section(Variance::per_element);
  const LaneMask is_other = b.compare(Relation::equal, Type::f32, x, exempt, true);
  const Virtual moved = b.add(Type::u32, x, b.constant(4, kToUpperBit));
  const LaneMask is_beyond = b.mask_by(DMLRUN_EMITS(vptestnmd(r.to_k | r.k, r.x, r.y)), moved, upper_bit, is_other);
  // What is divided anyway is left out: numbers below the normal ones would take hundreds of cycles.
  const Virtual bounded = b.select(is_beyond, 4, b.zero(4), x);
  const Virtual near = b.fma(Type::f32, bounded, reciprocal.nearest, b.multiply(Type::f32, bounded, reciprocal.rest));
  const Virtual rest = b.fma(Type::f32, near, negated, bounded);
  const Virtual quotient = b.select(is_other, 4, b.fma(Type::f32, rest, reciprocal.nearest, near), bounded);
  b.fall_back_if(is_beyond, 16);
  b.change(quotient, DMLRUN_EMITS(vdivps(r.to, r.y, r.z)), x, divisor);
  b.label();
  return quotient;
}

}  // namespace dmlrun::jit::x64::arithmetic
