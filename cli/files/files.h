// Reading files and folders. Paths are the user's; contents are hostile. Nothing is mapped: a file that shrinks while
// it is read is a short read, not a fault.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dmlrun::cli {

/// How messages show a path: "-" as "standard input" or, in `output` files, "standard output"; control characters
/// escaped.
[[nodiscard]] std::string shown_path(std::string_view path);

/// A stream of bytes.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Fills `bytes` unless the source ends before; returns how many were read.
  virtual std::size_t read(std::span<std::byte> bytes) = 0;
  /// The total number of bytes, if known: not of pipes and devices.
  [[nodiscard]] virtual std::optional<std::uint64_t> regular_size() const noexcept = 0;
};

/// An open file or, for "-", standard input. Movable; closes itself.
class InputFile : public ByteSource {
 public:
  /// Failure exit 7 when it cannot be opened, or is a folder. A FIFO waits for its writer; SIGINT ends the wait.
  explicit InputFile(const std::string& path);
  InputFile(InputFile&& other) noexcept;
  InputFile& operator=(InputFile&& other) noexcept;
  ~InputFile() override;

  std::size_t read(std::span<std::byte> bytes) override;
  [[nodiscard]] std::optional<std::uint64_t> regular_size() const noexcept override { return size_; }
  /// As read(), from an offset of a regular file; the position of read() does not change.
  std::size_t read_at(std::uint64_t offset, std::span<std::byte> bytes);

 private:
  std::string path_;
  int fd_ = -1;
  std::optional<std::uint64_t> size_;
};

/// The first `most` + 1 bytes of a file, or all of it: so the caller can tell that it is too large.
[[nodiscard]] std::string read_text(const std::string& path, std::uint64_t most);

[[nodiscard]] bool exists(const std::string& path);
[[nodiscard]] bool is_folder(const std::string& path);
/// The spec.json in a folder that has one; any other path as it is.
[[nodiscard]] std::string spec_in_folder(const std::string& path);
/// A device or pipe: writing there replaces nothing.
[[nodiscard]] bool is_device(const std::string& path);
/// The path from the root: the current folder before a relative one, nothing else changed.
[[nodiscard]] std::string absolute_path(const std::string& path);
/// Failure exit 7 when a file at `path` could not be made or replaced, as far as can be told without trying. Missing
/// folders are no failure.
void require_writable(const std::string& path);
/// The folder part of a path: "" for a bare name, else with its slash.
[[nodiscard]] std::string folder_of(const std::string& path);
/// Makes one folder, and those above it, unless they exist.
void make_folders(const std::string& path);
/// Every file below `folder` whose name ends in `extension`, sorted; hidden names and linked folders are left out.
[[nodiscard]] std::vector<std::string> files_below(const std::string& folder, std::string_view extension);

}  // namespace dmlrun::cli
