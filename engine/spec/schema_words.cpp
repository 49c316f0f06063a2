#include "engine/spec/schema_words.h"

#include "engine/text/letter_case.h"

namespace dmlrun::spec::schema {

JsonText text(std::string_view value) { return JsonText::string(value); }

JsonText of_type(std::string_view type) { return JsonText::object({{"type", text(type)}}); }

JsonText reference(std::string_view name) { return JsonText::object({{"$ref", text("#/$defs/" + std::string(name))}}); }

JsonText any_of(std::vector<JsonText> choices) {
  return JsonText::object({{"anyOf", JsonText::array(std::move(choices))}});
}

JsonText array_of(JsonText items) { return of_type("array").add("items", std::move(items)); }

JsonText map_of(JsonText members) { return of_type("object").add("additionalProperties", std::move(members)); }

JsonText integer(std::uint64_t least, std::uint64_t most) {
  return of_type("integer").add("minimum", JsonText::number(least)).add("maximum", JsonText::number(most));
}

JsonText signed_integer(std::int64_t least, std::int64_t most) {
  return of_type("integer")
      .add("minimum", JsonText::signed_number(least))
      .add("maximum", JsonText::signed_number(most));
}

JsonText path() { return of_type("string").add("minLength", JsonText::number(1)); }

JsonText required(std::vector<std::string> names) {
  return JsonText::object({{"required", JsonText::strings(std::move(names))}});
}

JsonText with(const std::string& name, JsonText schema) {
  JsonText made = required({name});
  return made.add("properties", JsonText::object({{name, std::move(schema)}}));
}

JsonText if_then(JsonText condition, JsonText consequence) {
  return JsonText::object({{"if", std::move(condition)}, {"then", std::move(consequence)}});
}

JsonText any_case(std::string_view word) {
  std::string pattern = "^";
  for (const char c : word) pattern += {'[', text::lower_case(c), text::upper_case(c), ']'};
  return of_type("string").add("pattern", text(pattern + "$"));
}

JsonText document(std::string_view title) {
  return JsonText::object({{"$schema", text("https://json-schema.org/draft/2020-12/schema")}, {"title", text(title)}});
}

}  // namespace dmlrun::spec::schema
