// The definitions of operators that their family alone does not define, for definition.cpp's list.
#pragma once

#include "engine/operators/definition.h"

namespace dmlrun::operators {

const Definition& tile() noexcept;
const Definition& padding() noexcept;
const Definition& slice() noexcept;
const Definition& slice1() noexcept;
const Definition& join() noexcept;
const Definition& split() noexcept;
const Definition& quantized_linear_add() noexcept;

}  // namespace dmlrun::operators
