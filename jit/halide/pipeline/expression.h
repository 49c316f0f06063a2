// A plan's elements and values as Halide expressions.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/halide/pipeline/operations.h"

namespace dmlrun::jit::halide {

/// The type of numbers; FLOAT16, and elements that are moved, are unsigned integers of their size.
[[nodiscard]] Halide::Type type_of(const plan::Plan& plan, plan::Element element);

/// The arguments for operands that read a buffer; the others' parameters are undefined.
[[nodiscard]] std::vector<Halide::Argument> arguments_of(const std::vector<Halide::ImageParam>& operands);

/// The element of an operand there: of one without a buffer, the place itself.
[[nodiscard]] Halide::Expr element_at(const Halide::ImageParam& operand, const Halide::Expr& place);

/// The plan's last value of these elements, as an element of the output; see Operations.
[[nodiscard]] Halide::Expr expression_of(const plan::Plan& plan, const std::vector<Halide::Expr>& operands,
                                         const Halide::Expr& zero, Generator generator);

/// The loaded element of an operand, or a word of which one byte is the element.
struct Loaded {
  Halide::Expr value;
  int byte = -1;  ///< 0 to 3; below 0: the value is the element
};

/// As expression_of() for an output of bytes: the byte, in a number of 32 bits.
[[nodiscard]] Halide::Expr byte_of(const plan::Plan& plan, const std::vector<Loaded>& operands,
                                   const Halide::Expr& zero, Generator generator);

/// One value.
[[nodiscard]] Halide::Expr value_of(const plan::Plan& plan, std::uint32_t value, const std::vector<Loaded>& operands,
                                    const Halide::Expr& zero, Generator generator);

/// A word made of bytes of two, for CUDA: digit d of the selector says which of the eight becomes byte d.
[[nodiscard]] Halide::Expr permuted(const Halide::Expr& low, const Halide::Expr& high, std::uint32_t selector);

}  // namespace dmlrun::jit::halide
