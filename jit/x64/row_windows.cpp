#include "jit/x64/row_windows.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace dmlrun::jit::x64 {

namespace {

constexpr std::int64_t kLine = 64, kHalf = 32, kLane = 16;
/// Distinct shuffles that registers keep; more would be loaded in the place of what is saved.
constexpr std::size_t kMostShuffles = 12;

/// The bytes that a vector takes of one of its windows.
Reach taken(const RowVector& of, std::size_t window) {
  Reach made;
  for (std::size_t i = 0; i < of.from.size(); ++i) {
    if (of.is_fill[i] || of.from[i] / RowVector::kMostBytes != window) continue;
    const std::int64_t at = of.windows[window].offset + of.from[i] % RowVector::kMostBytes;
    made = {std::min(made.low, at), std::max(made.high, at + 1)};
  }
  return made;
}

/// The register of the window becomes that of another that has what is taken of it.
void change(RowVector& of, std::size_t number, const Window& window) {
  const std::int64_t moved = of.windows[number].offset - window.offset;
  for (std::size_t i = 0; i < of.from.size(); ++i)
    if (!of.is_fill[i] && of.from[i] / RowVector::kMostBytes == number)
      of.from[i] = static_cast<std::uint16_t>(of.from[i] + moved);
  of.windows[number] = window;
}

/// Nothing where the vector is not made of one load that every lane has.
std::optional<Window> lane_window(const RowVector& of) {
  if (of.kind == RowVector::Kind::spread) return of.windows[0];
  if (of.kind != RowVector::Kind::lanes || of.lanes.size() != 1 || of.lanes[0].windows[0] != of.lanes[0].windows[1])
    return std::nullopt;
  return of.lanes[0].windows[0];
}

/// The bytes that it takes of that.
Reach taken_by_lanes(const RowVector& of) {
  if (of.kind == RowVector::Kind::spread) return taken(of, 0);
  Reach made;
  for (const std::byte byte : of.lanes[0].shuffle) {
    if (byte == LaneStep::kZero) continue;
    const std::int64_t at = of.lanes[0].windows[0].offset + std::to_integer<std::int64_t>(byte);
    made = {std::min(made.low, at), std::max(made.high, at + 1)};
  }
  return made;
}

void change_lanes(RowVector& of, const Window& window) {
  if (of.kind == RowVector::Kind::spread) return change(of, 0, window);
  LaneStep& step = of.lanes[0];
  for (std::byte& byte : step.shuffle)
    if (byte != LaneStep::kZero)
      byte = static_cast<std::byte>(std::to_integer<std::int64_t>(byte) + step.windows[0].offset - window.offset);
  step.windows = {window, window};
}

std::size_t shuffles_of(const std::vector<RowVector>& vectors) {
  std::set<std::array<std::uint16_t, RowVector::kMostBytes>> shuffles;
  for (const RowVector& vector : vectors)
    if (vector.kind == RowVector::Kind::wide) shuffles.insert(vector.from);
  return shuffles.size();
}

/// A load of the bytes and of as many around them as may be: a whole line, or no more than it takes.
Window window_of(int stream, Reach bytes, Reach all) {
  const std::int64_t line = bytes.low - ((bytes.low % kLine) + kLine) % kLine;
  if (line >= all.low && line + kLine >= bytes.high && line + kLine <= all.high) return {stream, line, kLine};
  std::int64_t most = 1;
  while (most < bytes.high - bytes.low) most *= 2;
  return {stream, std::min(bytes.low, all.high - most), most};
}

/// What each half takes.
std::array<Reach, 2> wanted_of(const LaneStep& step) {
  std::array<Reach, 2> wanted;
  for (std::size_t i = 0; i < step.shuffle.size(); ++i) {
    if (step.shuffle[i] == LaneStep::kZero) continue;
    Reach& reach = wanted[i / kLane];
    const std::int64_t at = step.windows[i / kLane].offset + std::to_integer<std::int64_t>(step.shuffle[i]);
    reach = {std::min(reach.low, at), std::max(reach.high, at + 1)};
  }
  return wanted;
}

}  // namespace

