#include "jit/halide/pipeline/thresholds.h"

#include <cmath>

namespace dmlrun::jit {
namespace {

using Halide::Expr;
using plan::Step;

constexpr int kValues = 256;
constexpr std::int32_t kLeastInteger = INT32_MIN;

Expr strict(const Expr& x) { return Halide::strict_float(x); }
Expr word(std::uint32_t bits) { return Expr(bits); }

/// The float whose place in_order() is.
Expr float_at(const Expr& order) {
  const Expr bits = Halide::reinterpret<std::uint32_t>(order);
  return Halide::reinterpret<float>(Halide::select(order < 0, word(0x80000000u) - bits, bits));
}

/// As in_order(), but -0 is -1, and 0 is not: one instruction less.
Expr in_strict_order(const Expr& x) {
  const Expr bits = Halide::reinterpret<std::int32_t>(x);
  return bits ^ ((bits >> 31) & 0x7FFFFFFF);
}

/// A function of the device's language or of LLVM for it.
Expr call(const char* name, const std::vector<Expr>& arguments) {
  return Halide::Internal::Call::make(Halide::Float(32), name, arguments, Halide::Internal::Call::PureExtern);
}

}  // namespace

std::optional<Thresholds> Thresholds::of(const plan::Plan& plan, const std::vector<bool>& is_same,
                                         Generator generator) {
  const auto ending = ending_of(plan);
  if (!ending || ending->before < 3 || ending->most - ending->least != kValues - 1) return std::nullopt;
  if (ending->least != 0 && ending->least != -128) return std::nullopt;
  if (plan.expression[ending->before - 1].op != Step::Op::divide) return std::nullopt;
  const auto is_uniform = [&](const Step& step) {
    if (step.op == Step::Op::constant) return std::isnormal(step.value) || &step == ending->zero_point;
    return step.op == Step::Op::load && is_same[step.operand];
  };
  if (!is_uniform(plan.expression[ending->before - 2])) return std::nullopt;
  if (ending->zero_point && !is_uniform(*ending->zero_point)) return std::nullopt;
  return Thresholds(plan, *ending, generator);
}

Expr Thresholds::uniform(const Step& step, const std::vector<Expr>& operands) const {
  return step.op == Step::Op::load ? Halide::cast<float>(operands[step.operand]) : Expr(step.value);
}

/// Not exact anywhere but for CUDA, where the source is to show that no sum takes a product in.
Expr Thresholds::product_of(const Expr& x, const Expr& y) const {
  return generator_ == Generator::cuda ? rounded_product(x, y) : x * y;
}

void Thresholds::define(const std::vector<Expr>& operands) {
  const Expr divisor = uniform(plan_->expression[ending_.before - 2], operands);
  const Expr bits = Halide::reinterpret<std::uint32_t>(divisor);
  const Expr is_small = (bits & word(0x7FFFFFFFu)) < word(0x0D800000u);               // 2^-100
  const Expr scale = Halide::select(is_small, word(0x4F800000u), word(0x3F800000u));  // 2^32, 1
  sign_and_scale_ = Halide::reinterpret<float>((bits & word(0x80000000u)) | scale);
  divisor_ = strict(divisor * sign_and_scale_);
  zero_point_ = ending_.zero_point ? uniform(*ending_.zero_point, operands) : Expr(0.0f);
  reciprocal_ = strict(Expr(1.0f / kValues) / divisor_);
  first_ = product_of(strict(zero_point_ + (0.25f - static_cast<float>(ending_.least))), Expr(1.0f / kValues));
  const Halide::Var value("value");
  table_(value) = threshold(value);
}

/// The greatest number whose quotient gives less than `value`, counted from the least one. It is at most two floats from the
/// divisor's product with the middle between two values: half a unit by the product's rounding, and half a unit of the
/// quotient, which is less than one of the product.
Expr Thresholds::threshold(const Expr& value) const {
  const Expr last = strict(Halide::cast<float>(value + (ending_.least - 1)) - zero_point_);
  const Expr middle = in_order(strict(divisor_ * strict(last + 0.5f)));
  const Expr base = Halide::clamp(middle, -kInfinity + 2, kInfinity - 2);
  Expr order = base + 2;
  for (int step = -2; step <= 2; ++step) {
    const Expr quotient = in_order(Halide::round(strict(float_at(base + step) / divisor_)));
    order = order - Halide::cast<std::int32_t>(quotient > in_order(last) && quotient <= kInfinity);
  }
  // No guess is below the first value, and none above the last one is right; what is no number is guessed to be the first.
  const Expr found = float_at(order);
  const bool are_floats = generator_ == Generator::cuda;
  const Expr entry = are_floats ? Halide::reinterpret<std::int32_t>(found) : in_strict_order(found);
  return Halide::select(value == 0, are_floats ? 0x7FC00000 : kLeastInteger, value == kValues,
                        are_floats ? kInfinity : INT32_MAX, entry);
}

/// In the lowest bits of a float: the value counted from the least one, rounded from a number that is 0.25 too large, whose
/// error is less than that; 0 for what is no number.
Expr Thresholds::guess(const Expr& scaled) const {
  const bool is_cuda = generator_ == Generator::cuda;
  const Expr part = product_of(scaled, reciprocal_) + first_;
  const Expr within =
      is_cuda ? call("llvm.nvvm.saturate.f", {part}) : call("fmin", {call("fmax", {part, Expr(0.0f)}), Expr(1.0f)});
  return Halide::reinterpret<std::int32_t>(strict(within + Expr(32768.0f + (ending_.least < 0 ? 0.5f : 0.0f))));
}

Expr Thresholds::is_below(const Expr& scaled, const Expr& entry) const {
  if (generator_ == Generator::cuda) return scaled <= Halide::reinterpret<float>(entry);
  return in_strict_order(scaled) <= entry;
}

Expr Thresholds::byte_of(const std::vector<Loaded>& operands, const Expr& zero) const {
  const Expr x = value_of_steps(*plan_, ending_.before - 2, operands, zero, generator_);
  const Expr scaled = strict(x * sign_and_scale_);
  const Expr guessed = guess(scaled);
  const std::int32_t bits_of_first = 0x47000000 + (ending_.least < 0 ? 128 : 0);
  const Expr place = Halide::unsafe_promise_clamped(guessed - bits_of_first, 0, kValues);
  return Halide::reinterpret<std::uint32_t>(guessed - Halide::cast<std::int32_t>(is_below(scaled, table_(place))));
}

}  // namespace dmlrun::jit
