#pragma once

#include <string>
#include <string_view>

#include "dmlrun/kernel.h"

namespace dmlrun {

/// An Explanation in four lines of text: the tensors, the origin of each axis of the first output, the formula, the
/// back end, without a line's end behind it. explanation_text() has the rest. May throw std::bad_alloc.
[[nodiscard]] std::string short_explanation(const Operator& op, const Explanation& explanation,
                                            std::string_view backend);

}  // namespace dmlrun
