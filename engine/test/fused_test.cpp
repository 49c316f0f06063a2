// ScaleBias and FusedActivation: what other operators do to the elements of one, by DirectML's small structs.
#include <string>

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
