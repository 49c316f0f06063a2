// Parses the notation of specs/README.md in a row of specs/operators: a field, the tensors of a support table, one
// level of it. Text of any other form is refused.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/operators/rows/operator_row.h"

namespace dmlrun::operators {

/// Parses a field, e.g. "AScaleTensor(1)", "Sizes:u32[]>=1 or OutputTensor". An enumeration's values are added later.
[[nodiscard]] std::optional<RowField> parse_field(std::string_view written);
/// Parses the tensors of a support table, e.g. "ATensor, BTensor", "* if Function=MAX,MIN". Rows are added later.
[[nodiscard]] std::optional<Support> parse_support_tensors(std::string_view written);
/// Parses a level, e.g. "4.1:1-8:F2+Q". `types` receives the text after the last colon; the row's types are added
/// later.
[[nodiscard]] std::optional<SupportRow> parse_support_row(std::string_view written, std::string_view& types);
/// Splits a text at separators.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, std::string_view separator);

}  // namespace dmlrun::operators
