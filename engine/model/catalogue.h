// The operators that DxDispatch knows: the rows of specs/operators and the enumerations of specs/enums.json up to its
// feature level.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/operators/rows/operator_row.h"

namespace dmlrun::model {

/// Of DxDispatch 0.18.1, whose names are used here.
inline constexpr FeatureLevel kDxDispatchLevel = 0x6300;

/// The operator of that short or full name; null when DxDispatch knows no such operator. Fails only with
/// out_of_memory.
[[nodiscard]] Result<const operators::OperatorRow*> find_known_operator(std::string_view type);
/// Short names of all of DxDispatch's operators.
[[nodiscard]] Result<std::vector<std::string_view>> known_operator_types();
/// The short names of an enumeration's values; none for an unknown enumeration.
[[nodiscard]] Result<std::vector<std::string>> enum_values(std::string_view enumeration);
/// Whether `word` is one of them, short or with the enumeration's name and '_' before it.
[[nodiscard]] Result<bool> is_enum_value(std::string_view enumeration, std::string_view word);

}  // namespace dmlrun::model
