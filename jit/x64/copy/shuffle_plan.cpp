#include "jit/x64/copy/shuffle_plan.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

#include "jit/x64/copy/vector_loads.h"
#include "jit/x64/strategy_notes.h"

namespace dmlrun::jit::x64 {

namespace {

/// Vectors of a plan that are more than a load and a store, so that code stays within its budget.
constexpr std::int64_t kMaxMadeVectors = 96;
constexpr std::int64_t kMinVectors = 6;  ///< so that the loop around them costs little
/// Loads of a vector, and of a lane.
constexpr std::size_t kMaxLoads = 4, kMaxLaneSteps = 3;
constexpr std::uint64_t kMaxAfter = 64;  ///< ShufflePlan::rows_after, rows that are left to slower code
/// Bytes between rows in the input, and from a stream's address to what rows read: offsets fit into instructions.
constexpr std::int64_t kMaxStep = std::int64_t{1} << 20;
constexpr std::int64_t kMaxReach = std::int64_t{1} << 28;

constexpr std::string_view kLeaves = "loads would leave the input", kFew = "they are few";

/// An element's origin: `offset` bytes after the address of the stream's first row.
struct StreamOffset {
  int stream = RowSegment::kFill;
  std::int64_t offset = 0;
};

using StreamOffsets = std::span<const StreamOffset>;

/// Calls visit(i) for each bit that is set.
template <class Visit>
void for_each_bit(std::uint64_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

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
  [[nodiscard]] std::vector<StreamOffset> elements_at(std::int64_t first) const;
  std::optional<VectorLoad> next_load(StreamOffsets elements, std::uint64_t wanted, std::int64_t most);
  [[nodiscard]] Reach reach_of(int stream) const;
  std::optional<VectorLoad> placed(StreamOffset begin, std::int64_t need, std::int64_t most);
  template <class Use>
  void take(StreamOffsets elements, std::uint64_t& wanted, const VectorLoad& load, Use use) const;
  [[nodiscard]] static std::uint64_t not_fill(StreamOffsets elements);
  bool vector(std::int64_t to);
  bool wide(OutputVector& made, StreamOffsets elements);
  std::optional<std::vector<VectorLoad>> lane(StreamOffsets elements, std::vector<LaneStep>& steps, std::size_t half);
  bool lanes(OutputVector& made, StreamOffsets elements);

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
    return reach.low <= reach.high && (reach.low <= -kMaxReach || reach.high >= kMaxReach);
  });
}

/// Rows that whole vectors hold; else 1, where a row holds a vector; else 0.
std::uint64_t Planner::rows_together() const {
  const std::int64_t rows = width_ / std::gcd(row_bytes_, width_), vectors = row_bytes_ * rows / width_;
  auto together = static_cast<std::uint64_t>(rows);
  if (vectors > kMaxShuffleVectors || together > count_)
    return row_bytes_ >= width_ && row_bytes_ <= kMaxShuffleVectors * width_ ? 1 : 0;
  for (std::int64_t times = 2; vectors * times < 2 * kMinVectors && together * 2 <= count_; times *= 2) together *= 2;
  return together;
}

