// What a user can do about tensor files that an operator refuses.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/bound_spec.h"

namespace dmlrun::cli {

/// Words to follow the error, "; ...": how to convert the file's type, or the fields that broadcast operands of these
/// sizes, where fields are options. `operands` are the inputs with files or values, `culprit` one with a file or null.
/// "" when nothing helps.
[[nodiscard]] std::string remedy_for(const Error& error, std::string_view type, const Values* culprit,
                                     std::span<const Values* const> operands, bool has_field_options);

}  // namespace dmlrun::cli
