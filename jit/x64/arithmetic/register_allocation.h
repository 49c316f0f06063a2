// Assigns each virtual register a register or a stack slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "jit/x64/arithmetic/vector_code.h"

namespace dmlrun::jit::x64::arithmetic {

struct ValueLocation {
  std::int8_t reg = -1;        ///< of the processor; -1: in memory
  std::int32_t slot = -1;      ///< bytes from the first spilled vector; -1 where there is none
  std::int32_t constant = -1;  ///< a constant in memory is not spilled: its number
};

struct RegisterAllocation {
  std::vector<ValueLocation> locations;  ///< by virtual register
  std::size_t spill_bytes = 0;
  /// Scratch registers from here on, for values in memory: kScratch of them, or none.
  int first_scratch = 0;
};

/// Three inputs and a result.
inline constexpr int kScratch = 4;
/// The first mask that is free: elements under a mask have their own.
inline constexpr int kFirstMask = 2;

/// Linear scan over all sections in order. A value that a later section reads lives to the end if that section runs
/// again and again, as all but `prepare` do: where results are looked up, that runs for each run, but reads no earlier
/// value. Where registers do not suffice, values are spilled whose sections run less often than others', of those the
/// one that is needed last.
[[nodiscard]] RegisterAllocation allocate_registers(const VectorCode& code);

}  // namespace dmlrun::jit::x64::arithmetic