/// Where the elements of a vector come from, whose first byte is byte `first` of the plan's rows.
std::vector<StreamOffset> Planner::elements_at(std::int64_t first) const {
  std::vector<StreamOffset> made(static_cast<std::size_t>(width_ / source_.element));
  std::int64_t row = first / row_bytes_;
  auto byte = static_cast<std::uint64_t>(first % row_bytes_);
  auto p = static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), byte) - ends_.begin());
  for (StreamOffset& element : made) {
    const RowSegment& segment = source_.segments[p];
    if (segment.stream >= 0) {
      const auto within = static_cast<std::int64_t>(byte - (ends_[p] - segment.bytes)) / source_.element;
      const std::int64_t row_begin = row * source_.steps[static_cast<std::size_t>(segment.stream)];
      element = {segment.stream, segment.offset + within * segment.step + row_begin};
    }
    byte += static_cast<std::uint64_t>(source_.element);
    if (byte == ends_[p] && ++p == ends_.size()) {
      p = 0;
      byte = 0;
      ++row;
    }
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

/// A load of at most `most` bytes that covers `begin` and, if possible, `need` bytes from there on, and stays within
/// what rows read.
std::optional<VectorLoad> Planner::placed(StreamOffset begin, std::int64_t need, std::int64_t most) {
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

/// The next load for elements that are still wanted: the lowest of them begins it.
std::optional<VectorLoad> Planner::next_load(StreamOffsets elements, std::uint64_t wanted, std::int64_t most) {
  StreamOffset lowest;
  for_each_bit(wanted, [&](std::size_t i) {
    if (lowest.stream < 0 || elements[i].stream < lowest.stream ||
        (elements[i].stream == lowest.stream && elements[i].offset < lowest.offset))
      lowest = elements[i];
  });
  std::int64_t need = source_.element;
  for_each_bit(wanted, [&](std::size_t i) {
    if (elements[i].stream == lowest.stream && elements[i].offset < lowest.offset + most)
      need = std::max(need, elements[i].offset - lowest.offset + source_.element);
  });
  return placed(lowest, need, most);
}

/// Removes from `wanted` the elements that this load covers. Calls use(i, within): byte i of the vector is byte
/// `within` of the load.
template <class Use>
void Planner::take(StreamOffsets elements, std::uint64_t& wanted, const VectorLoad& load, Use use) const {
  for_each_bit(wanted, [&](std::size_t i) {
    const std::int64_t within = elements[i].offset - load.offset;
    if (elements[i].stream != load.stream || within < 0 || within >= load.bytes) return;
    const auto bytes = static_cast<std::size_t>(source_.element);
    for (std::size_t byte = 0; byte < bytes; ++byte) use(i * bytes + byte, static_cast<std::size_t>(within) + byte);
    wanted &= ~(std::uint64_t{1} << i);
  });
}

/// A bit for each element that a load is wanted for.
std::uint64_t Planner::not_fill(StreamOffsets elements) {
  std::uint64_t wanted = 0;
  for (std::size_t i = 0; i < elements.size(); ++i) wanted |= std::uint64_t{elements[i].stream >= 0} << i;
  return wanted;
}

bool Planner::wide(OutputVector& made, StreamOffsets elements) {
  made.kind = OutputVector::Kind::wide;
  for (std::uint64_t wanted = not_fill(elements); wanted != 0;) {
    const std::size_t number = made.loads.size();
    const auto found = next_load(elements, wanted, width_);
    if (!found) return false;
    if (number == kMaxLoads) return fail(kReason<"a vector would need more than ", kMaxLoads, " loads">);
    take(elements, wanted, *found, [&](std::size_t i, std::size_t within) {
      made.from[i] = static_cast<std::uint16_t>(number * OutputVector::kMaxBytes + within);
    });
    made.loads.push_back(*found);
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(width_); ++i)
    if (made.is_fill[i]) made.from[i] = static_cast<std::uint16_t>(made.loads.size() * OutputVector::kMaxBytes + i);
  return true;
}

/// The loads for one lane; shuffles go into its half of the steps.
std::optional<std::vector<VectorLoad>> Planner::lane(StreamOffsets elements, std::vector<LaneStep>& steps,
                                                     std::size_t half) {
  std::vector<VectorLoad> loads;
  for (std::uint64_t wanted = not_fill(elements); wanted != 0;) {
    const auto found = next_load(elements, wanted, kLane);
    if (!found) return std::nullopt;
    if (loads.size() == kMaxLaneSteps)
      return fail(kReason<"16 bytes would need more than ", kMaxLaneSteps, " loads">), std::nullopt;
    if (loads.size() == steps.size()) steps.emplace_back().shuffle.fill(LaneStep::kZero);
    LaneStep& step = steps[loads.size()];
    take(elements, wanted, *found,
         [&](std::size_t i, std::size_t within) { step.shuffle[half * kLane + i] = static_cast<std::byte>(within); });
    loads.push_back(*found);
  }
  return loads;
}

bool Planner::lanes(OutputVector& made, StreamOffsets elements) {
  made.kind = OutputVector::Kind::lanes;
  std::array<std::vector<VectorLoad>, 2> loads;
  for (std::size_t half = 0; half < 2; ++half) {
    auto found = lane(elements.subspan(half * elements.size() / 2, elements.size() / 2), made.lanes, half);
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
  const std::vector<StreamOffset> elements = elements_at(to);
  const StreamOffset& first = elements[0];
  bool is_plain = true, is_broadcast = true;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::int64_t moved = elements[i].offset - first.offset;
    is_plain =
        is_plain && elements[i].stream == first.stream && moved == static_cast<std::int64_t>(i) * source_.element;
    is_broadcast = is_broadcast && elements[i].stream == first.stream && moved == 0;
    if (elements[i].stream >= 0) continue;
    made.has_fill = true;
    std::fill_n(made.is_fill.begin() + static_cast<std::int64_t>(i) * source_.element, source_.element, true);
  }
  if (first.stream < 0 && is_broadcast) {
    made.kind = OutputVector::Kind::fill;
  } else if (is_plain) {
    made.loads.push_back({first.stream, first.offset, width_});
  } else if (is_broadcast) {
    made.kind = OutputVector::Kind::broadcast;
    made.loads.push_back({first.stream, first.offset, source_.element});
  } else {
    if (++made_ > kMaxMadeVectors) return fail(kReason<"more than ", kMaxMadeVectors, " vectors would need shuffles">);
    const bool is_shuffled = form_ == ShuffleForm::lanes ? lanes(made, elements) : wide(made, elements);
    if (!is_shuffled) return false;
  }
  plan_.vectors.push_back(std::move(made));
  return true;
}

std::optional<ShufflePlan> Planner::make(std::uint64_t rows) {
  if (!is_small()) return fail("they are too far apart in the input"), std::nullopt;
  if (rows == 0)
    return fail(row_bytes_ < width_ ? kFew : kReason<"they are longer than ", kMaxShuffleVectors, " vectors">),
           std::nullopt;
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
