// The page of an operator for a terminal, made from its row.
#pragma once

#include <string>
#include <string_view>

namespace dmlrun::spec {

/// Fields, types by feature level, formula and rules of an operator, by its short name; of one that is not implemented
/// its summary. "" where there is none. Throws std::bad_alloc.
[[nodiscard]] std::string operator_page(std::string_view type);

}  // namespace dmlrun::spec
