#include "jit/x64/arithmetic/arithmetic_kernel.h"

#include <algorithm>
#include <utility>

#include "engine/plan/axis_runs.h"
#include "jit/x64/arithmetic/block_emitter.h"
#include "jit/x64/arithmetic/lower.h"
#include "jit/x64/arithmetic/run_emitter.h"
#include "jit/x64/assembler.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

using plan::Element;
using plan::Op;
using plan::Value;

/// Whether results depend on the rounding mode or on flushing of subnormal numbers.
bool depends_on_control(const plan::Plan& plan) {
  const auto is_half = [](const plan::Operand& operand) { return operand.element == Element::f16; };
  if (plan.output == Element::f16 || std::any_of(plan.operands.begin(), plan.operands.end(), is_half)) return true;
  return std::any_of(plan.values.begin(), plan.values.end(), [&](const Value& v) {
    const bool divides = v.op == Op::divide || v.op == Op::remainder;
    const bool moves = v.op == Op::load || v.op == Op::constant || v.op == Op::select || v.op == Op::bit_cast ||
                       v.op == Op::negate || v.op == Op::absolute;
    if (divides || (plan::is_float(v.type) && !moves)) return true;
    // Floats that are compared or saturated.
    return plan::operation(v.op).arity > 0 && plan::is_float(plan.values[v.inputs[0]].type) && !moves;
  });
}

/// Round to nearest even, nothing flushed, no traps, no flags raised.
constexpr std::uint32_t kDefaultControl = 0x1f80;
constexpr std::uint32_t kFlagsRaised = 0x3f;
/// Stacks may be as small as 16 KiB.
constexpr std::size_t kMaxFrameBytes = 8192;
/// Plans of so many streams, values and runs fit into code and frame: each value may take 1 KiB and 128 bytes of them.
constexpr std::size_t kFewStreams = 8, kFewValues = 64, kFewRuns = 16;
/// Blocks may be smaller, down to these elements, so that spilled vectors fit into the frame.
constexpr std::size_t kMinBlock = 4;

/// Emits one kernel.
class KernelEmitter {
 public:
  /// `rows` must live as long.
  KernelEmitter(Assembler& a, const RepeatedRows& rows, Isa isa, const Tuning& tuning, std::size_t block_elements)
      : a_(a),
        streams_(streams_of(rows.plan)),
        vectors_(lower(rows.plan, streams_, block_elements, isa, tuning)),
        allocation_(allocate_registers(vectors_)),
        e_(a, rows, vectors_, streams_, tuning),
        nest_(e_),
        blocks_(e_, nest_, allocation_),
        runs_(e_, nest_, blocks_),
        sets_control_(depends_on_control(rows.plan)),
        caller_control_(e_.frame.add(4, 4)),
        control_(e_.frame.add(4, 4)) {}

  [[nodiscard]] std::size_t frame_bytes() const noexcept { return e_.frame.bytes(); }

  /// Returns the bytes of instructions.
  std::size_t emit() {
    Xbyak::Label done, set_control, control_is_set;
    enter(set_control, control_is_set);
    runs_.begin();
    nest_.begin(done, [&] { runs_.prepare(); });
    nest_.begin_run();
    runs_.emit();
    nest_.next_run(done);
    a_.L(done);
    runs_.end();
    leave();
    if (sets_control_) emit_control(set_control, control_is_set);
    const std::size_t instruction_bytes = a_.getSize();
    nest_.emit_tables();
    e_.pool.emit(a_);
    return instruction_bytes;
  }

