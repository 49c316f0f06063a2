// The tables under specs/: that they parse, hang together, and are found by name.
#include "engine/operators/specification.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "dmlrun/spec.h"
#include "engine/operators/specification_texts.h"
#include "engine/test/catch.h"

using namespace dmlrun;
using namespace dmlrun::operators;

namespace {

std::vector<Specification> every_table() {
  std::vector<Specification> all;
  for (const SpecificationText& file : specification_texts()) {
    auto parsed = parse_specification(file.text);
    INFO(file.stem << ": " << (parsed ? std::string() : parsed.error().to_string()));
    REQUIRE(parsed.has_value());
    all.push_back(*parsed);
  }
  return all;
}

bool is_tensor(const FieldSpecification& field) {
  return field.kind == FieldKind::tensor || field.kind == FieldKind::tensor_array;
}

const FieldSpecification* field_named(const Specification& table, const std::string& name) {
  for (const FieldSpecification& field : table.fields)
    if (field.name == name) return &field;
  return nullptr;
}

bool is_sentence(const std::string& text) {
  return text.size() > 5 && text.back() == '.' && std::isupper(static_cast<unsigned char>(text[0]));
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("each table is one operator's, and only the tensor rules have no operator") {
  std::set<std::string> types;
  for (const Specification& table : every_table()) {
    INFO(table.type);
    REQUIRE(types.insert(table.type).second);
    CHECK(table.page.rfind("https://learn.microsoft.com/windows/win32/api/directml/ns-directml-dml_", 0) == 0);
    CHECK(is_sentence(table.summary));
    CHECK_FALSE(table.fields.empty());
    CHECK_FALSE(table.rules.empty());
    CHECK(table.support.empty() == table.type.empty());
  }
  CHECK(types == std::set<std::string>{"", "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "JOIN", "PADDING", "PADDING1", "SLICE", "SLICE1",
                                      "SPLIT", "TILE"});
  CHECK(specification_texts().size() <= 192);
}

TEST_CASE("rule ids are consecutive, share one prefix per table and are unique") {
  std::set<std::string> prefixes;
  for (const Specification& table : every_table()) {
    const std::string first = table.rules[0].id;
    const std::string prefix = first.substr(0, first.find('-'));
    INFO(table.type << " " << prefix);
    CHECK(prefixes.insert(prefix).second);
    for (std::size_t i = 0; i < table.rules.size(); ++i) {
      const Rule& rule = table.rules[i];
      INFO(rule.id);
      CHECK(rule.id == prefix + "-" + std::to_string(i + 1));
      CHECK(is_sentence(rule.text));
      const bool page = rule.source.rfind("page", 0) == 0 || rule.source.rfind("history page", 0) == 0;
      CHECK((page || rule.source.rfind("dmlrun: ", 0) == 0));
      CHECK(category(rule.code) == ErrorCategory::document);
      CHECK_FALSE(name(rule.code).empty());
    }
  }
}

TEST_CASE("support rows ascend, start with the operator and hold each tensor once") {
  for (const Specification& table : every_table()) {
    std::multiset<std::string> listed;
    for (const Support& support : table.support) {
      listed.insert(support.tensors.begin(), support.tensors.end());
      REQUIRE_FALSE(support.rows.empty());
      CHECK(support.rows[0].since == table.since);
      for (std::size_t i = 0; i < support.rows.size(); ++i) {
        const SupportRow& row = support.rows[i];
        if (i > 0) CHECK(support.rows[i - 1].since < row.since);
        CHECK(row.least_rank >= 1);
        CHECK(row.least_rank <= row.most_rank);
        CHECK(row.most_rank <= kMaxRank);
        CHECK_FALSE(row.types.empty());
        CHECK(std::set<DataType>(row.types.begin(), row.types.end()).size() == row.types.size());
      }
    }
    for (const FieldSpecification& field : table.fields) {
      INFO(table.type << " " << field.name);
      if (!table.type.empty()) CHECK(listed.count(field.name) == (is_tensor(field) ? 1u : 0u));
    }
  }
}

TEST_CASE("fields refer to fields that exist and carry what their kind needs") {
  for (const Specification& table : every_table()) {
    std::set<std::string> names;
    for (const FieldSpecification& field : table.fields) {
      INFO(table.type << " " << field.name);
      CHECK(names.insert(field.name).second);
      CHECK(is_sentence(field.doc));
      CHECK((field.kind == FieldKind::enumeration) == !field.values.empty());
      const bool refers = field.kind == FieldKind::count || field.kind == FieldKind::scalar;
      CHECK(refers == !field.of.empty());
      for (const std::string& other : field.of) CHECK(field_named(table, other) != nullptr);
      if (field.one_element) CHECK(field.input);
      if (!field.required_without.empty()) CHECK(field_named(table, field.required_without) != nullptr);
      if (field.required_when_field.empty()) continue;
      const FieldSpecification* condition = field_named(table, field.required_when_field);
      REQUIRE(condition != nullptr);
      CHECK(std::any_of(condition->values.begin(), condition->values.end(),
                        [&](const EnumValue& value) { return value.name == field.required_when_value; }));
    }
  }
}

TEST_CASE("a table without a rule about ranks or types at a level has none to refuse") {
  const auto has_level_rule = [](const Specification& table, ErrorCode code) {
    return std::any_of(table.rules.begin(), table.rules.end(), [&](const Rule& rule) {
      return rule.code == code && rule.text.find("feature level") != std::string::npos;
    });
  };
  for (const Specification& table : every_table())
    for (const Support& support : table.support)
      for (const SupportRow& row : support.rows) {
        INFO(table.type << " " << support.tensors[0] << " from " << level_name(row.since));
        if (!has_level_rule(table, ErrorCode::rank_mismatch)) CHECK((row.least_rank == 1 && row.most_rank == kMaxRank));
        if (!has_level_rule(table, ErrorCode::type_mismatch)) CHECK(row.types.size() == 11);
      }
}

TEST_CASE("tables are found by short name, from any thread, as the same object") {
  const std::vector<std::string_view> types(operator_types().begin(), operator_types().end());
  CHECK(types.size() == 8);
  CHECK(std::is_sorted(types.begin(), types.end()));
  std::vector<const Specification*> found(16);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < found.size(); ++i)
    threads.emplace_back([&, i] { found[i] = find_specification(types[i % types.size()]); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < found.size(); ++i) {
    REQUIRE(found[i] != nullptr);
    CHECK(found[i]->type == types[i % types.size()]);
    CHECK(found[i] == find_specification(types[i % types.size()]));
  }
  CHECK(find_specification("TILES") == nullptr);
  CHECK(find_specification("") == nullptr);
  CHECK(tensor_specification().rules.size() == 14);
  const auto all = specifications();
  REQUIRE(all.size() == types.size());
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i].type == types[i]);
}

