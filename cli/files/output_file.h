// A file that appears complete or not at all.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "cli/files/unfinished_file.h"

namespace dmlrun::cli {

/// Whether a written file is flushed to the disk before it is renamed.
enum class Durability { as_the_system_likes, synced };

/// Writes to `.<name>.<random>.tmp` beside the target (created with O_EXCL, held with flock) and renames it over the
/// target in commit(). Temporaries of the same target whose lock is free are left over from a killed process and are
/// removed. A symbolic link stays and its target is replaced. Anything but a regular file, and "-" (standard output),
/// is written through. Every Failure has exit 7; the target is then as it was.
class OutputFile {
 public:
  OutputFile(const std::string& path, Durability durability);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Removes the temporary unless commit() has succeeded.
  ~OutputFile();

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  void commit();

 private:
  void create_temporary();

  std::string path_;       ///< as the user gave it, for messages
  std::string target_;     ///< with links followed
  std::string temporary_;  ///< "" when written through
  UnfinishedFile unfinished_;
  int fd_ = -1;
  Durability durability_;
};

/// The file that a name leads to, which need not exist: names of one file, by links, folders or "./", have one
/// identity.
struct FileIdentity {
  std::uint64_t device = 0, number = 0;  ///< of the file, or of the folder that it would be in
  std::string name;                      ///< there; "" where the file exists
  auto operator<=>(const FileIdentity&) const = default;
};
/// Nothing for paths whose writing replaces no file: "" and "-", devices, pipes, folders; nor where the folder is
/// missing ("missing/../file" is the file beside it).
[[nodiscard]] std::optional<FileIdentity> identity_of(const std::string& path);

/// Standard output under either of its names, which is written through whatever it is.
[[nodiscard]] bool is_standard_output(std::string_view path);
/// The regular file that an open descriptor refers to; nothing where it is no regular file.
[[nodiscard]] std::optional<FileIdentity> identity_of_descriptor(int fd);

/// The files that these paths are read from: the archive for "file.npz:name", the file behind standard input for "-".
[[nodiscard]] std::set<FileIdentity> identities_read(std::span<const std::string> paths);
/// Failure with exit 2 where the regular file `path`, which `option` names, is one of those that the command reads, or
/// the one that its standard output goes to, so that it would be replaced. A file that is not there is none that could
/// be lost.
void require_replaceable(std::string_view option, const std::string& path, std::span<const std::string> read);

/// How standard output is called in messages.
inline constexpr std::string_view kStandardOutputName = "standard output";

/// Writes all of `bytes`; Failure exit 7 names `path`, or exit 141 where that is kStandardOutputName and nobody reads
/// it.
void write_all(int fd, std::span<const std::byte> bytes, const std::string& path);

}  // namespace dmlrun::cli