  void explain(StrategyNotes& notes) const {
    if (e_.rows.period > 0) {
      notes.take(std::size_t{0}, "one run with the axis inside");
      notes.take(std::size_t{1}, "the row that is repeated lies on the stack, several times");
    } else {
      nest_.explain(notes);
    }
    runs_.explain(notes);
    notes.take("registers", std::to_string(vectors_.block_elements / vectors_.parts) + " elements per vector");
    if (vectors_.parts > 1)
      notes.take("registers", std::to_string(vectors_.parts) + " vectors packed into one of bytes");
    if (vectors_.narrow_lane_bytes > 0) notes.take("registers", "lanes of the elements' width");
    if (const auto& fast = vectors_.fast) {
      using Kind = FastPath::Kind;
      const std::string least = std::to_string(fast->min_elements) + " elements or more";
      switch (fast->kind) {
        case Kind::fixed_point:
          notes.take("sums", "in fixed point, in calls of " + least + ", and again where that may be off");
          break;
        case Kind::float_pairs:
          notes.take("values", "in sums of two floats, in calls of " + least + ", and again where those are in doubt");
          break;
        case Kind::watched_quotients:
          notes.take("quotients",
                     "without a look at each block until one is no number or too large, in runs of " + least);
          break;
        case Kind::byte_table: notes.take("values", "a table of the 256 results, in runs of " + least); break;
        case Kind::nibble_table:
          notes.take("values",
                     "sums of two numbers by the byte's halves, where those are all results, in runs of " + least);
      }
    }
    if (vectors_.has_reciprocals)
      notes.take("quotients", "products with a reciprocal of 48 bits, and divided where that may be off");
    const auto& block = vectors_.sections[static_cast<std::size_t>(Section::per_element)];
    const auto branches = [](const Instruction& one) { return one.kind == Instruction::Kind::branch; };
    if (std::any_of(block.begin(), block.end(), branches))
      notes.take("values", "what only one side of a select needs, where some element of a vector takes it");
    notes.take("values", allocation_.spill_bytes == 0
                             ? "all in registers"
                             : "some on the stack, " + std::to_string(allocation_.spill_bytes) + " bytes");
  }

 private:
  void enter(Xbyak::Label& set_control, Xbyak::Label& control_is_set) {
    a_.push(a_.rbp);
    a_.mov(a_.rbp, a_.rsp);
    for (const Xbyak::Reg64& reg : saved()) a_.push(reg);
    constexpr std::size_t kPage = 4096;
    // Page by page: no guard page is stepped over.
    for (std::size_t at = kPage; at < e_.frame.bytes() + kPage; at += kPage)
      if (e_.frame.bytes() > kPage) a_.or_(a_.qword[a_.rsp - static_cast<int>(at)], 0);
    a_.sub(a_.rsp, static_cast<std::uint32_t>(e_.frame.bytes()));
    a_.and_(a_.rsp, -64);
    if (!sets_control_) return;
    a_.stmxcsr(a_.dword[a_.rsp + caller_control_]);
    a_.mov(a_.eax, a_.dword[a_.rsp + caller_control_]);
    const bool watches = vectors_.has(FastPath::Kind::watched_quotients);
    a_.and_(a_.eax, ~(watches ? kFlagsRaised & ~kInvalidFlag : kFlagsRaised));
    a_.cmp(a_.eax, kDefaultControl);
    a_.jne(set_control, kNear);
    a_.L(control_is_set);
  }

  void emit_control(Xbyak::Label& set_control, Xbyak::Label& control_is_set) {
    a_.L(set_control);
    a_.mov(a_.dword[a_.rsp + control_], kDefaultControl);
    a_.ldmxcsr(a_.dword[a_.rsp + control_]);
    a_.jmp(control_is_set, kNear);
  }

  void leave() {
    Xbyak::Label is_as_before;
    if (sets_control_ && e_.tuning.compares_flags) {
      a_.stmxcsr(a_.dword[a_.rsp + control_]);
      a_.mov(a_.eax, a_.dword[a_.rsp + control_]);
      a_.cmp(a_.eax, a_.dword[a_.rsp + caller_control_]);
      a_.je(is_as_before);
    }
    if (sets_control_) a_.ldmxcsr(a_.dword[a_.rsp + caller_control_]);
    a_.L(is_as_before);
    a_.vzeroupper();
    const auto registers = saved();
    a_.lea(a_.rsp, a_.ptr[a_.rbp - 8 * static_cast<int>(registers.size())]);
    for (auto reg = registers.rbegin(); reg != registers.rend(); ++reg) a_.pop(*reg);
    a_.pop(a_.rbp);
    a_.ret();
  }

