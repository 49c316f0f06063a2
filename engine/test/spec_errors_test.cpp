// What parse_spec says of fields that are missing, misspelt, misplaced or wrong in several places at once.
#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "dmlrun/dmlrun.h"
#include "engine/spec/spec.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

Error refused_spec(std::string_view json) {
  auto op = parse_spec(json);
  INFO(json);
  REQUIRE_FALSE(op);
  return op.error();
}

}  // namespace

TEST_CASE("a missing field names the key that may be meant by it") {
  const auto message = [](const char* json) {
    Error error = refused_spec(json);
    CHECK(error.code == ErrorCode::missing_field);
    return error.message;
  };
  CHECK(message(R"({"type":"PADDING","desc":{"InputTensor":{"DataType":"INT8","Sizes":[2]},"PaddingMode":"EDGE",
                    "StartPaddings":[1],"EndPadding":[1]}})") ==
        "StartPadding is missing; \"StartPaddings\" was found; did you mean StartPadding?");
  CHECK(message(R"({"type":"PADDING","desc":{"InputTensor":{"DataType":"INT8","Sizes":[2]},"PaddingMode":"EDGE",
                    "STARTPADDING":[1],"EndPadding":[1]}})") ==
        "StartPadding is missing; \"STARTPADDING\" was found; did you mean StartPadding?");
  CHECK(message(R"({"type":"TILE","repeats":[2],"desc":{"InputTensor":{"DataType":"INT8","Sizes":[2]}}})") ==
        "Repeats is missing; it was found at /repeats instead of /desc/Repeats");
  CHECK(message(R"({"type":"TILE","desc":{"InputTensor":{"DataType":"INT8","Sizes":[2],"Repeats":[2]}}})") ==
        "Repeats is missing; it was found at /desc/InputTensor/Repeats instead of /desc/Repeats");
  CHECK(message(R"({"type":"TILE","desc":{"InputTensor":{"Type":"BUFFER","Desc":{"DataType":"INT8","Size":[2]}},
                    "Repeats":[2]}})") == "InputTensor has no Sizes; \"Size\" was found; did you mean Sizes?");
  CHECK(message(R"({"type":"TILE","desc":{"InputTensor":{"Sizes":[2]},"DataType":"INT8","Repeats":[2]}})") ==
        "InputTensor has no DataType; it was found at /desc/DataType instead of /desc/InputTensor/DataType");
  CHECK(message(R"({"type":"TILE","desc":{"Inputtensr":{"DataType":"INT8","Sizes":[2]},"Repeats":[2]}})") ==
        "InputTensor has no DataType; \"Inputtensr\" was found; did you mean InputTensor?");
  CHECK(message(R"({"type":"TILE","desc":{"InputTensor":{"desc":{"DataType":"INT8","Sizes":[2]}},"Repeats":[2]}})") ==
        "InputTensor has no DataType; \"desc\" was found; did you mean Desc?");
  CHECK(message(R"({"type":"TILE","dsec":{"Repeats":[2]}})") ==
        "\"desc\" is missing; \"dsec\" was found; did you mean desc?");
  CHECK(message(R"({"Type":"TILE","desc":{"Repeats":[2]}})") ==
        "\"type\" is missing; \"Type\" was found; did you mean type?");
  CHECK(message(R"({"type":"TILE","comment":"x","desc":{"InputTensor":{"DataType":"INT8","Sizes":[2]},"Axis":0}})") ==
        "Repeats is missing; TILE needs it");
  const std::string scaled = R"({"type":"ELEMENT_WISE_ABS","desc":{"InputTensor":{"DataType":"FLOAT32","Sizes":[2]},)";
  CHECK(message((scaled + R"("ScaleBias":{"Sclae":1,"Bias":0}}})").c_str()) ==
        "Scale is missing; \"Sclae\" was found; did you mean Scale?");
  CHECK(message((scaled + R"("ScaleBias":{"Bias":0}}})").c_str()) == "Scale is missing; it must be given");
}

