// What a user can do about tensor files that an operator refuses.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/bound_spec.h"

namespace dmlrun::cli {

/// {"DataType": "FLOAT32", "Sizes": [2, 3], "Strides": [0, 1]}, without a type if there is none.
[[nodiscard]] std::string tensor_json(std::string_view type, const std::vector<std::uint64_t>& sizes,
                                      const std::vector<std::uint64_t>& strides);
/// The tensor that repeats a shape to the sizes `all`; none where numpy does not broadcast it to these.
[[nodiscard]] std::optional<std::string> broadcast_tensor(const std::vector<std::uint64_t>& shape,
                                                          const std::vector<std::uint64_t>& all);

/// Words to follow the error, "; ...": how to convert the file's type, or the fields that broadcast operands of these
/// sizes, where fields are options. `operands` are the inputs with files or values, `culprit` one with a file or null.
/// "" when nothing helps.
[[nodiscard]] std::string remedy_for(const Error& error, std::string_view type, const Values* culprit,
                                     std::span<const Values* const> operands, bool has_field_options);

}  // namespace dmlrun::cli
