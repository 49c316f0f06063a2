// Plans as text: what check() accepts can be run, and its normal form gives the same bytes.
#include <vector>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/targets/target.h"

using namespace dmlrun;

namespace {

constexpr std::uint64_t kMax = 1u << 14;

bool is_small(const plan::Plan& plan) {
  bool small = plan::element_count(plan) <= kMax && plan.output_span <= kMax && plan.operands.size() <= 64;
  for (const plan::Operand& operand : plan.operands) small = small && operand.span <= kMax && operand.input < 64;
  return small;
}

/// The elements, and gaps as they were. `bytes`: of the buffer, at least those of the plan's span.
std::vector<std::byte> result_of(const plan::Plan& plan, const std::vector<const std::byte*>& inputs,
                                 std::size_t bytes) {
  std::vector<std::byte> output(bytes, std::byte{0x5a});
  plan::interpret(plan, inputs.data(), output.data(), 0, plan::element_count(plan));
  return output;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto plan = plan::parse(test::text_of(data, size));
  if (!plan) return 0;
  const std::string written = plan::print(*plan);
  const auto again = plan::parse(written);
  test::demand(again && *again == *plan, "what was written reads the same", written);
  if (!plan::check(*plan).empty()) return 0;
  const plan::Plan normal = plan::normalize(*plan);
  test::demand(plan::check(normal).empty(), "the normal form of a good plan is good", written);
  test::demand(plan::normalize(normal) == normal, "the normal form is one", written);
  if (!is_small(*plan)) return 0;
  std::vector<std::vector<std::byte>> buffers(64);
  for (const plan::Operand& operand : plan->operands) {
    std::vector<std::byte>& buffer = buffers[operand.input];
    buffer.resize(std::max(buffer.size(), operand.span * plan::bytes_of(operand.element)));
    for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = static_cast<std::byte>(i * 29 + operand.input);
  }
  std::vector<const std::byte*> inputs;
  for (const std::vector<std::byte>& buffer : buffers) inputs.push_back(buffer.data());
  const std::size_t bytes = plan->output_span * plan::bytes_of(plan->output);
  test::demand(normal.output_span * plan::bytes_of(normal.output) <= bytes, "the normal form's output is no larger",
               written);
  test::demand(result_of(*plan, inputs, bytes) == result_of(normal, inputs, bytes),
               "the normal form gives the same bytes", written);
  return 0;
}
