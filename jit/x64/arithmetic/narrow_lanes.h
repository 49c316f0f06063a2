// A strategy for bytes, 16-bit integers and halves: lanes of the element's width, if the stored low bits depend only on
// low bits, or if halves are rounded once.
//
// Sums of bytes take 0.24 of the time that 32-bit lanes take at 4 KiB of output, 0.7 at 64 KiB, and no less where the
// caches do not hold them (Zen 5). Sums of halves 0.22 at 4 KiB, 0.61 at 64 KiB (Granite Rapids).
#pragma once

#include <vector>

#include "jit/x64/arithmetic/streams.h"
#include "jit/x64/arithmetic/vector_code.h"
#include "jit/x64/isa.h"

namespace dmlrun::jit::x64::arithmetic {

/// The bytes of a lane, 1 or 2; 0 where the strategy does not apply: elements of different widths, operations whose low
/// bits depend on what is dropped, or halves without instructions for them or with more than one operation.
[[nodiscard]] std::size_t narrow_lane_bytes(const plan::Plan& plan, Isa isa);
/// Precondition: narrow_lane_bytes() is not 0.
[[nodiscard]] VectorCode lower_narrow(const plan::Plan& plan, const std::vector<Stream>& streams,
                                      std::size_t block_elements, Isa isa);

}  // namespace dmlrun::jit::x64::arithmetic
