// Which ways to have code memory this process has. Under PR_SET_MDWE flip does not work, under an emulator dual does
// not.
#pragma once

#include <vector>

#include "jit/memory/code_arena.h"

namespace dmlrun::jit::test {

inline bool works(memory::CodeMapping mapping) {
  const auto arena = memory::CodeArena::make({.mapping = mapping});
  return arena && arena->mapping() == mapping;
}

/// In the order in which they are chosen.
inline std::vector<memory::CodeMapping> working_mappings() {
  std::vector<memory::CodeMapping> working;
  for (const memory::CodeMapping mapping : {memory::CodeMapping::dual, memory::CodeMapping::flip})
    if (works(mapping)) working.push_back(mapping);
  return working;
}

}  // namespace dmlrun::jit::test
