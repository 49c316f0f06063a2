#include "jit/test/object_files.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace dmlrun::jit::test {

ObjectBytes object_file(std::string_view name) {
  const std::string_view paths = DMLRUN_TEST_OBJECTS;
  const std::string file = "/" + std::string(name) + ".cpp.o";
  for (std::size_t begin = 0; begin <= paths.size();) {
    const std::size_t end = std::min(paths.find('|', begin), paths.size());
    const std::string path(paths.substr(begin, end - begin));
    begin = end + 1;
    if (!path.ends_with(file)) continue;
    std::ifstream stream(path, std::ios::binary);
    const std::vector<char> content{std::istreambuf_iterator<char>(stream), {}};
    const auto* bytes = reinterpret_cast<const std::byte*>(content.data());
    if (!content.empty()) return {bytes, bytes + content.size()};
  }
  throw std::runtime_error("there is no object " + file);
}

}  // namespace dmlrun::jit::test
