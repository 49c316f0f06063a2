#include "cli/files/inflate.h"

#include <algorithm>
#include <array>
#include <new>

#include "cli/interrupt.h"
#include "cli/report/failure.h"

#ifdef DMLRUN_HAS_ZLIB
#define ZLIB_CONST
#include <zlib.h>
#endif

namespace dmlrun::cli {

#ifdef DMLRUN_HAS_ZLIB

std::uint32_t add_to_checksum(std::uint32_t checksum, std::span<const std::byte> bytes) noexcept {
  return static_cast<std::uint32_t>(crc32_z(checksum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

struct Inflater::Stream {
  z_stream zlib{};
  std::array<std::byte, 64u << 10> compressed{};
};

Inflater::Inflater(const std::string&) : stream_(std::make_unique<Stream>()) {
  constexpr int kRawDeflate = -15;
  if (inflateInit2(&stream_->zlib, kRawDeflate) != Z_OK) throw std::bad_alloc();
}

Inflater::~Inflater() { inflateEnd(&stream_->zlib); }

bool Inflater::read(std::span<std::byte> bytes, const std::function<std::size_t(std::span<std::byte>)>& more) {
  constexpr std::size_t kOneStep = 8u << 20;  // so that a signal is noticed within milliseconds
  z_stream& zlib = stream_->zlib;
  while (!bytes.empty()) {
    check_interrupted();
    const std::size_t step = std::min(bytes.size(), kOneStep);
    if (zlib.avail_in == 0) {
      zlib.next_in = reinterpret_cast<const Bytef*>(stream_->compressed.data());
      zlib.avail_in = static_cast<uInt>(more(stream_->compressed));
    }
    zlib.next_out = reinterpret_cast<Bytef*>(bytes.data());
    zlib.avail_out = static_cast<uInt>(step);
    const int state = inflate(&zlib, Z_NO_FLUSH);
    bytes = bytes.subspan(step - zlib.avail_out);
    if (state == Z_MEM_ERROR) throw std::bad_alloc();
    if (state != Z_OK) return state == Z_STREAM_END && bytes.empty();
  }
  return true;
}

#else

std::uint32_t add_to_checksum(std::uint32_t checksum, std::span<const std::byte> bytes) noexcept {
  static constexpr auto kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ (value & 1 ? 0xEDB88320u : 0u);
      table[i] = value;
    }
    return table;
  }();
  checksum = ~checksum;
  for (const std::byte byte : bytes)
    checksum = checksum >> 8 ^ kTable[(checksum ^ static_cast<std::uint32_t>(byte)) & 255];
  return ~checksum;
}

struct Inflater::Stream {};

Inflater::Inflater(const std::string& path) {
  fail_tensor_file(
      ErrorCode::npy_header, "archive",
      "the member is compressed, and this build of dmlrun has no zlib (zlib1g-dev); np.savez stores members "
      "without compression",
      path);
}

Inflater::~Inflater() = default;

bool Inflater::read(std::span<std::byte>, const std::function<std::size_t(std::span<std::byte>)>&) { return false; }

#endif

}  // namespace dmlrun::cli
