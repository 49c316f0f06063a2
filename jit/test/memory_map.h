// What /proc/self/maps says about this process.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace dmlrun::jit::test {

/// The lines of mappings that are writable and executable at once. There must never be one.
std::vector<std::string> writable_and_executable();
/// How many mappings of arenas there are, writable ones and others.
struct ArenaMappings {
  std::size_t writable = 0;
  std::size_t executable = 0;
  std::size_t closed = 0;
  friend bool operator==(const ArenaMappings&, const ArenaMappings&) = default;
};
/// Of dual mappings, which are recognised by the name of their file.
ArenaMappings arena_mappings();
/// How many descriptors this process has open.
std::size_t open_descriptors();

}  // namespace dmlrun::jit::test
