// Fields of kinds that no operator takes yet: rows of operators that are not implemented have them.
#include "engine/operators/desc/fields.h"

#include <string>

#include "dmlrun/spec.h"
#include "engine/test/catch.h"

using namespace dmlrun;
using namespace dmlrun::operators;

TEST_CASE("a negative axis is told with those that there are, as far as sizes are known") {
  const auto told = [](std::string desc, std::vector<BoundTensor> bound) {
    SpecOptions options;
    options.bound = bound;
    const auto made = parse_spec(R"({"type": "SPLIT", "desc": {"Axis": -1, "OutputCount": 2)" + desc + "}}", options);
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().code == ErrorCode::out_of_range);
    CHECK(made.error().where == "/desc/Axis");
    CHECK(made.error().position.line == 1);
    CHECK(made.error().others.empty());
    return made.error().message;
  };
  const std::string axes = "axis -1 was found; axes count from 0, and ",
                    three = axes + "the tensors have axes 0 to 2; did you mean 2?";
  CHECK(told(R"(, "InputTensor": {"DataType": "FLOAT32", "Sizes": [2, 3, 4]})", {}) == three);
  CHECK(told("", {{"InputTensor", 0, DataType::float32, {2, 3, 4}}}) == three);
  CHECK(told("", {}) == axes + "the last one is the number of dimensions less 1");
  const auto others = parse_spec(R"({"type": "SPLIT", "desc": {"Axis": -1, "OutputCount": "2"}, "ulpTolerance": -1})");
  REQUIRE_FALSE(others.has_value());
  CHECK(others.error().others.size() == 2);
}

TEST_CASE("a field of a kind that no operator takes yet is refused where it is given, and may be left out") {
  const struct {
    std::string_view op, field, value;
  } cases[] = {{"LSTM", "ActivationDescs", "[]"}, {"UPSAMPLE_2D", "ScaleSize", R"({"Width": 2, "Height": 2})"}};
  for (const auto& one : cases) {
    const OperatorRow& row = **find_any_row(one.op);
    const Validation validation;
    Checker checker(row, validation);
    INFO(one.op << " " << one.field);
    auto absent = Fields::read(text::Document::parse("{}")->root(), checker, {});
    REQUIRE(absent.has_value());
    CHECK_FALSE(absent->failure().has_value());
    const auto document = text::Document::parse("{\"" + std::string(one.field) + "\": " + std::string(one.value) + "}");
    REQUIRE(document.has_value());
    auto fields = Fields::read(document->root(), checker, {});
    REQUIRE(fields.has_value());
    REQUIRE(fields->failure().has_value());
    CHECK(fields->failure()->code == ErrorCode::unknown_field);
    CHECK(fields->failure()->where == "/" + std::string(one.field));
    CHECK(fields->failure()->message ==
          std::string(one.field) + " was found, which dmlrun does not take yet; it must be left out");
  }
}
