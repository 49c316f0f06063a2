#include "jit/test/memory_map.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace dmlrun::jit::test {
namespace {

/// Calls visit(line, permissions) for each mapping; permissions are like "r-xp".
template <class Visit>
void for_each_mapping(const Visit& visit) {
  std::ifstream file("/proc/self/maps");
  for (std::string line; std::getline(file, line);) {
    const std::size_t space = line.find(' ');
    visit(line, line.substr(space + 1, 4));
  }
}

}  // namespace

std::vector<std::string> writable_and_executable() {
  std::vector<std::string> found;
  for_each_mapping([&](const std::string& line, const std::string& permissions) {
    if (permissions[1] == 'w' && permissions[2] == 'x') found.push_back(line);
  });
  return found;
}

ArenaMappings arena_mappings() {
  ArenaMappings found;
  for_each_mapping([&](const std::string& line, const std::string& permissions) {
    if (line.find("memfd:dmlrun-code") == std::string::npos) return;
    if (permissions[1] == 'w') ++found.writable;
    else ++(permissions[2] == 'x' ? found.executable : found.closed);
  });
  return found;
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

}  // namespace dmlrun::jit::test
