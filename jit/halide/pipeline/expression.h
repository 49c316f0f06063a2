// A plan's elements and its expression, in Halide's words.
#pragma once

#include <Halide.h>

#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit {

/// The type of numbers; elements that are moved are unsigned integers of their size.
[[nodiscard]] Halide::Type type_of(const plan::Plan& plan, plan::Element element);

/// The plan's expression of these elements, as an element of the output. Each step is strict and rounds by itself.
///
/// With a `zero`, a 0 that is known only at run time, it is as devices need it: a product passes through an exclusive or
/// with it, because not every compiler of devices keeps its hands off strict sums of products; and floats are compared as
/// integers, which no compiler takes for finite and which, unlike strict comparisons, can be in vectors everywhere.
[[nodiscard]] Halide::Expr expression_of(const plan::Plan& plan, const std::vector<Halide::Expr>& operands,
                                         const Halide::Expr& zero);

}  // namespace dmlrun::jit
