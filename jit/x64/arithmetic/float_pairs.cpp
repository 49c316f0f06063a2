// Double-float (float-float) arithmetic: a result is the unevaluated sum high + low of two floats. With
// high = fma(x, y, z), the rounding error x y + z - high is low = fma(x, y, z - high).
// Exponentials: x = n u + d + r. u is ln(2) times a unit: 1 for e^x, -1 for e^-x, 1/2 for e^2x. n is a multiple of
// 1/32, and d a small number for each n modulo 1, such that e^((n u + d) / unit) is nearly a float: one of a table
// times a power of two.
// Logarithms: x = 2^k (1 + r) / c. c is one of a table, of so few digits that r is a float.
#include "jit/x64/arithmetic/float_pairs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "engine/fork/forks.h"
#include "engine/plan/math/functions.h"
#include "jit/x64/arithmetic/float_pairs_tables.h"
#include "jit/x64/arithmetic/vector_builder.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

constexpr double kLn2 = 0x1.62e42fefa39efp-1;
constexpr double kRoundingShift = 0x1.8p18;  // a float's sum with it has in its lowest bits how many 32nds it is
/// Relative bound on the error of high + low: where it decides how the sum rounds, the result is in doubt.
constexpr double kDoubt = 0x1.8p-36;
/// Below, e^x is 1 and tanh(x) is x, and products would be subnormal, each of which takes more than 100 cycles: e^x of
/// -1e-39 took 17.6 ns in place of 0.3.
constexpr double kTiny = 0x1p-40;
constexpr std::uint32_t kLanes = 16, kMinPaired = 64;  // of fewer elements doubles take no longer

class FloatPairs {
 public:
  explicit FloatPairs(VectorBuilder& b) : b_(b) {}

  /// Each returns the vector that is stored.
  Virtual exp(Virtual x);
  Virtual sigmoid(Virtual x);
  Virtual tanh(Virtual x);
  Virtual log(Virtual x);

 private:
  /// `sum`: of n and kRoundingShift. r = rest + n * low.
  struct Reduced {
    Virtual sum, n, rest, low;
  };
  Reduced reduce(Virtual x, double unit);
  Virtual at_most(double most, Virtual x, LaneMask among);
  Virtual without_tiny(Virtual x);
  /// high + low.
  struct Pair {
    Virtual high, low;
  };
  Virtual inverse(Virtual y);
  Virtual rounded(Pair result, LaneMask among = {});

  Virtual constant(double number) { return b_.constant(Type::f32, number); }
  Virtual add(Virtual x, Virtual y) { return b_.add(Type::f32, x, y); }
  Virtual subtract(Virtual x, Virtual y) { return b_.subtract(Type::f32, x, y); }
  Virtual multiply(Virtual x, Virtual y) { return b_.multiply(Type::f32, x, y); }
  Virtual fma(Virtual x, Virtual y, Virtual z) { return b_.fma(Type::f32, x, y, z); }
  /// z - x y.
  Virtual fnma(Virtual x, Virtual y, Virtual z) { return b_.negated_fma(x, y, z); }
  /// By the lowest bits of an index, what value_of makes of a table's number and its place there.
  Virtual looked_up(const float (&table)[2 * kLanes], Virtual index, auto value_of) {
    std::array<Constant, 2> halves;
    for (std::uint32_t j = 0; j < 2 * kLanes; ++j)
      halves[j / kLanes].push_back(std::bit_cast<std::uint32_t>(value_of(table[j], j)));
    const Emit emit = [](Assembler& a, const Registers& r) {
      if (r.to.getIdx() != r.z.getIdx()) a.vmovaps(r.to, r.z);
      a.vpermi2ps(r.to, r.x, r.y);
    };
    return b_.apply_apart(emit, b_.dwords(halves[0]), b_.dwords(halves[1]), index);
  }
  /// e^((n u + d) / unit), where that is a normal float: kPowers[j] 2^k with 32 n = 32 k + j, 0 <= j < 32, which the
  /// lowest bits of `sum` are. Its bits are (bits(kPowers[j]) - (j << 18)) + ((32 k + j) << 18).
  Virtual power(Virtual sum) {
    constexpr std::uint8_t kToExponent = 23 - 5;
    const auto bits = [](float x, std::uint32_t j) { return std::bit_cast<std::uint32_t>(x) - (j << kToExponent); };
    return b_.add(Type::u32, looked_up(kPowers, sum, bits), b_.shift_left(4, sum, kToExponent));
  }
  /// x * y + z, where z is larger, or 0, and what its rounding leaves.
  Pair sum(Virtual x, Virtual y, Virtual z) {
    const Virtual high = fma(x, y, z);
    return {high, fma(x, y, subtract(z, high))};
  }

