// Emits instructions with their registers: those of a block of elements, and those that run before blocks.
#pragma once

#include <optional>
#include <vector>

#include "jit/x64/arithmetic/emission.h"
#include "jit/x64/arithmetic/loop_nest.h"

namespace dmlrun::jit::x64::arithmetic {

/// The location of a block's elements.
struct BlockAccess {
  bool is_direct = true;             ///< true: in memory, at element rcx of the run; false: contiguous in the frame
  bool is_masked = false;            ///< only the elements that k1 selects
  bool is_non_temporal = false;      ///< non-temporal stores, to addresses that are multiples of their size
  std::size_t offset = 0;            ///< in elements, added to that position
  bool is_table = false;             ///< bytes at rsi + rcx; results go to the table in the frame
  Xbyak::Label* doubtful = nullptr;  ///< target of the jump if the fast path may be wrong
};

class BlockEmitter {
 public:
  BlockEmitter(Emission& emission, const LoopNest& nest, const RegisterAllocation& allocation);

  void section(Section section, const BlockAccess& access = {});
  /// Frame offset of the slots for one block's elements of a stream that changes per element; the output's is below.
  [[nodiscard]] std::int32_t staging(std::size_t stream) const { return staging_[stream]; }
  [[nodiscard]] std::int32_t output_staging() const { return staging_.back(); }
  /// Frame offsets of the table of 256 results that is being made, and of the words that are clamped to results.
  [[nodiscard]] std::int32_t table() const { return table_; }
  [[nodiscard]] std::int32_t words() const { return words_; }
  /// Frame offset of a dword that is not 0 if the fast path is used.
  [[nodiscard]] std::int32_t is_fast() const { return is_fast_; }

 private:
  using Kind = Instruction::Kind;

  void emit(const Instruction& one, Section section, const BlockAccess& access);
  [[nodiscard]] Xbyak::Xmm vector(int number, std::size_t bytes) const;
  Xbyak::Xmm input(Virtual number, int scratch);
  [[nodiscard]] bool stays_in_memory(const Instruction& one, Virtual number) const;
  [[nodiscard]] Xbyak::Address memory_of(Virtual number, std::size_t lane_bytes);
  void compute(const Instruction& one, const Xbyak::Xmm& to);
  void load(const ValueLocation& location, const Xbyak::Xmm& to);
  Xbyak::Xmm result(Virtual number, int scratch) const;
  void load_constant(const Xbyak::Xmm& to, const Constant& constant);
  void branch(const Instruction& one, const Xbyak::Xmm& lanes);
  void leave_unless(const Instruction& certain, const Xbyak::Xmm& lanes, Xbyak::Label& doubtful);
  void load(const Instruction& one, const Xbyak::Xmm& to, Section section, const BlockAccess& access);
  void load_uniform(std::size_t stream, const Xbyak::Xmm& to, Section section);
  void load_index(std::size_t stream, const Xbyak::Xmm& to, const BlockAccess& access);
  void store(const Xbyak::Xmm& value, std::size_t size, const BlockAccess& access);
  void divide(const Instruction& one, const Xbyak::Xmm& to, const Xbyak::Xmm& x, const Xbyak::Xmm& y);

  Emission& e_;
  Assembler& a_;
  const LoopNest& nest_;
  const RegisterAllocation& allocation_;
  std::optional<Xbyak::Label> target_;  ///< of the last branch
  std::vector<std::int32_t> staging_;
  std::int32_t spills_ = 0, is_fast_ = 0, table_ = 0, words_ = 0, dividends_ = 0, divisors_ = 0, kept_count_ = 0,
               kept_element_ = 0;
};

}  // namespace dmlrun::jit::x64::arithmetic
