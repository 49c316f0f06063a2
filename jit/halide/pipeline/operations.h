// Translates the operations of a plan's values to Halide expressions.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/plan/values.h"

namespace dmlrun::jit::halide {

[[nodiscard]] Halide::Type type_of(plan::Type type);

/// The compiler of an expression: LLVM for a CPU; LLVM for CUDA, which has functions for single rounded instructions;
/// or a device's compiler of source text. The last may assume that floats are finite, so floats are compared as
/// integers; unlike strict comparisons, these can be vectorised everywhere.
enum class Generator : std::uint8_t { processor, cuda, source };

/// An expression, and facts about its value.
struct Number {
  Halide::Expr expr;
  bool is_number = false;  ///< true: never NaN
  bool is_byte = false;    ///< true: always an integer of 8 bits
  Halide::Expr biased{};   ///< if defined: the number plus `bias`
  float bias = 0;
  Halide::Expr condition{};  ///< if defined: the number is 1 where this is true, else 0
};

/// Translates operations so that each rounds once. Expressions are strict. `zero` is an unsigned 0 that compilers do
/// not know; an exclusive or with it hides from them:
/// - products, because some compilers contract even strict sums of products (CUDA has a product that is never
/// contracted),
/// - a constant divisor of 0, which Halide would refuse,
/// - -0, which Halide takes for the constant 0,
/// - results of comparisons, which Halide would invert as if there were no NaN.
class Operations {
 public:
  Operations(Halide::Expr zero, Generator generator) : zero_(std::move(zero)), generator_(generator) {}

  [[nodiscard]] Number constant(plan::Type type, std::uint64_t bits) const;
  /// Translates an operation with inputs.
  [[nodiscard]] Number apply(const plan::Value& value, const std::vector<Number>& inputs) const;
  /// A value computed from a loaded byte, or one that becomes a stored byte, hidden from the compiler: LLVM (as of
  /// Halide 21) miscompiles vectors of bytes for CUDA if it sees a comparison of two, or the float that a byte comes
  /// from.
  [[nodiscard]] Halide::Expr apart_from_bytes(const Halide::Expr& value, plan::Element element) const {
    return generator_ == Generator::cuda && plan::bytes_of(element) == 1 ? hidden(value) : value;
  }
  [[nodiscard]] Generator generator() const noexcept { return generator_; }
  [[nodiscard]] const Halide::Expr& zero() const noexcept { return zero_; }

 private:
  [[nodiscard]] Number sum(plan::Op op, const Number& x, const Number& y) const;
  [[nodiscard]] Halide::Expr product(const Halide::Expr& x, const Halide::Expr& y) const;
  [[nodiscard]] Halide::Expr quotient(const Halide::Expr& x, const Halide::Expr& y) const;
  [[nodiscard]] Halide::Expr is_replaced(plan::Op op, const Number& x, const Number& y) const;
  [[nodiscard]] Halide::Expr is_nan(const Halide::Expr& x) const;
  [[nodiscard]] Halide::Expr is_below(const Halide::Expr& x, const Halide::Expr& y) const;
  [[nodiscard]] Halide::Expr is_equal(const Halide::Expr& x, const Halide::Expr& y) const;
  [[nodiscard]] Halide::Expr saturated(const Halide::Expr& given, Halide::Type type) const;
  [[nodiscard]] Halide::Expr fused(const Halide::Expr& x, const Halide::Expr& y, const Halide::Expr& z) const;
  [[nodiscard]] Halide::Expr hidden(const Halide::Expr& value) const;
  [[nodiscard]] Halide::Expr zero_of(int bits) const { return Halide::cast(Halide::UInt(bits), zero_); }

  Halide::Expr zero_;
  Generator generator_;
};

/// An integer made of a float's bits that is ordered as floats are. Both zeros give 0; a magnitude above that of
/// infinity means NaN.
[[nodiscard]] Halide::Expr in_order(const Halide::Expr& x);
inline constexpr std::int32_t kInfinity = 0x7F800000;
/// The bits of a number as an unsigned integer of its size; from_bits() is the inverse.
[[nodiscard]] Halide::Expr bits_of(const Halide::Expr& x);
[[nodiscard]] Halide::Expr from_bits(Halide::Type type, const Halide::Expr& bits);
/// An unsigned constant of any size; Halide's constructors accept only what fits an int.
[[nodiscard]] Halide::Expr unsigned_of(int bits, std::uint64_t value);

/// Whether an expression depends on a loop or reads device memory. Otherwise the CPU may compute it before the launch,
/// so it must not call CUDA's functions.
[[nodiscard]] bool reads(const Halide::Expr& x);
/// For CUDA: a product that is never contracted with a sum.
[[nodiscard]] Halide::Expr rounded_product(const Halide::Expr& x, const Halide::Expr& y);

}  // namespace dmlrun::jit::halide
