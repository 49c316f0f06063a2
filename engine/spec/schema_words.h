// The words of JSON Schema (draft 2020-12), as JSON text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/spec/json_text.h"

namespace dmlrun::spec::schema {

[[nodiscard]] JsonText text(std::string_view value);
[[nodiscard]] JsonText of_type(std::string_view type);
/// A reference to a definition, by its name below "$defs".
[[nodiscard]] JsonText reference(std::string_view name);
[[nodiscard]] JsonText any_of(std::vector<JsonText> choices);
[[nodiscard]] JsonText array_of(JsonText items);
/// An object of members with any names.
[[nodiscard]] JsonText map_of(JsonText members);
[[nodiscard]] JsonText integer(std::uint64_t least, std::uint64_t most);
[[nodiscard]] JsonText signed_integer(std::int64_t least, std::int64_t most);
/// A text that has at least one character.
[[nodiscard]] JsonText path();
[[nodiscard]] JsonText required(std::vector<std::string> names);
/// An object in which `name` is there and fits `schema`.
[[nodiscard]] JsonText with(const std::string& name, JsonText schema);
[[nodiscard]] JsonText if_then(JsonText condition, JsonText consequence);
/// A text in any letter case.
[[nodiscard]] JsonText any_case(std::string_view word);
/// The first lines of a schema.
[[nodiscard]] JsonText document(std::string_view title);

}  // namespace dmlrun::spec::schema
