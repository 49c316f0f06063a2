// The operations of a plan's values, in Halide's words, one by one.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/plan/values.h"

namespace dmlrun::jit::halide {

[[nodiscard]] Halide::Type type_of(plan::Type type);

/// The compiler of an expression: LLVM for a processor; LLVM for CUDA, which has functions for instructions that round
/// by themselves; or a device's compiler from source. The latter may assume that floats are finite, so they are
/// compared as integers; unlike strict comparisons, these can be vectorised everywhere.
enum class Generator : std::uint8_t { processor, cuda, source };

/// What is known of a number, beside its expression.
struct Number {
  Halide::Expr expr;
  bool is_number = false;  ///< certainly, and not NaN
  bool is_byte = false;    ///< certainly: a whole number of 8 bits
  Halide::Expr biased{};   ///< where it is defined: the number, plus `bias`
  float bias = 0;
  Halide::Expr condition{};  ///< where it is defined: the number is 1 where this holds, else 0
};

/// Each operation rounds by itself, in an expression that is strict. `zero` is an unsigned 0 that is known only at run
/// time: a product passes through an exclusive or with it, because not every compiler keeps its hands off strict sums
/// of products (for CUDA there is a product that no sum takes in); so do a constant divisor of 0, which Halide would
/// refuse, -0, which to Halide is the same constant as 0, and what a comparison says, which Halide would turn into its
/// opposite as if there were no NaN.
class Operations {
 public:
  Operations(Halide::Expr zero, Generator generator) : zero_(std::move(zero)), generator_(generator) {}

  [[nodiscard]] Number constant(plan::Type type, std::uint64_t bits) const;
  /// Any operation with inputs.
  [[nodiscard]] Number apply(const plan::Value& value, const std::vector<Number>& inputs) const;
  /// What is computed with a byte that was loaded, or becomes the byte that is stored. LLVM (as of Halide 21) takes
  /// vectors of bytes in CUDA for others where it sees a comparison of two, or the float behind one.
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

/// Integers in the order of the floats whose bits they are made of: both zeros are 0, and what is farther from it than
/// infinity_of() is no number.
[[nodiscard]] Halide::Expr in_order(const Halide::Expr& x);
inline constexpr std::int32_t kInfinity = 0x7F800000;
/// As unsigned numbers of its size; the same bits as that type.
[[nodiscard]] Halide::Expr bits_of(const Halide::Expr& x);
[[nodiscard]] Halide::Expr from_bits(Halide::Type type, const Halide::Expr& bits);
/// A constant of any size. Halide's own constructors take what fits an int.
[[nodiscard]] Halide::Expr unsigned_of(int bits, std::uint64_t value);

/// Whether it depends on a loop or reads memory of the device. What does not may be computed by the processor, before
/// a kernel is launched, where nobody knows CUDA's functions: they must not be called on it.
[[nodiscard]] bool reads(const Halide::Expr& x);
/// For CUDA: a product that becomes part of no sum.
[[nodiscard]] Halide::Expr rounded_product(const Halide::Expr& x, const Halide::Expr& y);

}  // namespace dmlrun::jit::halide
