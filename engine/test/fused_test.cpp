// ScaleBias and FusedActivation: what other operators do to the elements of one, by DirectML's small structs.
#include <string>
#include <vector>

#include "dmlrun/spec.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

/// The code and place of a refusal, or what the desc became.
std::string answer(const std::string& type, const std::string& fields) {
  const auto op = parse_spec("{\"type\": \"" + type + "\", \"desc\": {" + fields + "}}");
  if (!op) return std::string(name(op.error().code)) + " at " + op.error().where;
  const auto written = write_spec(*op);
  REQUIRE(written.has_value());
  const auto again = parse_spec(*written);
  REQUIRE(again.has_value());
  CHECK(*write_spec(*again) == *written);
  return *written;
}

const std::string kInput = R"("InputTensor": {"DataType": "FLOAT32", "Sizes": [2]})";

}  // namespace

TEST_CASE("an activation is one that the page lists, with its numbers") {
  const std::string inputs = R"("ATensor": {"DataType": "FLOAT32", "Sizes": [2]}, "BTensor": {})";
  const auto of = [&](const std::string& text) {
    return answer("ELEMENT_WISE_ADD1", inputs + ", \"FusedActivation\": " + text);
  };
  CHECK(of(R"({"Type": "DML_OPERATOR_ACTIVATION_LINEAR", "Alpha": 2, "Beta": "inf", "InputTensor": null})")
            .find(R"("FusedActivation": {"Type": "ACTIVATION_LINEAR", "Desc": {"Alpha": 2, "Beta": "inf"}})") !=
        std::string::npos);
  CHECK(of(R"({"type": "ACTIVATION_RELU", "desc": {}})").find(R"({"Type": "ACTIVATION_RELU", "Desc": {}})") !=
        std::string::npos);
  CHECK(of(R"({"Desc": {}})") == "missing_field at /desc/FusedActivation");
  CHECK(of(R"({"Type": "ACTIVATION_LEAKY_RELU"})") == "missing_field at /desc/FusedActivation");
  CHECK(of(R"({"Type": "ACTIVATION_HARD_SWISH", "Alpha": 1, "Beta": 1})") == "bad_enum at /desc/FusedActivation/Type");
  CHECK(of(R"({"Type": "ELEMENT_WISE_ABS"})") == "bad_enum at /desc/FusedActivation/Type");
  CHECK(of("[]") == "wrong_type at /desc/FusedActivation");
}

TEST_CASE("an activation's unknown keys, second spellings and tensors are warnings, which strict reading refuses") {
  const auto of = [](const std::string& activation) {
    const std::string spec = R"({"type": "ELEMENT_WISE_ADD1", "desc": {"ATensor": {"DataType": "FLOAT32", "Sizes": [2]},
        "BTensor": {}, "FusedActivation": )" +
                             activation + "}}";
    std::vector<Warning> warnings;
    SpecOptions options;
    options.warnings = &warnings;
    INFO(spec);
    REQUIRE(parse_spec(spec, options).has_value());
    options.strict = true;
    const auto strict = parse_spec(spec, options);
    if (warnings.empty()) CHECK(strict.has_value());
    if (warnings.empty()) return std::string();
    CHECK(warnings.size() == 1);
    REQUIRE_FALSE(strict);
    CHECK(strict.error().code == ErrorCode::unknown_field);
    CHECK(strict.error().where == warnings[0].where);
    return warnings[0].where + ": " + warnings[0].message;
  };
  const std::string place = "/desc/FusedActivation";
  CHECK(of(R"({"Type": "ACTIVATION_RELU", "type": "ACTIVATION_TANH"})") ==
        place + "/type: \"type\" is not a known field; did you mean Type?");
  CHECK(of(R"({"type": "ACTIVATION_RELU", "Type": "ACTIVATION_TANH", "Desc": {}})") ==
        place + "/type: \"type\" is not a known field; did you mean Type?");
  CHECK(of(R"({"Type": "ACTIVATION_RELU", "Desc": {}, "desc": {}})") ==
        place + "/desc: \"desc\" is not a known field; did you mean Desc?");
  CHECK(of(R"({"Type": "ACTIVATION_ELU", "Desc": {"Alpha": 1}, "Alpha": 2})") ==
        place + "/Alpha: \"Alpha\" is not a known field; it is ignored");
  CHECK(of(R"({"Type": "ACTIVATION_ELU", "Desc": {"Alpha": 1, "Beta": 2}})") ==
        place + "/Desc/Beta: \"Beta\" is not a known field; it is ignored");
  CHECK(of(R"({"Type": "ACTIVATION_RELU", "Desc": {"Type": "ACTIVATION_TANH"}})") ==
        place + "/Desc/Type: \"Type\" is not a known field; it is ignored");
  CHECK(of(R"({"Type": "ACTIVATION_RELU", "Desc": {"InputTensor": {"DataType": "INT8", "Sizes": [1]}}})") ==
        place + "/Desc/InputTensor: InputTensor of a fused activation is not null; it is ignored");
  CHECK(of(R"({"Type": "ACTIVATION_RELU", "OutputTensor": "x"})") ==
        place + "/OutputTensor: OutputTensor of a fused activation is not null; it is ignored");
  CHECK(of(R"({"Type": "ACTIVATION_RELU", "Desc": {"InputTensor": null, "OutputTensor": null}})").empty());
  CHECK(of(R"({"type": "ACTIVATION_ELU", "desc": {"Alpha": 1}})").empty());
}

TEST_CASE("a scale and bias has both numbers and nothing else, and is written as it is read") {
  const auto of = [](const std::string& text) {
    return answer("ELEMENT_WISE_ABS", kInput + ", \"ScaleBias\": " + text);
  };
  CHECK(of(R"({"Scale": -0.0, "Bias": "nan"})").find(R"("ScaleBias": {"Scale": -0.0, "Bias": "nan"})") !=
        std::string::npos);
  CHECK(of(R"({"Scale": 2})") == "missing_field at /desc/ScaleBias");
  CHECK(of(R"({"Bias": 2})") == "missing_field at /desc/ScaleBias");
  CHECK(of(R"({"Scale": 1e39, "Bias": 2})") == "out_of_range at /desc/ScaleBias/Scale");
  CHECK(of("[2, 3]") == "wrong_type at /desc/ScaleBias");
  CHECK(of("null") == "wrong_type at /desc/ScaleBias");
}
