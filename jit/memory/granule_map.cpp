#include "jit/memory/granule_map.h"

#include <algorithm>
#include <bit>

namespace dmlrun::jit::memory {
namespace {

constexpr std::size_t kWordBits = 64;

}  // namespace

GranuleMap::GranuleMap(std::size_t count)
    : words_((count + kWordBits - 1) / kWordBits), size_(count), longest_at_most_(count) {
  if (count % kWordBits != 0) words_.back() = ~std::uint64_t{0} << count % kWordBits;
}

std::size_t GranuleMap::next(bool in_use, std::size_t from) const noexcept {
  const std::uint64_t flip = in_use ? 0 : ~std::uint64_t{0};
  std::uint64_t ignored = (std::uint64_t{1} << from % kWordBits) - 1;
  for (std::size_t word = from / kWordBits; word < words_.size(); ++word) {
    const std::uint64_t found = (words_[word] ^ flip) & ~ignored;
    if (found != 0) return std::min(size_, word * kWordBits + static_cast<std::size_t>(std::countr_zero(found)));
    ignored = 0;
  }
  return size_;
}

std::size_t GranuleMap::run_begin(std::size_t free) const noexcept {
  for (std::size_t word = free / kWordBits + 1; word-- > 0;) {
    const std::size_t bits = word == free / kWordBits ? free % kWordBits : kWordBits;
    const std::uint64_t below = bits == kWordBits ? words_[word] : words_[word] & ((std::uint64_t{1} << bits) - 1);
    if (below != 0) return (word + 1) * kWordBits - static_cast<std::size_t>(std::countl_zero(below));
  }
  return 0;
}

void GranuleMap::mark(Granules granules, bool in_use) noexcept {
  const std::size_t end = granules.first + granules.count;
  for (std::size_t i = granules.first; i < end;) {
    const std::size_t bits = std::min(kWordBits - i % kWordBits, end - i);
    const std::uint64_t mask = (bits == kWordBits ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1)
                               << i % kWordBits;
    words_[i / kWordBits] = in_use ? words_[i / kWordBits] | mask : words_[i / kWordBits] & ~mask;
    i += bits;
  }
}

Granules GranuleMap::next_free_run(std::size_t from) const noexcept {
  const std::size_t first = from < size_ ? next(false, from) : size_;
  return {first, first < size_ ? next(true, first) - first : 0};
}

std::optional<Granules> GranuleMap::take(std::size_t count) noexcept {
  if (count > longest_at_most_) return std::nullopt;
  std::size_t longest = 0;
  first_free_ = next_free_run(first_free_).first;
  for (Granules run = next_free_run(first_free_); run.count != 0; run = next_free_run(run.first + run.count)) {
    if (run.count >= count) {
      const Granules taken{run.first, count};
      mark(taken, true);
      used_ += count;
      if (taken.first == first_free_) first_free_ += count;
      return taken;
    }
    longest = std::max(longest, run.count);
  }
  longest_at_most_ = longest;
  return std::nullopt;
}

void GranuleMap::give_back(Granules granules) noexcept {
  mark(granules, false);
  used_ -= granules.count;
  first_free_ = std::min(first_free_, granules.first);
  const std::size_t begin = run_begin(granules.first);
  longest_at_most_ = std::max(longest_at_most_, next(true, granules.first) - begin);
}

}  // namespace dmlrun::jit::memory
