#include "jit/test/halide/plan_trial.h"

#include <algorithm>
#include <cfenv>
#include <cstdio>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/print.h"
#include "engine/test/random_values.h"
#include "jit/halide/host_target.h"
#include "jit/halide/module.h"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace dmlrun::jit::test {
namespace {

constexpr std::size_t kCapacity = 32768;

template <class T>
T take(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().to_string());
  return std::move(*result);
}

std::int64_t output_offset(const plan::Plan& plan, std::uint64_t number) {
  std::int64_t offset = 0;
  for (std::size_t a = plan.axes.size(); a-- > 0;) {
    const std::uint64_t extent = plan::extent(plan.axes[a]);
    offset += static_cast<std::int64_t>(number % extent) * plan.output_strides[a];
    number /= extent;
  }
  return offset;
}

/// The first element that differs; any NaN is as good as another.
std::string difference(const plan::Plan& plan, std::span<const std::byte> expected, std::span<const std::byte> output) {
  const std::size_t size = plan::bytes_of(plan.output);
  const auto words = [&](const std::byte* at) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, at, size);
    char text[20];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
    return std::string(text);
  };
  for (std::size_t at = 0; at < output.size(); at += size) {
    const bool is_equal = std::memcmp(&output[at], &expected[at], size) == 0;
    if (is_equal || (!plan.values.empty() && plan_test::same_element(&output[at], &expected[at], plan.output)))
      continue;
    return "element " + std::to_string(at / size) + " of the buffer is " + words(&output[at]) + "; " +
           words(&expected[at]) + " was expected";
  }
  return {};
}

/// Rounding upward, and subnormals flushed and read as zeros where the processor has such modes.
void set_unusual_modes() {
  std::fesetround(FE_UPWARD);
#if defined(__SSE__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
}

std::uint32_t modes() {
#if defined(__SSE__)
  return _mm_getcsr() & 0xffc0;  // without the flags of exceptions
#else
  return static_cast<std::uint32_t>(std::fegetround());
#endif
}

}  // namespace

std::unique_ptr<halide::ObjectExecutable> make_kernel(const plan::Plan& plan, const std::string& isa) {
  const std::string text = plan::print(plan), target = halide::host_target(isa);
  const auto answers = take(halide::ask_module({text.c_str(), target.c_str(), halide::kKernelFunction}));
  auto arena = take(memory::CodeArena::of_process());
  return take(
      halide::ObjectExecutable::make(plan, take(halide::load_object(arena, answers.at(0), halide::object_imports()))));
}

PlanTrial::PlanTrial() : output_("output", kCapacity) {
  for (std::size_t i = 0; i < halide::kMaxInputs; ++i)
    inputs_.push_back(std::make_unique<GuardedBuffer>("input", kCapacity));
}

bool PlanTrial::fits(const plan::Plan& plan) {
  bool fits = plan.output_span * plan::bytes_of(plan.output) <= kCapacity;
  for (const plan::Operand& operand : plan.operands)
    fits = fits && operand.span * plan::bytes_of(operand.element) <= kCapacity && operand.input < halide::kMaxInputs;
  return fits;
}

std::string PlanTrial::run(const plan::Plan& plan, const Executable& kernel,
                           const std::vector<plan_test::Bytes>& inputs, Side side, std::uint64_t slices) {
  std::vector<const std::byte*> pointers;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto placed = inputs_[i]->place(inputs[i].size(), side, 0);
    std::copy(inputs[i].begin(), inputs[i].end(), placed.begin());
    pointers.push_back(placed.data());
  }
  const std::size_t bytes = plan::bytes_of(plan.output);
  const auto output = output_.place(plan.output_span * bytes, side, 0);
  plan_test::Bytes expected(output.begin(), output.end());
  const std::uint64_t count = plan::element_count(plan), grain = kernel.slice_granularity();
  for (std::size_t i = 0; i < inputs.size(); ++i) inputs_[i]->forbid_writing();

  const std::uint64_t units = (count + grain - 1) / grain;
  bool is_kept = true;
  std::string wrong;
  for (std::uint64_t slice = slices; slice-- > 0;) {
    const std::uint64_t first = std::min(count, units * slice / slices * grain);
    const std::uint64_t last = std::min(count, units * (slice + 1) / slices * grain);
    if (first == last) continue;
    const std::int64_t at = output_offset(plan, first) * static_cast<std::int64_t>(bytes);
    set_unusual_modes();
    const std::uint32_t unusual = modes();
    kernel.run(pointers.data(), output.data() + at, first, last);
    is_kept = is_kept && modes() == unusual;
    std::fesetenv(FE_DFL_ENV);
    // After each slice, because it must not write what belongs to others, though it be right.
    plan::interpret(plan, pointers.data(), expected.data() + at, first, last);
    wrong = difference(plan, expected, output);
    if (!wrong.empty()) break;
  }
  if (!is_kept) return "the caller's floating-point environment was changed";
  if (const auto damage = output_.first_damage())
    return "byte " + std::to_string(*damage) + " beside an output of " + std::to_string(output.size()) + " was changed";
  return wrong;
}

std::vector<plan_test::Bytes> make_inputs(const plan::Plan& plan, std::uint64_t seed) {
  using Limits = std::numeric_limits<float>;
  constexpr float kTrouble[] = {0.0f,
                                -0.0f,
                                1.0f,
                                -1.0f,
                                0.5f,
                                2.5f,
                                -3.5f,
                                1e-3f,
                                3e38f,
                                1e9f,
                                Limits::infinity(),
                                -Limits::infinity(),
                                Limits::quiet_NaN(),
                                Limits::denorm_min(),
                                Limits::min(),
                                127.5f};
  plan_test::Random random(seed);
  std::vector<plan_test::Bytes> inputs;
  for (const plan::Operand& operand : plan.operands) {
    if (operand.input == plan::kIndex) continue;
    if (inputs.size() <= operand.input) inputs.resize(operand.input + 1);
    plan_test::Bytes& input = inputs[operand.input];
    input.resize(std::max(input.size(), operand.span * plan::bytes_of(operand.element)));
    for (std::byte& byte : input) byte = static_cast<std::byte>(random.in(0, 255));
    if (operand.element != plan::Element::f32 || random.one_in(5)) continue;
    for (std::size_t at = 0; at + 4 <= input.size(); at += 4) {
      const auto number = static_cast<float>(random.in(-60000, 60000)) / 256.0f;
      const float value = random.one_in(4) ? kTrouble[random.in(0, std::size(kTrouble) - 1)] : number;
      std::memcpy(&input[at], &value, 4);
    }
  }
  return inputs;
}

}  // namespace dmlrun::jit::test