TEST_CASE("fields beside the type are told to belong in the desc") {
  CHECK(refused_spec(R"({"type":"TILE","InputTensor":{"DataType":"INT8","Sizes":[2]},"Repeats":[2]})").message ==
        "\"desc\" is missing; InputTensor, Repeats belong in it");
  SpecOptions options;
  std::vector<Warning> warnings;
  options.warnings = &warnings;
  const char* json = R"({"type":"TILE","desc":{"InputTensor":{"DataType":"INT8","Sizes":[2]},"Repeats":[2]},
                         "RepeatsCount":1})";
  REQUIRE(parse_spec(json, options));
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].message == "\"RepeatsCount\" is not a known field; it belongs in \"desc\"");
}

TEST_CASE("a number below the least one names that, and the operator that takes negative ones") {
  CHECK(refused_spec(R"({"type":"TILE","desc":{"InputTensor":{"DataType":"INT8","Sizes":[2]},"Repeats":[-1]}})")
            .message == "the number -1 was found; an integer from 1 to 4294967295 is expected");
  CHECK(refused_spec(R"({"type":"SLICE","desc":{"InputTensor":{"DataType":"INT8","Sizes":[2]},"Offsets":[1],
                         "Sizes":[2],"Strides":[-1]}})")
            .message ==
        "the number -1 was found; an integer from 1 to 4294967295 is expected; SLICE1 takes negative "
        "numbers as InputWindowStrides");
}

TEST_CASE("an activation that lacks a number, or is one, is told its form") {
  const auto message = [](const std::string& activation) {
    return refused_spec(R"({"type":"BATCH_NORMALIZATION","desc":{"FusedActivation":)" + activation + "}}").message;
  };
  CHECK(message(R"({"Type":"ELU"})") == R"(Alpha is missing; it must be given, as in {"Type": "ELU", "Alpha": 1})");
  CHECK(message(R"({"Type":1})").ends_with(R"(GELU was expected, as {"Type": "RELU"})"));
}

TEST_CASE("everything that is missing and follows from nothing else is told at once") {
  const auto messages = [](const char* json) {
    const Error error = refused_spec(json);
    std::vector<std::string> found{error.message};
    for (const Error& other : error.others) found.push_back(other.message);
    return found;
  };
  using List = std::vector<std::string>;
  CHECK(messages(R"({"type":"FILL_VALUE_CONSTANT","desc":{}})") ==
        List{"Value is missing; FILL_VALUE_CONSTANT needs it",
             "OutputTensor has no DataType and no Sizes; give it in the desc"});
  CHECK(messages(R"({"type":"FILL_VALUE_CONSTANT","desc":{"ValueDataType":"INT8"}})") ==
        List{"Value is missing; FILL_VALUE_CONSTANT needs it", "OutputTensor has no Sizes; give it in the desc"});
  CHECK(messages(R"({"type":"CAST","desc":{}})") ==
        List{"InputTensor has no DataType and no Sizes; give it in the desc or bind a .npy file that tells",
             "OutputTensor has no DataType; give it in the desc"});
  CHECK(messages(R"({"type":"ELEMENT_WISE_ADD","desc":{}})") ==
        List{"ATensor has no DataType and no Sizes; give it in the desc or bind a .npy file that tells"});
}

TEST_CASE("all members of an object that are misspelt, missing or wrong are told at once") {
  const auto messages = [](const std::string& field, bool strict) {
    SpecOptions options;
    options.strict = strict;
    const auto op = parse_spec(
        R"({"type":"ELEMENT_WISE_ABS","desc":{"InputTensor":{"DataType":"FLOAT32","Sizes":[2]},"ScaleBias":)" + field +
            "}}",
        options);
    REQUIRE_FALSE(op);
    std::vector<std::string> found{op.error().message};
    for (const Error& other : op.error().others) found.push_back(other.message);
    return found;
  };
  using List = std::vector<std::string>;
  CHECK(messages(R"({"scale":1,"Bais":2})", false) == List{"Scale is missing; \"scale\" was found; did you mean Scale?",
                                                           "Bias is missing; \"Bais\" was found; did you mean Bias?"});
  CHECK(messages(R"({"scale":1,"Bais":2})", true) == List{"\"scale\" is not a known field; did you mean Scale?",
                                                          "\"Bais\" is not a known field; did you mean Bias?"});
  CHECK(messages(R"({"Scale":true,"Bais":2})", false).size() == 2);
  CHECK(messages("{}", false).size() == 2);
  CHECK(messages("2", false) == List{"the number 2 was found; an object is expected, as {\"Scale\": 1, \"Bias\": 0}"});
}

