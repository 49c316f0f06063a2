#include "jit/x64/copy/shuffle_plan.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "jit/x64/copy/vector_loads.h"

namespace dmlrun::jit::x64 {

namespace {

constexpr std::int64_t kLane = 16;
/// Vectors of a plan, so that code stays within its budget.
constexpr std::int64_t kMaxVectors = 160, kMaxMadeVectors = 96;
constexpr std::int64_t kMinVectors = 6;  ///< so that the loop around them costs little
constexpr std::size_t kMaxLoads = 4, kMaxLaneSteps = 3;
constexpr std::uint64_t kMaxAfter = 64;
constexpr std::int64_t kMaxStep = std::int64_t{1} << 20;
constexpr std::int64_t kMaxOffset = std::int64_t{1} << 28;

constexpr std::string_view kLeaves = "loads would leave the input", kFew = "they are few";

/// Where a byte comes from: byte `offset` beyond where the first row of a stream begins.
struct Origin {
  int stream = RowSegment::kFill;
  std::int64_t offset = 0;
};

class Planner {
 public:
  Planner(const RowSource& source, ShuffleForm form, std::int64_t width, std::uint64_t count, bool may_reach_after);
  std::optional<ShufflePlan> make(std::uint64_t rows);
  [[nodiscard]] std::uint64_t rows_together() const;
  /// The reason why make() made nothing.
  [[nodiscard]] std::string_view why_not() const { return why_not_; }

 private:
  bool fail(std::string_view why_not) { return why_not_ = why_not, false; }
  [[nodiscard]] bool is_small() const;
  [[nodiscard]] std::size_t segment_at(std::uint64_t byte) const;
  [[nodiscard]] std::vector<Origin> origins(std::int64_t first, std::int64_t count) const;
  std::optional<VectorLoad> next_load(const std::vector<Origin>& bytes, const std::vector<bool>& is_done,
                                      std::int64_t most);
  [[nodiscard]] Reach reach_of(int stream) const;
  std::optional<VectorLoad> placed(Origin begin, std::int64_t need, std::int64_t most);
  template <class Use>
  static void take(const std::vector<Origin>& bytes, std::vector<bool>& is_done, const VectorLoad& load, Use use);
  [[nodiscard]] static std::vector<bool> fills(const std::vector<Origin>& bytes);
  bool vector(std::int64_t to);
  bool wide(OutputVector& made, const std::vector<Origin>& bytes);
  std::optional<std::vector<VectorLoad>> lane(const std::vector<Origin>& bytes, std::vector<LaneStep>& steps,
                                              std::size_t half);
  bool lanes(OutputVector& made, const std::vector<Origin>& bytes);

  const RowSource& source_;
  const ShuffleForm form_;
  const std::int64_t width_, row_bytes_;
  const std::uint64_t count_;
  const bool may_reach_after_;
  std::vector<std::uint64_t> ends_;  ///< of the segments, in bytes of a row
  std::vector<Reach> reaches_;
  std::int64_t made_ = 0;  ///< vectors that are more than a load and a store
  std::string_view why_not_;
  ShufflePlan plan_{};
};

Planner::Planner(const RowSource& source, ShuffleForm form, std::int64_t width, std::uint64_t count,
                 bool may_reach_after)
    : source_(source),
      form_(form),
      width_(width),
      row_bytes_(static_cast<std::int64_t>(source.bytes)),
      count_(count),
      may_reach_after_(may_reach_after),
      reaches_(source.steps.size()) {
  std::uint64_t end = 0;
  for (const RowSegment& segment : source.segments) {
    ends_.push_back(end += segment.bytes);
    if (segment.stream < 0) continue;
    Reach& reach = reaches_[static_cast<std::size_t>(segment.stream)];
    const std::int64_t last =
        segment.offset + (static_cast<std::int64_t>(segment.bytes) / source.element - 1) * segment.step;
    reach.low = std::min({reach.low, segment.offset, last});
    reach.high = std::max({reach.high, segment.offset + source.element, last + source.element});
  }
}

bool Planner::is_small() const {
  const auto is_far = [](std::int64_t step) { return step <= -kMaxStep || step >= kMaxStep; };
  if (std::any_of(source_.steps.begin(), source_.steps.end(), is_far)) return false;
  return std::none_of(reaches_.begin(), reaches_.end(), [](const Reach& reach) {
    return reach.low <= reach.high && (reach.low <= -kMaxOffset || reach.high >= kMaxOffset);
  });
}

/// Rows that whole vectors hold; else 1, where a row holds a vector; else 0.
std::uint64_t Planner::rows_together() const {
  const std::int64_t rows = width_ / std::gcd(row_bytes_, width_), vectors = row_bytes_ * rows / width_;
  auto together = static_cast<std::uint64_t>(rows);
  if (vectors > kMaxVectors || together > count_)
    return row_bytes_ >= width_ && row_bytes_ <= kMaxVectors * width_ ? 1 : 0;
  for (std::int64_t times = 2; vectors * times < 2 * kMinVectors && together * 2 <= count_; times *= 2) together *= 2;
  return together;
}

std::size_t Planner::segment_at(std::uint64_t byte) const {
  return static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), byte) - ends_.begin());
}

