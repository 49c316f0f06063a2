// parse_spec: what may be left out, what is refused, and where messages point.
#include "dmlrun/spec.h"

#include <bit>

#include "dmlrun/kernel.h"
#include "engine/spec/spec.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

Operator parsed(std::string_view json, SpecOptions options = {}) {
  auto op = parse_spec(json, options);
  INFO(json);
  if (!op) FAIL(op.error().to_string());
  return *op;
}

Error refused(std::string_view json, SpecOptions options = {}) {
  auto op = parse_spec(json, options);
  INFO(json);
  REQUIRE_FALSE(op);
  return op.error();
}

}  // namespace

TEST_CASE("TILE's count and output are derived") {
  const Operator op =
      parsed(R"({"type":"TILE","desc":{"InputTensor":{"DataType":"FLOAT32","Sizes":[2,3]},"Repeats":[2,4]}})");
  CHECK(op.type() == "TILE");
  CHECK(op.outputs()[0].desc.sizes == Dimensions{4, 12});
  CHECK(op.outputs()[0].desc.type == DataType::float32);
}

TEST_CASE("a completed spec reads back to the same operator") {
  for (const char* json :
       {R"({"type":"TILE","desc":{"InputTensor":{"DataType":"UINT8","Sizes":[2,3],"Strides":[4,1]},"Repeats":[2,4]}})",
        R"({"type":"JOIN","desc":{"InputTensors":[{"DataType":"INT64","Sizes":[2]},{"DataType":"INT64","Sizes":[5]}],)"
        R"("Axis":0}})",
        R"({"type":"PADDING","desc":{"InputTensor":{"DataType":"FLOAT16","Sizes":[4]},"PaddingMode":"WRAP",)"
        R"("StartPadding":[9],"EndPadding":[2]}})",
        R"({"type":"PADDING","desc":{"InputTensor":{"DataType":"FLOAT32","Sizes":[4]},"PaddingMode":"CONSTANT",)"
        R"("PaddingValue":"-inf","StartPadding":[9],"EndPadding":[2]}})",
        R"({"type":"PADDING1","desc":{"InputTensor":{"DataType":"FLOAT16","Sizes":[4]},"PaddingMode":"CONSTANT",)"
        R"("PaddingValue":1.5,"StartPadding":[9],"EndPadding":[2]}})",
        R"({"type":"PADDING1","desc":{"InputTensor":{"DataType":"UINT64","Sizes":[4]},"PaddingMode":"CONSTANT",)"
        R"("PaddingValue":18446744073709551615,"StartPadding":[0],"EndPadding":[2]}})",
        R"({"type":"ELEMENT_WISE_QUANTIZED_LINEAR_ADD","desc":{"ATensor":{"DataType":"UINT8","Sizes":[2,3]},)"
        R"("AZeroPointTensor":{},"BTensor":{"DataType":"INT8"},"OutputTensor":{"DataType":"INT8"}}})"}) {
    const Operator op = parsed(json);
    auto text = write_spec(op);
    REQUIRE(text);
    const Operator again = parsed(*text);
    CHECK(*write_spec(again) == *text);
    CHECK(explain(op)->plans == explain(again)->plans);
  }
}

TEST_CASE("quantized add derives parameters, and the output's type from its zero point") {
  const Operator op = parsed(
      R"({"type":"ELEMENT_WISE_QUANTIZED_LINEAR_ADD","desc":{"ATensor":{"DataType":"UINT8","Sizes":[2,3]},
          "BTensor":{"DataType":"INT8"},"OutputZeroPointTensor":{"DataType":"INT8"}}})");
  CHECK(op.inputs().size() == 6);
  CHECK(op.inputs()[1].desc.sizes == Dimensions{1, 1});
  CHECK(op.inputs()[1].desc.type == DataType::float32);
  CHECK(op.outputs()[0].desc.type == DataType::int8);
  CHECK(op.outputs()[0].desc.sizes == Dimensions{2, 3});
}

