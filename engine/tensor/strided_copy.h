// The one loop nest behind gather, scatter and the .npy converter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "dmlrun/tensor.h"

namespace dmlrun {

/// One axis of a copy; strides in elements.
struct CopyAxis {
  std::uint64_t count = 1;
  std::uint64_t source = 0;
  std::uint64_t target = 0;
};

/// What to copy: an element for every combination of indices, outermost axis first.
struct StridedCopy {
  std::array<CopyAxis, kMaxRank> axes;
  std::size_t rank = 0;
  std::size_t element_bytes = 1;  ///< 1, 2, 4 or 8
  bool swap_bytes = false;        ///< reverse each element's bytes
};

/// Copies from `source` to `target`, which must not overlap; alignment is free. Where several elements have one place
/// in the target, the last in row-major order stays.
void copy_strided(const StridedCopy& copy, const std::byte* source, std::byte* target) noexcept;

}  // namespace dmlrun
