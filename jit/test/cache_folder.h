// Folders and objects for the tests of the cache.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/test/random.h"

namespace dmlrun::jit::test {

using Bytes = std::vector<std::byte>;

/// Bytes that are told by a number.
inline Bytes object_of(int number, std::size_t bytes) {
  Bytes object(bytes);
  dmlrun::test::Random(7, static_cast<std::uint64_t>(number)).fill(object);
  return object;
}

/// An empty folder of mode 0700, removed with all that is in it.
class CacheFolder {
 public:
  CacheFolder() {
    std::string path = (std::filesystem::temp_directory_path() / "dmlrun-cache-XXXXXX").string();
    if (!::mkdtemp(path.data())) throw std::runtime_error("no folder " + path);
    path_ = path;
  }
  ~CacheFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  CacheFolder(const CacheFolder&) = delete;
  CacheFolder& operator=(const CacheFolder&) = delete;
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

inline std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  return names;
}

/// The lowest twelve bits: permissions, and who may do what beside them.
inline unsigned mode_of(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 ? status.st_mode & 07777u : ~0u;
}

}  // namespace dmlrun::jit::test
