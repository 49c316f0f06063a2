// The module with the code generator, loaded on first use.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/result.h"
#include "jit/halide/module_interface.h"

namespace dmlrun::jit::halide {

inline constexpr std::string_view kModuleFile = "dmlrun_halide.so";
inline constexpr std::string_view kNotInstalled =
    "not installed: its module, dmlrun_halide.so, is not where this program or library is, nor where it is installed; "
    "builds with Halide make it";

/// The path of the module's file, or "" where there is none; does not load it.
[[nodiscard]] std::string module_file();

/// The module of this process, or null with one sentence why there is none: not installed, not loadable, or of another
/// version. Loading takes milliseconds, once; the answer never changes. May be called from several threads.
[[nodiscard]] const HalideModule* halide_module(std::string& why_not);

using ModuleFunction = decltype(HalideModule::compile) HalideModule::*;

/// The module's answers to a request, by its `compile` or another function of the same type. Fails with
/// backend_unavailable without a module, with backend_failed and the generator's words (at most 4 KiB of them), with
/// unknown_option for an unsupported target, and with out_of_memory.
[[nodiscard]] Result<std::vector<std::vector<std::byte>>> ask_module(
    const ModuleRequest& request, ModuleFunction function = &HalideModule::compile) noexcept;

}  // namespace dmlrun::jit::halide
