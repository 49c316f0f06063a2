#pragma once

#include <string>
#include <string_view>

namespace dmlrun::jit::halide {

/// The target, in the generator's words, of objects that are loaded here and run on this processor with at most the
/// instructions of `isa` ("avx2", "avx512", "avx512-vbmi", "" for all it has); "" where objects cannot be loaded.
[[nodiscard]] std::string host_target(std::string_view isa);

/// Whether such a target's code fuses a product and a sum with one rounding; else it would call a function, which
/// nobody brings along.
[[nodiscard]] bool fuses(std::string_view target);

/// The same for objects that this system's linker takes, which may want another format.
[[nodiscard]] std::string linked_target(std::string_view isa);

}  // namespace dmlrun::jit::halide
