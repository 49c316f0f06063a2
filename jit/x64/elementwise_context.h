// What the parts of the element-wise generator share: registers, the stack frame and the constants behind the code.
#pragma once

#include <cstdint>
#include <list>
#include <vector>

#include "jit/x64/assembler.h"
#include "jit/x64/elementwise_periods.h"
#include "jit/x64/elementwise_program.h"
#include "jit/x64/isa.h"
#include "jit/x64/tuning.h"

namespace dmlrun::jit::x64 {

/// Places in the kernel's stack frame, in bytes above rsp, which is a multiple of 64.
class Frame {
 public:
  std::int32_t add(std::size_t bytes, std::size_t alignment) {
    bytes_ = (bytes_ + alignment - 1) / alignment * alignment;
    const std::size_t at = bytes_;
    bytes_ += bytes;
    return static_cast<std::int32_t>(at);
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return (bytes_ + 63) / 64 * 64; }

 private:
  std::size_t bytes_ = 0;
};

/// Read-only data behind the code, each value once.
class Constants {
 public:
  /// The address of these dwords. `vectors` of the same content share one place.
  Xbyak::Label& of(const std::vector<std::uint32_t>& dwords);
  void emit(Assembler& a);

 private:
  struct Entry {
    std::vector<std::uint32_t> dwords;
    Xbyak::Label label;
  };
  std::list<Entry> entries_;
};

struct Context {
  Context(Assembler& assembler, const plan::Plan& of, Isa isa, const Tuning& tune)
      : a(assembler), periods(merge_rows(of, isa != Isa::avx2 ? 64 : 32)), plan(periods.plan),
        program(make_program(plan)), tuning(tune), is_wide(isa != Isa::avx2),
        has_byte_tables(isa >= Isa::avx512_vbmi) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Assembler& a;
  const Periods periods;
  const plan::Plan& plan;  ///< that of the periods
  const Program program;
  const Tuning& tuning;
  const bool is_wide;          ///< 512-bit vectors and masks
  const bool has_byte_tables;  ///< permutes of the bytes of two vectors
  Frame frame;
  Constants constants;

  [[nodiscard]] int vector_bytes() const noexcept { return is_wide ? 64 : 32; }
  [[nodiscard]] int lanes() const noexcept { return vector_bytes() / 4; }
  /// Elements that one block computes.
  [[nodiscard]] int block() const noexcept { return program.is_packed ? vector_bytes() : lanes(); }
  [[nodiscard]] Xbyak::Xmm vector(int number) const {
    if (is_wide) return Xbyak::Zmm(number);
    return Xbyak::Ymm(number);
  }
  [[nodiscard]] Xbyak::Address at(std::int32_t place) { return a.ptr[a.rsp + place]; }
  [[nodiscard]] Xbyak::Address quad(std::int32_t place) { return a.qword[a.rsp + place]; }
  [[nodiscard]] Xbyak::Address dword_of(std::uint32_t bits) { return a.ptr[a.rip + constants.of({bits})]; }
  /// A vector that repeats these dwords.
  [[nodiscard]] Xbyak::Address vector_of(std::vector<std::uint32_t> dwords) {
    const std::size_t period = dwords.size();
    while (dwords.size() < static_cast<std::size_t>(lanes())) dwords.push_back(dwords[dwords.size() - period]);
    return a.ptr[a.rip + constants.of(dwords)];
  }
  void add(const Xbyak::Reg64& to, std::int64_t value, const Xbyak::Reg64& temporary);
  void multiply(const Xbyak::Reg64& to, std::int64_t value, const Xbyak::Reg64& temporary);
  /// Whether add() and multiply() need no temporary register for any stream.
  [[nodiscard]] bool offsets_are_small() const;
  [[nodiscard]] std::int64_t element_bytes(int stream) const {
    return static_cast<std::int64_t>(
        plan::bytes_of(plan.operands[program.streams[static_cast<std::size_t>(stream)].operand].element));
  }
  [[nodiscard]] const plan::Operand& operand(int stream) const {
    return plan.operands[program.streams[static_cast<std::size_t>(stream)].operand];
  }
  [[nodiscard]] bool is_periodic(int stream) const {
    return periods.period > 0 && periods.is_periodic[program.streams[static_cast<std::size_t>(stream)].operand];
  }
  [[nodiscard]] std::uint32_t fixed_point_elements() const noexcept {
    return is_wide ? tuning.fixed_point_elements : tuning.narrow_fixed_point_elements;
  }
  [[nodiscard]] int streams() const { return static_cast<int>(program.streams.size()); }
  [[nodiscard]] int moving() const { return static_cast<int>(program.moving); }
};

}  // namespace dmlrun::jit::x64
