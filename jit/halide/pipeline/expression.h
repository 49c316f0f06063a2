// A plan's elements and its expression, in Halide's words.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit {

/// The type of numbers; elements that are moved are unsigned integers of their size.
[[nodiscard]] Halide::Type type_of(const plan::Plan& plan, plan::Element element);

/// How floats are compared: devices compare them as integers, which no compiler takes for finite and which, unlike strict
/// comparisons, can be in vectors everywhere.
enum class Comparison : std::uint8_t { of_floats, of_integers };

/// The plan's expression of these elements, as an element of the output. Each step is strict and rounds by itself. `zero`
/// is an unsigned 0 that is known only at run time: a product passes through an exclusive or with it, because not every
/// compiler keeps its hands off strict sums of products; so do a constant divisor of 0, which Halide would refuse, and -0,
/// which to Halide is the same constant as 0.
[[nodiscard]] Halide::Expr expression_of(const plan::Plan& plan, const std::vector<Halide::Expr>& operands,
                                         const Halide::Expr& zero, Comparison comparison);

/// What was loaded of an operand: its element, or a word of which one byte is the element.
struct Loaded {
  Halide::Expr value;
  int byte = -1;  ///< 0 to 3; below 0: the value is the element
};

/// As expression_of() for an output of bytes: the byte, in a number of 32 bits.
[[nodiscard]] Halide::Expr byte_of(const plan::Plan& plan, const std::vector<Loaded>& operands,
                                   const Halide::Expr& zero, Comparison comparison);

}  // namespace dmlrun::jit
