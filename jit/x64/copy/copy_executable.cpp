#include "jit/x64/copy/copy_executable.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "jit/x64/assembler.h"

namespace dmlrun::jit::x64 {

namespace {

constexpr std::size_t kTableAlignment = 64;

/// A plan laid out, and its code.
struct Generated {
  std::unique_ptr<CopyLayout> layout;
  CopyCode code{};
  Result<std::vector<std::byte>> bytes;
};

/// Straight code if it fits, else rows by table; collapsed axes if their rows become vectors. If `choices` is not null,
/// it receives the decisions.
Generated generate(const plan::Plan& plan, const CopySettings& settings, const Tuning& tuning,
                   std::vector<Choice>* choices) {
  Generated made{nullptr, {}, Error{ErrorCode::code_budget}};
  for (const bool may_collapse : {true, false}) {
    made.layout = std::make_unique<CopyLayout>(plan, settings.slice_bytes, may_collapse);
    for (const RowForm form : {settings.form, RowForm::table}) {
      const CopyTarget target{settings.isa, tuning, form};
      const StorePolicy policy(*made.layout, target);
      const CopyFacts facts{*made.layout, target, policy};
      const CopyPlan decided(facts);
      if (made.layout->is_collapsed && !decided.has_vectors) break;
      made.bytes = assemble([&](Assembler& a) { made.code = CopyEmitter(a, facts).emit(decided); });
      if (!made.bytes && made.bytes.error().code == ErrorCode::code_budget) continue;
      if (choices) {
        StrategyNotes notes(made.layout->plan);
        explain(facts, decided, notes);
        *choices = notes.choices();
      }
      return made;
    }
  }
  return made;
}

const Tuning& tuning_in(const CopySettings& settings) {
  return settings.tuning ? *settings.tuning : tuning_of(this_processor());
}

}  // namespace

CopyExecutable::CopyExecutable(const CopyLayout& layout, const CopyCode& code)
    : elements_(layout.axes[0].extent * layout.axes[0].below),
      element_bytes_(static_cast<std::uint64_t>(layout.element_bytes)),
      reads_limits_(code.reads_limits),
      uses_frame_(code.uses_frame),
      split_(layout.split),
      granularity_(layout.granularity) {
  for (std::size_t a = 0; a < layout.axes.size(); ++a) {
    const AxisLayout& axis = layout.axes[a];
    axes_.push_back({axis.head, axis.body, layout.plan.axes[a].repeat, axis.extent, axis.below, axis.stride});
  }
  const std::vector<std::byte>& tables = code.tables.bytes();
  std::size_t space = tables.size() + kTableAlignment;
  storage_ = std::make_unique_for_overwrite<std::byte[]>(space);
  void* at = storage_.get();
  std::byte* aligned = static_cast<std::byte*>(std::align(kTableAlignment, tables.size(), at, space));
  std::memcpy(aligned, tables.data(), tables.size());
  tables_ = {aligned, tables.size()};
}

Result<std::vector<Choice>> CopyExecutable::strategy(const plan::Plan& plan, const CopySettings& settings) noexcept {
  try {
    std::vector<Choice> choices;
    auto made = generate(plan, settings, tuning_in(settings), &choices);
    if (!made.bytes) return std::move(made.bytes).error();
    return choices;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory};
  }
}

std::vector<CodeSection> CopyExecutable::sections() const {
  return {{"code", true, code_.code()}, {"tables", false, tables_}};
}

Result<std::unique_ptr<CopyExecutable>> CopyExecutable::make(const plan::Plan& plan,
                                                             const CopySettings& settings) noexcept {
  try {
    auto made = generate(plan, settings, tuning_in(settings), nullptr);
    if (!made.bytes) return std::move(made.bytes).error();
    auto arena = memory::CodeArena::of_process();
    if (!arena) return std::move(arena).error();
    auto block = arena->build(*made.bytes);
    if (!block) return std::move(block).error();
    std::unique_ptr<CopyExecutable> kernel(new CopyExecutable(*made.layout, made.code));
    kernel->code_ = std::move(*block);
    kernel->kernel_ = kernel->code_.function<KernelFunction>();
    kernel->entry_ = kernel->code_.function<CopyFunction>(made.code.entry);
    return kernel;
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory};
  }
}

