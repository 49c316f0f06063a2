// The C header of an emitted object: every type of element under its C name.
#include "engine/run/emit/c_header.h"
#include "dmlrun/spec.h"
#include "engine/test/catch.h"

using namespace dmlrun;

TEST_CASE("a header has pointers of the C type that holds an element") {
  constexpr std::pair<DataType, const char*> kTypes[] = {
      {DataType::float32, "float"},   {DataType::float64, "double"},  {DataType::float16, "uint16_t"},
      {DataType::int8, "int8_t"},     {DataType::uint8, "uint8_t"},   {DataType::int16, "int16_t"},
      {DataType::uint16, "uint16_t"}, {DataType::int32, "int32_t"},   {DataType::uint32, "uint32_t"},
      {DataType::int64, "int64_t"},   {DataType::uint64, "uint64_t"},
  };
  for (const auto& [type, word] : kTypes) {
    CAPTURE(name(type));
    const auto op = parse_spec(
        R"({"type": "SLICE1", "desc": {"InputTensor": {"DataType": ")" + std::string(name(type)) +
        R"(", "Sizes": [2]}, "InputWindowOffsets": [0], "InputWindowSizes": [2], "InputWindowStrides": [1]}})");
    REQUIRE(op);
    const std::string header = c_header(*op, 0, {"host", "slice"});
    CHECK_THAT(header, test::contains(std::string(" ") + word) || test::contains(std::string("(") + word));
    CHECK_THAT(header, test::contains("slice("));
  }
}
