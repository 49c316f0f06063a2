// The ways to compile that tests go through.
#pragma once

#include <vector>

#include "dmlrun/kernel.h"
#include "engine/run/backends.h"

namespace dmlrun::test {

/// Every back end that works here, but those that take tens of milliseconds to compile (they have random tests of their
/// own); machine code also as on the older processors of the same kind.
[[nodiscard]] inline std::vector<CompileOptions> all_variants() {
  std::vector<CompileOptions> variants;
  // The list itself, and not backends(), which would have every driver of the system look for devices.
  for (const Backend& backend : backend_list()) {
    if (backend.devices || backend.name.starts_with("halide") || !backend.unavailable({}).empty()) continue;
    variants.push_back({backend.name});
    if (backend.name == "jit-avx512") variants.push_back({backend.name, "avx512"});
  }
  return variants;
}

}  // namespace dmlrun::test
