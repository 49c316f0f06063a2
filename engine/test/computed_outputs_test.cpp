// Which outputs arithmetic makes, so that their NaN may have any bits; in models also what is moved from them.
#include <array>

#include "dmlrun/dmlrun.h"
#include "engine/model/model.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

bool is_computed(const char* spec) {
  const auto op = parse_spec(spec);
  if (!op) FAIL(op.error().to_string());
  CHECK_FALSE(op->inputs().empty());
  for (const TensorSlot& input : op->inputs()) CHECK_FALSE(input.computed);
  return op->outputs()[0].computed;
}

std::string unary(const char* type, const char* data_type = "FLOAT32") {
  return std::string(R"({"type": ")") + type + R"(", "desc": {"InputTensor": {"DataType": ")" + data_type +
         R"(", "Sizes": [2]}}})";
}

}  // namespace

TEST_CASE("floats that arithmetic makes are computed, what is moved or works on bits is not") {
  for (const char* type : {"ELEMENT_WISE_ACOS", "ELEMENT_WISE_SQRT", "ELEMENT_WISE_EXP", "ACTIVATION_TANH"})
    for (const char* data_type : {"FLOAT32", "FLOAT16"}) CHECK(is_computed(unary(type, data_type).c_str()));
  for (const char* type : {"ELEMENT_WISE_ABS", "ELEMENT_WISE_NEGATE", "ELEMENT_WISE_IDENTITY", "ACTIVATION_IDENTITY"})
    CHECK_FALSE(is_computed(unary(type).c_str()));
  CHECK_FALSE(is_computed(unary("ELEMENT_WISE_ABS", "INT32").c_str()));
  CHECK_FALSE(is_computed(R"({"type": "TILE", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [2]},
                              "Repeats": [2]}})"));
}

TEST_CASE("CAST to the same type moves the bits of every NaN, on every back end and by the reference") {
  const auto op = parse_spec(R"({"type": "CAST", "desc": {"InputTensor": {"DataType": "FLOAT16", "Sizes": [3]},
                                 "OutputTensor": {"DataType": "FLOAT16"}}})");
  REQUIRE(op);
  CHECK_FALSE(op->outputs()[0].computed);
  const std::array<std::uint16_t, 3> input = {0xfc0e, 0x7e01, 0x3c00};
  for (const BackendInfo& backend : backends()) {
    if (!backend.why_not.empty() || backend.device != "CPU") continue;
    CAPTURE(backend.name);
    const auto kernel = compile(*op, {.backend = backend.name});
    REQUIRE(kernel);
    std::array<std::uint16_t, 3> output{};
    REQUIRE(run(*kernel, input, output));
    CHECK(output == input);
  }
}

TEST_CASE("a model's expected values match any NaN where arithmetic made them or a move passed them on") {
  constexpr const char* kResource = R"({"initialValuesDataType": "FLOAT32", "initialValues": [0, 0]})";
  constexpr const char* kDesc = R"("desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [2]},
    "OutputTensor": {"DataType": "FLOAT32", "Sizes": [2]})";
  const auto dispatch = [](const char* name, const char* from, const char* to) {
    return std::string(R"({"type": "dispatch", "dispatchable": ")") + name + R"(", "bindings": {"InputTensor": ")" +
           from + R"(", "OutputTensor": ")" + to + R"("}, "expected": {"values": [0, 0]}}, )";
  };
  const auto print = [](const char* name) {
    return std::string(R"({"type": "print", "resource": ")") + name + R"(", "expected": {"values": [0, 0]}})";
  };
  auto document = text::Document::parse(
      std::string(R"({"resources": {"A": )") + kResource + R"(, "B": )" + kResource + R"(, "C": )" + kResource +
      R"(}, "dispatchables": {"acos": {"type": "ELEMENT_WISE_ACOS", )" + kDesc + R"(}}, "tile": {"type": "TILE", )" +
      kDesc + R"(, "RepeatsCount": 1, "Repeats": [1]}}}, "commands": [)" + dispatch("tile", "A", "B") + print("B") +
      ", " + dispatch("acos", "A", "B") + print("B") + ", " + print("A") + ", " + dispatch("tile", "B", "C") +
      print("C") + "]}");
  REQUIRE(document);
  const auto read = model::Model::parse(std::move(*document), {});
  if (!read) FAIL(read.error().to_string());
  std::string marks;
  for (const model::Command& command : read->commands) marks += command.expected[0]->tolerance.equal_nans ? 'c' : 'm';
  CHECK(marks == "mmccmcc");
}
