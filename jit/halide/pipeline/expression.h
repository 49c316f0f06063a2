// A plan's elements and its expression, in Halide's words.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit::halide {

/// The type of numbers; elements that are moved are unsigned integers of their size.
[[nodiscard]] Halide::Type type_of(const plan::Plan& plan, plan::Element element);

/// Who makes code of an expression: LLVM for a processor; LLVM for CUDA, which has functions for instructions that round by
/// themselves; or a device's compiler from source. The latter may take floats for finite, so they are compared as integers,
/// which, unlike strict comparisons, can be in vectors everywhere.
enum class Generator : std::uint8_t { processor, cuda, source };

/// The plan's expression of these elements, as an element of the output. Each step is strict and rounds by itself. `zero`
/// is an unsigned 0 that is known only at run time: a product passes through an exclusive or with it, because not every
/// compiler keeps its hands off strict sums of products (for CUDA there is a product that no sum takes in); so do a constant
/// divisor of 0, which Halide would refuse, and -0, which to Halide is the same constant as 0.
[[nodiscard]] Halide::Expr expression_of(const plan::Plan& plan, const std::vector<Halide::Expr>& operands,
                                         const Halide::Expr& zero, Generator generator);

/// What was loaded of an operand: its element, or a word of which one byte is the element.
struct Loaded {
  Halide::Expr value;
  int byte = -1;  ///< 0 to 3; below 0: the value is the element
};

/// As expression_of() for an output of bytes: the byte, in a number of 32 bits.
[[nodiscard]] Halide::Expr byte_of(const plan::Plan& plan, const std::vector<Loaded>& operands,
                                   const Halide::Expr& zero, Generator generator);

/// The value of the expression's first so many steps.
[[nodiscard]] Halide::Expr value_of_steps(const plan::Plan& plan, std::size_t steps,
                                          const std::vector<Loaded>& operands, const Halide::Expr& zero,
                                          Generator generator);

/// An expression that ends as quantized ones do: min(max(round(x) + zero point, least), most), or without the sum.
struct Ending {
  std::size_t before = 0;  ///< steps of x
  const plan::Step* zero_point = nullptr;
  std::int32_t least = 0, most = 0;
};
[[nodiscard]] std::optional<Ending> ending_of(const plan::Plan& plan);

/// Integers in the order of the floats whose bits they are made of: both zeros are 0, and what is farther from it than
/// kInfinity is no number.
[[nodiscard]] Halide::Expr in_order(const Halide::Expr& x);
inline constexpr std::int32_t kInfinity = 0x7F800000;

/// Whether it reads memory of the device. What does not may be computed by the processor, before a kernel is launched, where
/// nobody knows CUDA's functions: they must not be called on it.
[[nodiscard]] bool reads(const Halide::Expr& x);

/// For CUDA: a product that becomes part of no sum.
[[nodiscard]] Halide::Expr rounded_product(const Halide::Expr& x, const Halide::Expr& y);
/// A word made of bytes of two, for CUDA: digit d of the selector says which of the eight becomes byte d.
[[nodiscard]] Halide::Expr permuted(const Halide::Expr& low, const Halide::Expr& high, std::uint32_t selector);

}  // namespace dmlrun::jit::halide
