#include "jit/test/kernel_thunk.h"

#include <xbyak/xbyak.h>
#include <xbyak/xbyak_util.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "engine/test/random.h"

namespace dmlrun::jit::test {
namespace {

constexpr std::size_t kVectors = 32, kVectorBytes = 64, kMasks = 8, kFrameWords = 8;
constexpr std::uint32_t kMxcsrControl = 0xFFC0;  // masks, rounding, flush to zero, denormals are zero
constexpr std::uint64_t kDirection = 1u << 10;
constexpr std::uint64_t kArithmeticFlags = 0x8D5;  // CF PF AF ZF SF OF
// XGETBV(1): the parts of vector registers 0 to 15 above 128 bits that are not in their initial state.
constexpr std::uint32_t kUpperInUse = 1u << 2 | 1u << 6;

/// Which registers there are to fill and to look at.
struct Processor {
  bool avx = false, avx512 = false, avx512bw = false, tells_state_in_use = false;
};

Processor processor() {
  const Xbyak::util::Cpu cpu;
  Processor found;
  found.avx = cpu.has(Xbyak::util::Cpu::tAVX);
  found.avx512 = cpu.has(Xbyak::util::Cpu::tAVX512F);
  found.avx512bw = cpu.has(Xbyak::util::Cpu::tAVX512BW);
  std::uint32_t words[4] = {};
  if (found.avx) Xbyak::util::Cpu::getCpuidEx(0xD, 1, words);
  found.tells_state_in_use = (words[0] & 1u << 2) != 0;
  return found;
}

}  // namespace

// Written by run(), read and written by the generated code.
struct KernelThunk::State {
  // What a kernel is entered with.
  std::uint64_t kernel = 0, arguments = 0, stack_shift = 0, flags = 0, upper_halves_are_clean = 0;
  std::uint32_t mxcsr = 0, x87_control = 0;
  std::array<std::uint64_t, 16> general{};  // by the register's number
  std::array<std::uint64_t, kMasks> masks{};
  std::array<std::array<std::byte, kVectorBytes>, kVectors> vectors{};
  std::array<std::uint64_t, kFrameWords> frame{};
  // What is there after it.
  std::uint64_t expected_rsp = 0, rsp_after = 0, flags_after = 0, state_in_use = 0;
  std::uint32_t mxcsr_after = 0, x87_control_after = 0;
  std::array<std::uint64_t, 16> general_after{};
  std::array<std::array<std::byte, kVectorBytes>, 16> vectors_after{};
  std::array<std::uint64_t, kFrameWords> frame_after{};
  // The caller's.
  std::uint64_t host_rsp = 0;
  std::uint32_t host_mxcsr = 0, host_x87_control = 0;
};

namespace {

constexpr std::size_t kMaxCodeBytes = 4096;

// The registers that a callee must restore, and the bits that say that it did not.
struct CalleeSaved {
  int number;
  std::uint32_t violation;
};
constexpr CalleeSaved kCalleeSaved[] = {{3, kRbx}, {5, kRbp}, {12, kR12}, {13, kR13}, {14, kR14}, {15, kR15}};

/// Generates the thunk for a state at a fixed address: after the kernel no register can be trusted to hold it.
template <class State>
class Generator : public Xbyak::CodeGenerator {
 public:
  Generator(std::span<std::uint8_t> space, State* state) : Xbyak::CodeGenerator(space.size(), space.data()) {
    const Processor has = processor();
    endbr64();
    for (const CalleeSaved& saved : kCalleeSaved) push(Xbyak::Reg64(saved.number));
    mov(rbx, reinterpret_cast<std::uint64_t>(state));
    mov(at(offsetof(State, host_rsp)), rsp);
    stmxcsr(at(offsetof(State, host_mxcsr)));
    fnstcw(at(offsetof(State, host_x87_control)));
    prepare_stack();
    ldmxcsr(at(offsetof(State, mxcsr)));
    fldcw(at(offsetof(State, x87_control)));
    fill_vectors(has);
    enter();
    L(returned_);
    mov(rax, reinterpret_cast<std::uint64_t>(state));
    keep_general_registers();
    keep_vector_state(has);
    leave();
  }

