// Short rows and the axes around them become one row that means the same.
#include <cstddef>
#include <string>
#include <vector>

#include "engine/plan/interpret.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "jit/x64/flat_rows.h"

namespace dmlrun::jit::test {
namespace {

plan::Plan read(const std::string& text) {
  auto plan = plan::parse(text);
  if (!plan) FAIL(text << ": " << plan.error().to_string());
  return *plan;
}

std::vector<std::byte> written_by(const plan::Plan& plan) {
  std::vector<std::byte> input(plan.operands[0].span * plan::bytes_of(plan.output));
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::byte>(i * 37 + i / 251);
  std::vector<std::byte> output(plan.output_span * plan::bytes_of(plan.output));
  const std::byte* const inputs[] = {input.data()};
  plan::interpret(plan, inputs, output.data(), 0, plan::element_count(plan));
  return output;
}

/// What the plan becomes, in words.
std::string flat(const std::string& text) {
  const plan::Plan before = read(text), after = with_flat_rows(before);
  CHECK(written_by(after) == written_by(before));
  return plan::print(after);
}

}  // namespace

TEST_CASE("rows of a few runs and the axis around them are one row") {
  CHECK(flat("output x4 strides 6,1 span 24; axes [1@0 2@0 1@1] [1@0 4@0 1@3]; "
             "%0 = input 0 x4 offset 0 strides 4,1 span 8") ==
        "output x4 strides 24,1 span 24; axes [1@0] [1@0 4@0 1@3 1@0 4@0 1@3 1@4 4@4 1@7 1@4 4@4 1@7]; "
        "%0 = input 0 x4 offset 0 strides 0,1 span 8");
}

TEST_CASE("fills of neighbouring rows are one run, and bodies are written out") {
  CHECK(flat("output x1 strides 4,1 span 16; axes [1f 2@0 1f] [(2@0)x2]; "
             "%0 = input 0 x1 offset 0 strides 2,1 span 4; fill 05") ==
        "output x1 strides 16,1 span 16; axes [1@0] [4f 2@0 2@0 2@2 2@2 4f]; "
        "%0 = input 0 x1 offset 0 strides 0,1 span 4; fill 05");
}

TEST_CASE("axes outside stay: counted loops, and what would make a row too long") {
  for (const char* text :
       {"output x4 strides 6,1 span 24; axes [4@0] [1@0 4@0 1@3]; %0 = input 0 x4 offset 0 strides 4,1 span 16",
        "output x8 strides 66,1 span 264; axes [1@0 2@0 1@1] [1@0 64@0 1@63]; "
        "%0 = input 0 x8 offset 0 strides 64,1 span 128"})
    CHECK(flat(text) == plan::print(read(text)));
}

}  // namespace dmlrun::jit::test
