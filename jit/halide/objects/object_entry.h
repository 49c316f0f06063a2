// The bytes of an object that is kept in a file, with the key it is kept under.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace dmlrun::jit::halide {

/// FNV-1a with another beginning: finds accidents, not intent.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed = 0) noexcept;

/// The longest entry. Longer keys and objects have none.
inline constexpr std::uint64_t kMaxEntryBytes = 8u << 20;

/// A header, the key, the object.
[[nodiscard]] std::vector<std::byte> write_entry(std::string_view key, std::span<const std::byte> object);
/// The object of an entry, which may be anything at all; nothing unless it is whole, undamaged and has this key.
[[nodiscard]] std::optional<std::span<const std::byte>> read_entry(std::span<const std::byte> entry,
                                                                   std::string_view key) noexcept;

}  // namespace dmlrun::jit::halide
