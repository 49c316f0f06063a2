#include "jit/x64/elementwise.h"

#include <algorithm>

#include "jit/x64/elementwise_context.h"
#include "jit/x64/elementwise_pieces.h"
#include "jit/x64/elementwise_vectors.h"
#include "jit/x64/elementwise_walk.h"

namespace dmlrun::jit::x64 {
namespace {

constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
/// Round to nearest even, nothing flushed, no traps, no flags raised.
constexpr std::uint32_t kDefaultControl = 0x1f80;
constexpr std::uint32_t kFlagsRaised = 0x3f;
/// Stacks may be as small as 16 KiB.
constexpr std::size_t kMaxFrameBytes = 8192;
/// Operands, instructions and runs up to these numbers surely fit into code and frame.
constexpr std::size_t kFewStreams = 8, kFewInstructions = 24, kFewRuns = 16;

class Kernel {
 public:
  Kernel(Assembler& a, const plan::Plan& plan, Isa isa, const Tuning& tuning)
      : c_(a, plan, isa, tuning),
        a_(a),
        vectors_(c_),
        walk_(c_, vectors_),
        pieces_(c_, vectors_, walk_),
        caller_control_(c_.frame.add(4, 4)),
        control_(c_.frame.add(4, 4)) {}

  [[nodiscard]] std::size_t frame_bytes() const noexcept { return c_.frame.bytes(); }

  /// Returns the bytes of instructions.
  std::size_t emit() {
    Xbyak::Label done, set_control, control_is_set;
    enter(set_control, control_is_set);
    pieces_.begin();
    walk_.begin(done);
    walk_.begin_piece();
    pieces_.emit();
    walk_.next_piece(done);
    a_.L(done);
    leave();
    if (vectors_.is_quiet()) emit_unbounded();
    else if (!c_.program.is_fill_only) emit_control(set_control, control_is_set);
    const std::size_t instruction_bytes = a_.getSize();
    walk_.emit_tables();
    c_.constants.emit(a_);
    return instruction_bytes;
  }

  void describe(StrategyNotes& notes) const {
    walk_.describe(notes);
    if (!c_.program.is_fill_only) vectors_.describe(notes);
    pieces_.describe(notes);
  }

 private:
  void enter(Xbyak::Label& set_control, Xbyak::Label& control_is_set) {
    a_.push(a_.rbp);
    a_.mov(a_.rbp, a_.rsp);
    for (const Xbyak::Reg64& reg : saved()) a_.push(reg);
    constexpr std::size_t kPage = 4096;
    // Page by page: no guard page is stepped over.
    for (std::size_t at = kPage; at < c_.frame.bytes() + kPage; at += kPage)
      if (c_.frame.bytes() > kPage) a_.or_(a_.qword[a_.rsp - static_cast<int>(at)], 0);
    a_.sub(a_.rsp, static_cast<std::uint32_t>(c_.frame.bytes()));
    a_.and_(a_.rsp, -64);
    if (c_.program.is_fill_only) return;
    if (vectors_.is_quiet()) return a_.mov(a_.byte[a_.rsp + *vectors_.bounded_place()], 1);
    look_at_control();
    a_.jne(set_control, kNear);
    a_.L(control_is_set);
  }

  /// Keeps the caller's control; "equal" where it will do.
  void look_at_control() {
    a_.stmxcsr(a_.dword[a_.rsp + caller_control_]);
    a_.mov(a_.eax, a_.dword[a_.rsp + caller_control_]);
    a_.and_(a_.eax, ~kFlagsRaised);
    a_.cmp(a_.eax, kDefaultControl);
  }

  void emit_control(Xbyak::Label& set_control, Xbyak::Label& control_is_set) {
    a_.L(set_control);
    a_.mov(a_.dword[a_.rsp + control_], kDefaultControl);
    a_.ldmxcsr(a_.dword[a_.rsp + control_]);
    a_.jmp(control_is_set, kNear);
  }

