// Models as data: what their parts become. What is refused, and where, is said by the files of
// testdata/models/rejected.
#include "engine/model/model.h"

#include <cstring>

#include "engine/tensor/element.h"
#include "engine/test/catch.h"

using namespace dmlrun;
using model::Model;

namespace {

Model parsed(std::string text, model::Options options = {}) {
  auto document = text::Document::parse(std::move(text));
  REQUIRE(document);
  auto read = Model::parse(std::move(*document), options);
  if (!read) FAIL(read.error().to_string());
  return std::move(*read);
}

Error refused(std::string text, model::Options options = {}) {
  auto document = text::Document::parse(std::move(text));
  REQUIRE(document);
  auto read = Model::parse(std::move(*document), options);
  REQUIRE_FALSE(read);
  return read.error();
}

std::string with_resource(const std::string& resource) {
  return R"({"resources": {"R": )" + resource + R"(}, "dispatchables": {}, "commands": []})";
}

/// The bytes of the only resource.
std::vector<std::byte> bytes_of(const std::string& resource) {
  const Model m = parsed(with_resource(resource));
  std::vector<std::byte> bytes(m.resources[0].value_bytes);
  model::fill(m.resources[0], bytes);
  return bytes;
}

template <class T>
std::vector<T> values_of(const std::string& resource) {
  const std::vector<std::byte> bytes = bytes_of(resource);
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

std::string sequence(const char* type, const char* count, const char* start, const char* delta) {
  return std::string(R"({"initialValuesDataType": ")") + type + R"(", "initialValues": {"valueCount": )" + count +
         R"(, "valueStart": )" + start + R"(, "valueDelta": )" + delta + "}}";
}

constexpr const char* kTile = R"("t": {"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [2]},
  "OutputTensor": {"DataType": "UINT8", "Sizes": [4]}, "RepeatsCount": 1, "Repeats": [2]}})";

}  // namespace

TEST_CASE("a document is a model when it has a section of one and no type") {
  const auto is_model = [](std::string text) {
    return model::is_model(text::Document::parse(std::move(text))->root());
  };
  CHECK(is_model(R"({"resources": {}})"));
  CHECK(is_model(R"({"commands": []})"));
  CHECK_FALSE(is_model(R"({"type": "TILE", "commands": []})"));
  CHECK_FALSE(is_model("[]"));
  CHECK_FALSE(is_model("{}"));
}

TEST_CASE("a sequence adds up in the element's type") {
  std::vector<float> singles;
  for (float v = 0.4f; singles.size() < 100; v += 0.4f) singles.push_back(v);
  CHECK(values_of<float>(sequence("FLOAT32", "100", "0.4", "0.4")) == singles);
  CHECK(singles[99] != 40.0f);
  std::vector<double> doubles;
  for (double v = 0.1; doubles.size() < 100; v += 0.1) doubles.push_back(v);
  CHECK(values_of<double>(sequence("FLOAT64", "100", "0.1", "0.1")) == doubles);
  CHECK(values_of<std::int8_t>(sequence("INT8", "3", "126", "1")) == std::vector<std::int8_t>{126, 127, -128});
  CHECK(values_of<std::uint64_t>(sequence("UINT64", "2", "18446744073709551615", "2")) ==
        std::vector<std::uint64_t>{18446744073709551615u, 1});
  CHECK(values_of<std::int32_t>(sequence("INT32", "2", "-2147483648", "-1")) ==
        std::vector<std::int32_t>{-2147483647 - 1, 2147483647});
}

TEST_CASE("-0 is the integer 0, as DxDispatch has it, and a positive zero as a float") {
  CHECK(values_of<std::int32_t>(R"({"initialValuesDataType": "INT32", "initialValues": [-0, 1]})") ==
        std::vector<std::int32_t>{0, 1});
  CHECK(values_of<std::uint64_t>(sequence("UINT64", "2", "-0", "-0")) == std::vector<std::uint64_t>{0, 0});
  CHECK(values_of<std::uint32_t>(R"({"initialValuesDataType": "FLOAT32", "initialValues": [-0, -0.0]})") ==
        std::vector<std::uint32_t>{0, 0x80000000});
  CHECK(refused(with_resource(R"({"initialValuesDataType": "INT8", "initialValues": [-0.0]})")).code ==
        ErrorCode::not_an_integer);
}

TEST_CASE("halves of a sequence round to nearest even at every step") {
  const auto halves = values_of<std::uint16_t>(sequence("FLOAT16", "2100", "0", "1"));
  CHECK(double_from_half(halves[2048]) == 2048);
  CHECK(double_from_half(halves[2049]) == 2048);  // 2049 is half-way between its neighbours
  CHECK(double_from_half(halves[2099]) == 2048);
}

