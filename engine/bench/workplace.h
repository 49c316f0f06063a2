// Memory to measure on: of its own, touched, and at a chosen place in its page.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "dmlrun/operators.h"

namespace dmlrun::bench {

inline constexpr std::size_t kPage = 4096;

/// Where buffers begin in their pages.
enum class Placement : std::uint8_t {
  equal,   ///< inputs and output at the same place: what allocators give
  skewed,  ///< the output 2 KiB further
};

/// Mapped pages, touched, that begin `skew` bytes behind a page. Throws std::bad_alloc.
class Buffer {
 public:
  Buffer(std::uint64_t bytes, std::size_t skew);
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();
  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return {at_ + skew_, bytes_}; }

 private:
  std::byte* at_;
  std::size_t mapped_, skew_, bytes_;
};

/// What is called during long work, so that an exception ends it; may be empty.
using Between = std::function<void()>;

/// Calls work(first byte, bytes) for each part of a memory, `between` before each.
template <class Work>
void in_parts(std::size_t bytes, std::size_t part, const Between& between, Work work) {
  for (std::size_t first = 0; first < bytes; first += part) {
    if (between) between();
    work(first, std::min(part, bytes - first));
  }
}

/// Random bytes.
void fill(std::span<std::byte> bytes, std::uint64_t seed, const Between& between = {});

/// What an input that is one element holds, by its tensor's name.
struct NamedValue {
  std::string name;
  double value = 0;
};

/// What inputs hold: `values` those of one element, by name, and `given` any, by number; there an empty one is not.
struct InputValues {
  std::span<const NamedValue> values{};
  std::span<const std::span<const std::byte>> given{};
};

/// An operator's inputs, filled, and its outputs. Where no values are given, FLOAT32 and FLOAT16 elements are from 1/16
/// to below 16, of both signs; single FLOAT32 ones, which are scales, hold 0.02, 0.03, ... Throws std::bad_alloc.
class Workplace {
 public:
  Workplace(const Operator& op, Placement placement, const InputValues& with = {}, const Between& between = {});
  [[nodiscard]] std::span<const std::span<const std::byte>> inputs() const noexcept { return input_spans_; }
  [[nodiscard]] std::span<const std::span<std::byte>> outputs() const noexcept { return output_spans_; }

 private:
  std::vector<Buffer> inputs_, outputs_;
  std::vector<std::span<const std::byte>> input_spans_;
  std::vector<std::span<std::byte>> output_spans_;
};

}  // namespace dmlrun::bench
