#include "jit/halide/objects/object_entry.h"

#include <algorithm>
#include <cstring>

namespace dmlrun::jit::halide {
namespace {

struct Header {
  char magic[8];
  std::uint64_t key_bytes, object_bytes;
  std::uint64_t checksum;  // of key and object
};
constexpr char kMagic[8] = {'d', 'm', 'l', 'r', 'u', 'n', 'o', '1'};  // the last one is the version of this format

std::span<const std::byte> bytes_of(std::string_view text) noexcept { return std::as_bytes(std::span(text)); }

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed) noexcept {
  std::uint64_t sum = 0xcbf29ce484222325 ^ seed;
  for (const std::byte byte : bytes) sum = (sum ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3;
  return sum;
}

std::vector<std::byte> write_entry(std::string_view key, std::span<const std::byte> object) {
  Header header{{}, key.size(), object.size(), checksum(object, checksum(bytes_of(key)))};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  const auto head = std::as_bytes(std::span(&header, 1));
  std::vector<std::byte> entry(head.begin(), head.end());
  entry.insert(entry.end(), bytes_of(key).begin(), bytes_of(key).end());
  entry.insert(entry.end(), object.begin(), object.end());
  return entry;
}

std::optional<std::span<const std::byte>> read_entry(std::span<const std::byte> entry, std::string_view key) noexcept {
  Header header;
  if (entry.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, entry.data(), sizeof header);
  const std::uint64_t rest = entry.size() - sizeof header;
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0 || header.key_bytes != key.size() || key.size() > rest ||
      header.object_bytes != rest - key.size())
    return std::nullopt;
  const auto kept_key = entry.subspan(sizeof header, key.size());
  const auto object = entry.subspan(sizeof header + key.size());
  if (!std::equal(kept_key.begin(), kept_key.end(), bytes_of(key).begin())) return std::nullopt;
  if (header.checksum != checksum(object, checksum(kept_key))) return std::nullopt;
  return object;
}

}  // namespace dmlrun::jit::halide
