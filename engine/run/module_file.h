// Modules: shared libraries of dmlrun's own, loaded on first use because few programs need them.
#pragma once

#include <string>
#include <string_view>

namespace dmlrun {

/// The path of a module's file: beside this program or library, where an installation puts it relative to either, or
/// where this build is installed; "" where there is none. Does not load it.
[[nodiscard]] std::string module_file(std::string_view name);

/// The result of a module's one exported function, which takes no arguments, or null with a sentence. The module is
/// never unloaded.
struct Module {
  const void* interface = nullptr;
  std::string why_not;
};
/// fork() in other threads waits meanwhile, because a child with a half-loaded library could not be repaired.
[[nodiscard]] Module load_module(const std::string& path, const char* function);

}  // namespace dmlrun