  VectorBuilder& b_;
};

FloatPairs::Reduced FloatPairs::reduce(Virtual x, double unit) {
  const double step = kLn2 * unit, high = static_cast<float>(step);
  const auto offset = [&](float d, std::uint32_t) { return d * static_cast<float>(unit); };
  Reduced at{};
  at.sum = fma(x, constant(1 / step), constant(kRoundingShift));
  at.n = subtract(at.sum, constant(kRoundingShift));
  at.rest = subtract(fma(at.n, constant(-high), x), looked_up(kOffsets, at.sum, offset));
  at.low = constant(high - step);
  return at;
}

/// The smaller of `most` and x; 0 outside a mask.
Virtual FloatPairs::at_most(double most, Virtual x, LaneMask among) {
  const Emit emit = DMLRUN_EMITS(vminps(r.to | r.k | Xbyak::util::T_z, r.x, r.y));
  return b_.apply_apart(emit, constant(most), x, kNone, among);
}

/// x with a size of kTiny at least; for NaN, kTiny.
Virtual FloatPairs::without_tiny(Virtual x) {
  return b_.apply(DMLRUN_EMITS(vrangeps(r.to, r.x, r.y, 3)), 4, x, constant(kTiny));  // the larger size, x's sign
}

/// 1 / y of a float, by one step of Newton's method.
Virtual FloatPairs::inverse(Virtual y) {
  const Virtual guess = b_.apply(DMLRUN_EMITS(vrcp14ps(r.to, r.x)), 4, y);
  return fma(guess, fnma(y, guess, constant(1)), guess);
}

/// Ends the block where the result is in doubt, or outside a mask.
Virtual FloatPairs::rounded(Pair result, LaneMask among) {
  const Virtual up = add(result.high, fma(result.high, constant(kDoubt), result.low));
  const Virtual down = add(result.high, fma(result.high, constant(-kDoubt), result.low));
  const Emit same = DMLRUN_EMITS(vcmpeqps(r.to_k, r.x, r.y)), both = DMLRUN_EMITS(vcmpeqps(r.to_k | r.k, r.x, r.y));
  const LaneMask certain = b_.mask_by(among.number == kNone ? same : both, up, down, among);
  b_.certain(certain.number, kLanes);
  return up;
}

Virtual FloatPairs::exp(Virtual x) {
  constexpr double kMinNormal = -87.33, kOverflow = 89;
  const LaneMask is_normal = b_.compare(Relation::less, Type::f32, constant(kMinNormal), x);
  const Reduced at = reduce(b_.minimum(Type::f32, constant(kOverflow), without_tiny(x)), 1);
  const Virtual near = fma(at.n, at.low, at.rest), square = multiply(near, near);
  const Virtual p = fma(fma(near, constant(kExpRest[0]), constant(kExpRest[1])), near, constant(0.5));
  const Virtual more = fma(at.n, at.low, multiply(square, p));
  const Virtual power = looked_up(kPowers, at.sum, [](float t, std::uint32_t) { return t; });
  const Pair one = sum(power, at.rest, power), all{one.high, fma(power, more, one.low)};
  return b_.apply(DMLRUN_EMITS(vscalefps(r.to, r.x, r.y)), 4, rounded(all, is_normal), at.n);
}

