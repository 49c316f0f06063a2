// What unknown names in a desc probably mean, for refusals and warnings.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/operators/rows/operator_row.h"
#include "engine/text/document.h"

namespace dmlrun::operators {

/// The known member that an unknown one means: what another library calls so, Sizes for "shape", or the nearest; "" if
/// there is none.
[[nodiscard]] std::string_view member_meant(const text::Value& member, std::span<const std::string_view> known);

/// The value that a word means: what another library calls so, EDGE for "REPLICATE", or the nearest, or the one that
/// begins so: "reflct". "" where there is none, or no word.
[[nodiscard]] std::string_view value_meant(std::string_view word, const std::vector<EnumValue>& values);

}  // namespace dmlrun::operators