TEST_CASE("files tell the type and the sizes that a spec leaves out") {
  const std::vector<BoundTensor> bound{{"InputTensors", 0, DataType::int16, {2, 3}},
                                       {"InputTensors", 1, DataType::int16, {2, 1}}};
  SpecOptions options;
  options.bound = bound;
  const Operator op = parsed(R"({"type":"JOIN","desc":{"Axis":1}})", options);
  CHECK(op.outputs()[0].desc.sizes == Dimensions{2, 4});
  CHECK(op.inputs().size() == 2);
  CHECK(refused(R"({"type":"JOIN","desc":{"Axis":0}})", options).code == ErrorCode::npy_shape_mismatch);
  CHECK(refused(R"({"type":"JOIN","desc":{"Axis":1}})").code == ErrorCode::missing_field);
}

TEST_CASE(
    "where a field lies outside the sizes of a file, the file does not fit; a field that no file mends is wrong") {
  const BoundTensor bound{"InputTensor", 0, DataType::int16, {2, 3}};
  SpecOptions options;
  options.bound = {&bound, 1};
  const auto code = [&](const std::string& offsets, const std::string& strides) {
    return refused(R"({"type":"SLICE","desc":{"Sizes":[1,1],"Offsets":)" + offsets + R"(,"Strides":)" + strides + "}}",
                   options)
        .code;
  };
  CHECK(code("[0,3]", "[1,1]") == ErrorCode::npy_shape_mismatch);
  CHECK(code("[0,0]", "[1,0]") == ErrorCode::out_of_range);
}

TEST_CASE("a broken rule names itself, its place and both numbers") {
  const Error error = refused(
      "{\"type\": \"TILE\",\n \"desc\": {\"InputTensor\": {\"DataType\": \"FLOAT32\", \"Sizes\": [2, 3]},\n"
      "  \"OutputTensor\": {\"DataType\": \"FLOAT32\", \"Sizes\": [4, 7]}, \"Repeats\": [2, 2]}}");
  CHECK(error.code == ErrorCode::size_mismatch);
  CHECK(error.rule == "TILE-6");
  CHECK(error.where == "/desc/OutputTensor/Sizes/1");
  CHECK(error.position == Position{3, 56});
  CHECK(error.message.find("7 is not") != std::string::npos);
  CHECK(error.message.find("6 was expected") != std::string::npos);
}

TEST_CASE("a misspelt field is warned about, or refused when strict") {
  const char* json =
      R"({"type":"TILE","desc":{"InputTensor":{"DataType":"UINT8","Sizes":[2]},"Repeats":[2],"RepeatCount":1}})";
  std::vector<Warning> warnings;
  SpecOptions options;
  options.warnings = &warnings;
  (void)parsed(json, options);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].where == "/desc/RepeatCount");
  CHECK(warnings[0].message.find("RepeatsCount") != std::string::npos);
  options.strict = true;
  CHECK(refused(json, options).code == ErrorCode::unknown_field);
}