TEST_CASE("a conditional field and a 64-bit field are read as such") {
  const Specification* padding = find_specification("PADDING");
  REQUIRE(padding != nullptr);
  CHECK(field_named(*padding, "PaddingValue")->required_when_field == "PaddingMode");
  CHECK(field_named(*padding, "PaddingValue")->required_when_value == "CONSTANT");
  CHECK(field_named(*padding, "PaddingMode")->values.back().since == 0x6400);
  CHECK(field_named(tensor_specification(), "TotalTensorSizeInBytes")->most == 0xFFFFFFFFFFFFFFFFull);
  CHECK(field_named(tensor_specification(), "GuaranteedBaseOffsetAlignment")->most == 0xFFFFFFFFull);
  CHECK(field_named(tensor_specification(), "Flags")->combines);
}

TEST_CASE("a table with a slip in it is refused with the place") {
  const auto text_of = [](std::string_view stem) {
    for (const SpecificationText& file : specification_texts())
      if (file.stem == stem) return std::string(file.text);
    return std::string();
  };
  const struct {
    std::string from, to, where, stem = "tile";
  } slips[] = {{"\"summary\"", "\"sumary\"", "/sumary"},
               {"\"kind\": \"tensor\"", "\"kind\": \"tensr\"", "/fields/0/kind"},
               {", \"role\": \"input\"", "", "/fields/0"},
               {"\"role\": \"input\"", "\"role\": \"in\"", "/fields/0/role"},
               {"\"since\": \"2.1\"", "\"since\": \"2.2\"", "/support/0/levels/1/since"},
               {"\"FLOAT16\"]", "\"FLOAT15\"]", "/support/0/levels/0/types/1"},
               {"[4, 4]", "[4]", "/support/0/levels/0/ranks"},
               {"\"derived\": true", "\"derived\": 1", "/fields/1/derived"},
               {"\"out_of_range\"", "\"out_of_rnge\"", "/rules/2/code"},
               {"\"doc\": ", "\"dock\": ", "/fields/0/dock"},
               {"\"id\": \"TILE-1\", ", "", "/rules/0"},
               {"\"required_when\": {", "\"required_when\": {\"Mode\": \"X\", ", "/fields/3/required_when", "padding"}};
  for (const auto& slip : slips) {
    std::string text = text_of(slip.stem);
    replace(text, slip.from, slip.to);
    INFO(slip.from << " -> " << slip.to);
    auto parsed = parse_specification(text);
    REQUIRE_FALSE(parsed.has_value());
    CHECK(parsed.error().where == slip.where);
    CHECK(parsed.error().position.line > 0);
  }
}

TEST_CASE("levels have the names that DirectML publishes") {
  for (FeatureLevel level : feature_levels()) CHECK(feature_level_from_name(level_name(level)) == level);
  CHECK(level_name(0x6400) == "6.4");
  CHECK(feature_levels().size() == 15);
  CHECK(feature_levels().back() == kLatestFeatureLevel);
}
