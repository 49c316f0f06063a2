// The rows of specs/operators: that they parse, hang together, and are found by name.
#include "engine/operators/rows/operator_row.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "dmlrun/spec.h"
#include "engine/operators/definition.h"
#include "engine/operators/rows/specs_files.h"
#include "engine/reference/reference.h"
#include "engine/test/catch.h"
#include "engine/text/document.h"

using namespace dmlrun;
using namespace dmlrun::operators;

namespace {

std::vector<OperatorRow> every_row() {
  std::vector<OperatorRow> all;
  for (const RowText& row : row_texts()) {
    auto parsed = parse_row(row.text);
    INFO(row.type << ": " << (parsed ? std::string() : parsed.error().to_string()));
    REQUIRE(parsed.has_value());
    REQUIRE(parsed->type == row.type);
    REQUIRE(parsed->family == row.family);
    all.push_back(*parsed);
  }
  return all;
}

/// Of what is implemented, and the tensor rules.
std::vector<OperatorRow> every_table() {
  std::vector<OperatorRow> all = every_row();
  std::erase_if(all, [](const OperatorRow& row) { return row.family.empty(); });
  return all;
}

bool has_value(const OperatorRow& table, const std::string& enumeration, const std::string& name) {
  const RowField* field = table.field(enumeration);
  return field && std::any_of(field->values.begin(), field->values.end(),
                              [&](const EnumValue& value) { return value.name == name; });
}

bool is_sentence(const std::string& text) {
  return text.size() > 5 && text.back() == '.' && std::isupper(static_cast<unsigned char>(text[0]));
}

}  // namespace

TEST_CASE("DirectML's 177 operators have a row each, and the tensor rules one without a name") {
  std::set<std::string> types;
  for (const OperatorRow& row : every_row()) {
    INFO(row.type);
    CHECK(types.insert(row.type).second);
    CHECK(row.page.rfind("https://learn.microsoft.com/windows/win32/api/directml/ns-directml-dml_", 0) == 0);
    CHECK(is_sentence(row.summary));
    CHECK_FALSE(row.fields.empty());
    CHECK(row.rules.empty() == row.family.empty());
    CHECK(row.revision.size() == (row.family.empty() ? 0u : 10u));
    CHECK(row.support.empty() == row.type.empty());
    CHECK((row.type.empty() || std::any_of(row.fields.begin(), row.fields.end(), [](auto& f) { return f.output; })));
  }
  CHECK(types.size() == 178);
  CHECK(row_texts().size() == 178);
}

TEST_CASE("each row begins a line with its operator, so that none is passed over") {
  std::size_t rows = 0;
  for (const SpecsFile& file : specs_files()) {
    if (!file.name.starts_with("operators/")) continue;
    auto document = text::Document::parse_in_place(file.text);
    REQUIRE(document.has_value());
    rows += document->root().size();
  }
  CHECK(rows == row_texts().size());
}

TEST_CASE("the operators with a family, and no others, have a definition, a witness, and a place among the types") {
  std::set<std::string_view> types;
  for (const OperatorRow& row : every_row()) {
    INFO(row.type);
    const bool is_implemented = !row.family.empty() && !row.type.empty();
    CHECK((find_definition(row.type) != nullptr) == is_implemented);
    CHECK(reference::knows(row.type) == is_implemented);
    if (is_implemented) types.insert(find_row(row.type)->type);
  }
  CHECK(std::vector<std::string_view>(types.begin(), types.end()) ==
        std::vector<std::string_view>(operator_types().begin(), operator_types().end()));
}