/// 1 / (1 + e^-x).
Virtual FloatPairs::sigmoid(Virtual x) {
  constexpr double kIsOne = 30, kNormalRest = -70;  // below, the result's rest is subnormal
  const LaneMask has_rest = b_.compare(Relation::less, Type::f32, constant(kNormalRest), x);
  const Reduced at = reduce(at_most(kIsOne, without_tiny(x), has_rest), -1);
  const Virtual power = this->power(at.sum), one = constant(1);
  const Virtual near = fma(at.n, at.low, at.rest), square = multiply(near, near);
  const Virtual p = fma(fma(near, constant(kExpRest[0]), constant(-kExpRest[1])), near, constant(0.5));
  const Virtual more = fnma(at.n, at.low, multiply(square, p));
  const Virtual high = fnma(power, at.rest, power);
  const Virtual low = fma(power, more, fnma(power, at.rest, subtract(power, high)));
  const Virtual larger = b_.maximum(Type::f32, one, high), smaller = b_.minimum(Type::f32, one, high);
  const Virtual sum = add(larger, smaller), sum_low = add(subtract(smaller, subtract(sum, larger)), low);
  // 1 / (1 - rest) is 1 + rest + rest^2.
  const Virtual result = inverse(sum), rest = fnma(sum_low, result, fnma(sum, result, one));
  return rounded({result, multiply(fma(rest, rest, rest), result)}, has_rest);
}

/// With t = tanh(r) = r - r^3 / 3 + r^5 2 / 15 and p = e^(2 (x - r)): ((p - 1) + (p + 1) t) / ((p + 1) + (p - 1) t).
Virtual FloatPairs::tanh(Virtual x) {
  // Up to kMax p is less than 2^23, so that its sums with 1 are exact. There the result is 1 - 2^-23. From kIsMore on
  // it becomes more, by a product that rounds to 2^-24 before 0x1.205968p+3, and then to 2^-23 and more.
  constexpr double kMax = 8.28125, kIsMore = 0x1.0ec57ep+3, kMore = 0x1.54eb8p-27;
  const Virtual size = b_.bit_and(4, x, b_.constant(4, 0x7fffffff)), one = constant(1);
  const Virtual least = b_.maximum(Type::u32, size, constant(kTiny));
  const Reduced at = reduce(b_.minimum(Type::f32, constant(kMax), least), 0.5);
  const Virtual power = this->power(at.sum), square = multiply(at.rest, at.rest);
  const Virtual p = fma(square, constant(2.0 / 15), constant(-1.0 / 3));
  const Virtual more = fma(at.n, at.low, multiply(multiply(square, at.rest), p));
  const Virtual less = subtract(power, one), above = add(power, one);
  const auto all = [&](Virtual factor, Virtual z) {
    const Pair main = sum(factor, at.rest, z);
    return Pair{main.high, fma(factor, more, main.low)};
  };
  const Pair dividend = all(above, less), divisor = all(less, above);
  const Virtual by = inverse(divisor.high), result = multiply(dividend.high, by);
  const Virtual rest = fnma(result, divisor.high, dividend.high), low = fnma(result, divisor.low, dividend.low);
  const Virtual found = rounded({result, multiply(add(rest, low), by)});
  const LaneMask is_beyond = b_.compare(Relation::less_or_equal, Type::f32, constant(kIsMore), size);
  const Emit grow = [](Assembler& a, const Registers& r) {
    if (r.to.getIdx() != r.z.getIdx()) a.vmovaps(r.to, r.z);
    a.vfmadd231ps(r.to | r.k, r.x, r.y);
  };
  const Virtual grown = b_.minimum(Type::f32, one, b_.apply_apart(grow, size, constant(kMore), found, is_beyond));
  return b_.apply(DMLRUN_EMITS(vrangeps(r.to, r.x, r.y, 2)), 4, x, grown);  // the smaller size, x's sign
}

