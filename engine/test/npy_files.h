// .npy files made in memory for the tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/tensor/npy.h"

namespace dmlrun::test {

/// A file of that version with that dictionary, padded as the format asks for, and data of the bytes 0, 1, 2, ...
inline std::string npy_file(const std::string& dictionary, std::size_t data_bytes, int major = 1) {
  std::size_t before = major == 1 ? 10 : 12;
  std::string header = dictionary + std::string(63 - (before + dictionary.size()) % 64, ' ') + "\n";
  std::string file = std::string("\x93NUMPY") + static_cast<char>(major) + '\0';
  for (std::size_t i = 0; i < before - 8; ++i) file += static_cast<char>(header.size() >> (8 * i) & 0xFF);
  file += header;
  for (std::size_t i = 0; i < data_bytes; ++i) file += static_cast<char>(i);
  return file;
}

inline std::string dictionary(const std::string& descr, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
}

inline Result<NpyHeader> read_header(const std::string& file, const Limits& limits = {}) {
  return read_npy_header(std::as_bytes(std::span(file)), limits);
}

/// The whole gate: header, then size. The code of the refusal.
inline std::optional<Error> refusal(const std::string& file, const Limits& limits = {}) {
  auto header = read_header(file, limits);
  if (!header) return header.error();
  auto size = check_npy_size(*header, file.size());
  if (!size) return size.error();
  return std::nullopt;
}

}  // namespace dmlrun::test
