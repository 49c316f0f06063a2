#pragma once

#include <string>
#include <string_view>

namespace dmlrun::jit::halide {

/// The target, in Halide's syntax, of objects that this process loads and runs, with at most the instructions of `isa`
/// ("avx2", "avx512", "avx512-vbmi", "avx512-fp16"; "": no such limit). Of AVX-512 it has F, CD, VL, BW and DQ at most.
/// "" if objects cannot be loaded.
[[nodiscard]] std::string host_target(std::string_view isa);

/// Whether the target has an instruction for a fused multiply-add; otherwise its code would call a function, which
/// objects do not contain.
[[nodiscard]] bool fuses(std::string_view target);

/// The target of objects for this system's linker, which may need another file format than host_target()'s; `isa` as
/// there.
[[nodiscard]] std::string linked_target(std::string_view isa);

}  // namespace dmlrun::jit::halide
