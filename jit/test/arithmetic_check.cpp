#include "jit/test/arithmetic_check.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "engine/fuzz/random.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/test/random_values.h"
#include "jit/memory/code_arena.h"
#include "jit/test/code_check.h"
#include "jit/test/elementwise_kernel.h"
#include "jit/x64/arithmetic/arithmetic_kernel.h"
#include "jit/x64/arithmetic/narrow_lanes.h"

namespace dmlrun::jit::test {
namespace {

constexpr std::size_t kCapacity = 65536, kMaxInputs = 8;
constexpr std::array<const char*, kMaxInputs> kNames = {"input 0", "input 1", "input 2", "input 3",
                                                        "input 4", "input 5", "input 6", "input 7"};

template <class T>
T take(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().to_string());
  return std::move(*result);
}

KernelThunk make_thunk() {
  auto arena = take(memory::CodeArena::of_process());
  return take(KernelThunk::make(arena));
}

memory::CodeBlock build(const plan::Plan& plan, x64::Isa isa, const x64::Tuning& tuning) {
  if (const std::string why_not = x64::arithmetic::why_not_kernel(plan, isa, tuning); !why_not.empty())
    throw std::runtime_error("declined: " + why_not);
  const x64::arithmetic::KernelCode code = take(x64::arithmetic::make_kernel(plan, isa, tuning));
#ifdef DMLRUN_HAS_ZYDIS
  std::set<std::string> sets;
  const std::span<const std::byte> all = code.bytes;
  const std::string wrong =
      check_code(all.first(code.instruction_bytes), all.size() - code.instruction_bytes, isa, sets);
  if (!wrong.empty()) throw std::runtime_error("code: " + wrong);
#endif
  return take(take(memory::CodeArena::of_process()).build(code.bytes));
}

std::string hexadecimal(const std::byte* from, std::size_t size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, size);
  char text[20];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
  return text;
}

/// The first element of the buffer that differs, where any NaN is as good as another.
std::string difference(const plan::Plan& plan, const plan_test::Bytes& expected, std::span<const std::byte> found) {
  const std::size_t size = plan::bytes_of(plan.output);
  if (std::memcmp(expected.data(), found.data(), found.size()) == 0) return {};
  for (std::size_t at = 0; at < found.size(); at += size)
    if (!plan_test::same_element(&found[at], &expected[at], plan.output))
      return "element " + std::to_string(at / size) + " of the buffer is " + hexadecimal(&found[at], size) + "; " +
             hexadecimal(&expected[at], size) + " was expected";
  return {};
}

}  // namespace

ArithmeticCheck::ArithmeticCheck() : thunk_(make_thunk()), output_("output", kCapacity + 64) {
  report_faults();
  for (const char* name : kNames) inputs_.push_back(std::make_unique<GuardedBuffer>(name, kCapacity));
}

bool ArithmeticCheck::fits(const plan::Plan& plan, const std::vector<plan_test::Bytes>& inputs) {
  bool fits = plan.output_span * plan::bytes_of(plan.output) <= kCapacity && inputs.size() <= kMaxInputs;
  for (const auto& input : inputs) fits = fits && input.size() <= kCapacity;
  return fits;
}

void ArithmeticCheck::place(const std::vector<plan_test::Bytes>& inputs) {
  pointers_.clear();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto placed = inputs_[i]->place(inputs[i].size(), turn_ >> i & 1 ? Side::begin : Side::end);
    std::copy(inputs[i].begin(), inputs[i].end(), placed.begin());
    inputs_[i]->forbid_writing();
    pointers_.push_back(placed.data());
  }
}

std::string ArithmeticCheck::run(const plan::Plan& plan, const std::vector<plan_test::Bytes>& inputs,
                                 std::uint64_t seed) {
  turn_ = seed;
  place(inputs);
  const x64::Tuning& tuning = x64::tunings()[seed % x64::tunings().size()];
  for (const x64::Isa isa : usable_isas()) {
    // The sets of AVX-512 have the same code for most plans.
    const bool has_half_lanes = isa >= x64::Isa::avx512_fp16 && x64::arithmetic::narrow_lane_bytes(plan, isa) == 2 &&
                                plan.output == plan::Element::f16;
    if (isa >= x64::Isa::avx512_vbmi && !has_half_lanes && seed % 4 != 0) continue;
    try {
      const memory::CodeBlock block = build(plan, isa, tuning);
      ++kernels_;
      const std::string wrong = run_kernel(plan, block.function<x64::KernelFunction>());
      if (!wrong.empty()) return std::string(name(isa)) + ", " + std::string(tuning.name) + ": " + wrong;
    } catch (const std::exception& error) {
      return std::string(name(isa)) + ": " + error.what();
    }
  }
  return {};
}