TEST_CASE("a constant fills any number of elements") {
  for (int count : {1, 2, 3, 5, 8, 1000}) {
    const std::string text = R"({"initialValuesDataType": "INT16", "initialValues": {"valueCount": )" +
                             std::to_string(count) + R"(, "value": -2}})";
    CHECK(values_of<std::int16_t>(text) == std::vector<std::int16_t>(static_cast<std::size_t>(count), -2));
  }
}

TEST_CASE("a buffer is rounded up to four bytes, unless its size is given") {
  const auto content = [](const std::string& resource) {
    const Model m = parsed(with_resource(resource));
    return model::content_of(m.resources[0]);
  };
  const std::string five = R"({"initialValuesDataType": "UINT8", "initialValues": [1, 2, 3, 4, 5])";
  CHECK(content(five + "}").bytes == 8);
  CHECK(content(five + "}").value_bytes == 5);
  CHECK(model::printed_elements(content(five + "}")) == 5);
  CHECK(content(five + R"(, "sizeInBytes": 7})").bytes == 7);
}

TEST_CASE("unknown keys are ignored, likely misspellings are told, and strict refuses both") {
  std::vector<Warning> warnings;
  model::Options options;
  options.warnings = &warnings;
  const std::string text = R"({"resources": {"R": {"initialValuesDataType": "UINT8", "initialValues": [1],
    "sizeInByte": 4, "colour": "red", "note": "x", "$id": 1, "_x": 2, "//": 3}}, "dispatchables": {}, "commands": []})";
  (void)parsed(text, options);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].where == "/resources/R/sizeInByte");
  CHECK(warnings[0].message.find("sizeInBytes") != std::string::npos);
  options.strict = true;
  CHECK(refused(text, options).where == "/resources/R/sizeInByte");
  const std::string harmless = R"({"resources": {}, "dispatchables": {}, "commands": [], "colour": 1})";
  CHECK(refused(harmless, options).where == "/colour");
}

TEST_CASE("what is skipped takes with it what depends on it, until it is written again") {
  model::Options options;
  options.skip_unsupported = true;
  const auto dispatch = [](const char* d, const char* in, const char* out) {
    return std::string(R"({"type": "dispatch", "dispatchable": ")") + d + R"(", "bindings": {"InputTensor": ")" + in +
           R"(", "OutputTensor": ")" + out + "\"}},";
  };
  const std::string four = R"({"initialValuesDataType": "UINT8", "initialValues": [1, 2, 3, 4]})";
  const Model m =
      parsed(R"({"resources": {"A": )" + four + R"(, "B": )" + four + R"(, "C": )" + four +
                 R"(}, "dispatchables": {"reduce": {"type": "REDUCE", "InputTensor": {}, "OutputTensor": {}},)" +
                 kTile + R"(}, "commands": [)" + dispatch("reduce", "A", "B") + dispatch("t", "B", "C") +
                 R"({"type": "print", "resource": "A"}, {"type": "print", "resource": "C"},)" +
                 dispatch("t", "A", "C") + R"({"type": "print", "resource": "C"}]})",
             options);
  std::vector<bool> skipped;
  for (const model::Command& command : m.commands) skipped.push_back(!command.skipped.empty());
  CHECK(skipped == std::vector<bool>{true, true, false, true, false, false});
}

TEST_CASE("a size that a wrapped tensor has wrong is pointed at inside its Desc") {
  const Error error = refused(R"({"resources": {}, "dispatchables": {"a/b": {"type": "TILE", "Desc": {
    "InputTensor": {"Desc": {"DataType": "UINT8", "Sizes": [2]}}, "OutputTensor": {"Desc": {"DataType": "UINT8",
    "Sizes": [5]}},
    "RepeatsCount": 1, "Repeats": [2]}}}, "commands": []})");
  CHECK(error.where == "/dispatchables/a~1b/Desc/OutputTensor/Desc/Sizes/0");
  CHECK(error.position.line == 3);
}

TEST_CASE("offsets are multiplied without wrapping around") {
  model::Binding binding;
  binding.element_offset = 1ull << 61;
  model::Content content;
  content.type = DataType::float64;
  CHECK_FALSE(model::offset_of(binding, content));
  content.type = DataType::float32;
  CHECK(model::offset_of(binding, content) == 1ull << 63);
  binding.element_bytes = 0;
  CHECK(model::offset_of(binding, content) == 0);
}