/// Where consecutive bytes of the plan's rows come from.
std::vector<Origin> Planner::origins(std::int64_t first, std::int64_t count) const {
  std::vector<Origin> made;
  for (std::int64_t number = first; number < first + count; ++number) {
    const auto byte = static_cast<std::uint64_t>(number % row_bytes_);
    const std::size_t p = segment_at(byte);
    const RowSegment& segment = source_.segments[p];
    if (segment.stream < 0) {
      made.emplace_back();
      continue;
    }
    const auto within = static_cast<std::int64_t>(byte - (ends_[p] - segment.bytes));
    made.push_back({segment.stream, segment.offset + within / source_.element * segment.step +
                                        within % source_.element +
                                        number / row_bytes_ * source_.steps[static_cast<std::size_t>(segment.stream)]});
  }
  return made;
}

/// What all rows of the plan read of a stream.
Reach Planner::reach_of(int stream) const {
  const Reach& reach = reaches_[static_cast<std::size_t>(stream)];
  const std::int64_t others =
      static_cast<std::int64_t>(plan_.rows - 1) * source_.steps[static_cast<std::size_t>(stream)];
  return {reach.low + std::min<std::int64_t>(others, 0), reach.high + std::max<std::int64_t>(others, 0)};
}

/// A load of at most `most` bytes that has the byte `begin` and, if it can, the `need` - 1 after it, and stays within
/// what rows read.
std::optional<VectorLoad> Planner::placed(Origin begin, std::int64_t need, std::int64_t most) {
  const std::int64_t step = source_.steps[static_cast<std::size_t>(begin.stream)];
  const auto [low, high] = reach_of(begin.stream);
  std::int64_t bytes = 1;
  while (bytes < need && bytes < most) bytes *= 2;
  if (begin.offset + bytes <= high) return VectorLoad{begin.stream, begin.offset, bytes};
  if (high - bytes >= low) return VectorLoad{begin.stream, high - bytes, bytes};
  if (may_reach_after_ && step > 0) {
    const auto after = static_cast<std::uint64_t>((begin.offset + bytes - high + step - 1) / step);
    if (after > kMaxAfter) return fail(kLeaves), std::nullopt;
    plan_.rows_after = std::max(plan_.rows_after, after);
    return VectorLoad{begin.stream, begin.offset, bytes};
  }
  // A smaller one, for a part of the bytes.
  while (bytes > high - low) bytes /= 2;
  if (bytes < source_.element) return fail(kLeaves), std::nullopt;
  return VectorLoad{begin.stream, std::min(begin.offset, high - bytes), bytes};
}

/// The next load for bytes that are still wanted: the lowest of them begins it.
std::optional<VectorLoad> Planner::next_load(const std::vector<Origin>& bytes, const std::vector<bool>& is_done,
                                             std::int64_t most) {
  Origin lowest;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i].stream < 0 || is_done[i]) continue;
    if (lowest.stream < 0 || bytes[i].stream < lowest.stream ||
        (bytes[i].stream == lowest.stream && bytes[i].offset < lowest.offset))
      lowest = bytes[i];
  }
  std::int64_t need = 1;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i].stream == lowest.stream && !is_done[i] && bytes[i].offset < lowest.offset + most)
      need = std::max(need, bytes[i].offset - lowest.offset + 1);
  return placed(lowest, need, most);
}

/// The wanted bytes that a load has are done; use(i, within): byte i is byte `within` of the load.
template <class Use>
void Planner::take(const std::vector<Origin>& bytes, std::vector<bool>& is_done, const VectorLoad& load, Use use) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::int64_t within = bytes[i].offset - load.offset;
    if (bytes[i].stream != load.stream || is_done[i] || within < 0 || within >= load.bytes) continue;
    use(i, static_cast<std::size_t>(within));
    is_done[i] = true;
  }
}

/// Which bytes no load is wanted for.
std::vector<bool> Planner::fills(const std::vector<Origin>& bytes) {
  std::vector<bool> are_fill(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) are_fill[i] = bytes[i].stream < 0;
  return are_fill;
}

bool Planner::wide(OutputVector& made, const std::vector<Origin>& bytes) {
  made.kind = OutputVector::Kind::wide;
  std::vector<bool> is_done = fills(bytes);
  while (std::find(is_done.begin(), is_done.end(), false) != is_done.end()) {
    const std::size_t number = made.loads.size();
    const auto found = next_load(bytes, is_done, width_);
    if (!found) return false;
    if (number == kMaxLoads) return fail("a vector would need more than 4 loads");
    take(bytes, is_done, *found, [&](std::size_t i, std::size_t within) {
      made.from[i] = static_cast<std::uint16_t>(number * OutputVector::kMaxBytes + within);
    });
    made.loads.push_back(*found);
  }
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (made.is_fill[i]) made.from[i] = static_cast<std::uint16_t>(made.loads.size() * OutputVector::kMaxBytes + i);
  return true;
}