std::string ArithmeticCheck::run_kernel(const plan::Plan& plan, x64::KernelFunction* kernel) {
  const std::uint64_t count = plan::element_count(plan);
  if (std::string wrong = run_slices(plan, kernel, count); !wrong.empty()) return "whole: " + wrong;
  return run_slices(plan, kernel, turn_ % 3 == 0 ? count / 20 + 1 : count * 2 / 3 + 1);
}

std::string ArithmeticCheck::call(x64::KernelFunction* kernel, std::byte* output, std::uint64_t first,
                                  std::uint64_t last) {
  constexpr std::uint32_t kControls[] = {0x1f80, 0x3f80, 0x7f80, 0xffc0, 0x1fbf, 0x9fc0};
  KernelEntry entry;
  entry.seed = turn_;
  entry.upper_halves_are_clean = turn_ % 4 != 0;
  entry.mxcsr = kControls[turn_ % std::size(kControls)];
  const std::uint32_t violations =
      thunk_.run(kernel, {pointers_.data(), output, first, last, nullptr, last - first}, entry);
  return violations == 0 ? "" : "not as it was: " + violation_names(violations);
}

/// The output in slices of at most so many elements. After each, the whole output is looked at: a slice must not
/// write what belongs to others, though it be right.
std::string ArithmeticCheck::run_slices(const plan::Plan& plan, x64::KernelFunction* kernel, std::uint64_t longest) {
  ++turn_;
  fuzz::Random random(turn_, 0);
  const std::uint64_t count = plan::element_count(plan);
  const std::size_t bytes = plan::bytes_of(plan.output);
  const plan_test::NaiveWalk walk(plan);
  const auto output =
      output_.place(plan.output_span * bytes, turn_ % 2 ? Side::begin : Side::end, turn_ % 5 ? 0 : turn_ % 64);
  plan_test::Bytes expected(output.begin(), output.end());
  for (std::uint64_t first = 0; first < count;) {
    const std::uint64_t last = longest >= count ? count : std::min(count, first + random.between(1, longest));
    const std::int64_t at = walk.output_offset(first) * static_cast<std::int64_t>(bytes);
    plan::interpret(plan, pointers_.data(), expected.data() + at, first, last);
    std::string wrong = call(kernel, output.data() + at, first, last);
    if (wrong.empty()) wrong = difference(plan, expected, output);
    if (!wrong.empty()) return "elements " + std::to_string(first) + " to " + std::to_string(last) + ": " + wrong;
    first = last;
  }
  if (const auto damage = output_.first_damage())
    return "byte " + std::to_string(*damage) + " beside the output is changed";
  return {};
}

std::string ArithmeticCheck::run_in_place(const plan::Plan& plan, const std::vector<plan_test::Bytes>& inputs,
                                          std::size_t input) {
  turn_ = plan::element_count(plan);
  place(inputs);
  plan_test::Bytes expected = inputs[input];
  plan::interpret(plan, pointers_.data(), expected.data(), 0, plan::element_count(plan));
  for (const x64::Isa isa : usable_isas()) {
    const memory::CodeBlock block = build(plan, isa, x64::tunings()[0]);
    ++kernels_;
    const auto output = output_.place(inputs[input].size(), turn_ % 2 ? Side::begin : Side::end);
    std::copy(inputs[input].begin(), inputs[input].end(), output.begin());
    pointers_[input] = output.data();
    std::string wrong = call(block.function<x64::KernelFunction>(), output.data(), 0, plan::element_count(plan));
    if (wrong.empty()) wrong = difference(plan, expected, output);
    if (wrong.empty() && output_.first_damage()) wrong = "a byte beside the output is changed";
    if (!wrong.empty()) return std::string(name(isa)) + ": " + wrong;
  }
  return {};
}

}  // namespace dmlrun::jit::test
