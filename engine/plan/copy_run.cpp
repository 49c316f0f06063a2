#include "engine/plan/copy_run.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace dmlrun::plan {

namespace {

/// Sixteen bytes that compilers move through one vector register.
struct Block {
  std::uint64_t low, high;
};

/// Rows that a transposed read visits before it leaves the cache lines that it has touched.
constexpr std::uint64_t kGatherStrip = 32;

/// Bytes written before repeat_bytes copies them whole: they stay in the first-level cache.
constexpr std::uint64_t kRepeatChunk = 8192;

template <class T>
T load(const std::byte* from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class T>
void store(std::byte* to, const T& value) noexcept {
  std::memcpy(to, &value, sizeof value);
}

/// memcpy of some processors is 30 times slower when the output lies 1 to 15 bytes behind the input modulo 4096 and
/// the library chooses one string instruction; it does not for pieces of this size.
void copy_long(std::byte* output, const std::byte* input, std::uint64_t bytes) noexcept {
  constexpr std::uint64_t kPiece = 2048;
  const auto apart = (reinterpret_cast<std::uintptr_t>(output) - reinterpret_cast<std::uintptr_t>(input)) % 4096;
  if (apart >= 1 && apart <= 15)
    for (; bytes > kPiece; bytes -= kPiece, output += kPiece, input += kPiece) std::memcpy(output, input, kPiece);
  std::memcpy(output, input, bytes);
}

/// Rows of sizeof(T) to 2 * sizeof(T) bytes: two moves that may overlap.
template <class T>
void copy_short_rows(const Rectangle& r, std::uint64_t bytes) noexcept {
  const std::uint64_t last = bytes - sizeof(T);
  for (std::uint64_t row = 0; row < r.rows; ++row) {
    std::byte* output = r.output + static_cast<std::int64_t>(row) * r.output_row;
    const std::byte* input = r.input + static_cast<std::int64_t>(row) * r.input_row;
    const T front = load<T>(input), back = load<T>(input + last);
    store(output, front);
    store(output + last, back);
  }
}

struct TwoBlocks {
  Block first, second;
};

void copy_rows(const Rectangle& r, std::uint64_t bytes) noexcept {
  if (bytes == 1) return copy_short_rows<std::uint8_t>(r, bytes);
  if (bytes < 4) return copy_short_rows<std::uint16_t>(r, bytes);
  if (bytes < 8) return copy_short_rows<std::uint32_t>(r, bytes);
  if (bytes < 16) return copy_short_rows<std::uint64_t>(r, bytes);
  if (bytes < 32) return copy_short_rows<Block>(r, bytes);
  if (bytes <= 64) return copy_short_rows<TwoBlocks>(r, bytes);
  for (std::uint64_t row = 0; row < r.rows; ++row)
    copy_long(r.output + static_cast<std::int64_t>(row) * r.output_row,
              r.input + static_cast<std::int64_t>(row) * r.input_row, bytes);
}

/// Eight bytes full of one element.
template <class T>
std::uint64_t repeated(T element) noexcept {
  if constexpr (sizeof(T) == 8) return element;
  else return element * (~std::uint64_t{0} / ((std::uint64_t{1} << (8 * sizeof(T))) - 1));
}

/// `bytes` of a pattern whose period divides both 8 and `bytes`.
void splat(std::byte* output, std::uint64_t bytes, std::uint64_t pattern) noexcept {
  if (bytes >= 64 && pattern == repeated(static_cast<std::uint8_t>(pattern))) {
    std::memset(output, static_cast<int>(pattern & 255), bytes);
    return;
  }
  if (bytes < 8) {
    if (bytes >= 4) {
      store(output, static_cast<std::uint32_t>(pattern));
      store(output + bytes - 4, static_cast<std::uint32_t>(pattern));
    } else if (bytes >= 2) {
      store(output, static_cast<std::uint16_t>(pattern));
      store(output + bytes - 2, static_cast<std::uint16_t>(pattern));
    } else {
      store(output, static_cast<std::uint8_t>(pattern));
    }
    return;
  }
  const Block block{pattern, pattern};
  std::uint64_t at = 0;
  for (; at + 64 <= bytes; at += 64)
    for (std::uint64_t part = 0; part < 64; part += 16) store(output + at + part, block);
  for (; at + 16 <= bytes; at += 16) store(output + at, block);
  if (bytes >= 16) {
    store(output + bytes - 16, block);
  } else {
    store(output, pattern);
    store(output + bytes - 8, pattern);
  }
}

template <class T>
void splat_rows(const Rectangle& r) noexcept {
  for (std::uint64_t row = 0; row < r.rows; ++row)
    splat(r.output + static_cast<std::int64_t>(row) * r.output_row, r.count * sizeof(T),
          repeated(load<T>(r.input + static_cast<std::int64_t>(row) * r.input_row)));
}

/// The elements of eight bytes in the opposite order.
template <class T>
std::uint64_t reversed(std::uint64_t eight) noexcept {
  if constexpr (sizeof(T) == 1) return __builtin_bswap64(eight);
  if constexpr (sizeof(T) == 2) {
    eight = (eight & 0x0000ffff0000ffffu) << 16 | (eight >> 16 & 0x0000ffff0000ffffu);
    return eight << 32 | eight >> 32;
  }
  if constexpr (sizeof(T) == 4) return eight << 32 | eight >> 32;
  return eight;
}

template <class T>
void reverse_rows(const Rectangle& r) noexcept {
  constexpr std::uint64_t kPerMove = 8 / sizeof(T);
  for (std::uint64_t row = 0; row < r.rows; ++row) {
    std::byte* output = r.output + static_cast<std::int64_t>(row) * r.output_row;
    const std::byte* input = r.input + static_cast<std::int64_t>(row) * r.input_row;
    std::uint64_t left = r.count;
    for (; left >= kPerMove; left -= kPerMove, output += 8, input -= 8)
      store(output, reversed<T>(load<std::uint64_t>(input - (8 - sizeof(T)))));
    for (; left > 0; --left, output += sizeof(T), input -= sizeof(T)) store(output, load<T>(input));
  }
}

/// Any steps, in strips: rows that read neighbouring elements of a column share its cache lines.
template <class T>
void move_strided(const Rectangle& r) noexcept {
  for (std::uint64_t from = 0; from < r.count; from += kGatherStrip) {
    const std::uint64_t strip = std::min(kGatherStrip, r.count - from);
    for (std::uint64_t row = 0; row < r.rows; ++row) {
      const auto at = static_cast<std::int64_t>(from), in_row = static_cast<std::int64_t>(row);
      std::byte* output = r.output + in_row * r.output_row + at * r.output_step;
      const std::byte* input = r.input + in_row * r.input_row + at * r.input_step;
      for (std::uint64_t i = 0; i < strip; ++i)
        store(output + static_cast<std::int64_t>(i) * r.output_step,
              load<T>(input + static_cast<std::int64_t>(i) * r.input_step));
    }
  }
}

template <class T>
void copy_elements(Rectangle r) noexcept {
  constexpr auto kSize = static_cast<std::int64_t>(sizeof(T));
  if (r.count == 1) {
    r.count = r.rows;
    r.output_step = r.output_row;
    r.input_step = r.input_row;
    r.rows = 1;
  }
  if (r.count == 1) return store(r.output, load<T>(r.input));
  if (r.output_step != kSize) return move_strided<T>(r);
  if (r.input_step == kSize) return copy_rows(r, r.count * sizeof(T));
  if (r.input_step == 0) return splat_rows<T>(r);
  if (r.input_step == -kSize) return reverse_rows<T>(r);
  move_strided<T>(r);
}

}  // namespace

void copy_rectangle(const Rectangle& rectangle, std::size_t element_bytes) noexcept {
  switch (element_bytes) {
    case 1: return copy_elements<std::uint8_t>(rectangle);
    case 2: return copy_elements<std::uint16_t>(rectangle);
    case 4: return copy_elements<std::uint32_t>(rectangle);
    default: return copy_elements<std::uint64_t>(rectangle);
  }
}

void repeat_bytes(std::byte* output, std::uint64_t period, std::uint64_t total) noexcept {
  std::uint64_t written = period;
  if (period < sizeof(Block)) {
    // Whole periods that fit into one block: a store of the block reaches up to a period too far, which the next store
    // and the last copy put right.
    std::array<std::byte, 2 * sizeof(Block)> pattern;
    for (std::size_t i = 0; i < pattern.size(); ++i) pattern[i] = output[i % period];
    const std::uint64_t advance = sizeof(Block) / period * period;
    const Block block = load<Block>(pattern.data());
    const std::uint64_t enough = std::min(total, kRepeatChunk);
    for (written = 0; written + sizeof(Block) <= enough; written += advance) store(output + written, block);
    if (enough == total) {
      std::memcpy(output + written, pattern.data(), total - written);
      return;
    }
  }
  while (written < total) {
    const std::uint64_t chunk = written < kRepeatChunk ? written : std::max(kRepeatChunk / period * period, period);
    const std::uint64_t bytes = std::min(chunk, total - written);
    copy_long(output + written, output, bytes);
    written += bytes;
  }
}

}  // namespace dmlrun::plan
