#include "engine/plan/interpreter/copy_rectangle.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace dmlrun::plan {

namespace {

/// Sixteen bytes that compilers move in one vector register.
typedef std::uint64_t Block __attribute__((vector_size(16)));

/// Elements of a column that a transposed read visits before it turns to the next row: their cache lines, often a
/// power of two apart, must stay in the first-level cache.
constexpr std::uint64_t kGatherStrip = 8;

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
/// the library chooses one string instruction; it does not for chunks of this size.
void copy_long(std::byte* output, const std::byte* input, std::uint64_t bytes) noexcept {
  constexpr std::uint64_t kChunk = 2048;
  if (bytes > kChunk) {
    const auto apart = (reinterpret_cast<std::uintptr_t>(output) - reinterpret_cast<std::uintptr_t>(input)) % 4096;
    if (apart >= 1 && apart <= 15)
      for (; bytes > kChunk; bytes -= kChunk, output += kChunk, input += kChunk) std::memcpy(output, input, kChunk);
  }
  std::memcpy(output, input, bytes);
}

template <class T>
void copy_exact_rows(const Rectangle& r) noexcept {
  for (std::uint64_t row = 0; row < r.rows; ++row)
    store(r.output + static_cast<std::int64_t>(row) * r.output_row,
          load<T>(r.input + static_cast<std::int64_t>(row) * r.input_row));
}

/// Rows of n to 2 * n bytes, n = kMoves * sizeof(T): the first n and the last n, which may overlap.
template <class T, std::uint64_t kMoves = 1>
void copy_short_rows(const Rectangle& r, std::uint64_t bytes) noexcept {
  const std::uint64_t back = bytes - kMoves * sizeof(T);
  std::byte* output = r.output;
  const std::byte* input = r.input;
  for (std::uint64_t row = 0;;) {
    for (std::uint64_t m = 0; m < kMoves; ++m) store(output + m * sizeof(T), load<T>(input + m * sizeof(T)));
    for (std::uint64_t m = 0; m < kMoves; ++m)
      store(output + back + m * sizeof(T), load<T>(input + back + m * sizeof(T)));
    if (++row == r.rows) return;
    output += r.output_row;
    input += r.input_row;
  }
}

/// Longest row that is copied without a call.
constexpr std::uint64_t kShortRow = 128;

void copy_rows(const Rectangle& r, std::uint64_t bytes) noexcept {
  switch (bytes) {
    case 1: return copy_exact_rows<std::uint8_t>(r);
    case 2: return copy_exact_rows<std::uint16_t>(r);
    case 4: return copy_exact_rows<std::uint32_t>(r);
    case 8: return copy_exact_rows<std::uint64_t>(r);
    case 16: return copy_exact_rows<Block>(r);
    default: break;
  }
  if (bytes < 4) return copy_short_rows<std::uint16_t>(r, bytes);
  if (bytes < 8) return copy_short_rows<std::uint32_t>(r, bytes);
  if (bytes < 16) return copy_short_rows<std::uint64_t>(r, bytes);
  if (bytes <= 32) return copy_short_rows<Block>(r, bytes);
  if (bytes <= 64) return copy_short_rows<Block, 2>(r, bytes);
  if (bytes <= kShortRow) return copy_short_rows<Block, 4>(r, bytes);
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

/// `bytes` >= 16 of a pattern whose period divides both 8 and `bytes`.
void splat(std::byte* output, std::uint64_t bytes, std::uint64_t pattern) noexcept {
  if (bytes >= 64 && pattern == repeated(static_cast<std::uint8_t>(pattern))) {
    std::memset(output, static_cast<int>(pattern & 255), bytes);
    return;
  }
  const Block block{pattern, pattern};
  std::uint64_t at = 0;
  for (; at + 64 <= bytes; at += 64)
    for (std::uint64_t part = 0; part < 64; part += 16) store(output + at + part, block);
  for (; at + 16 <= bytes; at += 16) store(output + at, block);
  store(output + bytes - 16, block);
}

/// One element per row, as a T, into rows of sizeof(Part) to 2 * sizeof(Part) bytes.
template <class T, class Part>
void splat_short_rows(const Rectangle& r, std::uint64_t bytes) noexcept {
  for (std::uint64_t row = 0; row < r.rows; ++row) {
    std::byte* output = r.output + static_cast<std::int64_t>(row) * r.output_row;
    const auto part = static_cast<Part>(repeated(load<T>(r.input + static_cast<std::int64_t>(row) * r.input_row)));
    store(output, part);
    store(output + bytes - sizeof(Part), part);
  }
}

template <class T>
void splat_rows(const Rectangle& r) noexcept {
  const std::uint64_t bytes = r.count * sizeof(T);
  if (r.rows > 1 && r.input_row == 0 && bytes <= kShortRow) {
    std::array<std::byte, kShortRow> pattern;
    splat(pattern.data(), pattern.size(), repeated(load<T>(r.input)));
    Rectangle copies = r;
    copies.input = pattern.data();
    return copy_rows(copies, bytes);
  }
  if (bytes < 4) return splat_short_rows<T, std::uint16_t>(r, bytes);
  if (bytes < 8) return splat_short_rows<T, std::uint32_t>(r, bytes);
  if (bytes < 16) return splat_short_rows<T, std::uint64_t>(r, bytes);
  for (std::uint64_t row = 0; row < r.rows; ++row)
    splat(r.output + static_cast<std::int64_t>(row) * r.output_row, bytes,
          repeated(load<T>(r.input + static_cast<std::int64_t>(row) * r.input_row)));
}

/// Any steps. In strips: rows that read neighbouring elements of a column share its cache lines. Short rows go column
/// by column.
template <class T>
void move_strided(const Rectangle& r) noexcept {
  if (r.count < kGatherStrip && r.rows > 1) {
    for (std::uint64_t i = 0; i < r.count; ++i) {
      std::byte* output = r.output + static_cast<std::int64_t>(i) * r.output_step;
      const std::byte* input = r.input + static_cast<std::int64_t>(i) * r.input_step;
      for (std::uint64_t row = 0; row < r.rows; ++row)
        store(output + static_cast<std::int64_t>(row) * r.output_row,
              load<T>(input + static_cast<std::int64_t>(row) * r.input_row));
    }
    return;
  }
  for (std::uint64_t from = 0; from < r.count; from += kGatherStrip) {
    const auto at = static_cast<std::int64_t>(from);
    const std::uint64_t strip = r.rows == 1 ? r.count : std::min(kGatherStrip, r.count - from);
    for (std::uint64_t row = 0; row < r.rows; ++row) {
      std::byte* output = r.output + static_cast<std::int64_t>(row) * r.output_row + at * r.output_step;
      const std::byte* input = r.input + static_cast<std::int64_t>(row) * r.input_row + at * r.input_step;
      for (std::uint64_t i = 0; i < strip; ++i)
        store(output + static_cast<std::int64_t>(i) * r.output_step,
              load<T>(input + static_cast<std::int64_t>(i) * r.input_step));
    }
    if (r.rows == 1) return;
  }
}

/// The elements of two, four or eight bytes in the opposite order.
template <class T>
std::uint16_t reversed(std::uint16_t part) noexcept {
  return sizeof(T) == 1 ? __builtin_bswap16(part) : part;
}

template <class T>
std::uint32_t reversed(std::uint32_t part) noexcept {
  if constexpr (sizeof(T) == 1) return __builtin_bswap32(part);
  return sizeof(T) == 2 ? part << 16 | part >> 16 : part;
}

template <class T>
std::uint64_t reversed(std::uint64_t part) noexcept {
  if constexpr (sizeof(T) == 1) return __builtin_bswap64(part);
  if constexpr (sizeof(T) == 8) return part;
  const std::uint64_t low = reversed<T>(static_cast<std::uint32_t>(part));
  return low << 32 | reversed<T>(static_cast<std::uint32_t>(part >> 32));
}

/// Rows of at least sizeof(Part) bytes; the last part may overlap the one before.
template <class T, class Part>
void reverse_parts(const Rectangle& r) noexcept {
  const std::uint64_t bytes = r.count * sizeof(T);
  for (std::uint64_t row = 0; row < r.rows; ++row) {
    std::byte* output = r.output + static_cast<std::int64_t>(row) * r.output_row;
    // The row's lowest byte in the input: it goes last.
    const std::byte* input = r.input + static_cast<std::int64_t>(row) * r.input_row - (bytes - sizeof(T));
    for (std::uint64_t at = 0; at + sizeof(Part) <= bytes; at += sizeof(Part))
      store(output + at, reversed<T>(load<Part>(input + (bytes - at - sizeof(Part)))));
    store(output + bytes - sizeof(Part), reversed<T>(load<Part>(input)));
  }
}

template <class T>
void reverse_rows(const Rectangle& r) noexcept {
  const std::uint64_t bytes = r.count * sizeof(T);
  if constexpr (sizeof(T) == 1)
    if (bytes < 4) return reverse_parts<T, std::uint16_t>(r);
  if constexpr (sizeof(T) <= 2)
    if (bytes < 8) return reverse_parts<T, std::uint32_t>(r);
  reverse_parts<T, std::uint64_t>(r);
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

/// 1 to 8 bytes as the low bytes of a number.
std::uint64_t load_few(const std::byte* from, std::uint64_t bytes) noexcept {
  if (bytes == 8) return load<std::uint64_t>(from);
  if (bytes >= 4)
    return load<std::uint32_t>(from) | std::uint64_t{load<std::uint32_t>(from + bytes - 4)} << 8 * (bytes - 4);
  if (bytes >= 2)
    return load<std::uint16_t>(from) | std::uint64_t{load<std::uint16_t>(from + bytes - 2)} << 8 * (bytes - 2);
  return load<std::uint8_t>(from);
}

/// Sixteen bytes that begin with the period, below 16, and repeat it: arithmetic for little-endian machines.
Block repeated_period(const std::byte* from, std::uint64_t period) noexcept {
  if (period > 8) {
    const std::uint64_t low = load<std::uint64_t>(from);
    return Block{low, load_few(from + 8, period - 8) | low << 8 * (period - 8)};
  }
  std::uint64_t low = load_few(from, period);
  for (std::uint64_t bits = 8 * period; bits < 64; bits *= 2) low |= low << bits;
  const std::uint64_t phase = 8 % static_cast<std::uint32_t>(period);
  return Block{low, phase == 0 ? low : low >> 8 * phase | low << 8 * (period - phase)};
}

/// repeat_bytes for a period below 16. Returns a number of written bytes that is a multiple of the period.
std::uint64_t repeat_short(std::byte* output, std::uint64_t period, std::uint64_t total) noexcept {
  const Block block = repeated_period(output, period);
  // Whole periods per block: a store reaches up to a period too far, which the next one and the last bytes put right.
  const std::uint64_t advance = sizeof(Block) / static_cast<std::uint32_t>(period) * period;
  std::uint64_t written = 0;
  for (; written + sizeof(Block) <= total; written += advance) store(output + written, block);
  std::byte* rest = output + written;
  std::uint64_t left = total - written, few = block[0];
  if (left & 8) {
    store(rest, few);
    rest += 8;
    few = block[1];
  }
  for (std::uint64_t bytes = left & 7; bytes > 0; --bytes, few >>= 8) store(rest++, static_cast<std::uint8_t>(few));
  return written;
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
  if (period < sizeof(Block) && std::endian::native == std::endian::little) {
    written = repeat_short(output, period, std::min(total, kRepeatChunk));
    if (total <= kRepeatChunk) return;
  }
  while (written < total) {
    const std::uint64_t chunk = written < kRepeatChunk ? written : std::max(kRepeatChunk / period * period, period);
    const std::uint64_t bytes = std::min(chunk, total - written);
    copy_long(output + written, output, bytes);
    written += bytes;
  }
}

}  // namespace dmlrun::plan