 private:
  Xbyak::Address at(std::size_t offset) { return ptr[rbx + static_cast<int>(offset)]; }

  // From above: the caller's frame that the kernel must not write, the return address, the kernel's address.
  void prepare_stack() {
    and_(rsp, -64);
    sub(rsp, at(offsetof(State, stack_shift)));
    for (std::size_t i = 0; i < kFrameWords; ++i) push(qword[rbx + static_cast<int>(offsetof(State, frame) + 8 * i)]);
    mov(at(offsetof(State, expected_rsp)), rsp);
    lea(rax, ptr[rip + returned_]);
    push(rax);
    push(qword[rbx + static_cast<int>(offsetof(State, kernel))]);
  }

  void fill_vectors(const Processor& has) {
    const int count = has.avx512 ? 32 : 16;
    for (int i = 0; i < count; ++i) {
      const auto from = at(offsetof(State, vectors) + kVectorBytes * static_cast<std::size_t>(i));
      if (has.avx512) vmovups(Xbyak::Zmm(i), from);
      else if (has.avx) vmovups(Xbyak::Ymm(i), from);
      else movups(Xbyak::Xmm(i), from);
    }
    for (int i = 0; has.avx512 && i < static_cast<int>(kMasks); ++i) {
      const auto from = at(offsetof(State, masks) + 8 * static_cast<std::size_t>(i));
      if (has.avx512bw) kmovq(Xbyak::Opmask(i), from);
      else kmovw(Xbyak::Opmask(i), from);
    }
    if (!has.avx) return;
    Xbyak::Label filled;
    cmp(qword[rbx + static_cast<int>(offsetof(State, upper_halves_are_clean))], 0);
    je(filled, T_NEAR);
    vzeroupper();
    L(filled);
  }

  // A return into the kernel, so that no register has to hold its address.
  void enter() {
    push(qword[rbx + static_cast<int>(offsetof(State, flags))]);
    popfq();
    for (int i = 0; i < 16; ++i)
      if (i != 3 && i != 4 && i != 7)
        mov(Xbyak::Reg64(i), at(offsetof(State, general) + 8 * static_cast<std::size_t>(i)));
    mov(rdi, at(offsetof(State, arguments)));
    mov(rbx, at(offsetof(State, general) + 8 * 3));
    ret();
  }

  // rax holds the state; a move changes no flags.
  void keep_general_registers() {
    const auto after = [this](std::size_t offset) { return ptr[rax + static_cast<int>(offset)]; };
    mov(after(offsetof(State, rsp_after)), rsp);
    mov(rsp, after(offsetof(State, expected_rsp)));
    for (const CalleeSaved& saved : kCalleeSaved)
      mov(after(offsetof(State, general_after) + 8 * static_cast<std::size_t>(saved.number)),
          Xbyak::Reg64(saved.number));
    mov(rbx, rax);
    for (std::size_t i = kFrameWords; i-- > 0;)
      pop(qword[rbx + static_cast<int>(offsetof(State, frame_after) + 8 * i)]);
    pushfq();
    pop(qword[rbx + static_cast<int>(offsetof(State, flags_after))]);
    cld();
  }

  void keep_vector_state(const Processor& has) {
    stmxcsr(at(offsetof(State, mxcsr_after)));
    fnstcw(at(offsetof(State, x87_control_after)));
    if (has.tells_state_in_use) {
      mov(ecx, 1);
      xgetbv();
      mov(dword[rbx + static_cast<int>(offsetof(State, state_in_use))], eax);
    }
    for (int i = 0; has.avx && i < 16; ++i) {
      const auto to = at(offsetof(State, vectors_after) + kVectorBytes * static_cast<std::size_t>(i));
      if (has.avx512) vmovups(to, Xbyak::Zmm(i));
      else vmovups(to, Xbyak::Ymm(i));
    }
    if (has.avx) vzeroupper();
  }

