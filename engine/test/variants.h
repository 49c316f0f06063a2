// The ways to compile that tests go through.
#pragma once

#include <vector>

#include "dmlrun/kernel.h"

namespace dmlrun::test {

/// Every back end that works here, but those that take tens of milliseconds to compile (they have random tests of their own);
/// machine code also as on the older processors of the same kind.
[[nodiscard]] inline std::vector<CompileOptions> all_variants() {
  std::vector<CompileOptions> variants;
  for (const BackendInfo& backend : backends()) {
    if (!backend.why_not.empty() || backend.name.starts_with("halide")) continue;
    variants.push_back({backend.name});
    if (backend.name == "jit-avx512") variants.push_back({backend.name, "avx512"});
  }
  return variants;
}

}  // namespace dmlrun::test