TEST_CASE("all members of an activation that are misspelt are told at once") {
  const auto messages = [](const std::string& activation) {
    const Error error = refused_spec(
        R"({"type":"ELEMENT_WISE_ADD1","desc":{"ATensor":{"DataType":"FLOAT32","Sizes":[2]},"FusedActivation":)" +
        activation + "}}");
    std::vector<std::string> found{error.message};
    for (const Error& other : error.others) found.push_back(other.message);
    return found;
  };
  using List = std::vector<std::string>;
  const List both{"Alpha is missing; \"alpha\" was found; did you mean Alpha?",
                  "Beta is missing; \"Betta\" was found; did you mean Beta?"};
  CHECK(messages(R"({"Type":"ACTIVATION_LINEAR","Desc":{"alpha":1,"Betta":2}})") == both);
  CHECK(messages(R"({"Type":"ACTIVATION_LINEAR","alpha":1,"Betta":2})") == both);
  CHECK(messages(R"({"Tpye":"ACTIVATION_ELU","Desc":{"Alpha":1}})") ==
        List{"Type is missing; \"Tpye\" was found; did you mean Type?"});
}

TEST_CASE("a type that cannot be read is not missing as well") {
  const Error error = refused_spec(R"({"type":"CAST","desc":{"OutputTensor":{"DataType":"FLOT16"}}})");
  CHECK(error.code == ErrorCode::bad_enum);
  CHECK(error.others.empty());
}

TEST_CASE("of a zero point with another type is said which one it has") {
  const Error error = refused_spec(R"({"type":"ELEMENT_WISE_QUANTIZE_LINEAR","desc":{
      "InputTensor":{"DataType":"FLOAT32","Sizes":[2]},"ScaleTensor":{"DataType":"FLOAT32","Sizes":[2]},
      "ZeroPointTensor":{"DataType":"INT8","Sizes":[2]},"OutputTensor":{"DataType":"UINT8","Sizes":[2]}}})");
  CHECK(error.message == "INT8 was found; OutputTensor is UINT8, and a zero point has its tensor's type");
}

TEST_CASE("remedies name functions and fields, not the program's commands and options") {
  for (const char* type : {"GEMM", "zzz", "transpose", "reshape", "expand", "stack", "unbind", "repeat"}) {
    const Error error = refused_spec(std::string(R"({"type":")") + type + R"(","desc":{}})");
    INFO(error.message);
    CHECK(error.message.find("; ") != std::string::npos);
    CHECK(error.message.find("'dmlrun ") == std::string::npos);
    CHECK(error.message.find("--") == std::string::npos);
  }
}

TEST_CASE("unknown fields beyond those that are told take no time for suggestions") {
  const auto seconds = [](const char* prefix) {
    std::string json = R"({"type":"TILE","desc":{"InputTensor":{"DataType":"INT8","Sizes":[2]},"Repeats":[1])";
    for (int i = 100000; i < 200000; ++i) json += ",\"" + (prefix + std::to_string(i)) + "\":1";
    SpecOptions options;
    options.strict = true;
    const std::clock_t begin = std::clock();
    const auto op = parse_spec(json + "}}", options);
    CHECK((op ? 0 : op.error().others.size() + 1) == (prefix[0] == '$' ? 0 : 20));
    return static_cast<double>(std::clock() - begin);
  };
  CHECK(seconds("Repeat") < 4 * seconds("$epeat"));
}

TEST_CASE("listed values do not stand for Sizes that are misspelt") {
  const Error error =
      refused_spec(R"({"type":"TILE","desc":{"InputTensor":{"DataType":"INT8","Size":[2,2]},"Repeats":[1,2]},
                                  "inputs":{"InputTensor":[1,2,3,4]}})");
  CHECK(error.message == "InputTensor has no Sizes; \"Size\" was found; did you mean Sizes?");
}