/// The loads for one lane; shuffles go into its half of the steps.
std::optional<std::vector<VectorLoad>> Planner::lane(const std::vector<Origin>& bytes, std::vector<LaneStep>& steps,
                                                     std::size_t half) {
  std::vector<VectorLoad> loads;
  std::vector<bool> is_done = fills(bytes);
  while (std::find(is_done.begin(), is_done.end(), false) != is_done.end()) {
    const auto found = next_load(bytes, is_done, kLane);
    if (!found) return std::nullopt;
    if (loads.size() == kMaxLaneSteps) return fail("16 bytes would need more than 3 loads"), std::nullopt;
    if (loads.size() == steps.size()) steps.emplace_back().shuffle.fill(LaneStep::kZero);
    LaneStep& step = steps[loads.size()];
    take(bytes, is_done, *found,
         [&](std::size_t i, std::size_t within) { step.shuffle[half * kLane + i] = static_cast<std::byte>(within); });
    loads.push_back(*found);
  }
  return loads;
}

bool Planner::lanes(OutputVector& made, const std::vector<Origin>& bytes) {
  made.kind = OutputVector::Kind::lanes;
  std::array<std::vector<VectorLoad>, 2> loads;
  for (std::size_t half = 0; half < 2; ++half) {
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(half * kLane);
    auto found = lane({begin, begin + kLane}, made.lanes, half);
    if (!found) return false;
    loads[half] = std::move(*found);
  }
  for (std::size_t s = 0; s < made.lanes.size(); ++s)
    for (std::size_t half = 0; half < 2; ++half)
      // A half that needs nothing more loads what the other does.
      made.lanes[s].loads[half] = s < loads[half].size() ? loads[half][s] : loads[1 - half][s];
  for (LaneStep& step : made.lanes) merge_loads(step, source_.element, reach_of(step.loads[0].stream));
  return true;
}

/// The vector whose first byte is byte `to` of the rows.
bool Planner::vector(std::int64_t to) {
  OutputVector made;
  made.to = to;
  const std::vector<Origin> bytes = origins(to, width_);
  bool is_plain = true, is_fill = true, is_broadcast = true;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    made.is_fill[i] = bytes[i].stream < 0;
    made.has_fill = made.has_fill || made.is_fill[i];
    is_fill = is_fill && made.is_fill[i];
    is_plain = is_plain && bytes[i].stream == bytes[0].stream &&
               bytes[i].offset == bytes[0].offset + static_cast<std::int64_t>(i);
    is_broadcast = is_broadcast && bytes[i].stream == bytes[0].stream &&
                   bytes[i].offset == bytes[0].offset + static_cast<std::int64_t>(i) % source_.element;
  }
  if (is_fill) {
    made.kind = OutputVector::Kind::fill;
  } else if (is_plain) {
    made.loads.push_back({bytes[0].stream, bytes[0].offset, width_});
  } else if (is_broadcast) {
    made.kind = OutputVector::Kind::broadcast;
    made.loads.push_back({bytes[0].stream, bytes[0].offset, source_.element});
  } else {
    if (++made_ > kMaxMadeVectors) return fail("more than 96 vectors would need shuffles");
    const bool is_shuffled = form_ == ShuffleForm::lanes ? lanes(made, bytes) : wide(made, bytes);
    if (!is_shuffled) return false;
  }
  plan_.vectors.push_back(std::move(made));
  return true;
}

std::optional<ShufflePlan> Planner::make(std::uint64_t rows) {
  if (!is_small()) return fail("they are too far apart in the input"), std::nullopt;
  if (rows == 0) return fail(row_bytes_ < width_ ? kFew : "they are longer than 160 vectors"), std::nullopt;
  plan_.form = form_;
  plan_.width = width_;
  plan_.rows = rows;
  const std::int64_t bytes = row_bytes_ * static_cast<std::int64_t>(plan_.rows);
  for (std::int64_t to = 0; to < bytes; to += width_)
    if (!vector(std::min(to, bytes - width_))) return std::nullopt;
  std::vector<Reach> reaches;
  for (std::size_t stream = 0; stream < reaches_.size(); ++stream)
    reaches.push_back(reach_of(static_cast<int>(stream)));
  if (form_ == ShuffleForm::lanes) share_lanes(plan_, reaches);
  else if (width_ == static_cast<std::int64_t>(OutputVector::kMaxBytes)) share_loads(plan_, source_.element, reaches);
  return std::move(plan_);
}

}  // namespace

PlannedShuffle plan_shuffles(const RowSource& source, ShuffleForm form, std::int64_t width, std::uint64_t count) {
  std::string_view why_not;
  for (const bool may_reach_after : {true, false}) {
    Planner planner(source, form, width, count, may_reach_after);
    auto made = planner.make(planner.rows_together());
    if (made && made->rows + made->rows_after <= count) return {std::move(made), {}};
    why_not = made ? kFew : planner.why_not();
  }
  return {std::nullopt, why_not};
}

}  // namespace dmlrun::jit::x64
