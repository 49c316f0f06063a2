#include "jit/x64/copy/store_policy.h"

#include <algorithm>
#include <limits>

#include "engine/plan/axis_runs.h"
#include "jit/x64/copy/replicator.h"

namespace dmlrun::jit::x64 {

namespace {

/// Outputs up to this size stay in the first-level cache.
constexpr std::uint64_t kNearOutput = 32u << 10;
/// Zen 4, 256 KiB: 8 streams at once take 9.8 cycles per 64 bytes, but 15.3 where the output's place in its page is the
/// block's, nine lines for eight ways; 4 take 10.2 in any place.
constexpr std::uint64_t kStreams = 4;
/// Of the blocks that streams may write, those that the first-level cache holds are one stream, in outputs that exceed
/// it. Zen 5, one stream in times of four: 1 KiB 0.46 and 4 KiB 0.53 at 16 and 24 MiB, 8 KiB 0.70 and 16 KiB 0.76 at 16
/// MiB; but 32 KiB 0.86 to 1.38, and 512 bytes 1.41 where all copies fit that cache.
constexpr std::uint64_t kNearBlock = 16u << 10;
/// Bytes of a block that are written to all its copies before the next ones: the L2 cache holds them (Replication). A
/// multiple of 8, so that parts are whole elements.
constexpr std::uint32_t kPart = 256u << 10;

/// Whether consecutive elements of a run lie one behind the other in an operand that it may read.
bool is_contiguous(const CopyLayout& layout, const plan::Run& run) {
  if (run.source == plan::kFill) return false;
  if (run.source != plan::kUnchosen)
    return run.step * layout.plan.operands[static_cast<std::size_t>(run.source)].strides[layout.innermost] == 1;
  return std::any_of(layout.inner_strides.begin(), layout.inner_strides.end(),
                     [&](std::int64_t stride) { return run.step * stride == 1; });
}

std::uint64_t longest_copy_of(const CopyLayout& layout) {
  std::uint64_t longest = 0;
  if (layout.axes[layout.innermost].stride != layout.element_bytes) return 0;
  plan::for_each_run(layout.plan.axes[layout.innermost], [&](const plan::Run& run) {
    if (is_contiguous(layout, run)) longest = std::max(longest, run.count);
  });
  return longest * static_cast<std::uint64_t>(layout.element_bytes);
}

}  // namespace

StorePolicy::StorePolicy(const CopyLayout& layout, const CopyTarget& target)
    : tuning(target.tuning),
      output_bytes(layout.output_bytes()),
      has_avx512(target.isa >= Isa::avx512),
      width(has_avx512 && tuning.has_wide_moves ? 64 : 32),
      longest_copy(longest_copy_of(layout)) {
  const auto reached = [&](std::uint64_t bytes) { return output_bytes >= bytes ? bytes : 0; };
  non_temporal_copy = reached(tuning.non_temporal_bytes);
  non_temporal_fill = reached(tuning.non_temporal_fill_bytes());
  non_temporal_replicate = reached(tuning.non_temporal_replicate_bytes());
  const bool prefetches = tuning.prefetch_elements > 0 && output_bytes >= kMinPrefetchWritten && non_temporal_copy == 0;
  prefetch_written = prefetches ? kPrefetchWritten : 0;
}

LongCopy StorePolicy::long_copy(std::uint64_t longest) const {
  LongCopy copy;
  if (longest >= kMinNonTemporalBytes) copy.non_temporal = non_temporal_copy;
  if (longest >= tuning.string_bytes) copy.string = tuning.string_bytes;
  if (longest >= kMinDescendingCopyBytes) copy.descending = tuning.alias_4k_bytes;
  return copy;
}

bool StorePolicy::can_replicate(std::uint64_t period) const {
  constexpr std::uint64_t kMax = std::numeric_limits<std::int32_t>::max() / (Replicator::kMaxStreams + 1);
  return period >= Replicator::kUnroll * width && period <= kMax;
}

ReplicateOrder StorePolicy::replicate(std::uint64_t period, std::uint64_t times) const {
  ReplicateOrder order;
  if (period % width == 0) order.non_temporal = non_temporal_replicate;
  order.four_pages = tuning.four_pages && period >= std::uint64_t{4} * kChunkBytes;
  const bool has_streams = tuning.replication == Replication::in_streams;
  if (has_streams && period <= kNearBlock && output_bytes > kNearOutput) return order;
  if (has_streams) order.streams = std::min(kStreams, times);
  if (tuning.replication == Replication::in_parts && period > 2 * std::uint64_t{kPart}) order.part = kPart;
  order.is_string = tuning.string_bytes > 0 && period >= tuning.string_bytes;
  return order;
}

std::uint64_t StorePolicy::replicate_registers(std::uint64_t period) const {
  return period % held_store_bytes() == 0 ? non_temporal_replicate : 0;
}

}  // namespace dmlrun::jit::x64
