// Translates a plan's elements and values to Halide expressions.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/halide/pipeline/operations.h"

namespace dmlrun::jit::halide {

/// The Halide type of an element. FLOAT16, and elements that are copied, are unsigned integers of their size.
[[nodiscard]] Halide::Type type_of(const plan::Plan& plan, plan::Element element);

/// The arguments for operands that read a buffer; the others' parameters are undefined.
[[nodiscard]] std::vector<Halide::Argument> arguments_of(const std::vector<Halide::ImageParam>& operands);

/// The element of an operand at position `place`; for an operand without a buffer the position itself.
[[nodiscard]] Halide::Expr element_at(const Halide::ImageParam& operand, const Halide::Expr& place);

/// The plan's last value, computed from these operand elements, as an element of the output. `zero`: see Operations.
[[nodiscard]] Halide::Expr expression_of(const plan::Plan& plan, const std::vector<Halide::Expr>& operands,
                                         const Halide::Expr& zero, Generator generator);

/// The loaded element of an operand, or a word that has it in one byte.
struct Loaded {
  Halide::Expr value;
  int byte = -1;  ///< the element's byte, 0 to 3; negative: the value is the element
};

/// The plan's last value as an output byte, in a 32-bit number. Precondition: the output's elements are bytes.
[[nodiscard]] Halide::Expr byte_of(const plan::Plan& plan, const std::vector<Loaded>& operands,
                                   const Halide::Expr& zero, Generator generator);

/// The value with number `value`.
[[nodiscard]] Halide::Expr value_of(const plan::Plan& plan, std::uint32_t value, const std::vector<Loaded>& operands,
                                    const Halide::Expr& zero, Generator generator);

/// For CUDA: a word of bytes chosen from two words. Hexadecimal digit d of `selector` is the number, 0 to 7, of byte d.
[[nodiscard]] Halide::Expr permuted(const Halide::Expr& low, const Halide::Expr& high, std::uint32_t selector);

}  // namespace dmlrun::jit::halide