  /// The way of quiet calls through unbounded scales, there and back, out of the others' way.
  void emit_unbounded() {
    a_.L(vectors_.unbounded());
    a_.mov(a_.byte[a_.rsp + *vectors_.bounded_place()], 0);
    look_at_control();
    a_.je(vectors_.decided(), kNear);
    a_.mov(a_.dword[a_.rsp + control_], kDefaultControl);
    a_.ldmxcsr(a_.dword[a_.rsp + control_]);
    a_.jmp(vectors_.decided(), kNear);
    a_.L(restore_control_);
    a_.ldmxcsr(a_.dword[a_.rsp + caller_control_]);
    a_.jmp(control_restored_, kNear);
  }

  void leave() {
    if (vectors_.is_quiet()) {
      a_.cmp(a_.byte[a_.rsp + *vectors_.bounded_place()], 0);
      a_.je(restore_control_, kNear);
      a_.L(control_restored_);
      a_.vzeroupper();
    } else if (!c_.program.is_fill_only) {
      // Always: to look first whether flags were raised waits for all arithmetic (13 cycles; this takes 1, both on Zen
      // 4).
      a_.ldmxcsr(a_.dword[a_.rsp + caller_control_]);
      a_.vzeroupper();
    }
    const auto registers = saved();
    a_.lea(a_.rsp, a_.ptr[a_.rbp - 8 * static_cast<int>(registers.size())]);
    for (auto reg = registers.rbegin(); reg != registers.rend(); ++reg) a_.pop(*reg);
    a_.pop(a_.rbp);
    a_.ret();
  }

  /// The caller's registers that are used. One piece with few streams needs none.
  [[nodiscard]] std::vector<Xbyak::Reg64> saved() const {
    constexpr int kStreamsInOwnRegisters = 3;
    const bool is_simple = walk_.is_one_piece() && c_.periods.period == 0 && !pieces_.needs_staging() &&
                           !c_.program.is_fill_only && c_.streams() <= kStreamsInOwnRegisters && c_.offsets_are_small();
    if (is_simple) return {};
    return {a_.rbx, a_.r12, a_.r13, a_.r14, a_.r15};
  }

  Context c_;
  Assembler& a_;
  Vectors vectors_;
  Walk walk_;
  Pieces pieces_;
  std::int32_t caller_control_, control_;
  Xbyak::Label restore_control_, control_restored_;
};

std::size_t run_count(const plan::Plan& plan) {
  std::size_t runs = 0;
  for (const plan::Axis& axis : plan.axes) visit_runs(axis, [&](const plan::Run&) { ++runs; });
  return runs;
}

}  // namespace

std::string why_not_elementwise(const plan::Plan& plan, Isa isa) {
  if (plan.values.empty()) return "the plan has no values";
  if (isa == Isa::none) return "the processor has no AVX2";
  if (std::string reason = why_not_program(plan); !reason.empty()) return reason;
  if (plan.operands.size() <= kFewStreams && count_nodes(plan) <= kFewInstructions && run_count(plan) <= kFewRuns)
    return {};
  const Tuning tuning;
  std::size_t frame = 0;
  const auto code = assemble([&](Assembler& a) {
    Kernel kernel(a, plan, isa, tuning);
    frame = kernel.frame_bytes();
    if (frame <= kMaxFrameBytes) kernel.emit();
  });
  if (frame > kMaxFrameBytes)
    return "the values need " + std::to_string(frame) + " bytes of the stack; at most " +
           std::to_string(kMaxFrameBytes) + " may be used";
  return code ? std::string() : code.error().message;
}

std::size_t emit_elementwise(Assembler& assembler, const plan::Plan& plan, Isa isa, const Tuning& tuning,
                             StrategyNotes* notes) {
  Kernel kernel(assembler, plan, isa, tuning);
  if (notes) kernel.describe(*notes);
  return kernel.emit();
}

}  // namespace dmlrun::jit::x64
