// The printed JSON Schemas as text; engine/test/schema/validate.py holds them against a validator.
#include <string>

#include "dmlrun/spec.h"
#include "engine/operators/rows/operator_row.h"
#include "engine/spec/json_text.h"
#include "engine/test/catch.h"
#include "engine/text/document.h"

using namespace dmlrun;
using dmlrun::spec::JsonText;

namespace {

text::Document parsed_schema(std::string_view type) {
  auto schema = json_schema(type);
  if (!schema) FAIL(schema.error().to_string());
  CHECK(schema->back() == '\n');
  Limits limits;
  limits.depth = 64;
  auto document = text::Document::parse(*schema, limits);
  if (!document) FAIL(document.error().to_string());
  return std::move(*document);
}

text::Value at(text::Value value, std::initializer_list<std::string_view> keys) {
  for (std::string_view key : keys) {
    INFO(key);
    value = value.find(key);
    REQUIRE(value);
  }
  return value;
}

}  // namespace

TEST_CASE("each operator has a schema under both of its names, and all have one together", "[exhaustive]") {
  const text::Document all = parsed_schema("");
  for (std::string_view type : operator_types()) {
    INFO(type);
    const text::Document one = parsed_schema(type);
    CHECK(at(one.root(), {"$schema"}).string() == "https://json-schema.org/draft/2020-12/schema");
    CHECK(*json_schema(type) == *json_schema("DML_OPERATOR_" + std::string(type)));
    at(all.root(), {"$defs", type});
  }
}

TEST_CASE("each field of each table is in its schema, with its description") {
  for (const std::string_view type : operator_types()) {
    const operators::OperatorRow& table = *operators::find_row(type);
    const text::Document document = parsed_schema(table.type);
    const text::Value fields = at(document.root(), {"$defs", table.type, "properties", "desc", "properties"});
    CHECK(fields.size() == table.fields.size());
    for (const operators::RowField& field : table.fields) {
      INFO(table.type << " " << field.name);
      CHECK(at(fields, {field.name, "description"}).string() == field.doc);
    }
  }
  const text::Document document = parsed_schema("TILE");
  for (const operators::RowField& field : operators::tensor_row().fields)
    CHECK(at(document.root(), {"$defs", "tensor", "properties", field.name, "description"}).string() == field.doc);
}

TEST_CASE("a schema of an unknown operator is refused with the nearest name") {
  for (std::string_view type : {"TILES", "DML_OPERATOR_TILES", "tile"}) {
    auto schema = json_schema(type);
    REQUIRE_FALSE(schema.has_value());
    CHECK(schema.error().code == ErrorCode::unknown_operator);
    CHECK(schema.error().message.find(std::string(type)) != std::string::npos);
  }
  CHECK(json_schema("TILES").error().message.find("did you mean TILE?") != std::string::npos);
}

TEST_CASE("written JSON escapes what must be and breaks lines that are long") {
  CHECK(JsonText::string("a\"b\\c\n\x1b").text() == R"("a\"b\\c\n\u001B")");
  CHECK(JsonText::array().text() == "[]");
  CHECK(JsonText::object({{"a", JsonText::number(18446744073709551615u)}, {"b", JsonText::boolean(false)}}).text() ==
        R"({"a": 18446744073709551615, "b": false})");
  const std::string item(60, 'x');
  CHECK(JsonText::object({{"k", JsonText::array({JsonText::string(item), JsonText::string(item)})}}).text() ==
        "{\n  \"k\": [\n    \"" + item + "\",\n    \"" + item + "\"\n  ]\n}");
}