void merge_loads(LaneStep& step, std::int64_t element, Reach all) {
  const int stream = step.windows[0].stream;
  if (step.windows[0] == step.windows[1] || step.windows[1].stream != stream) return;
  const std::array<Reach, 2> wanted = wanted_of(step);
  const auto use = [&](const Window& first, const Window& second) {
    for (std::size_t i = 0; i < step.shuffle.size(); ++i) {
      if (step.shuffle[i] == LaneStep::kZero) continue;
      const std::int64_t moved = step.windows[i / kLane].offset - (i < kLane ? first : second).offset;
      step.shuffle[i] = static_cast<std::byte>(std::to_integer<std::int64_t>(step.shuffle[i]) + moved);
    }
    step.windows = {first, second};
  };
  std::int64_t bytes = element;
  while (bytes < std::max(wanted[0].high, wanted[1].high) - std::min(wanted[0].low, wanted[1].low)) bytes *= 2;
  const std::int64_t common = std::min({wanted[0].low, wanted[1].low, all.high - bytes});
  if (bytes <= kLane && common >= all.low) {
    use({stream, common, bytes}, {stream, common, bytes});
    return;
  }
  const std::int64_t whole = std::min({wanted[0].low, wanted[1].low - kLane, all.high - 2 * kLane});
  if (whole >= std::max({all.low, wanted[0].high - kLane, wanted[1].high - 2 * kLane}))
    use({stream, whole, kLane}, {stream, whole + kLane, kLane});
}

void share_windows(RowProgram& program, const std::vector<Reach>& reaches) {
  struct Use {
    std::size_t vector, window;
  };
  struct Shared {
    Reach bytes;
    std::vector<Use> uses;
  };
  std::vector<RowVector> vectors = program.vectors;
  std::map<int, Shared> open;
  const auto close = [&](int stream, Shared& shared) {
    const Window window = window_of(stream, shared.bytes, reaches[static_cast<std::size_t>(stream)]);
    if (shared.uses.size() > 1)
      for (const Use& use : shared.uses) change(vectors[use.vector], use.window, window);
    shared = {};
  };
  for (std::size_t v = 0; v < vectors.size(); ++v) {
    if (vectors[v].kind != RowVector::Kind::wide) continue;
    for (std::size_t w = 0; w < vectors[v].windows.size(); ++w) {
      const int stream = vectors[v].windows[w].stream;
      const Reach wanted = taken(vectors[v], w), all = reaches[static_cast<std::size_t>(stream)];
      Shared& shared = open[stream];
      const Reach both{std::min(wanted.low, shared.bytes.low), std::max(wanted.high, shared.bytes.high)};
      const Window window = window_of(stream, both, all);
      if (!shared.uses.empty() && (both.high - both.low > kLine || window.offset < all.low)) close(stream, shared);
      shared.bytes = shared.uses.empty() ? wanted : both;
      shared.uses.push_back({v, w});
    }
  }
  for (auto& [stream, shared] : open)
    if (!shared.uses.empty()) close(stream, shared);
  if (shuffles_of(vectors) <= std::max(kMostShuffles, shuffles_of(program.vectors)))
    program.vectors = std::move(vectors);
}

void share_lanes(RowProgram& program, const std::vector<Reach>& reaches) {
  std::vector<RowVector>& vectors = program.vectors;
  for (std::size_t first = 0, end = 0; first < vectors.size(); first = end) {
    end = first + 1;
    const auto window = lane_window(vectors[first]);
    if (!window) continue;
    Reach all_taken = taken_by_lanes(vectors[first]);
    for (; end < vectors.size(); ++end) {
      const auto next = lane_window(vectors[end]);
      if (!next || next->stream != window->stream) break;
      const Reach wanted = taken_by_lanes(vectors[end]);
      const Reach both{std::min(all_taken.low, wanted.low), std::max(all_taken.high, wanted.high)};
      if (both.high - both.low > kLane) break;
      all_taken = both;
    }
    const Reach all = reaches[static_cast<std::size_t>(window->stream)];
    const std::int64_t begin = std::min(all_taken.low, all.high - kLane);
    if (end == first + 1 || begin < all.low) continue;
    for (std::size_t v = first; v < end; ++v) change_lanes(vectors[v], {window->stream, begin, kLane});
  }
}

}  // namespace dmlrun::jit::x64