  void leave() {
    ldmxcsr(at(offsetof(State, host_mxcsr)));
    fldcw(at(offsetof(State, host_x87_control)));
    mov(rsp, at(offsetof(State, host_rsp)));
    for (std::size_t i = std::size(kCalleeSaved); i-- > 0;) pop(Xbyak::Reg64(kCalleeSaved[i].number));
    ret();
  }

  Xbyak::Label returned_;
};

}  // namespace

std::string violation_names(std::uint32_t violations) {
  constexpr const char* kNames[] = {"rbx",
                                    "rbp",
                                    "r12",
                                    "r13",
                                    "r14",
                                    "r15",
                                    "stack pointer",
                                    "caller's frame",
                                    "direction flag",
                                    "MXCSR",
                                    "x87 control word",
                                    "upper halves",
                                    "arguments"};
  std::string names;
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    if (violations >> i & 1) names += (names.empty() ? "" : ", ") + std::string(kNames[i]);
  return names;
}

KernelThunk::KernelThunk(std::unique_ptr<State> state, memory::CodeBlock code) noexcept
    : state_(std::move(state)), code_(std::move(code)) {}
KernelThunk::KernelThunk(KernelThunk&&) noexcept = default;
KernelThunk& KernelThunk::operator=(KernelThunk&&) noexcept = default;
KernelThunk::~KernelThunk() = default;

Result<KernelThunk> KernelThunk::make(memory::CodeArena& arena) {
  auto state = std::make_unique<State>();
  std::vector<std::uint8_t> space(kMaxCodeBytes);
  const Generator<State> generated(space, state.get());
  auto code = arena.build(std::as_bytes(std::span(generated.getCode(), generated.getSize())));
  if (!code) return std::move(code).error();
  return KernelThunk(std::move(state), std::move(*code));
}

std::uint32_t KernelThunk::run(x64::KernelFunction* kernel, const x64::KernelArguments& arguments,
                               const KernelEntry& entry) noexcept {
  State& state = *state_;
  dmlrun::test::Random random(entry.seed, 0);
  random.fill(std::as_writable_bytes(std::span(state.general)));
  random.fill(std::as_writable_bytes(std::span(state.masks)));
  random.fill(std::as_writable_bytes(std::span(state.vectors)));
  random.fill(std::as_writable_bytes(std::span(state.frame)));
  state.flags = random.bits() & kArithmeticFlags;
  state.stack_shift = random.below(4) * 16;
  state.kernel = reinterpret_cast<std::uint64_t>(kernel);
  x64::KernelArguments copy = arguments;
  state.arguments = reinterpret_cast<std::uint64_t>(&copy);
  state.upper_halves_are_clean = entry.upper_halves_are_clean ? 1 : 0;
  state.mxcsr = entry.mxcsr;
  state.x87_control = entry.x87_control;
  state.state_in_use = 0;
  state.vectors_after = {};

  code_.function<void()>()();

  std::uint32_t violations = 0;
  for (const CalleeSaved& saved : kCalleeSaved)
    if (state.general[static_cast<std::size_t>(saved.number)] !=
        state.general_after[static_cast<std::size_t>(saved.number)])
      violations |= saved.violation;
  if (state.rsp_after != state.expected_rsp) violations |= kStackPointer;
  if (state.frame_after != state.frame) violations |= kCallersFrame;
  if (state.flags_after & kDirection) violations |= kDirectionFlag;
  if ((state.mxcsr_after ^ entry.mxcsr) & kMxcsrControl) violations |= kMxcsr;
  if ((state.x87_control_after ^ entry.x87_control) & 0xFFFF) violations |= kX87Control;
  if (std::memcmp(&copy, &arguments, sizeof copy) != 0) violations |= kArguments;
  if (entry.upper_halves_are_clean) {
    bool is_dirty = (state.state_in_use & kUpperInUse) != 0;
    for (const auto& vector : state.vectors_after)
      for (std::size_t i = 16; i < kVectorBytes; ++i) is_dirty |= vector[i] != std::byte{0};
    if (is_dirty) violations |= kUpperHalves;
  }
  return violations;
}

std::uint32_t KernelThunk::mxcsr_after() const noexcept { return state_->mxcsr_after; }

}  // namespace dmlrun::jit::test
