// What each definition is given. See reference.h for the arbiter's own interface.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dmlrun/operators.h"

namespace dmlrun::reference {

/// Elements first ... last - 1 (row-major) of one output of a validated desc.
struct Run {
  const Desc& desc;
  std::size_t output_index;
  const std::byte* const* inputs;  ///< in the order of Operator::inputs()
  std::byte* output;               ///< where element `first` goes
  std::uint64_t first, last;
};

}  // namespace dmlrun::reference
