// Modules: shared libraries of dmlrun's own, loaded on first use because few programs need what they hold.
#pragma once

#include <string>
#include <string_view>

namespace dmlrun {

/// Where a module's file is: beside this program or library, where an installation puts it as seen from either, or where
/// this build is installed; "" where there is none. Looks without loading.
[[nodiscard]] std::string module_file(std::string_view name);

/// A module's one exported symbol, or null with a sentence. The module is never unloaded.
struct ModuleSymbol {
  void* address = nullptr;
  std::string why_not;
};
[[nodiscard]] ModuleSymbol load_module(const std::string& path, const char* symbol);

}  // namespace dmlrun
