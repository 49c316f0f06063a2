#pragma once

#include <array>
#include <cstddef>

#include "engine/plan/values.h"

namespace dmlrun::plan {

/// For each input a pointer to its row of numbers. Pointers beyond the operation's arity are not read.
using InputRows = std::array<const std::byte*, 3>;

/// Applies a value's operation to `count` numbers: result[i] = operation(inputs[0][i], ...). `input` is the type of the
/// first input. `result` must not be an input's row. Precondition: the value is neither load nor constant, and its
/// types are valid.
void compute(const Value& value, Type input, const InputRows& inputs, std::byte* result, std::size_t count) noexcept;

}  // namespace dmlrun::plan
