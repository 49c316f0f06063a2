// Xbyak with our memory and our errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <xbyak/xbyak.h>

#include "dmlrun/result.h"

namespace dmlrun::jit::x64 {

/// Most code of one kernel.
inline constexpr std::size_t kMaxCodeBytes = 16384;

/// A code generator over a buffer of fixed size that it does not own. Labels are Xbyak::Label objects, never names.
class Assembler : public Xbyak::CodeGenerator {
 public:
  Assembler(void* buffer, std::size_t bytes) : CodeGenerator(bytes, buffer) {}
  /// One of the registers that a caller wants back. Who emits the entry and the end keeps those that were asked for so.
  const Xbyak::Reg64& saved(const Xbyak::Reg64& reg) {
    saved_ |= std::uint32_t{1} << reg.getIdx();
    return reg;
  }
  [[nodiscard]] bool is_saved(const Xbyak::Reg64& reg) const { return saved_ >> reg.getIdx() & 1; }

 private:
  std::uint32_t saved_ = 0;
};

/// What `generate` emits: position independent code, entered at its first byte, which lies at a multiple of 64, always
/// the same bytes. Every Xbyak::Error is caught here:
/// fails with code_budget when the code would be longer than `most` bytes, with internal for any other refusal of the
/// assembler (a defect of the generator), and with out_of_memory.
[[nodiscard]] Result<std::vector<std::byte>> assemble(const std::function<void(Assembler&)>& generate,
                                                      std::size_t most = kMaxCodeBytes) noexcept;

}  // namespace dmlrun::jit::x64
