#include "engine/run/share.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace dmlrun {
namespace {

constexpr std::uint64_t kLine = 64, kPage = 4096;
/// Pieces are not made smaller than this: beginning one costs some ten nanoseconds, its first lines are not prefetched.
constexpr std::uint64_t kPieceBytes = 32 << 10;
/// Each sharer begins with at most so many pieces of its own; who is done takes pieces of others.
constexpr std::uint64_t kPiecesEach = 8;
/// Shares up to this size stay in the caches of the sharers' cores from one run to the next: there a piece is taken only
/// from who has not come, because bringing its memory over takes longer than waiting.
constexpr std::uint64_t kCachedShare = 1 << 20;

std::uint64_t bytes_of(const Share& share) noexcept { return (share.last - share.first) * share.part->element_bytes; }
/// The time that it takes, in bytes that would be copied meanwhile.
std::uint64_t cost_of(const Share& share) noexcept { return bytes_of(share) * share.part->cost_per_byte; }

/// A run in pieces that are equal in cost. Piece k covers all outputs' elements between edges k and k + 1.
class Pieces {
 public:
  Pieces(std::span<const Share> work, const std::byte* const* inputs, std::uint64_t cost, std::uint64_t count) noexcept
      : work_(work), inputs_(inputs), cost_(cost), count_(count) {}

  void run(std::uint64_t k) const noexcept {
    const std::uint64_t from = position(k), to = position(k + 1);
    std::uint64_t at = 0;
    for (const Share& share : work_) {
      const std::uint64_t end = at + cost_of(share);
      if (at < to && from < end) {
        const std::uint64_t first = edge(share, at, from), last = edge(share, at, to);
        // Only what cannot fail is shared.
        if (first < last)
          static_cast<void>(share.part->run(
              inputs_, share.output + (share.part->is_packed ? (first - share.first) * share.part->element_bytes : 0),
              first, last, share.last - share.first));
      }
      at = end;
    }
  }

 private:
  [[nodiscard]] std::uint64_t position(std::uint64_t k) const noexcept {
    return cost_ / count_ * k + cost_ % count_ * k / count_;
  }

  /// The element of a share that begins at cost `at` with which what lies behind `position` begins.
  [[nodiscard]] static std::uint64_t edge(const Share& share, std::uint64_t at, std::uint64_t position) noexcept {
    if (position <= at) return share.first;
    const KernelPart& part = *share.part;
    const std::uint64_t before = (position - at) / part.cost_per_byte;
    if (before >= bytes_of(share)) return share.last;
    if (!part.is_packed) return share.last;  // in one piece, by who has its beginning
    const std::uint64_t grain = part.executable->slice_granularity();
    if (grain > 1) return std::max(share.first, (share.first + before / part.element_bytes) / grain * grain);
    const auto output = reinterpret_cast<std::uintptr_t>(share.output);
    // The same for all edges of a share, so that they come in order.
    const std::uint64_t unit = bytes_of(share) >= 16 * kPage ? kPage : kLine;
    const std::uintptr_t address = (output + before) / unit * unit;
    return address <= output ? share.first : share.first + (address - output) / part.element_bytes;
  }

  std::span<const Share> work_;
  const std::byte* const* inputs_;
  std::uint64_t cost_, count_;
};

/// Each sharer's pieces that nobody has taken yet.
struct alignas(kLine) Queue {
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> is_begun{false};  ///< whether its sharer has come
  std::uint64_t end = 0;
};

struct Sharing {
  const Pieces& pieces;
  unsigned sharers;
  bool is_cached;
  std::array<Queue, kMostThreads> queues{};

  void take(std::size_t sharer) noexcept {
    for (unsigned i = 0; i < sharers; ++i) {
      Queue& queue = queues[(sharer + i) % sharers];
      if (i == 0)
        queue.is_begun.store(true, std::memory_order_relaxed);
      else if (is_cached && queue.is_begun.load(std::memory_order_relaxed))
        continue;
      for (;;) {
        const std::uint64_t piece = queue.next.fetch_add(1, std::memory_order_relaxed);
        if (piece >= queue.end) break;
        pieces.run(piece);
      }
    }
  }
};

Result<void> run_alone(std::span<const Share> work, const std::byte* const* inputs) noexcept {
  for (const Share& share : work)
    if (auto ok = share.part->run(inputs, share.output, share.first, share.last); !ok) return ok;
  return {};
}

}  // namespace

Result<void> run_shared(const Team& team, std::span<const Share> work, const std::byte* const* inputs) noexcept {
  if (!team.state) return run_alone(work, inputs);
  std::uint64_t cost = 0;
  for (const Share& share : work) {
    if (share.part->can_fail) return run_alone(work, inputs);
    cost += cost_of(share);
  }
  const unsigned count = sharers(team, cost);
  if (count < 2) {
    const auto ok = run_alone(work, inputs);
    if (count == 1) mark_used(team);
    return ok;
  }
  const bool is_cached = cost / count <= kCachedShare;
  const std::uint64_t each = is_cached ? 1 : std::min(cost / count / kPieceBytes, kPiecesEach);
  const Pieces pieces(work, inputs, cost, each * count);
  Sharing sharing{pieces, count, is_cached};
  for (unsigned i = 0; i < count; ++i) {
    sharing.queues[i].next.store(i * each, std::memory_order_relaxed);
    sharing.queues[i].end = (i + 1) * each;
  }
  const Executor& executor = team.state->executor;
  executor.run(
      executor.self, count,
      [](void* context, std::size_t index) noexcept { static_cast<Sharing*>(context)->take(index); }, &sharing);
  mark_used(team);
  return {};
}

}  // namespace dmlrun