TEST_CASE("rule ids are consecutive, share one prefix per table and are unique") {
  std::set<std::string> prefixes;
  for (const OperatorRow& table : every_table()) {
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

TEST_CASE("the key of a rule names one rule of an operator, those of its tensors among them") {
  for (const OperatorRow& table : every_table()) {
    std::set<std::string> keys;
    for (const Rule& rule : table.rules) CHECK(keys.insert(rule.key).second);
    INFO(table.type);
    for (const Rule& rule : tensor_row().rules) CHECK(keys.contains(rule.key) == table.type.empty());
  }
}

TEST_CASE("support rows ascend, start with the operator and hold each tensor once") {
  for (const OperatorRow& table : every_row()) {
    INFO(table.type);
    std::multiset<std::string> listed;
    for (const Support& support : table.support) {
      listed.insert(support.tensors.begin(), support.tensors.end());
      REQUIRE_FALSE(support.rows.empty());
      CHECK(support.rows[0].since == table.since);
      CHECK(support.when_field.empty() == (table.type != "REDUCE"));
      for (const std::string& value : support.when_values) CHECK(has_value(table, support.when_field, value));
      for (const std::string& tensor : support.tensors)
        CHECK((table.field(tensor) && table.field(tensor)->is_tensor()));
      for (std::size_t i = 0; i < support.rows.size(); ++i) {
        const SupportRow& row = support.rows[i];
        if (i > 0) CHECK(support.rows[i - 1].since < row.since);
        CHECK(row.least_rank >= 1);
        CHECK(row.least_rank <= row.most_rank);
        CHECK(row.most_rank <= kMaxRank);
        CHECK(row.types.empty() == (table.type == "FOLD" || table.type == "UNFOLD"));  // their pages leave them blank
        CHECK(std::set<DataType>(row.types.begin(), row.types.end()).size() == row.types.size());
      }
    }
    for (const RowField& field : table.fields) {
      INFO(table.type << " " << field.name);
      const std::size_t tables = table.type == "REDUCE" ? 5 : 1;  // one for each kind of function
      if (field.is_tensor()) CHECK(listed.count(field.name) == tables);
    }
  }
}

TEST_CASE("fields refer to fields that exist and carry what their kind needs") {
  for (const OperatorRow& table : every_row()) {
    std::set<std::string> names;
    for (const RowField& field : table.fields) {
      INFO(table.type << " " << field.name);
      CHECK(names.insert(field.name).second);
      CHECK(is_sentence(field.doc) != table.family.empty());
      CHECK((field.kind == FieldKind::enumeration || field.kind == FieldKind::activation) == !field.values.empty());
      const bool refers = field.kind == FieldKind::count || field.kind == FieldKind::scalar;
      CHECK(refers == !field.of.empty());
      for (const std::string& other : field.of) CHECK(table.field(other) != nullptr);
      if (field.one_element) CHECK(field.input);
      if (!field.required_without.empty()) CHECK(table.field(field.required_without) != nullptr);
      if (!field.type_of.empty()) CHECK(table.field(field.type_of)->is_tensor());
      const std::string& when = field.required_when_field;
      CHECK((when.empty() || has_value(table, when, field.required_when_value)));
    }
  }
}

TEST_CASE("a table without a rule about ranks or types at a level has none to refuse") {
  const auto has_level_rule = [](const OperatorRow& table, ErrorCode code) {
    return std::any_of(table.rules.begin(), table.rules.end(), [&](const Rule& rule) {
      return rule.code == code && rule.text.find("feature level") != std::string::npos;
    });
  };
  for (const OperatorRow& table : every_table())
    for (const Support& support : table.support)
      for (const SupportRow& row : support.rows) {
        INFO(table.type << " " << support.tensors[0] << " from " << level_name(row.since));
        if (!has_level_rule(table, ErrorCode::rank_mismatch)) CHECK((row.least_rank == 1 && row.most_rank == kMaxRank));
        if (!has_level_rule(table, ErrorCode::type_mismatch)) CHECK(row.types.size() == 11);
      }
}

TEST_CASE("tables are found by short name, from any thread, as the same object") {
  const std::vector<std::string_view> types(operator_types().begin(), operator_types().end());
  REQUIRE(types.size() >= 8);
  CHECK(std::is_sorted(types.begin(), types.end()));
  std::vector<const OperatorRow*> found(16);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < found.size(); ++i)
    threads.emplace_back([&, i] { found[i] = find_row(types[i % types.size()]); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < found.size(); ++i) {
    REQUIRE(found[i] != nullptr);
    CHECK(found[i]->type == types[i % types.size()]);
    CHECK(found[i] == find_row(types[i % types.size()]));
  }
  CHECK(find_row("TILES") == nullptr);
  CHECK(find_row("") == nullptr);
  CHECK(tensor_row().rules.size() == 14);
}

TEST_CASE("a type has a short and a full name wherever it is looked up") {
  for (const std::string_view type : operator_types()) {
    const std::string full = "DML_OPERATOR_" + std::string(type);
    CHECK(find_row(full) == find_row(type));
    CHECK(*find_any_row(full) == find_row(type));
    CHECK(find_definition(full) == find_definition(type));
  }
  for (const char* none :
       {"DML_OPERATOR_", "DML_OPERATOR_DML_OPERATOR_TILE", "DML_OPERATOR_TILES", "dml_operator_TILE"}) {
    CHECK(find_row(none) == nullptr);
    CHECK(find_definition(none) == nullptr);
    CHECK(*find_any_row(none) == nullptr);
    CHECK(Operator::make(Desc{none, {}}).error().code == ErrorCode::unknown_operator);
    CHECK(parse_spec("{\"type\": \"" + std::string(none) + "\", \"desc\": {}}").error().code ==
          ErrorCode::unknown_operator);
  }
  Desc desc = TileDesc{{DataType::uint8, {2}}, {DataType::uint8, {4}}, {2}};
  desc.type = "DML_OPERATOR_TILE";
  const auto op = Operator::make(desc);
  REQUIRE(op);
  CHECK(op->desc().type == "TILE");
}

TEST_CASE("a conditional field and a 64-bit field are read as such") {
  const OperatorRow* padding = find_row("PADDING");
  REQUIRE(padding != nullptr);
  CHECK(padding->field("PaddingValue")->required_when_field == "PaddingMode");
  CHECK(padding->field("PaddingValue")->required_when_value == "CONSTANT");
  CHECK(padding->field("PaddingMode")->values.back().since == 0x6400);
  CHECK(tensor_row().field("TotalTensorSizeInBytes")->most == 0xFFFFFFFFFFFFFFFFull);
  CHECK(tensor_row().field("GuaranteedBaseOffsetAlignment")->most == 0xFFFFFFFFull);
  CHECK(tensor_row().field("Flags")->combines);
}

TEST_CASE("rows of operators that are not implemented are found by find_any_row only, SCATTER by both of its names") {
  CHECK(find_row("GATHER") == nullptr);
  CHECK((*find_any_row("GATHER"))->type == "GATHER");
  CHECK(*find_any_row("SCATTER") == *find_any_row("SCATTER_ELEMENTS"));
  CHECK(*find_any_row("TILE") == find_row("TILE"));
  CHECK(*find_any_row("TILES") == nullptr);
  CHECK(*find_any_row("") == nullptr);
}

TEST_CASE("what the notation of a field says is read") {
  const OperatorRow& dequantize = **find_any_row("ELEMENT_WISE_DEQUANTIZE_LINEAR");
  CHECK(dequantize.field("ZeroPointTensor")->optional);
  CHECK(dequantize.field("ZeroPointTensor")->optional_since == 0x6200);
  CHECK((*find_any_row("LSTM"))->field("ActivationDescs")->kind == FieldKind::activation_array);
  CHECK((*find_any_row("LSTM"))->field("SequenceLengthsTensor")->fixed_type == DataType::uint32);
  CHECK((*find_any_row("LSTM"))->field("CoupleInputForget")->kind == FieldKind::boolean);
  CHECK((*find_any_row("RESAMPLE3"))->field("DimensionCount")->of.size() == 3);
  CHECK((*find_any_row("DIAGONAL_MATRIX"))->field("Offset")->kind == FieldKind::int32);
  CHECK((*find_any_row("UPSAMPLE_2D"))->field("ScaleSize")->kind == FieldKind::size_2d);
  CHECK((*find_any_row("ELEMENT_WISE_ADD"))->in_place);
  CHECK_FALSE((*find_any_row("CAST"))->in_place);
  CHECK((*find_any_row("CAST"))->page.ends_with("/ns-directml-dml_cast_operator_desc"));
  const OperatorRow& add = *find_row("ELEMENT_WISE_QUANTIZED_LINEAR_ADD");
  CHECK(add.support[0].tensors == std::vector<std::string>{"ATensor", "BTensor", "OutputTensor"});
  CHECK(add.field("AScaleTensor")->one_element);
  CHECK(add.field("AScaleTensor")->fixed_type == DataType::float32);
  CHECK(find_row("SLICE")->field("Sizes")->required_without == "OutputTensor");
  CHECK(find_row("SLICE")->field("Sizes")->least == 1);
}

namespace {

/// A row in which every mark of the notation is there once, and the files that it names.
constexpr std::string_view kRow = R"row({"operator": "X", "family": "f", "revision": "2020-01-01", "in_place": true,
 "fields": ["ATensor", "BTensor?6.2(1) as ATensor", "CTensors[]",
            ">OutputTensor", "Count:count(CTensors)", "Mode:enum MODE",
            "Type:type", "Value:scalar(Type) if Mode=ONE", "Sizes?:u32[]>=1 or OutputTensor"],
 "support": {"ATensor, BTensor if Mode=ONE,TWO": "1.0:4:F2; 2.1:1-8:Q+INT32", "CTensors": "1.0:4:F2",
 "OutputTensor": "1.0:4:?"},
 "summary": "Something.", "docs": {"Mode": "A mode."}, "rules": ["X", "axis", "level"]})row";

struct Slip {
  std::string_view from, to, where;
};

Result<OperatorRow> parse_with(const Slip& slip) {
  std::string row(kRow);
  std::string family = R"({
  "docs": {
    "ATensor": "A.",
    "BTensor": "B.",
    "CTensors": "C.",
    "OutputTensor": "O.",
    "Count": "N.",
    "Type": "T.",
    "Value": "V.",
    "Sizes": "S."
  },
  "rules": {
    "axis": {"code": "axis_out_of_range", "compares": "sizes", "text": "Axis is there.", "source": "page"}
  }
})";
  std::string any = R"({
  "rules": {
    "level": {"code": "feature_level", "text": "The level is there.", "source": "page"}
  }
})";
  std::string enums = R"({
  "DML_MODE": ["ONE", "TWO from 3.0"]
})";
  std::string sets = R"({
  "F2": ["FLOAT32", "FLOAT16"],
  "Q": ["INT8", "UINT8"]
})";
  for (std::string* text : {&row, &family, &any, &enums, &sets})
    if (const std::size_t at = text->find(slip.from); !slip.from.empty() && at != std::string::npos) {
      text->replace(at, slip.from.size(), slip.to);
      break;
    }
  const SpecsFile files[] = {{"families/f", family}, {"families/any", any}, {"enums", enums}, {"type_sets", sets}};
  return parse_row(row, files);
}

}  // namespace

