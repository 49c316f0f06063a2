#include "jit/halide/pipeline/thresholds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace dmlrun::jit::halide {
namespace {

using Halide::Expr;
using plan::Op;
using plan::Value;

constexpr int kValues = 256;

Expr unmerged(const Expr& x) { return Halide::strict_float(x); }
Expr word(std::uint32_t bits) { return Expr(bits); }

/// The float whose place in_order() is.
Expr float_at(const Expr& order) {
  const Expr bits = Halide::reinterpret<std::uint32_t>(order);
  return Halide::reinterpret<float>(Halide::select(order < 0, word(0x80000000u) - bits, bits));
}

/// A function of the device's language or of LLVM for it.
Expr call(Halide::Type type, const char* name, const std::vector<Expr>& arguments) {
  return Halide::Internal::Call::make(type, name, arguments, Halide::Internal::Call::PureExtern);
}

}  // namespace

std::optional<Thresholds> Thresholds::of(const plan::Plan& plan, const std::vector<bool>& is_same,
                                         Generator generator) {
  const auto ending = ending_of(plan);
  if (!ending || ending->most - ending->least != kValues - 1) return std::nullopt;
  if (ending->least != 0 && ending->least != -128) return std::nullopt;
  const Value& division = plan.values[ending->number];
  if (division.op != Op::divide) return std::nullopt;
  const auto is_uniform = [&](std::uint32_t number) {
    const auto constant = constant_float(plan.values[number]);
    if (constant) return std::isnormal(*constant) || number == ending->added;
    const Value* load = load_behind(plan, number);
    return load && is_same[load->immediate];
  };
  if (!is_uniform(division.inputs[1])) return std::nullopt;
  if (ending->added && !is_uniform(*ending->added)) return std::nullopt;
  // Whether the values up to x differ between elements; the divisor and the zero point do not.
  const auto x = std::span(plan.values).first(ending->number);
  const bool differs = std::any_of(
      x.begin(), x.end(), [&](const Value& value) { return value.op == Op::load && !is_same[value.immediate]; });
  if (!differs) return std::nullopt;
  return Thresholds(plan, *ending, generator);
}

Expr Thresholds::uniform(std::uint32_t value, const std::vector<Expr>& operands) const {
  if (const auto constant = constant_float(plan_->values[value])) return Expr(*constant);
  return Halide::cast<float>(operands[load_behind(*plan_, value)->immediate]);
}

void Thresholds::define(const std::vector<Expr>& operands, const Expr& zero) {
  const Expr divisor = uniform(plan_->values[ending_.number].inputs[1], operands);
  const Expr bits = Halide::reinterpret<std::uint32_t>(divisor);
  const Expr is_small = (bits & word(0x7FFFFFFFu)) < word(0x0D800000u);               // 2^-100
  const Expr scale = Halide::select(is_small, word(0x4F800000u), word(0x3F800000u));  // 2^32, 1
  sign_and_scale_ = Halide::reinterpret<float>((bits & word(0x80000000u)) | scale);
  divisor_ = unmerged(divisor * sign_and_scale_);
  zero_point_ = ending_.added ? uniform(*ending_.added, operands) : Expr(0.0f);
  reciprocal_ = unmerged(Expr(1.0f / kValues) / divisor_);
  // Behind an XOR with a zero that no compiler knows: one would put this product and guess()'s sum into an fma. A guess
  // may be that exact, but the test that looks for such instructions in the source could not tell it from a fault.
  const Expr first = unmerged(unmerged(zero_point_ + (0.25f - static_cast<float>(ending_.least))) * (1.0f / kValues));
  first_ = Halide::reinterpret<float>(Halide::reinterpret<std::uint32_t>(first) ^ zero);
  const Halide::Var value("value");
  table_(value) = threshold(value);
}

/// The greatest number whose quotient gives less than `value`, counted from the least one. It is at most two floats
/// from the divisor's product with the middle between two values: half a unit by the product's rounding, and half a
/// unit of the quotient, which is less than one of the product.
Expr Thresholds::threshold(const Expr& value) const {
  const Expr last = unmerged(Halide::cast<float>(value + (ending_.least - 1)) - zero_point_);
  const Expr middle = in_order(unmerged(divisor_ * unmerged(last + 0.5f)));
  const Expr base = Halide::clamp(middle, -kInfinity + 2, kInfinity - 2);
  Expr order = base + 2;
  for (int step = -2; step <= 2; ++step) {
    const Expr quotient = in_order(Halide::round(unmerged(float_at(base + step) / divisor_)));
    order = order - Halide::cast<std::int32_t>(quotient > in_order(last) && quotient <= kInfinity);
  }
  // No guess is below the first value, and none above the last one is right; what is no number is guessed to be the
  // first.
  constexpr std::int32_t kNoNumber = 0x7FC00000;
  const Expr entry = Halide::reinterpret<std::int32_t>(float_at(order));
  return Halide::select(value == 0, kNoNumber, value == kValues, kInfinity, entry);
}

/// What guess() adds to numbers from 0 to 1: floats from 2^15 to 2^16 are 1 / kValues apart, so that the sum's bits are
/// those of this float and kValues times the number, rounded. Their lowest eight are the least value's, for number 0.
float Thresholds::float_of_first() const { return 0x1p15f + (ending_.least < 0 ? 0.5f : 0.0f); }

/// In the lowest bits of a float: the value counted from the least one, rounded from a number that is 0.25 too large,
/// whose error is less than that; 0 for what is no number.
Expr Thresholds::guess(const Expr& scaled) const {
  const bool is_cuda = generator_ == Generator::cuda;
  const Halide::Type f32 = Halide::Float(32);
  const Expr part = (is_cuda ? rounded_product(scaled, reciprocal_) : scaled * reciprocal_) + first_;
  const Expr within = is_cuda ? call(f32, "llvm.nvvm.saturate.f", {part})
                              : call(f32, "fmin", {call(f32, "fmax", {part, Expr(0.0f)}), Expr(1.0f)});
  return Halide::reinterpret<std::int32_t>(unmerged(within + Expr(float_of_first())));
}

Expr Thresholds::is_below(const Expr& scaled, const Expr& entry) const {
  const Expr number = Halide::reinterpret<float>(entry);
  if (generator_ == Generator::cuda) return scaled <= number;
  // The language's function: no strict comparison stands for vectors, and this one's answer is a number for each.
  return call(Halide::Int(32), "islessequal", {scaled, number}) != 0;
}

Expr Thresholds::byte_of(const std::vector<Loaded>& operands, const Expr& zero) const {
  const Expr x = value_of(*plan_, plan_->values[ending_.number].inputs[0], operands, zero, generator_);
  const Expr scaled = unmerged(x * sign_and_scale_);
  const Expr guessed = guess(scaled);
  const auto first = std::bit_cast<std::int32_t>(float_of_first());
  const Expr place = Halide::unsafe_promise_clamped(guessed - first, 0, kValues);
  return Halide::reinterpret<std::uint32_t>(guessed - Halide::cast<std::int32_t>(is_below(scaled, table_(place))));
}

}  // namespace dmlrun::jit::halide
