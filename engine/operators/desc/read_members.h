#pragma once

#include "engine/operators/desc/fields.h"

namespace dmlrun::operators {

/// FLOATs that must be in an object, whose unknown members are reported: of ScaleBias, or of an activation's desc. All
/// that are missing or wrong are told at once.
[[nodiscard]] Result<PerAxis<float>> read_members(const text::Value& object, std::span<const std::string_view> members,
                                                  std::span<const std::string_view> known, const ReadOptions& options);

/// Refuses what is no object, with an example of one.
[[nodiscard]] Result<void> expect_object(const text::Value& value, std::string_view example);

/// {"Type": "ELU", "Alpha": 1}: an activation with all its numbers.
[[nodiscard]] std::string activation_form(std::string_view type, std::span<const std::string_view> numbers);

/// The error of an activation without a type, which may be misspelt.
[[nodiscard]] Error type_missing(const text::Value& activation);

}  // namespace dmlrun::operators
