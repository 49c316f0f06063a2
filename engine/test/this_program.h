// The command that repeats a failure, from wherever it is given.
#pragma once

#include <limits.h>
#include <unistd.h>

#include <array>
#include <string>

namespace dmlrun::test {

/// This program by its absolute path, in quotes for a shell.
inline std::string this_program() {
  std::array<char, PATH_MAX> path;
  const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
  std::string quoted = "'";
  for (ssize_t i = 0; i < size; ++i) {
    if (path[static_cast<std::size_t>(i)] == '\'') quoted += "'\\'";
    quoted += path[static_cast<std::size_t>(i)];
  }
  return quoted + "'";
}

}  // namespace dmlrun::test
