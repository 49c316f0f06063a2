#include "cli/files/code_folder.h"

#include <cstdlib>

namespace dmlrun::cli {
namespace {

/// The XDG base directory rule: a path that is not absolute is as good as none.
std::string absolute_path(const char* variable) {
  const char* text = std::getenv(variable);
  return text && text[0] == '/' ? text : std::string();
}

}  // namespace

std::string code_folder() {
  if (const std::string caches = absolute_path("XDG_CACHE_HOME"); !caches.empty()) return caches + "/dmlrun/code";
  const std::string home = absolute_path("HOME");
  return home.empty() ? std::string() : home + "/.cache/dmlrun/code";
}

}  // namespace dmlrun::cli
