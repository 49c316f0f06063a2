// Models at random: overlaps against a count of bytes, and damaged texts. A failure prints its seed; the same cases run
// again with dmlrun_engine_tests "<name of the case>".
#include <array>

#include "engine/model/model.h"
#include "engine/test/catch.h"
#include "engine/test/random.h"

using namespace dmlrun;
using model::Model;
using Random = test::Random;

namespace {

constexpr std::uint64_t kSeed = 20240611;

struct Part {
  std::uint64_t resource, offset, size;
};

/// Whether the output touches a byte of an input.
bool overlaps(const std::vector<Part>& inputs, const Part& output) {
  std::array<std::array<bool, 64>, 2> read{};
  for (const Part& part : inputs)
    for (std::uint64_t i = 0; i < part.size; ++i) read[part.resource][part.offset + i] = true;
  for (std::uint64_t i = 0; i < output.size; ++i)
    if (read[output.resource][output.offset + i]) return true;
  return false;
}

std::string binding(const Part& part) {
  return std::string(R"({"name": ")") + (part.resource == 0 ? "A" : "B") + R"(", "elementOffset": )" +
         std::to_string(part.offset) + "}";
}

std::string tensor_text(std::uint64_t size) {
  return R"({"DataType": "UINT8", "Sizes": [)" + std::to_string(size) + "]}";
}

std::string join(const std::vector<Part>& inputs, const Part& output) {
  std::string tensors, bindings;
  for (const Part& part : inputs) {
    tensors += (tensors.empty() ? "" : ", ") + tensor_text(part.size);
    bindings += (bindings.empty() ? "" : ", ") + binding(part);
  }
  const std::string resource = R"({"initialValuesDataType": "UINT8", "initialValues": {"valueCount": 64, "value": 0}})";
  return R"({"resources": {"A": )" + resource + R"(, "B": )" + resource + R"(}, "dispatchables": {"j": {"type": "JOIN",
    "InputCount": )" +
         std::to_string(inputs.size()) + R"(, "InputTensors": [)" + tensors + R"(], "OutputTensor": )" +
         tensor_text(output.size) +
         R"(, "Axis": 0}}, "commands": [{"type": "dispatch", "dispatchable": "j", "bindings": {
    "InputTensors": [)" +
         bindings + R"(], "OutputTensor": )" + binding(output) + "}}]}";
}

Result<Model> parse_random(std::string text, const model::Options& options) {
  auto document = text::Document::parse(std::move(text));
  if (!document) return std::move(document).error();
  return Model::parse(std::move(*document), options);
}

}  // namespace

TEST_CASE("an output is refused exactly when it shares a byte with an input") {
  model::Options options;
  options.any_alignment = true;
  int refusals = 0;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    Random random(kSeed, i);
    std::vector<Part> inputs(1 + random.below(4));
    Part output{random.below(2), 0, 0};
    for (Part& part : inputs) {
      // A tensor is rounded up to four bytes, so that one that ends earlier never reaches past the resource.
      part = {random.below(2), 0, 1 + random.below(6)};
      part.offset = random.below(64 - 8);
      output.size += part.size;
    }
    output.offset = random.below(64 - (output.size + 3) / 4 * 4 + 1);
    const bool expected = overlaps(inputs, output);
    INFO("seed " << kSeed << ", case " << i << ": " << join(inputs, output));
    const auto read = parse_random(join(inputs, output), options);
    CHECK(read.has_value() == !expected);
    if (!read) CHECK(read.error().code == ErrorCode::buffers_overlap);
    refusals += expected;
  }
  CHECK(refusals > 300);
  CHECK(refusals < 2700);
}

TEST_CASE("a damaged model is read or refused with a place, never worse") {
  const std::string whole = join({{0, 0, 4}, {1, 16, 4}}, {0, 32, 8});
  int accepted = 0;
  for (std::uint64_t i = 0; i < 20000; ++i) {
    Random random(kSeed, i);
    std::string text = whole;
    for (std::uint64_t edits = 1 + random.below(3); edits > 0; --edits) {
      const std::size_t at = random.below(text.size());
      switch (random.below(4)) {
        case 0: text[at] = "0129-.eE\"[]{}:,aZ"[random.below(17)]; break;
        case 1: text.erase(at, 1 + random.below(8)); break;
        case 2: text.insert(at, text.substr(random.below(text.size()), 1 + random.below(20))); break;
        default: text.insert(at, std::to_string(random.bits())); break;
      }
      if (text.empty()) break;
    }
    model::Options options;
    options.strict = random.below(2) == 0;
    options.skip_unsupported = random.below(2) == 0;
    const auto read = parse_random(text, options);
    accepted += read.has_value();
    INFO("seed " << kSeed << ", case " << i << ": " << text);
    if (read) continue;
    CHECK_FALSE(read.error().message.empty());
    CHECK(read.error().code != ErrorCode::internal);
    CHECK(read.error().position.line != 0);
  }
  CHECK(accepted > 100);
}