void CopyExecutable::run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                         std::uint64_t last) const noexcept {
  // Small kernels are called often: as few stores as possible, since in the first-level cache each costs a cycle.
  if (first > 0 || last < elements_) return start(nullptr, inputs, output, first, last, last - first);
  if (uses_frame_) return run_in_frame(inputs, output);
  entry_(output, inputs, tables_.data(), nullptr);
}

/// All of the output.
void CopyExecutable::run_in_frame(const std::byte* const* inputs, std::byte* output) const noexcept {
  if (reads_limits_) return start(nullptr, inputs, output, 0, elements_, elements_);
  CopyFrame frame;
  frame.inputs = inputs;
  frame.bytes = elements_ * element_bytes_;
  entry_(output, inputs, tables_.data(), &frame);
}

void CopyExecutable::run_chunk(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                               std::uint64_t last, std::uint64_t whole) const noexcept {
  start(nullptr, inputs, output, first, last, whole);
}

void CopyExecutable::run_by(Caller& caller, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                            std::uint64_t last, std::uint64_t whole) const noexcept {
  start(&caller, inputs, output, first, last, whole);
}

void CopyExecutable::start(Caller* caller, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                           std::uint64_t last, std::uint64_t whole) const noexcept {
  if (first >= last) return;
  Execution run;
  // Loads must not be wider than the stores just before them: such a load would wait for all stores of the call.
  run.arguments = {inputs, output, first, last, &run.frame, whole};
  run.caller = caller;
  run.frame.inputs = inputs;
  run.frame.tables = tables_.data();
  run.frame.bytes = whole * element_bytes_;
  // The code counts from the address of element 0.
  std::int64_t offset = 0;
  std::uint64_t rest = first;
  for (std::size_t a = 0; rest > 0; ++a) {
    offset += static_cast<std::int64_t>(rest / axes_[a].below) * axes_[a].stride;
    rest %= axes_[a].below;
  }
  run.frame.output =
      reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(output) - static_cast<std::uintptr_t>(offset));
  if (split_ < 0 || (first == 0 && last == elements_)) return call(run, 0);
  slice(run, 0, first, last);
}

/// Elements [first, last) of the box below the coordinates that the frame's axes before `a` name.
void CopyExecutable::slice(Execution& run, std::size_t a, std::uint64_t first, std::uint64_t last) const noexcept {
  const std::uint64_t below = axes_[a].below;
  if (a == static_cast<std::size_t>(split_)) {
    const std::uint64_t low = first / below, high = (last + below - 1) / below;
    limit_axis(run, a, low, high);
    return call(run, a + 1);
  }
  std::uint64_t low = first / below;
  const std::uint64_t high = last / below, before = first % below, after = last % below;
  const auto within = [&](std::uint64_t coordinate, std::uint64_t from, std::uint64_t to) {
    limit_axis(run, a, coordinate, coordinate + 1);
    slice(run, a + 1, from, to);
  };
  if (low == high) return within(low, before, after);
  if (before > 0) within(low++, before, below);
  if (low < high) {
    limit_axis(run, a, low, high);
    call(run, a + 1);
  }
  if (after > 0) within(high, 0, after);
}

/// The frame's axis `a` covers coordinates [low, high).
void CopyExecutable::limit_axis(Execution& run, std::size_t a, std::uint64_t low, std::uint64_t high) const noexcept {
  const Axis& axis = axes_[a];
  AxisFrame& to = run.frame.axes[a];
  to.low = low;
  to.high = high;
  to.skip = low > axis.head && axis.body > 0 ? std::min((low - axis.head) / axis.body, axis.repeat) : 0;
}

/// Runs the code with the axes from `a` on whole.
void CopyExecutable::call(Execution& run, std::size_t a) const noexcept {
  for (; a < axes_.size(); ++a) limit_axis(run, a, 0, axes_[a].extent);
  if (run.caller) run.caller->call(kernel_, run.arguments);
  else kernel_(&run.arguments);
}

}  // namespace dmlrun::jit::x64
