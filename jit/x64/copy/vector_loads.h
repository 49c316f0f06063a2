// Finds loads that the vectors of a shuffle plan can share.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "jit/x64/copy/shuffle_plan.h"

namespace dmlrun::jit::x64 {

/// The bytes that rows read of a stream: low ... high - 1, beyond where its first row begins.
struct Reach {
  std::int64_t low = std::numeric_limits<std::int64_t>::max();
  std::int64_t high = std::numeric_limits<std::int64_t>::min();
};

/// One load for both halves, if there is one: of the bytes that both take, or of a whole vector. `element`: bytes.
/// `all`: loads of the first one's stream.
void merge_loads(LaneStep& step, std::int64_t element, Reach all);

/// Lets 64-byte vectors that take bytes of one line of an input share one load, also broadcasts of shorter elements.
/// `element`: bytes. `reaches`: by stream, of all rows of the plan.
void share_loads(ShufflePlan& plan, std::int64_t element, const std::vector<Reach>& reaches);

/// The same for vectors that are shuffled within lanes: consecutive ones that take bytes of the same 16.
void share_lanes(ShufflePlan& plan, const std::vector<Reach>& reaches);

}  // namespace dmlrun::jit::x64
