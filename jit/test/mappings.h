// Which ways to have code memory this process has. Under PR_SET_MDWE flip does not work, under an emulator dual does not.
#pragma once

#include <vector>

#include "jit/memory/code_arena.h"

namespace dmlrun::jit::test {

inline bool works(CodeMapping mapping) {
  const auto arena = CodeArena::make({.mapping = mapping});
  return arena && arena->mapping() == mapping;
}

/// In the order in which they are chosen.
inline std::vector<CodeMapping> working_mappings() {
  std::vector<CodeMapping> working;
  for (const CodeMapping mapping : {CodeMapping::dual, CodeMapping::flip})
    if (works(mapping)) working.push_back(mapping);
  return working;
}

}  // namespace dmlrun::jit::test
