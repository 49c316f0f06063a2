#include "cli/files/code_folder.h"

#include <cstdlib>

namespace dmlrun::cli {
namespace {

/// The XDG base directory rule: a path that is not absolute is as good as none.
std::string path_in_environment(const char* variable) {
  const char* text = std::getenv(variable);
  return text && text[0] == '/' ? text : std::string();
}

}  // namespace

std::string code_folder() {
  if (const std::string caches = path_in_environment("XDG_CACHE_HOME"); !caches.empty()) return caches + "/dmlrun/code";
  const std::string home = path_in_environment("HOME");
  return home.empty() ? std::string() : home + "/.cache/dmlrun/code";
}

}  // namespace dmlrun::cli
