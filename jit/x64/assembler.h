// Xbyak with our memory and our errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <xbyak/xbyak.h>

#include "dmlrun/result.h"

namespace dmlrun::jit::x64 {

/// The largest code of a kernel that copies. Rows whose straight code would be longer go by table (RowForm).
inline constexpr std::size_t kMaxCodeBytes = 16384;

/// For jumps that may go further than 127 bytes.
inline constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;

/// A code generator over a buffer of fixed size that it does not own. Labels are Xbyak::Label objects, never names.
class Assembler : public Xbyak::CodeGenerator {
 public:
  Assembler(void* buffer, std::size_t bytes) : CodeGenerator(bytes, buffer) {}
  /// A register that code changes. The emitter of entry and end saves those requested here that are callee-saved.
  const Xbyak::Reg64& saved(const Xbyak::Reg64& reg) {
    saved_ |= std::uint32_t{1} << reg.getIdx();
    return reg;
  }
  [[nodiscard]] bool is_saved(const Xbyak::Reg64& reg) const { return saved_ >> reg.getIdx() & 1; }

 private:
  std::uint32_t saved_ = 0;
};

/// The code that `generate` emits: position independent, entered at its first byte, which lies at a multiple of 64, and
/// deterministic. Catches every Xbyak::Error: fails with code_budget when the code would be longer than `most` bytes,
/// with internal for any other error of the assembler (a defect of the generator), and with out_of_memory.
[[nodiscard]] Result<std::vector<std::byte>> assemble(const std::function<void(Assembler&)>& generate,
                                                      std::size_t most = kMaxCodeBytes) noexcept;

}  // namespace dmlrun::jit::x64
