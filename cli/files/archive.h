// Arrays in .npz archives, which are zip files: `file.npz:name`. Archives are hostile: sizes are claims, and every
// offset is checked.
#pragma once

#include <memory>
#include <string>

#include "cli/files/files.h"

namespace dmlrun::cli {

/// The parts of a tensor's path: a file, or a member of an archive.
struct ArrayPath {
  std::string file;
  std::string member;  ///< "" for a file, and for the only member of an archive
};

/// Splits "file.npz:name", unless a file has the whole name.
[[nodiscard]] ArrayPath array_path(const std::string& path);

/// Whether the path names an archive or a member of one: then its file holds more than the array.
[[nodiscard]] bool is_in_archive(const std::string& path);

/// Opens a file, or a member of an archive to be read as if it were a file: its size is known, and its checksum is
/// compared when all of it has been read. Failure exit 7 (file) or 4 (archive).
[[nodiscard]] std::unique_ptr<ByteSource> open_array(const std::string& path);

}  // namespace dmlrun::cli
