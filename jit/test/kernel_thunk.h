// Calls a kernel the way a hostile but law-abiding caller would, and looks at what it left behind.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "dmlrun/result.h"
#include "jit/memory/code_arena.h"
#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::test {

/// What a kernel may do wrong, as bits of a set.
enum Violation : std::uint32_t {
  kRbx = 1u << 0,  ///< a register that the callee must restore, and so on
  kRbp = 1u << 1,
  kR12 = 1u << 2,
  kR13 = 1u << 3,
  kR14 = 1u << 4,
  kR15 = 1u << 5,
  kStackPointer = 1u << 6,
  kCallersFrame = 1u << 7,  ///< the stack above the return address was written
  kDirectionFlag = 1u << 8,
  kMxcsr = 1u << 9,  ///< its control bits; the flags of past exceptions are nobody's
  kX87Control = 1u << 10,
  kUpperHalves = 1u << 11,  ///< vector state above 128 bits is in use: vzeroupper is missing
  kArguments = 1u << 12,    ///< the block of arguments was written
};

/// "rbx, direction flag"; "" for the empty set.
std::string violation_names(std::uint32_t violations);

/// What a kernel finds when it is entered.
struct KernelEntry {
  std::uint64_t seed = 1;              ///< of the bytes in every register that holds no argument, the flags included
  bool upper_halves_are_clean = true;  ///< vector state above 128 bits; if not, it holds such bytes too
  std::uint32_t mxcsr = 0x1F80;
  std::uint16_t x87_control = 0x037F;
};

/// The entry: rsp is 8 modulo 16, and 8, 24, 40 or 56 modulo 64 by the seed; DF is 0. Only registers that the processor
/// and the system have are filled. Upper halves are judged only where they were clean. Each object for one thread at a
/// time.
class KernelThunk {
 public:
  static Result<KernelThunk> make(memory::CodeArena& arena);
  KernelThunk(KernelThunk&&) noexcept;
  KernelThunk& operator=(KernelThunk&&) noexcept;
  ~KernelThunk();

  /// Calls the kernel and returns a set of Violation. The caller's own registers are restored whatever it did.
  std::uint32_t run(x64::KernelFunction* kernel, const x64::KernelArguments& arguments,
                    const KernelEntry& entry = {}) noexcept;
  /// As the last run left it, status flags included.
  [[nodiscard]] std::uint32_t mxcsr_after() const noexcept;

 private:
  struct State;
  KernelThunk(std::unique_ptr<State> state, memory::CodeBlock code) noexcept;

  std::unique_ptr<State> state_;  // its address is in the code
  memory::CodeBlock code_;
};

}  // namespace dmlrun::jit::test
