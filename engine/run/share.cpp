#include "engine/run/share.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

namespace dmlrun {
namespace {

constexpr std::uint64_t kLine = 64, kPage = 4096;
/// Pieces are not made smaller than this: beginning one costs some ten nanoseconds, its first lines are not prefetched.
constexpr std::uint64_t kPieceBytes = 32 << 10;
/// Each sharer begins with at most so many pieces of its own; who is done takes pieces of others.
constexpr std::uint64_t kPiecesEach = 8;
/// Shares up to this size stay in the caches of the sharers' cores from one run to the next: there each has one piece,
/// always the same, because bringing another's memory over takes longer than waiting.
constexpr std::uint64_t kCachedShare = 1 << 20;
/// Outputs of so many bytes or more are in pieces of kOrderedPiece, which the sharers take in order: they stay near each other, and
/// all end together. Intel guest of two cores, 64 MB, times as fast as one thread: bytes and a scalar, pads, sums, each its own
/// half 2.15, 1.96, 1.88, pieces of 4 MiB 2.13, 2.00, 1.99, 1 MiB 2.4, 2.05, 2.05, 512 KiB as 1 MiB; 32 MB no difference.
constexpr std::uint64_t kOrderedBytes = 32 << 20, kOrderedPiece = 1 << 20;

std::uint64_t bytes_of(const Share& share) noexcept { return (share.last - share.first) * share.part->element_bytes; }
/// The time that it takes, in bytes that would be copied meanwhile.
std::uint64_t cost_of(const Share& share) noexcept { return bytes_of(share) * share.part->cost_per_byte; }

/// Of a block that is written several times over, so much is written everywhere before the rest: it stays in the
/// second-level cache. The more the better, where each sharer has some of them: 64 MB took 1 to 3 % less with 512 KiB.
constexpr std::uint64_t kLeastColumn = 256 << 10, kMostColumn = 512 << 10, kColumnsEach = 4;

/// A run in pieces, of whom neighbours are best made by the same thread.
class Pieces {
 public:
  virtual void run(std::uint64_t k) const noexcept = 0;

 protected:
  ~Pieces() = default;
};

/// Pieces that are equal in cost, but that the first one has `more`. Piece k covers all outputs' elements between edges k and
/// k + 1. What other threads read of it lies together, where that is little: each line of another core's takes 150 ns.
class alignas(kLine) EqualPieces final : public Pieces {
 public:
  EqualPieces(std::span<const Share> work, Inputs inputs, std::uint64_t cost, std::uint64_t count, std::uint64_t more) noexcept
      : work_(work), inputs_(inputs.data()), rest_(cost - more), more_(more), count_(count) {
    if (work.size() == 1) {
      only_ = work[0];
      work_ = {&only_, 1};
    }
    if (inputs.size() <= few_.size()) {
      std::copy(inputs.begin(), inputs.end(), few_.begin());
      inputs_ = few_.data();
    }
  }
  EqualPieces(const EqualPieces&) = delete;
  EqualPieces& operator=(const EqualPieces&) = delete;

  void run(std::uint64_t k) const noexcept override {
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
    return (k == 0 ? 0 : more_) + rest_ / count_ * k + rest_ % count_ * k / count_;
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
  std::uint64_t rest_, more_, count_;
  Share only_;
  std::array<const std::byte*, 8> few_;
};

/// Of an output that is groups of equal blocks: whole groups, where every sharer has as many; else one column of a block in
/// each of them, then the next column. Otherwise each thread would read blocks again and again that are too large for its
/// cache.
class BlockPieces final : public Pieces {
 public:
  BlockPieces(const Share& share, Inputs inputs, unsigned sharers) noexcept : share_(share), inputs_(inputs.data()) {
    const KernelPart& part = *share.part;
    const std::uint64_t grain = part.executable->slice_granularity(), bytes = part.block * part.element_bytes;
    const bool is_whole = share.first == 0 && share.last == part.elements;
    // Where a row is the smallest slice, and a block no multiple of that, there are no columns.
    if (!part.is_packed || part.block == 0 || !is_whole || bytes < 2 * kLeastColumn || part.block % grain != 0) return;
    groups_ = part.elements / part.block / part.repeats;
    if (groups_ % sharers == 0) {
      block_ = column_ = part.block * part.repeats;
      return;
    }
    block_ = part.block;
    copies_ = part.repeats;
    const std::uint64_t column = std::clamp(groups_ * bytes / (kColumnsEach * sharers), kLeastColumn, kMostColumn);
    column_ = std::max(column / part.element_bytes / grain * grain, grain);
    columns_ = (part.block + column_ - 1) / column_;
  }

