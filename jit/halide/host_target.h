#pragma once

#include <string>
#include <string_view>

namespace dmlrun::jit {

/// The target, in the generator's words, of objects that run on this processor with at most the instructions of `isa`
/// ("avx2", "avx512", "avx512-vbmi", "" for all it has); "" where objects cannot be loaded.
[[nodiscard]] std::string host_target(std::string_view isa);

}  // namespace dmlrun::jit
