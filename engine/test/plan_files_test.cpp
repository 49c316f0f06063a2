// Every file engine/test/plans/*.plan: a plan, its normal form, and the output that both give on counting inputs. Byte
// k of input i is 16 i + k, or as a float element k is 16 i + k. The output is written element by element, its bytes in
// hexadecimal in the order of memory; gaps are aa. A new case is a new file.
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/naive_walk.h"

using namespace dmlrun;
using plan_test::Bytes;

namespace {

/// "key: value" lines of a file; lines that start with # are comments.
std::map<std::string, std::string> fields_of(const std::filesystem::path& path) {
  std::map<std::string, std::string> fields;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = line.find(": ");
    REQUIRE(colon != std::string::npos);
    fields[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return fields;
}

std::vector<Bytes> counted_inputs(const plan::Plan& plan) {
  std::vector<Bytes> inputs(plan.operands.size());
  for (const plan::Operand& operand : plan.operands) {
    Bytes& input = inputs.at(operand.input);
    input.resize(operand.span * plan::bytes_of(operand.element));
    for (std::size_t k = 0; k < input.size(); ++k) input[k] = static_cast<std::byte>(16 * operand.input + k);
    if (operand.element != plan::Element::f32) continue;
    for (std::size_t k = 0; k < operand.span; ++k) {
      const auto value = static_cast<float>(16 * operand.input + k);
      std::memcpy(&input[4 * k], &value, sizeof value);
    }
  }
  return inputs;
}

std::string hexadecimal(const Bytes& bytes, std::size_t element) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i > 0 && i % element == 0) text += ' ';
    for (const unsigned digit : {std::to_integer<unsigned>(bytes[i]) >> 4, std::to_integer<unsigned>(bytes[i]) & 15})
      text += "0123456789abcdef"[digit];
  }
  return text;
}

std::string interpreted(const plan::Plan& plan, const std::vector<Bytes>& inputs) {
  std::vector<const std::byte*> buffers;
  for (const Bytes& input : inputs) buffers.push_back(input.data());
  Bytes output(plan.output_span * plan::bytes_of(plan.output), std::byte{0xaa});
  plan::interpret(plan, buffers.data(), output.data(), 0, plan::element_count(plan));
  return hexadecimal(output, plan::bytes_of(plan.output));
}

}  // namespace

TEST_CASE("every plan file has its normal form and its output") {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(DMLRUN_SOURCE_DIR "/engine/test/plans"))
    if (entry.path().extension() == ".plan") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  CHECK(paths.size() >= 25);
  for (const std::filesystem::path& path : paths) {
    INFO(path.filename().string());
    std::map<std::string, std::string> fields = fields_of(path);
    REQUIRE(fields.size() == 3);
    const Result<plan::Plan> given = plan::parse(fields["plan"]);
    if (!given) FAIL(given.error().to_string());
    REQUIRE(plan::check(*given) == "");
    const plan::Plan normal = plan::normalize(*given);
    CHECK(print(normal) == fields["normal"]);
    CHECK(plan::normalize(normal) == normal);
    const std::vector<Bytes> inputs = counted_inputs(*given);
    CHECK(interpreted(*given, inputs) == fields["output"]);
    CHECK(interpreted(normal, inputs) == fields["output"]);
    CHECK(hexadecimal(plan_test::NaiveWalk(*given).run(inputs), plan::bytes_of(given->output)) == fields["output"]);
  }
}

TEST_CASE("a join of 4096 inputs and folded pads of two thousand million normalise at once") {
  plan::Plan join;
  join.output_strides = {1};
  join.axes.resize(1);
  for (std::int32_t i = 0; i < 4096; ++i) {
    join.axes[0].head.push_back({2, 0, 1, i});
    join.operands.push_back({static_cast<std::uint32_t>(i), plan::Element::x1, 0, 2, {1}});
  }
  join.output_span = 8192;
  REQUIRE(plan::check(join) == "");
  CHECK(plan::normalize(join) == join);
  const plan::Plan folded = *plan::parse(
      "output x1 strides 4000000003,1 span 8000000006; axes [2@0] [1@1 | (3@0 1@1)x1000000000 | 2@0]; "
      "%0 = input 0 x1 offset 0 strides 3,1 span 6");
  REQUIRE(plan::check(folded) == "");
  const plan::Plan normal = plan::normalize(folded);
  CHECK(plan::element_count(normal) == plan::element_count(folded));
  for (const plan::Axis& axis : normal.axes) CHECK(axis.head.size() + axis.body.size() + axis.tail.size() <= 8);
}

