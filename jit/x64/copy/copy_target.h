// What the code of a copy is for, beside its plan.
#pragma once

#include <cstdint>

#include "jit/x64/isa.h"
#include "jit/x64/tuning.h"

namespace dmlrun::jit::x64 {

struct CopyLayout;
struct StorePolicy;

/// Whether rows are unrolled or walked by a table.
enum class RowForm : std::uint8_t {
  straight,  ///< each run of a row is code of its own
  table,     ///< rows are a loop over a table of runs: little code, whatever the plan
};

struct CopyTarget {
  Isa isa;  ///< avx2 or better
  const Tuning& tuning;
  RowForm form;
};

/// The facts that decisions are made from.
struct CopyFacts {
  const CopyLayout& layout;
  const CopyTarget& target;
  const StorePolicy& policy;
};

}  // namespace dmlrun::jit::x64
