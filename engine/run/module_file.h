// Modules: shared libraries of dmlrun's own, loaded on first use because few programs need what they hold.
#pragma once

#include <string>
#include <string_view>

namespace dmlrun {

/// Where a module's file is: beside this program or library, where an installation puts it as seen from either, or
/// where this build is installed; "" where there is none. Looks without loading.
[[nodiscard]] std::string module_file(std::string_view name);

/// What a module's one exported function, of no arguments, returns, or null with a sentence. The module is never
/// unloaded.
struct Module {
  const void* interface = nullptr;
  std::string why_not;
};
/// fork() waits meanwhile in other threads, because a child with half a library cannot be mended.
[[nodiscard]] Module load_module(const std::string& path, const char* function);

}  // namespace dmlrun