TEST_CASE("errors in different fields are told at once") {
  const Error error = refused_spec(R"({"type":"PADDING","desc":{"InputTensor":{"DataType":"FLOAT","Sizes":["2"]},
                                  "PaddingMode":"EDGES","EndPadding":1}})");
  std::vector<std::string> found{std::string(name(error.code)) + " " + error.where};
  for (const Error& other : error.others) found.push_back(std::string(name(other.code)) + " " + other.where);
  CHECK(found == std::vector<std::string>{"bad_enum /desc/InputTensor/DataType", "wrong_type /desc/InputTensor/Sizes/0",
                                          "bad_enum /desc/PaddingMode", "wrong_type /desc/EndPadding",
                                          "missing_field /desc"});
  CHECK(error.others.back().message == "StartPadding is missing; PADDING needs it");
  const std::string text = error.to_string();
  CHECK(std::count(text.begin(), text.end(), '\n') == 4);
}

namespace {

/// Where each error is.
std::vector<std::string> places(const Error& error) {
  std::vector<std::string> found{error.where};
  for (const Error& other : error.others) found.push_back(other.where);
  return found;
}

}  // namespace

TEST_CASE("every array of a wrong length is told at once") {
  const Error error =
      refused_spec(R"({"type":"SLICE","desc":{"InputTensor":{"DataType":"INT8","Sizes":[2,3]},"Offsets":[0],
                                  "Sizes":[1,1,1],"Strides":[1,1]}})");
  CHECK(places(error) == std::vector<std::string>{"/desc/Offsets", "/desc/Sizes"});
  CHECK(error.others[0].message == "3 entries were found; InputTensor has 2 dimensions, so 2 were expected");
  CHECK(error.others[0].position.line == 2);
  const Error tensors =
      refused_spec(R"({"type":"JOIN","desc":{"InputTensors":[{"DataType":"INT8","Sizes":[2],"Strides":[1,1]},
      {"DataType":"INT8","Sizes":[0]},{"DataType":"INT8","Sizes":[2]}],"OutputTensor":{"DataType":"INT8","Sizes":[6]},
      "Axis":0}})");
  CHECK(places(tensors) == std::vector<std::string>{"/desc/InputTensors/0/Strides", "/desc/InputTensors/1/Sizes/0"});
}

TEST_CASE("a name among the values that is no tensor is suggested and hides nothing") {
  const Error error = refused_spec(R"({"type":"JOIN","featureLevel":"9","absTolerance":-1,"relTolerance":"x",
      "desc":{"InputTensors":[{"DataType":"INT8","Sizes":[2]},{"DataType":"INT8","Sizes":[2]}],"Axis":7},
      "inputs":{"inputtensors":[[1,2],[3,4]],"InputTensors":[[1,2]]},"expected":{"InputTensors":[1],
      "OutputTensor":7}})");
  CHECK(places(error) == std::vector<std::string>{"/featureLevel", "/inputs/inputtensors", "/inputs/InputTensors",
                                                  "/expected/InputTensors", "/expected/OutputTensor", "/absTolerance",
                                                  "/relTolerance", "/desc/Axis"});
  REQUIRE(error.others.size() == 7);
  CHECK(error.others[0].message == "\"inputtensors\" is not an input of JOIN; did you mean InputTensors?");
  CHECK(error.others[2].message == "\"InputTensors\" is not an output of JOIN; one of OutputTensor was expected");
  // What the misspelt values would have told is missing for that reason.
  CHECK(places(refused_spec(R"({"type":"TILE","desc":{"InputTensor":{"DataType":"INT8"},"Repeats":[2]},
                           "inputs":{"inputtensor":[1,2]}})")) == std::vector<std::string>{"/inputs/inputtensor"});
}