  /// All columns of all groups; 0: the output is none of such.
  [[nodiscard]] std::uint64_t columns() const noexcept { return groups_ * columns_; }
  [[nodiscard]] std::uint64_t pieces_of_column() const noexcept { return copies_; }

  void run(std::uint64_t k) const noexcept override {
    const KernelPart& part = *share_.part;
    const std::uint64_t group = k / copies_ / columns_, column = k / copies_ % columns_;
    const std::uint64_t begin = (group * copies_ + k % copies_) * block_, first = begin + column * column_;
    const std::uint64_t last = std::min(first + column_, begin + block_);
    static_cast<void>(
        part.run(inputs_, share_.output + first * part.element_bytes, first, last, part.elements));  // cannot fail
  }

 private:
  const Share& share_;
  const std::byte* const* inputs_;
  std::uint64_t groups_ = 0, block_ = 0, copies_ = 1, column_ = 0, columns_ = 1;
};

/// Columns of an output that is one block several times over, each with all its copies: who makes one reads each line of it
/// once.
class ColumnPieces final : public Pieces {
 public:
  ColumnPieces(const Share& share, Inputs inputs, std::uint64_t count) noexcept
      : share_(share), inputs_(inputs.data()), count_(count) {}

  /// Whether a share is such an output, and its executable makes columns.
  [[nodiscard]] static bool are_of(const Share& share) noexcept {
    const KernelPart& part = *share.part;
    return part.is_packed && part.block > 0 && part.elements == part.block * part.repeats && share.first == 0 &&
           share.last == part.elements && part.executable->has_columns(share.output);
  }

  void run(std::uint64_t k) const noexcept override {
    const std::uint64_t first = edge(k), last = edge(k + 1);
    if (first < last) share_.part->executable->run_columns(inputs_, share_.output, first, last);
  }

 private:
  [[nodiscard]] std::uint64_t edge(std::uint64_t k) const noexcept {
    const std::uint64_t size = share_.part->element_bytes, bytes = share_.part->block * size;
    if (k == count_) return share_.part->block;
    // The code walks several pages at once.
    const std::uint64_t unit = bytes / count_ >= 16 * kPage ? 4 * kPage : Executable::kColumnBytes;
    return (bytes / count_ * k + bytes % count_ * k / count_) / unit * unit / size;
  }

  const Share& share_;
  const std::byte* const* inputs_;
  std::uint64_t count_;
};

/// Each sharer's pieces that nobody has taken yet.
struct alignas(kLine) Queue {
  std::atomic<std::uint64_t> next{0};
  std::uint64_t end = 0;
};

/// Pieces that are taken, from one queue for all or one for each sharer: who has none left takes another's.
struct Queues {
  const Pieces& pieces;
  unsigned count;
  std::array<Queue, kMostThreads> queues{};

  void run(std::size_t sharer) noexcept {
    for (unsigned i = 0; i < count; ++i) {
      Queue& queue = queues[(sharer + i) % count];
      for (;;) {
        const std::uint64_t piece = queue.next.fetch_add(1, std::memory_order_relaxed);
        if (piece >= queue.end) break;
        pieces.run(piece);
      }
    }
  }
};

Result<void> run_alone(std::span<const Share> work, Inputs inputs) noexcept {
  for (const Share& share : work)
    if (auto ok = share.part->run(inputs.data(), share.output, share.first, share.last); !ok) return ok;
  return {};
}

/// What the executor's parts are given. The work lies here, too, so that all of it comes to another core together.
template <class Work>
struct alignas(kLine) Parts {
  Work work;
  std::thread::id caller;
  bool others_came = true;  ///< else a part of another thread was left to the caller's

