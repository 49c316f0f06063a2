// Functions as values: each is a macro over the operations, in f64, of which the store rounds once.
// Defined in functions.cpp; whole_power() is in power.cpp.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "engine/plan/math/number.h"

namespace dmlrun::plan::math {

struct Function {
  std::string_view name;
  std::size_t arity;
  Number (*apply)(const Number* inputs);  ///< of f64 values, gives one
};
/// Null when there is none of that name.
[[nodiscard]] const Function* find_function(std::string_view name) noexcept;
[[nodiscard]] std::span<const Function> functions() noexcept;
/// The values of a plan that is this function of the f32 elements of operand 0, and nothing else. Precondition: of one
/// input.
[[nodiscard]] std::vector<Value> values_of(const Function& function);

/// base^exponent of integers, modulo 2^32, by so many low bits of the exponent; where that is below 0 it is 0, but of 1
/// and -1.
[[nodiscard]] Number whole_power(Number base, Number exponent, unsigned bits);

}  // namespace dmlrun::plan::math