TEST_CASE("values that do not fit the desc's types stand beside its errors") {
  CHECK(places(refused_spec(R"({"type":"TILE","desc":{"InputTensor":{"DataType":"UINT8","Sizes":[2]},"Repeats":[0]},
                           "inputs":{"InputTensor":[300,"a"]},"expected":{"OutputTensor":["b"]}})")) ==
        std::vector<std::string>{"/desc/Repeats/0", "/inputs/InputTensor/0", "/inputs/InputTensor/1"});
  CHECK(places(refused_spec(R"({"type":"JOIN","Axis":0,"desc":{"InputTensors":[{"DataType":"INT8","Sizes":[1]},
                           {"DataType":"FLOAT16","Sizes":[1,2]}],"OutputTensor":{"DataType":"INT8"}},
                           "inputs":{"InputTensors":[{"value":1.5},[[1,"x"]]]},"expected":{"OutputTensor":[128]}})")) ==
        std::vector<std::string>{"/desc", "/inputs/InputTensors/0/value", "/inputs/InputTensors/1/0/1",
                                 "/expected/OutputTensor/0"});
  CHECK(places(refused_spec(R"({"type":"TILE","desc":{"InputTensor":{"DataType":"UINT","Sizes":[2]},"Repeats":[1]},
                           "inputs":{"InputTensor":[300,"a"]}})")) ==
        std::vector<std::string>{"/desc/InputTensor/DataType"});
}

TEST_CASE("what follows from an unreadable field is no error of its own") {
  // Whether PaddingValue is needed depends on the mode; SLICE's Sizes may stand in the output.
  CHECK(refused_spec(R"({"type":"PADDING","desc":{"PaddingMode":7,"StartPadding":[1],"EndPadding":[1]}})")
            .others.empty());
  CHECK(refused_spec(R"({"type":"SLICE","desc":{"OutputTensor":{"Sizes":2},"Offsets":[0],"Strides":[1]}})")
            .others.empty());
}

TEST_CASE("a flood of errors gives a few") {
  std::string tensors;
  for (int i = 0; i < 1000; ++i) tensors += R"({"DataType":"FLOAT"},)";
  const Error error = refused_spec(R"({"type":"JOIN","desc":{"InputTensors":[)" + tensors + R"(]}})");
  CHECK(error.others.size() == 19);
}

TEST_CASE("an unknown tensor under inputs or expected is refused with the names that exist") {
  const Error error =
      refused_spec(R"({"type":"TILE","desc":{"InputTensor":{"DataType":"UINT8","Sizes":[3]},"Repeats":[2]},)"
                   R"("inputs":{"Input":[1]}})");
  CHECK(error.code == ErrorCode::unknown_field);
  CHECK(error.where == "/inputs/Input");
  CHECK(error.message.find("InputTensor") != std::string::npos);
}

TEST_CASE("a model is refused in one sentence") {
  CHECK(refused_spec(R"({"resources":{},"dispatchables":{},"commands":[]})").message.find("model") !=
        std::string::npos);
}

TEST_CASE("a tensor of which a desc says nothing is named with what it needs") {
  const TensorDesc given{.type = DataType::float32, .sizes = {3}};
  const auto told = [](const Desc& desc, std::string_view place, std::string_view words) {
    const auto op = Operator::make(desc);
    REQUIRE_FALSE(op.has_value());
    CHECK(op.error().code == ErrorCode::missing_field);
    CHECK(op.error().where == place);
    CHECK(op.error().message == "no type and no sizes were found; a desc tells both" + std::string(words) +
                                    ": {.type = DataType::float32, .sizes = {2, 3}}");
  };
  told(TileDesc{.input = given, .repeats = {2}}, "/OutputTensor", ", of outputs too");
  told(ElementWiseAddDesc{.a = given, .output = given}, "/BTensor", "");
  told(SplitDesc{.input = given, .outputs = {given, {}}}, "/OutputTensors/1", ", of outputs too");
  told(JoinDesc{.inputs = {{}, given}, .output = given}, "/InputTensors/0", "");
}

TEST_CASE("the name of a file is told from a text") {
  const std::string told = "; a spec's text is read here, and no file";
  CHECK(refused_spec("path/tile.json").message.ends_with(told));
  CHECK_FALSE(refused_spec(R"({"type": tile.json)").message.ends_with(told));
  const auto spec = spec::Spec::parse("tile.json", {});
  REQUIRE_FALSE(spec.has_value());
  CHECK(spec.error().message.ends_with(told));
}
