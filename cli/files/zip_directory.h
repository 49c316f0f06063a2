// The central directory of a zip file, the one place from which members are known.
#pragma once

#include <cstdint>
#include <string>

#include "cli/files/files.h"

namespace dmlrun::cli {

struct ZipMember {
  std::uint64_t offset = 0;  ///< of its data in the file
  std::uint64_t stored_bytes = 0;
  std::uint64_t bytes = 0;     ///< once inflated
  std::uint32_t checksum = 0;  ///< CRC-32 of those
  bool deflated = false;
};

/// The member called `name` or `name`.npy; with an empty name the only one. `path` is for messages. Failure exit 4:
/// npy_header.
[[nodiscard]] ZipMember find_member(InputFile& file, const std::string& path, const std::string& name);

}  // namespace dmlrun::cli
