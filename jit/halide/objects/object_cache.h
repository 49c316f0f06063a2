// Compiled objects kept in a folder, so that the next process need not compile them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dmlrun::jit::halide {

/// What is in the folder is executed, so it must be this user's alone: the folder belongs to the effective user and has
/// mode 0700, and its entries are regular files of that user and of nobody else's access; otherwise nothing is read or
/// written. An entry holds its whole key, and what is damaged, cut, of another version or of another key is as good as
/// absent, and is replaced. Never more than a convenience: whatever goes wrong, find() finds nothing and store() keeps
/// nothing.
///
/// Any number of threads and processes may use one folder at once. Keeps no descriptor between calls.
class ObjectCache {
 public:
  /// `folder` must be absolute; it and the folders above it are made when something is first stored. The entries that
  /// were used longest ago are removed when they are more than `budget_bytes` together.
  explicit ObjectCache(std::string_view folder, std::uint64_t budget_bytes = 64ull << 20);

  /// "" where the folder may be used or made, else why not, one sentence. What takes no new objects may still give
  /// some.
  [[nodiscard]] std::string why_not() const;
  [[nodiscard]] std::optional<std::vector<std::byte>> find(std::string_view key) const noexcept;
  void store(std::string_view key, std::span<const std::byte> object) const noexcept;

  /// The file in the folder that this key has.
  [[nodiscard]] static std::string entry_name(std::string_view key);

 private:
  std::string folder_;
  std::uint64_t budget_bytes_;
};

}  // namespace dmlrun::jit::halide