/// k ln(2) - ln(c) + r - r^2 / 2 + r^3 p(r), the first two to 2^-17 exactly. For x that is no positive normal float, k
/// is infinite, so that the low part is NaN and the result in doubt; the same for x of 2^127 3/2 and more.
Virtual FloatPairs::log(Virtual x) {
  constexpr double kMinNormal = 0x1p-126, kFourThirds = 0x1.555556p+0;
  constexpr std::uint8_t kFrom3To6Quarters = 3, kToIndex = 23 - 5;
  const auto high_of = [](double t) { return static_cast<float>(std::round(t * 0x1p17) * 0x1p-17); };
  const auto high = [&](double c, std::uint32_t) { return high_of(-std::log(c)); };
  const auto low = [&](double c, std::uint32_t) { return static_cast<float>(-std::log(c) - high(c, 0)); };
  const LaneMask is_normal = b_.compare(Relation::less_or_equal, Type::f32, constant(kMinNormal), x);
  const Emit scale = DMLRUN_EMITS(vmulps(r.to | r.k | Xbyak::util::T_z, r.x, r.y));
  const Virtual scaled = b_.apply_apart(scale, constant(kFourThirds), x, kNone, is_normal);
  const Virtual exponent = b_.apply(DMLRUN_EMITS(vgetexpps(r.to, r.x)), 4, scaled);
  const Virtual mantissa = b_.apply(DMLRUN_EMITS(vgetmantps(r.to, r.x, kFrom3To6Quarters)), 4, x);
  const Virtual index = b_.shift_right(4, scaled, kToIndex);
  const Virtual inverse = looked_up(kInverses, index, [](float c, std::uint32_t) { return c; });
  const Virtual rest = fma(mantissa, inverse, constant(-1)), cube = multiply(multiply(rest, rest), rest);
  const Virtual whole = fma(exponent, constant(high_of(kLn2)), looked_up(kInverses, index, high));
  const Virtual more = fma(exponent, constant(kLn2 - high_of(kLn2)), looked_up(kInverses, index, low));
  const Pair near = sum(multiply(rest, constant(-0.5)), rest, rest);
  const Virtual result = add(whole, near.high), lost = subtract(near.high, subtract(result, whole));
  Virtual p = constant(kLogRest[0]);
  for (const float next : std::span(kLogRest).subspan(1)) p = fma(p, rest, constant(next));
  return rounded({result, fma(cube, p, add(add(lost, near.low), more))});
}

/// A function and the values of a plan that is nothing else.
struct Function {
  std::vector<plan::Value> values;
  Virtual (FloatPairs::*result)(Virtual x);
};
const std::array<Function, 4>& functions() {
  return once([]() -> const std::array<Function, 4>& {
    const auto values = [](const char* name) { return plan::math::values_of(*plan::math::find_function(name)); };
    static const std::array<Function, 4> kFunctions = {{{values("exp"), &FloatPairs::exp},
                                                        {values("sigmoid"), &FloatPairs::sigmoid},
                                                        {values("tanh"), &FloatPairs::tanh},
                                                        {values("log"), &FloatPairs::log}}};
    return kFunctions;
  });
}

/// Null if the plan is no such function of floats.
const Function* function_of(const plan::Plan& plan) {
  constexpr std::size_t kFewValues = 20;  // less than any of them has
  if (plan.values.size() < kFewValues || plan.output != Element::f32 || plan.operands[0].element != Element::f32)
    return nullptr;
  const auto is_plan = [&](const Function& one) { return one.values == plan.values; };
  const auto found = std::find_if(functions().begin(), functions().end(), is_plan);
  return found == functions().end() ? nullptr : &*found;
}

}  // namespace

bool add_float_pairs(VectorCode& code, const plan::Plan& plan, const std::vector<Stream>& streams) {
  if (!code.has_avx512 || streams.size() != 1 || streams[0].variance != Variance::per_element) return false;
  const Function* function = function_of(plan);
  if (!function) return false;
  code.fast = FastPath{FastPath::Kind::float_pairs, kMinPaired, kLanes};
  VectorBuilder b(code);
  b.set_lanes(kLanes);
  b.set_section(Section::prepare);
  b.decide(b.constant(4, 1));
  b.set_section(Section::fast);
  FloatPairs pairs(b);
  b.store((pairs.*function->result)(b.load(0, DMLRUN_EMITS(vmovups(r.to, *r.memory)), 4)));
  return true;
}

}  // namespace dmlrun::jit::x64::arithmetic
