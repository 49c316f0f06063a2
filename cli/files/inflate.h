// Inflates deflated data by zlib: the only file that uses zlib.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace dmlrun::cli {

/// CRC-32 of the previous data followed by `bytes`; `checksum` is that of the previous data, at first 0.
[[nodiscard]] std::uint32_t add_to_checksum(std::uint32_t checksum, std::span<const std::byte> bytes) noexcept;

/// One deflated stream, inflated as it is read: into the caller's memory, with 100 KB of its own.
class Inflater {
 public:
  /// `path` is for messages. Failure exit 4 in a build without zlib.
  explicit Inflater(const std::string& path);
  ~Inflater();

  /// Fills `bytes`; `more` reads compressed ones, and gives fewer than asked for at their end. False: the stream is
  /// damaged or ends before.
  [[nodiscard]] bool read(std::span<std::byte> bytes, const std::function<std::size_t(std::span<std::byte>)>& more);

 private:
  struct Stream;
  std::unique_ptr<Stream> stream_;
};

}  // namespace dmlrun::cli