TEST_CASE("unknown operators are refused with the nearest name") {
  const Error error = refused(R"({"type":"DML_OPERATOR_TILES","desc":{}})");
  CHECK(error.code == ErrorCode::unknown_operator);
  CHECK(error.where == "/type");
  CHECK(error.message.find("TILE") != std::string::npos);
  CHECK(refused(R"({"type":"tile","desc":{}})").code == ErrorCode::unknown_operator);
  for (const auto& [word, meant] : {std::pair{"ADD", "ELEMENT_WISE_ADD?"}, std::pair{"relu", "ACTIVATION_RELU?"},
                                    std::pair{"DML_OPERATOR_ABS", "ELEMENT_WISE_ABS?"}})
    CHECK(refused(std::string(R"({"type":")") + word + R"(","desc":{}})").message.ends_with(meant));
}

TEST_CASE("PADDING's value counts only in constant mode") {
  CHECK(refused(R"({"type":"PADDING","desc":{"InputTensor":{"DataType":"UINT8","Sizes":[2]},"PaddingMode":"CONSTANT",)"
                R"("StartPadding":[1],"EndPadding":[1]}})")
            .code == ErrorCode::missing_field);
  (void)parsed(R"({"type":"PADDING","desc":{"InputTensor":{"DataType":"UINT8","Sizes":[2]},"PaddingMode":"EDGE",)"
               R"("StartPadding":[1],"EndPadding":[1]}})");
}

TEST_CASE("PADDING's value rounds once, from the literal") {
  const auto spec = [](const std::string& value) {
    return R"({"type":"PADDING","desc":{"InputTensor":{"DataType":"UINT8","Sizes":[2]},"PaddingMode":"CONSTANT",)"
           R"("PaddingValue":)" +
           value + R"(,"StartPadding":[1],"EndPadding":[1]}})";
  };
  const auto bits = [&](const std::string& value) {
    const Operator op = parsed(spec(value));
    return std::bit_cast<std::uint32_t>(op.desc().at<float>("PaddingValue"));
  };
  CHECK(bits("1.00000005960464477539062500001") == 0x3f80'0001);
  CHECK(bits("1.000000059604644775390625") == 0x3f80'0000);
  CHECK(bits("-1.00000005960464477539062499999") == 0xbf80'0000);
  // The middle of the largest float and 2^128 is 340282356779733661637539395458142568448.
  CHECK(bits("340282356779733661637539395458142568447.9") == 0x7f7f'ffff);
  CHECK(refused(spec("340282356779733661637539395458142568448.0")).code == ErrorCode::out_of_range);
  CHECK(bits("1e-46") == 0);
  CHECK(bits("1e-45") == 1);
}

TEST_CASE("PADDING1's value fits its type exactly") {
  const auto spec = [](const char* type, const char* value) {
    return std::string(R"({"type":"PADDING1","desc":{"InputTensor":{"DataType":")") + type +
           R"(","Sizes":[2]},"PaddingMode":"CONSTANT","PaddingValue":)" + value +
           R"(,"StartPadding":[1],"EndPadding":[1]}})";
  };
  for (auto [type, value] : {std::pair{"UINT8", "255"},
                             {"INT8", "-128"},
                             {"INT64", "-9223372036854775808"},
                             {"FLOAT16", "65504"},
                             {"FLOAT16", R"({"UInt16": 31744})"},
                             {"FLOAT32", R"({"Float32": "inf"})"},
                             {"INT8", R"({"Int8": -1})"}})
    (void)parsed(spec(type, value));
  for (auto [type, value] : {std::pair{"UINT8", "256"},
                             {"UINT8", "-1"},
                             {"INT8", "128"},
                             {"FLOAT16", "70000"},
                             {"UINT64", "18446744073709551616"}})
    CHECK(refused(spec(type, value)).code == ErrorCode::out_of_range);
  CHECK(refused(spec("UINT8", "1.5")).code == ErrorCode::out_of_range);
  const auto bits_of = [&](const char* type, const char* value) {
    return std::bit_cast<std::uint64_t>(parsed(spec(type, value)).desc().at<Scalar>("PaddingValue").bytes);
  };
  CHECK(bits_of("FLOAT32", "\"-inf\"") == 0xff80'0000);
  CHECK(bits_of("FLOAT16", "\"Inf\"") == 0x7c00);
  CHECK(bits_of("FLOAT64", "\"nan\"") == 0x7ff8'0000'0000'0000);
  for (const char* type : {"FLOAT32", "INT32"}) CHECK(refused(spec(type, "\"1\"")).code == ErrorCode::wrong_type);
  CHECK(refused(spec("INT32", "\"inf\"")).code == ErrorCode::wrong_type);
  CHECK(refused(spec("FLOAT32", R"({"Float64": 1})")).code == ErrorCode::wrong_type);
}

TEST_CASE("values in the spec are counted") {
  auto spec =
      spec::Spec::parse(R"({"type":"TILE","desc":{"InputTensor":{"DataType":"UINT8","Sizes":[3]},"Repeats":[2]},)"
                        R"("inputs":{"InputTensor":[1,2]}})",
                        {});
  REQUIRE(spec);
  auto op = spec->complete({});
  REQUIRE(op);
  std::vector<std::byte> buffer(4);
  auto values = spec::write_values(spec->inputs()[0], op->inputs()[0].desc, buffer);
  REQUIRE_FALSE(values);
  CHECK(values.error().code == ErrorCode::count_mismatch);
  CHECK(values.error().where == "/inputs/InputTensor");
}

TEST_CASE("values may be nested as Sizes say") {
  const auto spec = [](const std::string& type, const std::string& sizes, const std::string& values) {
    return R"({"type":"JOIN","desc":{"Axis":0,"InputTensors":[{"DataType":")" + type + "\"" + sizes +
           R"(}]},"inputs":{"InputTensors":[)" + values + "]}}";
  };
  // The bytes of the one input, or code, pointer and message.
  const auto read = [&](const std::string& sizes, const std::string& values,
                        const std::string& type = "UINT8") -> std::string {
    auto parsed = spec::Spec::parse(spec(type, sizes, values), {});
    if (!parsed) return std::string(name(parsed.error().code)) + " " + parsed.error().to_string();
    const auto op = parsed->complete({});
    if (!op) return std::string(name(op.error().code)) + " " + op.error().to_string();
    const TensorDesc& tensor = op->inputs()[0].desc;
    std::vector<std::byte> buffer(buffer_bytes(tensor));
    auto ok = spec::write_values(parsed->inputs()[0], tensor, buffer);
    if (!ok) return std::string(name(ok.error().code)) + " " + ok.error().to_string();
    std::string text = std::to_string(tensor.sizes.size()) + ":";
    for (std::size_t i = 0; i < element_count(tensor); ++i) text += " " + std::to_string(static_cast<int>(buffer[i]));
    return text;
  };
  CHECK(read(R"(,"Sizes":[2,3])", "[[1,2,3],[4,5,6]]") == "2: 1 2 3 4 5 6");
  CHECK(read(R"(,"Sizes":[2,3],"Strides":[1,2])", "[[1,2,3],[4,5,6]]") == "2: 1 4 2 5 3 6");
  CHECK(read(R"(,"Sizes":[1,2,1])", "[[[1],[2]]]") == "3: 1 2");
  CHECK(read(R"(,"Sizes":[1,1])", "[[1]]") == "2: 1");
  CHECK(read("", "[[1,2,3],[4,5,6]]") == "2: 1 2 3 4 5 6");
  CHECK(read("", "[[[1]],[[2]]]") == "3: 1 2");
  const auto refused_as = [&](const std::string& sizes, const std::string& values, const std::string& start) {
    CAPTURE(sizes, values);
    CHECK(read(sizes, values).substr(0, start.size()) == start);
  };
  refused_as(R"(,"Sizes":[1,2,3])", "[[1,2,3],[4,5,6]]", "count_mismatch /inputs/InputTensors/0 ");
  refused_as(R"(,"Sizes":[6])", "[[1,2,3],[4,5,6]]", "count_mismatch /inputs/InputTensors/0 ");
  refused_as(R"(,"Sizes":[2])", "[[1],[2]]", "wrong_type /inputs/InputTensors/0/0 ");
  refused_as(R"(,"Sizes":[2,3])", "[[1,2,3],[4,5]]", "count_mismatch /inputs/InputTensors/0/1 ");
  refused_as(R"(,"Sizes":[2,3])", "[[1,2,3],4]", "wrong_type /inputs/InputTensors/0/1 ");
  refused_as(R"(,"Sizes":[2,3])", "[[1,2,3],[4,5,[6]]]", "wrong_type /inputs/InputTensors/0/1/2 ");
  refused_as(R"(,"Sizes":[40000,1000])", "[[1]]", "count_mismatch /inputs/InputTensors/0 ");
  refused_as("", "[[1,2,3],[4,5]]", "count_mismatch /inputs/InputTensors/0/1 ");
  refused_as("", "[[],[]]", "size_zero /desc/InputTensors/0/Sizes/1 ");
  refused_as("", "[[[[[[[[[1]]]]]]]]]", "rank_mismatch /inputs/InputTensors/0 ");
  CHECK(read(R"(,"Sizes":[2,3])", "[[1,2,3],4]")
            .ends_with("a number was found; a list of 3 was expected, because InputTensors has the sizes [2, 3]"));
}

TEST_CASE("values of a tensor of stride 0 take no more memory than its buffer") {
  for (const char* values : {"[7]", R"({"value": 7})"}) {
    auto spec = spec::Spec::parse(
        R"({"type":"SLICE","desc":{"InputTensor":{"DataType":"FLOAT64","Sizes":[4294967295],"Strides":[0]},)"
        R"("Offsets":[9],"Sizes":[1],"Strides":[1]},"inputs":{"InputTensor":)" +
            std::string(values) + "}}",
        {});
    REQUIRE(spec);
    const auto op = spec->complete({});
    REQUIRE(op);
    double buffer = 0;
    int parts = 0;
    REQUIRE(spec::write_values(spec->inputs()[0], op->inputs()[0].desc, std::as_writable_bytes(std::span(&buffer, 1)),
                               nullptr, [&] { ++parts; }));
    CHECK(buffer == 7);
    CHECK(parts == 1);
  }
}

TEST_CASE("a flood of unknown fields gives a few warnings") {
  std::string json = R"({"type":"TILE","desc":{"InputTensor":{"DataType":"UINT8","Sizes":[2]},"Repeats":[2])";
  for (int i = 0; i < 1000; ++i) json += ",\"x" + std::to_string(i) + "\":0";
  std::vector<Warning> warnings;
  SpecOptions options;
  options.warnings = &warnings;
  (void)parsed(json + "}}", options);
  CHECK(warnings.size() == 21);
}

TEST_CASE("a tensor array beyond its limit is refused before anything is made of it") {
  const auto flood = [](std::string_view item, const std::string& before, const std::string& after) {
    std::string json = before;
    for (int i = 0; i < 5000; ++i) json += (i ? "," : "") + std::string(item);
    return json + after;
  };
  const std::string inputs = R"({"type":"JOIN","desc":{"Axis":0},"inputs":{"InputTensors":[)";
  for (const char* item : {"[]", "[1]", R"({"sourcePath":"nope.npy"})"}) {
    const Error error = refused(flood(item, inputs, "]}}"));
    CHECK(error.code == ErrorCode::limit_exceeded);
    CHECK(error.rule == "JOIN-3");
    CHECK(error.where == "/inputs/InputTensors");
  }
  const Error error = refused(flood("{}", R"({"type":"JOIN","desc":{"Axis":0,"InputTensors":[)", "]}}"));
  CHECK(error.rule == "JOIN-3");
  CHECK(error.where == "/desc/InputTensors");
}

TEST_CASE("the index of a bound tensor is not trusted") {
  for (std::uint32_t index : {4096u, 10'000'000u, 0xFFFFFFFFu}) {
    const std::vector<BoundTensor> bound{{"InputTensors", index, DataType::float32, {2}}};
    SpecOptions options;
    options.bound = bound;
    CHECK(refused(R"({"type":"JOIN","desc":{"Axis":0}})", options).rule == "JOIN-3");
  }
}

TEST_CASE("a bound tensor that the operator has not, or that contradicts the spec, is refused") {
  constexpr std::uint64_t kMax = 0xFFFFFFFFFFFFFFFF;
  const char* tile = R"({"type":"TILE","desc":{"InputTensor":{"DataType":"FLOAT32","Sizes":[2,3]},"Repeats":[2,2]}})";
  const char* open = R"({"type":"TILE","desc":{"Repeats":[2,2]}})";
  const auto with = [](const BoundTensor& bound) {
    SpecOptions options;
    options.bound = {&bound, 1};
    return options;
  };
  const BoundTensor nothing{"Nothing", 7, DataType::float32, std::vector<std::uint64_t>(40, kMax)};
  const BoundTensor misspelt{"InputTenser", 0, DataType::float32, {2, 3}};
  CHECK(refused(tile, with(nothing)).code == ErrorCode::unknown_name);
  for (const char* json : {tile, open}) {
    const Error error = refused(json, with(misspelt));
    CHECK(error.code == ErrorCode::unknown_name);
    CHECK(error.where == "InputTenser");
    CHECK(error.message.find("did you mean InputTensor?") != std::string::npos);
    const BoundTensor wrong_index{"InputTensor", 7, DataType::float32, {2, 3}};
    CHECK(refused(json, with(wrong_index)).code == ErrorCode::count_mismatch);
  }
  const BoundTensor wrong_type{"InputTensor", 0, DataType::int8, {2, 3}};
  CHECK(refused(tile, with(wrong_type)).code == ErrorCode::npy_type_mismatch);
  for (const std::vector<std::uint64_t>& shape : std::vector<std::vector<std::uint64_t>>{
           {7, 9}, {3, 2}, {6}, {}, {2, 3, 1}, {kMax, kMax}, {kMax, 2}, {0, 3}, std::vector<std::uint64_t>(40, kMax)}) {
    const BoundTensor wrong_shape{"InputTensor", 0, DataType::float32, shape};
    CHECK(refused(tile, with(wrong_shape)).code == ErrorCode::npy_shape_mismatch);
  }
  const BoundTensor output{"OutputTensor", 0, DataType::float32, {4, 7}};
  CHECK_FALSE(parse_spec(tile, with(output)));
}

TEST_CASE("a bound tensor that agrees with the spec is accepted") {
  const std::string tile = R"({"type":"TILE","desc":{"InputTensor":{"DataType":"FLOAT32","Sizes":[2,3],"Strides":)";
  const auto accepted = [&](const char* strides, const std::vector<std::uint64_t>& shape,
                            DataType type = DataType::float32) {
    const BoundTensor bound{"InputTensor", 0, type, shape};
    SpecOptions options;
    options.bound = {&bound, 1};
    (void)parsed(tile + strides + R"(},"Repeats":[2,2]}})", options);
  };
  accepted("[3,1]", {2, 3});
  accepted("[3,1]", {2, 3}, DataType::unknown);
  accepted("[4,1]", {7});  // the buffer with its gaps
  accepted("[0,1]", {2, 3});
  accepted("[0,1]", {1, 3});  // an axis of stride 0 holds one value
}

TEST_CASE("lists for a tensor array are as many as its tensors") {
  const std::string desc =
      R"({"type":"JOIN","desc":{"Axis":0,"InputTensors":[{"DataType":"UINT8","Sizes":[1]},{"DataType":"UINT8",)"
      R"("Sizes":[1]}]},"inputs":{"InputTensors":)";
  (void)parsed(desc + "[[1],[2]]}}");
  for (const char* lists : {"[[1]]", "[[1],[2],[3]]"}) {
    const Error error = refused(desc + lists + "}}");
    CHECK(error.code == ErrorCode::count_mismatch);
    CHECK(error.where == "/inputs/InputTensors");
  }
}

TEST_CASE("what could be meant in two ways is refused or warned about") {
  const std::string tile = R"("InputTensor":{"DataType":"UINT8","Sizes":[2]},"Repeats":[2])";
  CHECK(refused(R"({"type":"TILE","desc":{)" + tile + R"(},"Desc":{}})").code == ErrorCode::duplicate_key);
  for (const char* level : {"1.0", "\"9.9\"", "null"})
    CHECK(refused(R"({"type":"TILE","desc":{)" + tile + R"(},"featureLevel":)" + level + "}").where == "/featureLevel");
  CHECK(refused(R"({"type":"TILE","desc":{)" + tile + R"(},"inputs":{"InputTensor":{"sourcePath":""}}})").where ==
        "/inputs/InputTensor/sourcePath");
  std::vector<Warning> warnings;
  SpecOptions options;
  options.warnings = &warnings;
  (void)parsed(
      R"({"type":"TILE","desc":{"InputTensor":{"Type":"BUFFER","Desc":{"DataType":"UINT8","Sizes":[2]},"Sizes":[9]},)"
      R"("Repeats":[2]}})",
      options);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].where == "/desc/InputTensor/Sizes");
}

TEST_CASE("a text beyond the limit is refused before it is copied") {
  const auto op = parse_spec(std::string_view("{", std::size_t{1} << 61));  // nothing behind the first byte may be read
  REQUIRE_FALSE(op);
  CHECK(op.error().code == ErrorCode::too_large);
}

TEST_CASE("only published feature levels are levels") {
  for (FeatureLevel level : std::initializer_list<FeatureLevel>{0x0000, 0x0FFF, 0x2050, 0x6500, 0xFFFF}) {
    auto op = Operator::make(TileDesc{{DataType::float64, {1}}, {DataType::float64, {1}}, {1}}, {level, {}});
    REQUIRE_FALSE(op);
    CHECK(op.error().code == ErrorCode::feature_level);
  }
}