  bool run(const Executor& executor, unsigned count) noexcept {
    caller = std::this_thread::get_id();
    executor.run(
        executor.self, count,
        [](void* context, std::size_t index) noexcept {
          auto& parts = *static_cast<Parts*>(context);
          if (index > 0 && std::this_thread::get_id() == parts.caller) parts.others_came = false;
          parts.work.run(index);
        },
        this);
    return others_came;
  }
};

/// By several threads. False where they did not come, so that this one did their work.
bool share_out(const Team& team, std::span<const Share> work, Inputs inputs, std::uint64_t cost) noexcept {
  const Executor& executor = team.state->executor;
  const unsigned count = sharers(team, cost);
  if (cost / count <= kCachedShare) {
    Parts<EqualPieces> parts{EqualPieces(work, inputs, cost, count, std::min(team.state->ahead_bytes, cost / 4)), {}};
    return parts.run(executor, count);
  }
  std::uint64_t bytes = 0;
  for (const Share& share : work) bytes += bytes_of(share);
  const std::uint64_t each =
      bytes >= kOrderedBytes ? (bytes / kOrderedPiece + count - 1) / count : std::min(cost / count / kPieceBytes, kPiecesEach);
  const ColumnPieces columns(work[0], inputs, each * count);
  const bool has_columns = work.size() == 1 && ColumnPieces::are_of(work[0]);
  const EqualPieces equal(work, inputs, cost, each * count, 0);
  const BlockPieces blocks(work[0], inputs, count);
  const bool has_blocks = !has_columns && work.size() == 1 && blocks.columns() >= count;
  const Pieces& pieces =
      has_columns ? static_cast<const Pieces&>(columns) : has_blocks ? static_cast<const Pieces&>(blocks) : equal;
  const unsigned queues = bytes >= kOrderedBytes && !has_blocks ? 1 : count;
  Parts<Queues> parts{{pieces, queues}, {}};
  for (unsigned i = 0; i <= queues; ++i) {
    const std::uint64_t edge = has_blocks ? blocks.columns() * i / count * blocks.pieces_of_column() : each * count * i / queues;
    if (i > 0) parts.work.queues[i - 1].end = edge;
    if (i < queues) parts.work.queues[i].next.store(edge, std::memory_order_relaxed);
  }
  return parts.run(executor, count);
}

/// What was measured of the executor says so: by how long its threads take to come.
SharingTrial::Way way_of(const Team& team, std::uint64_t cost, bool awake) noexcept {
  const std::uint64_t least = awake ? least_shared(team) : least_shared_asleep(team);
  return cost >= least ? SharingTrial::Way::shared : SharingTrial::Way::alone;
}

}  // namespace

SharingTrials::SharingTrials(const Team& team, std::uint64_t cost) noexcept
    : awake(way_of(team, cost, true), cost), asleep(way_of(team, cost, false), cost) {}

Result<void> run_shared(const Team& team, SharingTrials* trials, std::span<const Share> work, Inputs inputs) noexcept {
  if (!team.state) return run_alone(work, inputs);
  std::uint64_t cost = 0;
  for (const Share& share : work) {
    if (share.part->can_fail) return run_alone(work, inputs);
    cost += cost_of(share);
  }
  if (!may_share(team, cost)) return run_alone(work, inputs);
  if (is_forced()) return static_cast<void>(share_out(team, work, inputs, cost)), Result<void>();
  const std::int64_t begin = now();
  const bool awake = is_awake(team, begin);
  SharingTrial* const trial = trials ? awake ? &trials->awake : &trials->asleep : nullptr;
  const SharingTrial::Turn turn = trial ? trial->next() : SharingTrial::Turn{way_of(team, cost, awake)};
  bool is_done_so = true;
  if (turn.way == SharingTrial::Way::shared) is_done_so = share_out(team, work, inputs, cost);
  else static_cast<void>(run_alone(work, inputs));  // only what cannot fail comes here
  const std::int64_t end = now();
  if (trial) trial->took(turn, end - begin, is_done_so);
  mark_used(team, end);
  return {};
}

}  // namespace dmlrun
