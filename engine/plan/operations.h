#pragma once

#include <array>
#include <cstddef>

#include "engine/plan/values.h"

namespace dmlrun::plan {

/// The first number of each input; any value for inputs that the operation lacks.
using InputRows = std::array<const std::byte*, 3>;

/// result[i] = operation of the inputs' numbers i, for i below count. `input` is the type of the first one. The result
/// is none of the inputs. Precondition: the value is no load or constant, and its types are right.
void compute(const Value& value, Type input, const InputRows& inputs, std::byte* result, std::size_t count) noexcept;

}  // namespace dmlrun::plan
