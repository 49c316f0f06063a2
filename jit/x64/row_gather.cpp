#include "jit/x64/row_gather.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace dmlrun::jit {

namespace {

constexpr std::int64_t kVector = 32, kLane = 16;
constexpr std::size_t kMostVectors = 8;
constexpr std::int64_t kLeastVectors = 4;  ///< so that the loop around them costs little
constexpr std::size_t kMostSteps = 3;
constexpr std::uint64_t kMostBehind = 64;
constexpr std::int64_t kMostStep = std::int64_t{1} << 20;
constexpr std::int64_t kMostOffset = std::int64_t{1} << 30;
constexpr std::byte kZero{0x80};  ///< in a shuffle: a byte that becomes 0

/// The bytes that a row reads of a stream: low ... high - 1.
struct Reach {
  std::int64_t low = std::numeric_limits<std::int64_t>::max();
  std::int64_t high = std::numeric_limits<std::int64_t>::min();
};

class Planner {
 public:
  Planner(const std::vector<RowByte>& row, const std::vector<std::int64_t>& steps)
      : row_(row), steps_(steps), reaches_(steps.size()) {
    for (const RowByte& byte : row)
      if (byte.stream >= 0) {
        Reach& reach = reaches_[static_cast<std::size_t>(byte.stream)];
        reach.low = std::min(reach.low, byte.offset);
        reach.high = std::max(reach.high, byte.offset + 1);
      }
  }
  std::optional<RowGather> plan();

 private:
  /// A load of a lane, and which bytes of the lane it gives.
  struct Window {
    GatherStep::Load load;
    std::array<std::byte, kLane> shuffle;
  };
  [[nodiscard]] RowByte byte_at(std::int64_t number) const;
  std::optional<std::vector<Window>> lane(std::int64_t first);
  std::optional<std::int64_t> placed(int stream, std::int64_t offset);
  bool vector(std::int64_t first);

  const std::vector<RowByte>& row_;
  const std::vector<std::int64_t>& steps_;
  std::vector<Reach> reaches_;
  RowGather gather_{};
};

/// Byte `number` of the block; its offset counts from the block's first row.
RowByte Planner::byte_at(std::int64_t number) const {
  const auto width = static_cast<std::int64_t>(row_.size());
  RowByte byte = row_[static_cast<std::size_t>(number % width)];
  if (byte.stream >= 0) byte.offset += number / width * steps_[static_cast<std::size_t>(byte.stream)];
  return byte;
}

/// Where to load a lane that begins with `offset`, the lowest byte wanted, so that it stays within what rows read.
std::optional<std::int64_t> Planner::placed(int stream, std::int64_t offset) {
  const std::int64_t step = steps_[static_cast<std::size_t>(stream)];
  const Reach& reach = reaches_[static_cast<std::size_t>(stream)];
  const std::int64_t others = static_cast<std::int64_t>(gather_.rows - 1) * step;
  const std::int64_t low = reach.low + std::min<std::int64_t>(others, 0);
  const std::int64_t high = reach.high + std::max<std::int64_t>(others, 0);
  if (offset + kLane <= high) return offset;
  if (high - kLane >= low) return high - kLane;
  if (step <= 0) return std::nullopt;
  const auto behind = static_cast<std::uint64_t>((offset + kLane - high + step - 1) / step);
  if (behind > kMostBehind) return std::nullopt;
  gather_.rows_behind = std::max(gather_.rows_behind, behind);
  return offset;
}

std::optional<std::vector<Planner::Window>> Planner::lane(std::int64_t first) {
  std::vector<Window> windows;
  std::array<bool, kLane> is_done{};
  for (;;) {
    // The lowest byte that is still wanted begins the next window.
    RowByte lowest;
    for (std::int64_t i = 0; i < kLane; ++i) {
      const RowByte byte = byte_at(first + i);
      if (byte.stream < 0 || is_done[static_cast<std::size_t>(i)]) continue;
      if (lowest.stream < 0 || byte.stream < lowest.stream ||
          (byte.stream == lowest.stream && byte.offset < lowest.offset))
        lowest = byte;
    }
    if (lowest.stream < 0) return windows;
    const auto begin = placed(lowest.stream, lowest.offset);
    if (!begin || windows.size() == kMostSteps) return std::nullopt;
    Window window{{lowest.stream, *begin}, {}};
    window.shuffle.fill(kZero);
    for (std::int64_t i = 0; i < kLane; ++i) {
      const RowByte byte = byte_at(first + i);
      if (byte.stream != lowest.stream || byte.offset < *begin || byte.offset >= *begin + kLane) continue;
      if (is_done[static_cast<std::size_t>(i)]) continue;
      window.shuffle[static_cast<std::size_t>(i)] = static_cast<std::byte>(byte.offset - *begin);
      is_done[static_cast<std::size_t>(i)] = true;
    }
    windows.push_back(window);
  }
}

bool Planner::vector(std::int64_t first) {
  GatherVector made;
  std::array<std::vector<Window>, 2> lanes;
  for (std::size_t half = 0; half < 2; ++half) {
    auto found = lane(first + static_cast<std::int64_t>(half) * kLane);
    if (!found) return false;
    lanes[half] = std::move(*found);
  }
  for (std::size_t s = 0; s < std::max(lanes[0].size(), lanes[1].size()); ++s) {
    GatherStep step;
    step.shuffle.fill(kZero);
    for (std::size_t half = 0; half < 2; ++half) {
      // A half that needs nothing more loads what the other does.
      if (s >= lanes[half].size()) {
        step.loads[half] = lanes[1 - half][s].load;
        continue;
      }
      step.loads[half] = lanes[half][s].load;
      std::copy(lanes[half][s].shuffle.begin(), lanes[half][s].shuffle.end(), step.shuffle.begin() + half * kLane);
    }
    made.steps.push_back(step);
  }
  for (std::int64_t i = 0; i < kVector; ++i) {
    const RowByte byte = byte_at(first + i);
    if (byte.stream >= 0) continue;
    made.constants[static_cast<std::size_t>(i)] = byte.constant;
    made.has_constants = made.has_constants || byte.constant != std::byte{};
  }
  gather_.vectors.push_back(std::move(made));
  return true;
}

std::optional<RowGather> Planner::plan() {
  const auto width = static_cast<std::int64_t>(row_.size());
  std::int64_t vectors = width / std::gcd(width, kVector);
  while (vectors * 2 <= kLeastVectors) vectors *= 2;
  if (width > kVector || static_cast<std::size_t>(vectors) > kMostVectors) return std::nullopt;
  for (const std::int64_t step : steps_)
    if (step <= -kMostStep || step >= kMostStep) return std::nullopt;
  for (const RowByte& byte : row_)
    if (byte.offset <= -kMostOffset || byte.offset >= kMostOffset) return std::nullopt;
  gather_.rows = static_cast<std::uint64_t>(vectors * kVector / width);
  for (std::int64_t v = 0; v < vectors; ++v)
    if (!vector(v * kVector)) return std::nullopt;
  const bool reads = std::any_of(row_.begin(), row_.end(), [](const RowByte& byte) { return byte.stream >= 0; });
  if (!reads) return std::nullopt;
  return std::move(gather_);
}

}  // namespace

std::optional<RowGather> gather_rows(const std::vector<RowByte>& row, const std::vector<std::int64_t>& steps) {
  return Planner(row, steps).plan();
}

}  // namespace dmlrun::jit
