// What a row of specs/operators writes as words: a field, the tensors of a support table, one level of it. The form is
// in specs/README.md; nothing else is read.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/operators/operator_row.h"

namespace dmlrun::operators {

/// "AScaleTensor(1)", "Sizes:u32[]>=1 or OutputTensor". Of an enumeration no values yet.
[[nodiscard]] std::optional<RowField> parse_field(std::string_view written);
/// "ATensor, BTensor", "* if Function=MAX,MIN"; no rows yet.
[[nodiscard]] std::optional<Support> parse_support_tensors(std::string_view written);
/// "4.1:1-8:F2+Q", and in `types` what stands behind the last colon; no types yet.
[[nodiscard]] std::optional<SupportRow> parse_support_row(std::string_view written, std::string_view& types);
/// The parts of a text between separators.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, std::string_view separator);

}  // namespace dmlrun::operators
