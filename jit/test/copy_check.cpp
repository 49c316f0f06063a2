#include "jit/test/copy_check.h"

#include <algorithm>
#include <stdexcept>

#include "engine/fuzz/random.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/normalize.h"
#include "jit/test/generated.h"

namespace dmlrun::jit::test {
namespace {

constexpr std::size_t kCapacity = 49152;
constexpr std::size_t kMaxInputs = 40;

/// Enters the code through the thunk.
class ThunkCaller final : public x64::CopyExecutable::Caller {
 public:
  ThunkCaller(KernelThunk& thunk, std::uint64_t seed) : thunk_(thunk), seed_(seed) {}
  void call(x64::KernelFunction* kernel, const x64::KernelArguments& arguments) noexcept override {
    KernelEntry entry;
    entry.seed = seed_;
    entry.upper_halves_are_clean = seed_ % 4 != 0;
    violations |= thunk_.run(kernel, arguments, entry);
  }
  std::uint32_t violations = 0;

 private:
  KernelThunk& thunk_;
  std::uint64_t seed_;
};

KernelThunk make_thunk() {
  auto arena = memory::CodeArena::of_process();
  if (!arena) throw std::runtime_error(arena.error().to_string());
  auto thunk = KernelThunk::make(*arena);
  if (!thunk) throw std::runtime_error(thunk.error().to_string());
  return std::move(*thunk);
}

/// Elements from the output's first to element `number`.
std::int64_t output_offset(const plan::Plan& plan, std::uint64_t number) {
  std::int64_t offset = 0;
  for (std::size_t a = plan.axes.size(); a-- > 0;) {
    const std::uint64_t extent = plan::extent(plan.axes[a]);
    offset += static_cast<std::int64_t>(number % extent) * plan.output_strides[a];
    number /= extent;
  }
  return offset;
}

}  // namespace

std::vector<x64::Isa> copy_isas() {
  std::vector<x64::Isa> isas;
  for (const x64::Isa isa : kAllIsas)
    if (isa <= x64::detected_isa()) isas.push_back(isa);
  return isas;
}

std::vector<x64::Tuning> copy_tunings() {
  std::vector<x64::Tuning> all(x64::tunings().begin(), x64::tunings().end());
  const auto add = [&](const char* name, const auto& choose) {
    x64::Tuning tuning{.name = name, .row_batch_vectors = 2};
    choose(tuning);
    all.push_back(tuning);
  };
  constexpr auto kStreams = x64::Replication::in_streams;
  add("bypassing, 32", [](x64::Tuning& t) { t.non_temporal_bytes = t.row_batch_vectors = 1; });
  add("bypassing, 64", [](x64::Tuning& t) {
    t.non_temporal_bytes = 1, t.has_wide_moves = true, t.row_batch_vectors = 3, t.row_prefetch_bytes = 8192;
  });
  add("streams", [](x64::Tuning& t) { t.has_wide_moves = true, t.row_batch_vectors = 8, t.replication = kStreams; });
  add("four pages", [](x64::Tuning& t) {
    t.non_temporal_bytes = t.row_prefetch_bytes = 1, t.non_temporal_fills = t.four_pages = true;
  });
  add("rep movsb", [](x64::Tuning& t) { t.string_bytes = 64, t.string_hazard_bytes = 32; });
  add("downwards", [](x64::Tuning& t) { t.has_wide_moves = true, t.row_batch_vectors = 8, t.alias_4k_bytes = 4096; });
  return all;
}

CopyCheck::CopyCheck() : output_("output", kCapacity), thunk_(make_thunk()) {
  for (std::size_t i = 0; i < kMaxInputs; ++i) inputs_.push_back(std::make_unique<GuardedBuffer>("input", kCapacity));
}

bool CopyCheck::fits(const plan::Plan& plan) {
  const std::uint64_t bytes = plan::bytes_of(plan.output);
  const auto small = [&](std::uint64_t elements) { return elements * bytes + 64 <= kCapacity; };
  bool fits = small(plan.output_span) && plan.operands.size() <= kMaxInputs;
  for (const plan::Operand& operand : plan.operands) fits = fits && small(operand.span) && operand.input < kMaxInputs;
  return fits;
}

std::string CopyCheck::run(const plan::Plan& plan, const std::vector<plan_test::Bytes>& inputs,
                           const x64::CopySettings& settings, Side side, std::size_t distance) {
  auto kernel = x64::CopyExecutable::make(plan::normalize(plan), settings);
  if (!kernel) return kernel.error().to_string();
  if (std::string wrong = run_slices(**kernel, plan, inputs, side, distance, 0); !wrong.empty())
    return std::string(name(settings.isa)) + ": " + wrong;
  const std::uint64_t grain = (*kernel)->slice_granularity(), all = (plan::element_count(plan) + grain - 1) / grain;
  // About three slices, or some forty short ones; where there is but one, it is run again, with another pattern in
  // registers.
  const std::uint64_t units = all < 2          ? 0
                              : seed_ % 2 == 0 ? (all * 2 + 2) / 3
                                               : std::min<std::uint64_t>(all - 1, all / 20 + 1);
  if (std::string wrong = run_slices(**kernel, plan, inputs, side, distance, units); !wrong.empty())
    return std::string(name(settings.isa)) + ", in slices: " + wrong;
  return {};
}

std::string CopyCheck::run_slices(const x64::CopyExecutable& kernel, const plan::Plan& plan,
                                  const std::vector<plan_test::Bytes>& inputs, Side side, std::size_t distance,
                                  std::uint64_t units) {
  std::vector<const std::byte*> pointers;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto placed = inputs_[i]->place(inputs[i].size(), side, distance);
    std::copy(inputs[i].begin(), inputs[i].end(), placed.begin());
    pointers.push_back(placed.data());
  }
  const std::size_t bytes = plan::bytes_of(plan.output);
  const auto output = output_.place(plan.output_span * bytes, side, distance);
  const plan_test::Bytes before(output.begin(), output.end());
  plan_test::Bytes expected = before;
  const std::uint64_t count = plan::element_count(plan), grain = kernel.slice_granularity();

  ThunkCaller caller(thunk_, ++seed_);
  fuzz::Random random(seed_, count);
  for (std::uint64_t first = 0; first < count;) {
    const std::uint64_t last = units == 0 ? count : std::min(count, first + grain * random.between(1, units));
    const std::int64_t at = output_offset(plan, first) * static_cast<std::int64_t>(bytes);
    kernel.run_by(caller, pointers.data(), output.data() + at, first, last, last - first);
    // After each slice, because it must not write what belongs to others, though it be right.
    plan::interpret(plan, pointers.data(), expected.data() + at, first, last);
    const auto differs = std::mismatch(expected.begin(), expected.end(), output.begin()).first - expected.begin();
    if (differs < static_cast<std::ptrdiff_t>(expected.size()))
      return "byte " + std::to_string(differs) + " is wrong after elements " + std::to_string(first) + " to " +
             std::to_string(last);
    first = last;
  }
  if (units == 0) {
    // The other entry: without a caller, and with no more in the frame than the code is said to read.
    std::copy(before.begin(), before.end(), output.begin());
    kernel.run(pointers.data(), output.data(), 0, count);
    if (!std::equal(expected.begin(), expected.end(), output.begin())) return "it is wrong as a call for all of it";
  }
  if (caller.violations != 0) return "violates " + violation_names(caller.violations);
  if (const auto damage = output_.first_damage())
    return "byte " + std::to_string(*damage) + " beside the output is changed";
  return {};
}

}  // namespace dmlrun::jit::test