TEST_CASE("requests that mean the same have one normal form") {
  const std::vector<std::vector<const char*>> groups = {
      // Copies: as it is, tiled by 1, joined of one, split into two runs.
      {"output x1 strides 3,1 span 6; axes [2@0] [3@0]; %0 = input 0 x1 offset 0 strides 3,1 span 6",
       "output x1 strides 3,1 span 6; axes [(2@0)x1] [(3@0)x1]; %0 = input 0 x1 offset 0 strides 3,1 span 6",
       "output x1 strides 3,1 span 6; axes [%0:2@0] [3@0]; %0 = input 0 x1 offset 0 strides 3,1 span 6",
       "output i8 strides 6,3,1 span 6; axes [1@0] [1@0 | | 1@1] [2@0 1@2]; %0 = input 0 u8 offset 0 strides 6,3,1 "
       "span 6"},
      // Operand 0, whether named by several axes or by none.
      {"output x1 strides 3,1 span 6; axes [2@0] [1@0 2@2-]; %0 = input 5 x1 offset 0 strides 3,1 span 6",
       "output x1 strides 3,1 span 6; axes [%0:1@0 1@1] [%0:1@0 2@2-]; %0 = input 5 x1 offset 0 strides 3,1 span 6; "
       "%1 = input 0 x1 offset 0 strides 0,0 span 1"},
      // Slices: by position or by offset.
      {"output x1 strides 2,1 span 4; axes [2@1] [2@1]; %0 = input 0 x1 offset 0 strides 4,1 span 12",
       "output x1 strides 2,1 span 4; axes [2@0] [2@0]; %0 = input 0 x1 offset 5 strides 4,1 span 12"},
      // Standing still: tile, edge, broadcast.
      {"output x1 strides 1 span 6; axes [(1@0)x6]; %0 = input 0 x1 offset 0 strides 1 span 1",
       "output x1 strides 1 span 6; axes [3@0= 1@0 2@0=]; %0 = input 0 x1 offset 0 strides 1 span 1",
       "output x1 strides 3,1 span 6; axes [2@0] [3@0]; %0 = input 0 x1 offset 0 strides 0,0 span 1"},
      // The same repeats cut at three places.
      {"output x1 strides 1 span 12; axes [(2@0 2@0=)x3]; %0 = input 0 x1 offset 0 strides 1 span 2",
       "output x1 strides 1 span 12; axes [2@0 | (2@0= 2@0)x2 | 2@0=]; %0 = input 0 x1 offset 0 strides 1 span 2",
       "output x1 strides 1 span 12; axes [(2@0 2@0=)x2 | 2@0 2@0=]; %0 = input 0 x1 offset 0 strides 1 span 2"},
      // Every second element filled, cut at four places, and by a body of two.
      {"output x1 strides 1 span 12; axes [(1@0 1f)x6+1]; %0 = input 0 x1 offset 0 strides 1 span 6; fill 00",
       "output x1 strides 1 span 12; axes [1@0 | (1f 1@1)x5+1 | 1f]; %0 = input 0 x1 offset 0 strides 1 span 6; fill "
       "00",
       "output x1 strides 1 span 12; axes [1@0 1f 1@1 1f | (1@2 1f)x4+1]; %0 = input 0 x1 offset 0 strides 1 span 6; "
       "fill 00",
       "output x1 strides 1 span 12; axes [(1@0 1f)x4+1 | 1@4 1f 1@5 1f]; %0 = input 0 x1 offset 0 strides 1 span 6; "
       "fill 00",
       "output x1 strides 1 span 12; axes [1@-2 1f 1@-1 1f | (1@0 1f 1@1 1f)x2+2]; %0 = input 0 x1 offset 2 strides 1 "
       "span 6; fill 00"},
      // What goes on is one run, whatever it is made of.
      {"output x1 strides 1 span 12; axes [12@0]; %0 = input 0 x1 offset 0 strides 1 span 12",
       "output x1 strides 1 span 12; axes [(3@0)x4+3]; %0 = input 0 x1 offset 0 strides 1 span 12",
       "output x1 strides 1 span 12; axes [(1@1)x12+1]; %0 = input 0 x1 offset -1 strides 1 span 12",
       "output x1 strides 1 span 12; axes [1@0 | (1@1 1@2 2@3)x2+4 | 3@9]; %0 = input 0 x1 offset 0 strides 1 span 12"},
  };
  for (const std::vector<const char*>& group : groups)
    for (const char* text : group) {
      INFO(text);
      REQUIRE(plan::parse(text));
      CHECK(print(plan::normalize(*plan::parse(text))) == print(plan::normalize(*plan::parse(group[0]))));
    }
}

TEST_CASE("the plans shown in docs/plan.md are plans in normal form") {
  std::ifstream document(DMLRUN_SOURCE_DIR "/docs/plan.md");
  int shown = 0;
  for (std::string line; std::getline(document, line);) {
    if (line.rfind("output ", 0) != 0) continue;
    INFO(line);
    const Result<plan::Plan> parsed = plan::parse(line);
    if (!parsed) FAIL(parsed.error().to_string());
    CHECK(plan::check(*parsed) == "");
    CHECK(plan::normalize(*parsed) == *parsed);
    ++shown;
  }
  CHECK(shown == 7);
}
