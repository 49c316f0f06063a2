// Modules: shared libraries of dmlrun's own, loaded on first use because few programs need them.
#pragma once

#include <string>
#include <string_view>

namespace dmlrun {

/// The path of a module's file; "" if there is none. Looks beside this program or library, where an installation puts
/// it relative to either, and where this build is installed. Does not load it.
[[nodiscard]] std::string module_file(std::string_view name);

/// A loaded module: the result of its one exported function, which takes no arguments; or null and why. Modules are
/// never unloaded.
struct Module {
  const void* interface = nullptr;
  std::string why_not;
};
/// Loads a module. fork() in other threads waits meanwhile, because a child with a half-loaded library could not be
/// repaired.
[[nodiscard]] Module load_module(const std::string& path, const char* function);

}  // namespace dmlrun
