// State that the parts of the arithmetic generator share: streams, the stack frame and the constants after the code.
//
// Registers in loops over blocks: rdi where the output goes, r8 to r13 where streams lie, rcx the element within a run,
// rdx the run's elements, rsi where whole blocks end, r14 the run's entry of the table. rax, rbx and r15 are free.
// Before the loops rsi is the inputs; what is staged or looked up has rsi, and what repeats rows r14, to itself.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "jit/x64/arithmetic/register_allocation.h"
#include "jit/x64/arithmetic/repeated_rows.h"
#include "jit/x64/arithmetic/streams.h"
#include "jit/x64/tuning.h"

namespace dmlrun::jit::x64::arithmetic {

/// MXCSR.IE, the sticky flag of invalid operations.
inline constexpr std::uint32_t kInvalidFlag = 1;

/// Slots of the kernel's stack frame, in bytes above rsp, which is a multiple of 64.
class StackFrame {
 public:
  std::int32_t add(std::size_t bytes, std::size_t alignment = 8) {
    bytes_ = (bytes_ + alignment - 1) / alignment * alignment;
    const std::size_t at = bytes_;
    bytes_ += bytes;
    return static_cast<std::int32_t>(at);
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return (bytes_ + 63) / 64 * 64; }

 private:
  std::size_t bytes_ = 0;
};

/// The constants of a kernel, read-only data after its code; equal ones are kept once.
class ConstantPool {
 public:
  Xbyak::Label& of(std::span<const std::uint32_t> dwords);
  Xbyak::Label& of_quad(std::uint64_t quad) {
    const std::array<std::uint32_t, 2> dwords{static_cast<std::uint32_t>(quad), static_cast<std::uint32_t>(quad >> 32)};
    return of(dwords);
  }
  void emit(Assembler& code);

 private:
  struct Entry {
    std::size_t first, count;  ///< of dwords_
    bool is_written = false;
    Xbyak::Label label;  ///< the assembler knows its address
  };
  [[nodiscard]] std::span<const std::uint32_t> dwords_of(const Entry& entry) const {
    return std::span(dwords_).subspan(entry.first, entry.count);
  }

  std::vector<std::uint32_t> dwords_;
  std::deque<Entry> entries_;
};

struct Emission {
  Emission(Assembler& assembler, const RepeatedRows& made_from, const VectorCode& lowered, std::vector<Stream> read,
           const Tuning& tune);
  Emission(const Emission&) = delete;
  Emission& operator=(const Emission&) = delete;

  Assembler& code;
  const RepeatedRows& rows;
  const plan::Plan& plan;
  const VectorCode& vectors;
  const std::vector<Stream> streams;
  const Tuning& tuning;
  StackFrame frame;
  ConstantPool pool;
  std::size_t moving = 0;  ///< streams that change from element to element: the first ones
  std::size_t walked = 0;  ///< those and the ones that change from run to run

  [[nodiscard]] const plan::Operand& operand(std::size_t stream) const {
    return plan.operands[streams[stream].operand];
  }
  [[nodiscard]] bool is_index(std::size_t stream) const { return operand(stream).input == plan::kIndex; }
  /// Bytes of an element in memory, or in the frame.
  [[nodiscard]] std::int64_t element_bytes(std::size_t stream) const {
    return static_cast<std::int64_t>(plan::bytes_of(operand(stream).element));
  }
  [[nodiscard]] std::int64_t output_bytes() const { return static_cast<std::int64_t>(plan::bytes_of(plan.output)); }
  [[nodiscard]] std::int64_t stride(std::size_t axis, std::size_t stream) const {
    return plan.axes.empty() ? 0 : operand(stream).strides[axis] * position_bytes(operand(stream));
  }
  [[nodiscard]] std::int64_t output_stride(std::size_t axis) const {
    return plan.axes.empty() ? output_bytes() : plan.output_strides[axis] * output_bytes();
  }
  [[nodiscard]] Xbyak::Address quad(std::int32_t place) const { return code.qword[code.rsp + place]; }
  /// The register that has a stream's address, where one does.
  [[nodiscard]] std::optional<Xbyak::Reg64> pointer(std::size_t stream) const;
  /// The same, loaded into `temporary` where it lies in the frame.
  Xbyak::Reg64 loaded_pointer(std::size_t stream, const Xbyak::Reg64& temporary);
  void set_pointer(std::size_t stream, const Xbyak::Reg64& value);
  void add(const Xbyak::Reg64& to, std::int64_t value);
  void multiply(const Xbyak::Reg64& to, std::int64_t value);

  [[nodiscard]] bool is_repeated(std::size_t stream) const {
    return rows.period > 0 && rows.is_repeated[streams[stream].operand];
  }
  std::vector<std::int32_t> pointer_places;  ///< by stream: the pointer's frame offset; -1 where it has a register
};

}  // namespace dmlrun::jit::x64::arithmetic
