// Which of the equal parts (granules) of a chunk of memory are in use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dmlrun::jit::memory {

/// `count` granules that follow one another.
struct Granules {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// Only the constructor allocates. Not for several threads at once.
///
/// By words of bits, as every kernel takes a run. A std::vector<bool> searched from the first free granule on takes
/// 0.07 us more for each in a new chunk, 25 to 85 us more where kernels were given back (16,384 granules, 8 to 67
/// each).
class GranuleMap {
 public:
  /// All free. Throws std::bad_alloc.
  explicit GranuleMap(std::size_t count);
  /// The lowest run of `count` free granules, which are in use from now on; nothing when there is none.
  /// Precondition: count >= 1.
  std::optional<Granules> take(std::size_t count) noexcept;
  /// Makes what take() returned free.
  void give_back(Granules granules) noexcept;
  [[nodiscard]] std::size_t used() const noexcept { return used_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The first run of free granules that begins at `from` or after it; count 0 when there is none.
  [[nodiscard]] Granules next_free_run(std::size_t from) const noexcept;

 private:
  [[nodiscard]] std::size_t next(bool in_use, std::size_t from) const noexcept;
  [[nodiscard]] std::size_t run_begin(std::size_t free) const noexcept;
  void mark(Granules granules, bool in_use) noexcept;

  std::vector<std::uint64_t> words_;  // bit i % 64 of word i / 64: granule i is in use; bits beyond the size are set
  std::size_t size_;
  std::size_t used_ = 0;
  std::size_t first_free_ = 0;   // no granule below it is free
  std::size_t longest_at_most_;  // no run of free granules is longer
};

}  // namespace dmlrun::jit::memory
