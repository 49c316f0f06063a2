#include "engine/tensor/strided_copy.h"

#include <algorithm>
#include <cstring>

namespace dmlrun {
namespace {

// Elements per side of a transposed tile: 32 x 32 of 8 bytes are 8 KiB, a quarter of a usual first-level cache.
constexpr std::uint64_t kTile = 32;

template <std::size_t Bytes>
struct Word;
template <>
struct Word<1> {
  using type = std::uint8_t;
  static type swapped(type v) noexcept { return v; }
};
template <>
struct Word<2> {
  using type = std::uint16_t;
  static type swapped(type v) noexcept { return __builtin_bswap16(v); }
};
template <>
struct Word<4> {
  using type = std::uint32_t;
  static type swapped(type v) noexcept { return __builtin_bswap32(v); }
};
template <>
struct Word<8> {
  using type = std::uint64_t;
  static type swapped(type v) noexcept { return __builtin_bswap64(v); }
};

template <std::size_t Bytes, bool Swap>
void move_element(const std::byte* source, std::byte* target) noexcept {
  typename Word<Bytes>::type word;
  std::memcpy(&word, source, Bytes);
  if constexpr (Swap) word = Word<Bytes>::swapped(word);
  std::memcpy(target, &word, Bytes);
}

/// One element, `count` times: copies of what is there already, from the first-level cache.
template <std::size_t Bytes>
void fill_row(std::uint64_t count, const std::byte* element, std::byte* target) noexcept {
  if constexpr (Bytes == 1) {
    std::memset(target, std::to_integer<int>(*element), count);
  } else {
    constexpr std::uint64_t kBlock = 8192;
    const std::uint64_t bytes = count * Bytes;
    std::memcpy(target, element, Bytes);
    for (std::uint64_t done = Bytes; done < bytes;) {
      const std::uint64_t more = std::min({done, kBlock, bytes - done});
      std::memcpy(target + done, target, more);
      done += more;
    }
  }
}

template <std::size_t Bytes, bool Swap>
void copy_row(const CopyAxis& row, const std::byte* source, std::byte* target) noexcept {
  if (row.source == 1 && row.target == 1) {
    if constexpr (!Swap) {
      std::memcpy(target, source, row.count * Bytes);
    } else {
      for (std::uint64_t i = 0; i < row.count; ++i) move_element<Bytes, Swap>(source + i * Bytes, target + i * Bytes);
    }
    return;
  }
  if constexpr (!Swap)
    if (row.source == 0 && row.target == 1) return fill_row<Bytes>(row.count, source, target);
  std::uint64_t from = row.source * Bytes, to = row.target * Bytes;
  for (std::uint64_t i = 0; i < row.count; ++i) move_element<Bytes, Swap>(source + i * from, target + i * to);
}

// Reads run along `outer` and writes along `inner`, in tiles. Each tile passes through a small buffer: its lines in the
// source, and those in the target, are often a power of two apart and would throw each other out of the cache.
template <std::size_t Bytes, bool Swap>
void transpose(const CopyAxis& outer, const CopyAxis& inner, const std::byte* source, std::byte* target) noexcept {
  alignas(64) std::byte tile[kTile * kTile * Bytes];
  for (std::uint64_t i = 0; i < inner.count; i += kTile) {
    std::uint64_t columns = std::min(kTile, inner.count - i);
    for (std::uint64_t o = 0; o < outer.count; o += kTile) {
      std::uint64_t rows = std::min(kTile, outer.count - o);
      const std::byte* from = source + (o * outer.source + i * inner.source) * Bytes;
      for (std::uint64_t c = 0; c < columns; ++c)
        copy_row<Bytes, Swap>({rows, outer.source, kTile}, from + c * inner.source * Bytes, tile + c * Bytes);
      std::byte* to = target + (o * outer.target + i * inner.target) * Bytes;
      for (std::uint64_t r = 0; r < rows; ++r)
        copy_row<Bytes, false>({columns, 1, inner.target}, tile + r * kTile * Bytes, to + r * outer.target * Bytes);
    }
  }
}

// Moves to the next index of the outer axes; false after the last one.
bool advance(const StridedCopy& copy, std::array<std::uint64_t, kMaxRank>& index, std::size_t outer_rank,
             std::uint64_t& from, std::uint64_t& to) noexcept {
  for (std::size_t axis = outer_rank; axis-- > 0;) {
    const CopyAxis& a = copy.axes[axis];
    if (++index[axis] < a.count) {
      from += a.source;
      to += a.target;
      return true;
    }
    index[axis] = 0;
    from -= (a.count - 1) * a.source;
    to -= (a.count - 1) * a.target;
  }
  return false;
}

template <std::size_t Bytes, bool Swap>
void walk(const StridedCopy& copy, bool tiled, const std::byte* source, std::byte* target) noexcept {
  std::array<std::uint64_t, kMaxRank> index{};
  std::uint64_t from = 0, to = 0;
  std::size_t outer_rank = copy.rank - (tiled ? 2 : 1);
  do {
    if (tiled)
      transpose<Bytes, Swap>(copy.axes[outer_rank], copy.axes[outer_rank + 1], source + from * Bytes,
                             target + to * Bytes);
    else copy_row<Bytes, Swap>(copy.axes[outer_rank], source + from * Bytes, target + to * Bytes);
  } while (advance(copy, index, outer_rank, from, to));
}

template <std::size_t Bytes>
void walk_swapped_or_not(const StridedCopy& copy, bool tiled, const std::byte* source, std::byte* target) noexcept {
  if (copy.swap_bytes && Bytes > 1) walk<Bytes, true>(copy, tiled, source, target);
  else walk<Bytes, false>(copy, tiled, source, target);
}

// Axes of one index go, neighbours that are one axis to both sides become one. Keeps the order of the elements.
void drop_and_merge(StridedCopy& copy) noexcept {
  std::size_t kept = 0;
  for (std::size_t axis = 0; axis < copy.rank; ++axis) {
    const CopyAxis a = copy.axes[axis];
    if (a.count == 1) continue;
    if (kept > 0) {
      CopyAxis& outer = copy.axes[kept - 1];
      if (outer.source == a.count * a.source && outer.target == a.count * a.target) {
        outer = {outer.count * a.count, a.source, a.target};
        continue;
      }
    }
    copy.axes[kept++] = a;
  }
  if (kept == 0) copy.axes[kept++] = {1, 1, 1};
  copy.rank = kept;
}

// Of the elements along an axis with target stride 0, only the last one is copied.
const std::byte* keep_last_of_repeated(StridedCopy& copy, const std::byte* source) noexcept {
  for (std::size_t axis = 0; axis < copy.rank; ++axis) {
    CopyAxis& a = copy.axes[axis];
    if (a.target != 0) continue;
    source += (a.count - 1) * a.source * copy.element_bytes;
    a = {1, 0, 0};
  }
  return source;
}

// Puts the axes into the order of the target's strides when that proves that no two elements share a place; then the
// order of copying is free. Else the axes stay.
bool sort_by_target(StridedCopy& copy) noexcept {
  StridedCopy sorted = copy;
  auto first = sorted.axes.begin(), last = first + static_cast<std::ptrdiff_t>(sorted.rank);
  std::sort(first, last, [](const CopyAxis& a, const CopyAxis& b) { return a.target > b.target; });
  std::uint64_t reach = 0;  // of the inner axes together
  for (std::size_t axis = sorted.rank; axis-- > 0;) {
    const CopyAxis& a = sorted.axes[axis];
    if (a.count > 1 && a.target <= reach) return false;
    reach += (a.count - 1) * a.target;
  }
  copy = sorted;
  return true;
}

// Moves the axis along which the source is read best beside the innermost one, along which the target is written.
bool make_tiled(StridedCopy& copy) noexcept {
  std::size_t inner = copy.rank - 1, best = inner;
  for (std::size_t axis = 0; axis < inner; ++axis)
    if (copy.axes[axis].source != 0 && copy.axes[axis].source < copy.axes[best].source) best = axis;
  if (best == inner) return false;
  auto begin = copy.axes.begin();
  std::rotate(begin + static_cast<std::ptrdiff_t>(best), begin + static_cast<std::ptrdiff_t>(best) + 1,
              begin + static_cast<std::ptrdiff_t>(inner));
  return true;
}

}  // namespace

void copy_strided(const StridedCopy& wanted, const std::byte* source, std::byte* target) noexcept {
  StridedCopy copy = wanted;
  source = keep_last_of_repeated(copy, source);
  drop_and_merge(copy);
  bool tiled = false;
  if (sort_by_target(copy)) {
    drop_and_merge(copy);
    tiled = make_tiled(copy);
  }
  switch (copy.element_bytes) {
    case 1: return walk_swapped_or_not<1>(copy, tiled, source, target);
    case 2: return walk_swapped_or_not<2>(copy, tiled, source, target);
    case 4: return walk_swapped_or_not<4>(copy, tiled, source, target);
    case 8: return walk_swapped_or_not<8>(copy, tiled, source, target);
    default: return;
  }
}

}  // namespace dmlrun
