// Finds loads that the vectors of a shuffle plan can share.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "jit/x64/copy/shuffle_plan.h"

namespace dmlrun::jit::x64 {

/// The bytes [low, high) of a stream that rows read, relative to its first row.
struct Reach {
  std::int64_t low = std::numeric_limits<std::int64_t>::max();
  std::int64_t high = std::numeric_limits<std::int64_t>::min();
};

/// Replaces the loads of both halves by one, if possible: of the bytes that both use, or of a whole vector. `element`:
/// bytes of an element. `all`: the bytes that may be loaded from the first load's stream.
void merge_loads(LaneStep& step, std::int64_t element, Reach all);

/// Lets 64-byte vectors that use bytes of one line of an input share one load, also broadcasts of shorter elements.
/// `element`: bytes of an element. `reaches`: per stream, for all rows of the plan.
void share_loads(ShufflePlan& plan, std::int64_t element, const std::vector<Reach>& reaches);

/// Lets consecutive vectors that are shuffled within lanes share one load, if they use the same 16 input bytes.
/// `reaches`: per stream, for all rows of the plan.
void share_lanes(ShufflePlan& plan, const std::vector<Reach>& reaches);

}  // namespace dmlrun::jit::x64
