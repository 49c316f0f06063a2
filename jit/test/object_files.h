// The objects that the build made for tests of the loader.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace dmlrun::jit::test {

using ObjectBytes = std::vector<std::byte>;

/// The object of test/objects/<name>.cpp. Throws where it cannot be read.
ObjectBytes object_file(std::string_view name);

}  // namespace dmlrun::jit::test
