// What a copy is generated for, beside its plan.
#pragma once

#include <cstdint>

#include "jit/x64/isa.h"
#include "jit/x64/tuning.h"

namespace dmlrun::jit::x64 {

/// How much code may be spent.
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
