// --skip-unsupported: no command runs on bytes that a skipped one would have written. The random test repeats with
// dmlrun_engine_tests "random chains skip exactly what a count of wrong bytes says".
#include <array>

#include "engine/model/model.h"
#include "engine/test/catch.h"
#include "engine/test/random.h"

using namespace dmlrun;
using model::Model;

namespace {

/// Resources of 32 bytes; "shader" writes what nobody here can write; "tile" makes 16 bytes of 4, "spread" leaves gaps.
std::string document(const std::string& commands, const std::string& more_resources = "") {
  const auto bytes = [](const char* name) {
    return std::string("\"") + name +
           R"(": {"initialValuesDataType": "UINT8", "initialValues": {"valueCount": 32, "value": 1}})";
  };
  const auto tensor = [](const char* sizes) { return std::string(R"({"DataType": "UINT8", "Sizes": )") + sizes + "}"; };
  return R"({"resources": {)" + bytes("A") + "," + bytes("B") + "," + bytes("C") + more_resources +
         R"(}, "dispatchables": {
    "shader": {"type": "hlsl", "sourcePath": "x.hlsl", "compilerArgs": []},
    "add": {"type": "GEMM", "desc": {"ATensor": {}, "BTensor": {}, "OutputTensor": {}}},
    "tile": {"type": "TILE", "desc": {"InputTensor": )" +
         tensor("[4]") + R"(, "OutputTensor": )" + tensor("[16]") +
         R"(, "RepeatsCount": 1, "Repeats": [4]}},
    "spread": {"type": "TILE", "desc": {"InputTensor": )" +
         tensor("[4]") +
         R"(, "OutputTensor": {"DataType": "UINT8", "Sizes": [16], "Strides": [2]}, "RepeatsCount": 1, "Repeats": [4]}},
    "split": {"type": "SPLIT", "desc": {"InputTensor": )" +
         tensor("[4]") + R"(, "OutputCount": 2, "OutputTensors": [)" + tensor("[2]") + "," + tensor("[2]") +
         R"(], "Axis": 0}}
  }, "commands": [)" +
         commands + "]}";
}

Result<Model> parse(const std::string& text) {
  auto document = text::Document::parse(text);
  REQUIRE(document);
  model::Options options;
  options.skip_unsupported = true;
  options.any_alignment = true;
  return Model::parse(std::move(*document), options);
}

Model parsed_model(const std::string& text) {
  auto model = parse(text);
  if (!model) FAIL(model.error().to_string());
  return std::move(*model);
}

/// "x" for each command that is skipped, "-" for the others.
std::string marks(const Model& model) {
  std::string text;
  for (const model::Command& command : model.commands) text += command.skipped.empty() ? '-' : 'x';
  return text;
}

std::string skipped(const std::string& commands, const std::string& more_resources = "") {
  return marks(parsed_model(document(commands, more_resources)));
}

/// "" where the model is accepted.
std::string refusal_of_model(const std::string& commands, const std::string& more_resources) {
  const auto model = parse(document(commands, more_resources));
  return model ? "" : model.error().to_string();
}

std::string dispatch(const char* name, const std::string& bindings) {
  return std::string(R"({"type": "dispatch", "dispatchable": ")") + name + R"(", "bindings": {)" + bindings + "}}";
}

const std::string kShader = dispatch("shader", R"("u0": "B")");
const std::string kPrintA = R"({"type": "print", "resource": "A"})", kPrintB = R"({"type": "print", "resource": "B"})",
                  kPrintC = R"({"type": "print", "resource": "C"})";
const std::string kLowHalf = dispatch("tile", R"("InputTensor": "A", "OutputTensor": "B")");
const std::string kHighHalf =
    dispatch("tile", R"("InputTensor": "A", "OutputTensor": {"name": "B", "elementOffset": 16})");

}  // namespace

TEST_CASE("a write of part of a resource clears that part alone") {
  CHECK(skipped(kShader + "," + kPrintB) == "xx");
  CHECK(skipped(kShader + "," + kLowHalf + "," + kPrintB) == "x-x");
  CHECK(skipped(kShader + "," + kLowHalf + R"(, {"type": "writeFile", "resource": "B", "targetPath": "b.dat"})") ==
        "x-x");
  const std::string read_low = dispatch("tile", R"("InputTensor": "B", "OutputTensor": "C")");
  const std::string read_high =
      dispatch("tile", R"("InputTensor": {"name": "B", "elementOffset": 16}, "OutputTensor": "C")");
  CHECK(skipped(kShader + "," + kLowHalf + "," + read_low + "," + read_high) == "x--x");
}

TEST_CASE("a resource whose parts have all been written is right again") {
  CHECK(skipped(kShader + "," + kLowHalf + "," + kHighHalf + "," + kPrintB) == "x---");
  CHECK(skipped(kShader + "," + kHighHalf + "," + kLowHalf + "," + kPrintB + "," + kShader + "," + kPrintB) ==
        "x---xx");
}

TEST_CASE("gaps of a strided output keep what was wrong with them") {
  const std::string spread = dispatch("spread", R"("InputTensor": "A", "OutputTensor": "B")");
  CHECK(skipped(kShader + "," + spread + "," + kPrintB) == "x-x");
}

TEST_CASE("a dispatch that is skipped spoils every one of its outputs") {
  const std::string image =
      R"(, "Image": {"initialValuesDataType": "FLOAT32", "initialValues": {"sourcePath": "x.png"}})";
  const std::string split =
      dispatch("split", R"("InputTensor": "A", "OutputTensors": ["C", {"name": "B", "elementOffset": 16}])");
  CHECK(skipped(split + "," + kPrintC + "," + kPrintB) == "---");
  const std::string to_image = dispatch("split", R"("InputTensor": "A", "OutputTensors": ["C", "Image"])");
  CHECK(skipped(to_image + "," + kPrintC + "," + kPrintA, image) == "xx-");
  const std::string from_image = dispatch("split", R"("InputTensor": "Image", "OutputTensors": ["C", "B"])");
  CHECK(skipped(from_image + "," + kPrintC + "," + kPrintB + "," + kPrintA, image) == "xxx-");
  CHECK(skipped(R"({"type": "print", "resource": "Image"})", image) == "x");
}

TEST_CASE("what a skipped dispatch would have written goes on to what reads it") {
  const std::string on = dispatch("tile", R"("InputTensor": "B", "OutputTensor": "C")");
  CHECK(skipped(kShader + "," + on + "," + kPrintC + "," + kPrintA) == "xxx-");
  const std::string read_tail =
      dispatch("tile", R"("InputTensor": {"name": "C", "elementOffset": 16}, "OutputTensor": "A")");
  CHECK(skipped(kShader + "," + on + "," + read_tail) == "xx-");
}

TEST_CASE("what needs a deferred resource that a skipped command would have filled is skipped") {
  const std::string later = R"(, "D": {"initialValuesDataType": "UINT8", "initialValues": "deferred"})";
  const std::string fill = dispatch("shader", R"("y": "D")"), show = R"({"type": "print", "resource": "D"})";
  const std::string save = R"({"type": "writeFile", "resource": "D", "targetPath": "d.dat"})";
  CHECK(skipped(fill + "," + show + "," + save, later) == "xxx");
  const std::string from = dispatch("tile", R"("InputTensor": "D", "OutputTensor": "C")");
  const std::string into = dispatch("tile", R"("InputTensor": "A", "OutputTensor": "D")");
  CHECK(skipped(fill + "," + from + "," + kPrintC + "," + into + "," + kPrintA, later) == "xxxx-");
  for (const std::string& before : {show, save, from, into})
    CHECK(refusal_of_model(before + "," + fill, later).find("'D' is deferred and has no bytes") != std::string::npos);
}

TEST_CASE("counters of a shader are written, those of an operator are not") {
  const std::string counted = dispatch("shader", R"("u0": {"name": "B", "counter": "C"})");
  CHECK(skipped(counted + "," + kPrintB + "," + kPrintC + "," + kPrintA) == "xxx-");
  const std::string in_array = dispatch("shader", R"("u0": ["A", {"name": "B", "counter": "C"}])");
  CHECK(skipped(in_array + "," + kPrintA + "," + kPrintB + "," + kPrintC) == "xxxx");
  const std::string add =
      dispatch("add", R"("ATensor": "A", "BTensor": "A", "OutputTensor": {"name": "B", "counter": "C"})");
  CHECK(skipped(add + "," + kPrintA + "," + kPrintB + "," + kPrintC) == "x-x-");
}

TEST_CASE("a resource from a file is right again once its size is known and all of it was written") {
  const std::string file = R"(, "F": {"initialValuesDataType": "UINT8", "initialValues": {"sourcePath": "f.dat"}})";
  Model model = parsed_model(document(dispatch("shader", R"("u0": "F")") + "," +
                                          dispatch("tile", R"("InputTensor": "A", "OutputTensor": "F")") +
                                          R"(, {"type": "print", "resource": "F"})",
                                      file));
  CHECK(marks(model) == "x-x");
  std::vector<std::optional<model::Content>> contents;
  for (const model::Resource& resource : model.resources) contents.emplace_back(content_of(resource));
  contents[3] = *content_of(model.resources[3], DataType::uint8, 16, {});
  mark_skipped(model, contents);
  CHECK(marks(model) == "x--");
  contents[3] = *content_of(model.resources[3], DataType::uint8, 17, {});
  mark_skipped(model, contents);
  CHECK(marks(model) == "x-x");
}

namespace {

/// A chain of commands, and what a table of wrong bytes says of each.
struct Chain {
  std::string commands, marks;
  std::array<std::array<bool, 32>, 3> wrong{};

  void add(const std::string& command, bool skip) {
    commands += (commands.empty() ? "" : ",") + command;
    marks += skip ? 'x' : '-';
  }
  [[nodiscard]] bool is_wrong(std::size_t resource, std::size_t begin, std::size_t count) const {
    bool any = false;
    for (std::size_t i = begin; i < begin + count; ++i) any = any || wrong[resource][i];
    return any;
  }
  /// `step` apart: "spread" has gaps of one byte; what is skipped spoils these too.
  void write(std::size_t resource, std::size_t begin, std::size_t count, std::size_t step, bool skip) {
    for (std::size_t i = begin; i < begin + count; ++i)
      if (skip || (step == 1)) wrong[resource][i] = skip;
  }
};

std::string part(std::size_t resource, std::uint64_t offset) {
  return R"({"name": ")" + std::string(1, "ABC"[resource]) + R"(", "elementOffset": )" + std::to_string(offset) + "}";
}

void add_random_command(Chain& chain, test::Random& random) {
  const auto below = [&](std::uint64_t n) { return static_cast<std::size_t>(random.below(n)); };
  const std::size_t to = below(3), from = (to + 1 + below(2)) % 3;
  const std::string name(1, "ABC"[to]);
  switch (below(6)) {
    case 0: chain.write(to, 0, 32, 1, true); return chain.add(dispatch("shader", "\"u\": \"" + name + "\""), true);
    case 1: return chain.add(R"({"type": "print", "resource": ")" + name + "\"}", chain.is_wrong(to, 0, 32));
    case 2: {  // two outputs of two bytes
      const std::size_t in = below(29), first = below(15), second = 16 + below(13);
      const bool skip = chain.is_wrong(from, in, 4);
      chain.write(to, first, 2, 1, skip);
      chain.write(to, second, 2, 1, skip);
      return chain.add(dispatch("split", R"("InputTensor": )" + part(from, in) + R"(, "OutputTensors": [)" +
                                             part(to, first) + "," + part(to, second) + "]"),
                       skip);
    }
    default: {
      const bool spread = below(4) == 0;
      const std::size_t in = below(29), out = spread ? 0 : below(17);
      const bool skip = chain.is_wrong(from, in, 4);
      chain.write(to, out, spread ? 31 : 16, spread ? 2 : 1, skip);
      return chain.add(dispatch(spread ? "spread" : "tile",
                                R"("InputTensor": )" + part(from, in) + R"(, "OutputTensor": )" + part(to, out)),
                       skip);
    }
  }
}

}  // namespace

TEST_CASE("random chains skip exactly what a count of wrong bytes says") {
  constexpr std::uint64_t kSeed = 20260704;
  test::Random random(kSeed, 0);
  for (int i = 0; i < 2000; ++i) {
    Chain chain;
    for (int command = 0; command < 20; ++command) add_random_command(chain, random);
    INFO("seed " << kSeed << ", chain " << i << ": " << chain.commands);
    REQUIRE(skipped(chain.commands) == chain.marks);
  }
}

TEST_CASE("what DxDispatch requires of a shader or graph is required where it is skipped") {
  const auto refused = [](const std::string& dispatchable) {
    auto document =
        text::Document::parse(R"({"resources": {}, "dispatchables": {"d": )" + dispatchable + R"(}, "commands": []})");
    REQUIRE(document);
    model::Options options;
    options.skip_unsupported = true;
    auto model = Model::parse(std::move(*document), options);
    return model ? std::string() : model.error().where + " " + std::string(name(model.error().code));
  };
  CHECK(refused(R"({"type": "HLSL", "sourcePath": "x", "compilerArgs": ["-T"], "compiler": "dxc"})").empty());
  CHECK(refused(R"({"type": "hlsl", "compilerArgs": []})") == "/dispatchables/d missing_field");
  CHECK(refused(R"({"type": "hlsl", "sourcePath": "x"})") == "/dispatchables/d missing_field");
  CHECK(refused(R"({"type": "hlsl", "sourcePath": "", "compilerArgs": []})") ==
        "/dispatchables/d/sourcePath out_of_range");
  CHECK(refused(R"({"type": "hlsl", "sourcePath": "x", "compilerArgs": [1]})") ==
        "/dispatchables/d/compilerArgs/0 wrong_type");
  CHECK(refused(R"({"type": "hlsl", "sourcePath": "x", "compilerArgs": [], "compiler": "fxc"})") ==
        "/dispatchables/d/compiler bad_enum");
  CHECK(refused(R"({"type": "onnx", "sourcePath": "x", "freeDimensionNameOverrides": {"n": 2}, "loggingLevel": 1})")
            .empty());
  CHECK(refused(R"({"type": "onnx"})") == "/dispatchables/d missing_field");
  CHECK(refused(R"({"type": "onnx", "sourcePath": "x", "freeDimensionNameOverrides": {"n": -2}})") ==
        "/dispatchables/d/freeDimensionNameOverrides/n out_of_range");
  CHECK(refused(R"({"type": "onnx", "sourcePath": "x", "sessionOptionsConfigEntries": []})") ==
        "/dispatchables/d/sessionOptionsConfigEntries wrong_type");
  CHECK(refused(R"({"type": "dmlSerializedGraph", "sourcePath": "x", "executionFlags": "NONE"})").empty());
  CHECK(refused(R"({"type": "dmlSerializedGraph", "sourcePath": "x", "executionFlags": "SOME"})") ==
        "/dispatchables/d/executionFlags bad_enum");
}
