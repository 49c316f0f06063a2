// Writes bytes several times, one copy after the other: from registers, from the input, or from the output.
// replicate_registers.cpp has from_registers(), replicate_blocks.cpp the rest.
#pragma once

#include <cstdint>

#include "jit/x64/copy/copy_primitives.h"

namespace dmlrun::jit::x64 {

/// Changes what CopyPrimitives change, rdx and r15.
class Replicator {
 public:
  /// Adds the shuffles of short periods to the tables.
  Replicator(Assembler& code, CopyPrimitives& moves, Tables& tables)
      : code_(code), moves_(moves), tables_(tables), width_(moves.policy().width) {}

  /// A period that registers hold. Precondition: times > 2 and 1 < period <= kMaxHeld.
  void from_registers(MemRef to, MemRef from, std::uint64_t period, std::uint64_t times);
  /// `period` bytes from r9, `times` times from r8 on. Precondition: StorePolicy::can_replicate(period).
  void from_input(std::uint64_t period, std::uint64_t times);
  /// Continues the first `period` bytes at r9 for rdx bytes >= 1 after them.
  void from_output(std::uint64_t period);

  static constexpr std::uint64_t kMaxHeld = 256;  ///< bytes that registers hold: eight of 32
  static constexpr std::uint64_t kUnroll = CopyPrimitives::kUnroll;
  static constexpr std::uint64_t kMaxStreams = 8;  ///< copies written at once: so many by non-temporal stores

 private:
  void load_lane(MemRef from, std::uint64_t period);
  void repeat_lane(MemRef to, MemRef from, std::uint64_t period, std::uint64_t bytes);
  void repeat_non_temporal(MemRef to, MemRef from, std::uint64_t period, std::uint64_t times, Xbyak::Label& done);
  void block_once(std::uint64_t period, std::uint64_t streams);
  void block_non_temporal(std::uint64_t period, std::uint64_t streams, bool in_four_pages);
  void in_parts(std::uint64_t period, std::uint64_t times, std::uint32_t part);

  Assembler& code_;
  CopyPrimitives& moves_;
  Tables& tables_;
  const std::uint32_t width_;  ///< of the widest move
};

}  // namespace dmlrun::jit::x64