TEST_CASE("every mark of the notation is read as what it says") {
  const auto made = parse_with({});
  INFO((made ? std::string() : made.error().to_string()));
  REQUIRE(made.has_value());
  CHECK(made->in_place);
  CHECK(made->since == 0x1000);
  CHECK(made->field("BTensor")->optional_since == 0x6200);
  CHECK(made->field("BTensor")->type_of == "ATensor");
  CHECK(made->field("Mode")->values[1].since == 0x3000);
  CHECK(made->field("Mode")->doc == "A mode.");
  CHECK(made->field("Value")->required_when_value == "ONE");
  CHECK(made->support[0].when_values == std::vector<std::string>{"ONE", "TWO"});
  CHECK(made->support[0].rows[1].types == std::vector<DataType>{DataType::int8, DataType::uint8, DataType::int32});
  CHECK(made->rules[1].id == "X-2");
  CHECK(made->rules[1].code == ErrorCode::feature_level);
  CHECK((made->rules[0].compares_sizes && !made->rules[1].compares_sizes));
}

TEST_CASE("a row with a slip in it is refused with the place") {
  const Slip slips[] = {{"\"summary\"", "\"sumary\"", "/sumary"},
                        {"\"summary\": \"Something.\", ", "", ""},
                        {"\"revision\": \"2020-01-01\", ", "", ""},
                        {"\"family\": \"f\", ", "", "/revision"},
                        {"\"in_place\": true", "\"in_place\": 1", "/in_place"},
                        {"\"ATensor\", \"B", "\"\", \"B", "/fields/0"},
                        {"BTensor?6.2(1)", "BTensor?6.5(1)", "/fields/1"},
                        {"BTensor?6.2(1)", "BTensor?6.2(3)", "/fields/1"},
                        {"CTensors[]\"", "CTensors[\"", "/fields/2"},
                        {">OutputTensor", ">OutputTensor:u32", "/fields/3"},
                        {"count(CTensors)", "count(CTensors", "/fields/4"},
                        {"enum MODE", "enum MODES", "/fields/5"},
                        {"enum MODE", "enumMODE", "/fields/5"},
                        {"TWO from 3.0", "TWO from 3.2", "/1"},
                        {"Type:type", "Type:types", "/fields/6"},
                        {"scalar(Type)", "scalar(Type,Mode)", "/fields/7"},
                        {"if Mode=ONE\"", "if Mode\"", "/fields/7"},
                        {">=1 or", ">=one or", "/fields/8"},
                        {"or OutputTensor", "or OutputTensor or ATensor", "/fields/8"},
                        {"1.0:4:F2\",", "1.0:4:F3\",", "/support/CTensors"},
                        {"1.0:4:F2\",", "1.0:4\",", "/support/CTensors"},
                        {"1.0:4:F2\",", "1.0:5-4:F2\",", "/support/CTensors"},
                        {"1.0:4:F2\",", "1.0:0-9:F2\",", "/support/CTensors"},
                        {"1.0:4:F2\",", "2.2:4:F2\",", "/support/CTensors"},
                        {"{\"Mode\":", "{\"Modes\":", "/docs"},
                        {"{\"Mode\":", "{\"X\": \"Y.\", \"Mode\":", "/docs/X"},
                        {"\"axis\", \"level\"", "\"axes\", \"level\"", "/rules/1"},
                        {"\"axis\", \"level\"", "\"axis\", 1", "/rules/2"},
                        {"axis_out_of_range", "axis_out_of_rnge", "/rules/1"},
                        {"\"sizes\"", "\"size\"", "/rules/1"},
                        {"\"text\": \"The level", "\"test\": \"The level", ""}};
  for (const Slip& slip : slips) {
    auto parsed = parse_with(slip);
    INFO(slip.from << " -> " << slip.to);
    REQUIRE_FALSE(parsed.has_value());
    CHECK(parsed.error().where == slip.where);
    CHECK(parsed.error().position.line > 0);
  }
}

TEST_CASE("an output says that its DataType must be given where nothing else tells it") {
  for (const OperatorRow& row : every_table())
    for (const RowField& field : row.fields) {
      INFO(row.type << " " << field.name);
      CHECK((row.has_inputs() && row.is_alone(field)) == (field.doc.find("; its DataType must") < field.doc.size()));
    }
}

TEST_CASE("levels have the names that DirectML publishes") {
  for (FeatureLevel level : feature_levels()) CHECK(feature_level_from_name(level_name(level)) == level);
  CHECK(level_name(0x6400) == "6.4");
  CHECK(feature_levels().size() == 15);
  CHECK(feature_levels().back() == kLatestFeatureLevel);
}
