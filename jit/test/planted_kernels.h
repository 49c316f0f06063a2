// Small kernels with one defect each, to prove that the checks find it, and some without, to prove that they do not
// cry.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "jit/test/guarded_buffer.h"

namespace dmlrun::jit::test {

/// Every kernel copies the bytes [first, last) of input 0 to the output and does something else too.
struct PlantedKernel {
  std::string name;
  /// A part of what must be found: of Findings::to_string(), or of the report of a fault. "" for a kernel without
  /// defect.
  std::string found;
  std::vector<std::byte> code;
  Side input_side = Side::end;
  Side output_side = Side::end;
};

/// Those that this processor can run.
std::vector<PlantedKernel> planted_kernels();

}  // namespace dmlrun::jit::test