  /// The caller's registers that are used. One run of few streams that move and are not staged needs none.
  [[nodiscard]] std::vector<Xbyak::Reg64> saved() const {
    constexpr std::size_t kStreamsInOwnRegisters = 4;
    bool divides = false;
    for (const auto& section : vectors_.sections)
      for (const Instruction& one : section)
        divides = divides || one.kind == Instruction::Kind::quotient || one.kind == Instruction::Kind::remainder;
    if (nest_.is_one_run() && !runs_.needs_staging() && !divides && e_.rows.period == 0 &&
        !vectors_.has(FastPath::Kind::nibble_table) && e_.walked <= kStreamsInOwnRegisters)
      return {};
    return {a_.rbx, a_.r12, a_.r13, a_.r14, a_.r15};
  }

  Assembler& a_;
  const std::vector<Stream> streams_;
  const VectorCode vectors_;
  const RegisterAllocation allocation_;
  Emission e_;
  LoopNest nest_;
  BlockEmitter blocks_;
  RunEmitter runs_;
  const bool sets_control_;
  std::int32_t caller_control_, control_;
};

bool is_small(const plan::Plan& plan) {
  return plan.operands.size() <= kFewStreams && plan.values.size() <= kFewValues && run_count(plan) <= kFewRuns;
}

struct Emitted {
  std::size_t frame_bytes = 0, instruction_bytes = 0;
};

/// A kernel with as many elements per block as spilled vectors leave room for: first, blocks in byte parts become ones
/// of one part. Where the frame is too large with the fewest, nothing is emitted.
Emitted emit_fitting(Assembler& a, const RepeatedRows& rows, Isa isa, const Tuning& tuning, StrategyNotes* notes) {
  for (std::size_t elements = block_elements_of(rows.plan, isa);; elements /= elements > 16 ? 4 : 2) {
    KernelEmitter emitter(a, rows, isa, tuning, elements);
    Emitted made{emitter.frame_bytes(), 0};
    if (made.frame_bytes > kMaxFrameBytes && elements > kMinBlock) continue;
    if (made.frame_bytes > kMaxFrameBytes) return made;
    if (notes) emitter.explain(*notes);
    made.instruction_bytes = emitter.emit();
    return made;
  }
}

}  // namespace

std::string why_not_kernel(const plan::Plan& plan, Isa isa, const Tuning& tuning) {
  if (plan.values.empty()) return "the plan has no values";
  if (isa == Isa::none) return "the processor has no AVX2";
  if (is_small(plan)) return {};
  const auto kernel = make_kernel(plan, isa, tuning);
  return kernel ? std::string() : kernel.error().message;
}

Result<KernelCode> make_kernel(const plan::Plan& plan, Isa isa, const Tuning& tuning, StrategyNotes* notes) {
  const RepeatedRows rows = repeated_rows(plan, isa);
  Emitted made;
  auto bytes = assemble([&](Assembler& a) { made = emit_fitting(a, rows, isa, tuning, notes); }, kMaxKernelBytes);
  if (!bytes) return std::move(bytes).error();
  if (made.frame_bytes > kMaxFrameBytes)
    return Error{.code = ErrorCode::code_budget,
                 .message = "the values need " + std::to_string(made.frame_bytes) + " bytes of the stack; at most " +
                            std::to_string(kMaxFrameBytes) + " may be used"};
  return KernelCode{std::move(*bytes), made.instruction_bytes};
}

}  // namespace dmlrun::jit::x64::arithmetic
