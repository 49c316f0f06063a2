// What the code of a copy is for, beside its plan.
#pragma once

#include <cstdint>

#include "jit/x64/isa.h"
#include "jit/x64/tuning.h"

namespace dmlrun::jit::x64 {

/// Bytes of a cache line.
inline constexpr int kLineBytes = 64;

/// The size of the code.
enum class RowForm : std::uint8_t {
  straight,  ///< each run of a row is code of its own
  table,     ///< rows are a loop over a table of runs: little code, whatever the plan
};

struct CopyTarget {
  Isa isa;  ///< avx2 or better
  const Tuning& tuning;
  RowForm form;
};

}  // namespace dmlrun::jit::x64
