// Functions as values: each is a macro over the operations, in f64, of which the store rounds once.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

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

}  // namespace dmlrun::plan::math
