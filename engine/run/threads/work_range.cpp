#include "engine/run/threads/work_range.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace dmlrun {
namespace {

constexpr std::uint64_t kLine = 64, kPage = 4096;
/// A thread's work is cut into chunks, because cores are not equally fast and one may be busy: idle threads steal
/// chunks that a slow one has not begun (team.cpp). A thread has as many chunks as there are of kLargeChunk bytes in
/// its work. Less work has up to kSomeChunks per thread, as long as each has kMinChunk bytes, and one chunk of each
/// thread kLargeChunk together; else one of any size. Smaller chunks do not pay: starting one takes 60 to 100 ns, as
/// stores drain before it is taken. Sums of 256 KiB by two threads beside another busy process take 1.05 of one
/// thread's time by two chunks, 1.09 by six. One chunk for each thread, on 16 cores: 2 to 8 MiB by 16 threads 1.15
/// times as long; computed ones of 1 MiB 1.15, 1.28 and 1.18 by 4, 8 and 16.
constexpr std::uint64_t kSomeChunks = 4, kMinChunk = 128 << 10, kLargeChunk = 512 << 10;

std::atomic<std::uint64_t> work_per_thread{kWorkPerThread};

std::uint64_t bytes_of(const WorkRange& range) noexcept {
  return (range.last - range.first) * range.compiled->element_bytes;
}
std::uint64_t cost_of(const WorkRange& range) noexcept { return bytes_of(range) * range.compiled->cost_per_byte; }

/// All outputs one after the other, cut into chunks of equal cost. What threads read of it lies in few cache lines: one
/// that another core has written takes 150 ns.
class alignas(kLine) Partition {
 public:
  Partition(std::span<const WorkRange> work, Inputs inputs, std::uint64_t cost, std::uint64_t chunks) noexcept
      : work_(work), inputs_(inputs.data()), cost_(cost), chunks_(chunks) {
    if (work.size() == 1) {
      only_ = work[0];
      work_ = {&only_, 1};
    }
    if (inputs.size() <= few_.size()) {
      std::copy(inputs.begin(), inputs.end(), few_.begin());
      inputs_ = few_.data();
    }
  }
  Partition(const Partition&) = delete;
  Partition& operator=(const Partition&) = delete;

  void run(std::uint64_t chunk) const noexcept {
    const std::uint64_t from = position(chunk), to = position(chunk + 1);
    std::uint64_t begin = 0;
    for (const WorkRange& range : work_) {
      const std::uint64_t end = begin + cost_of(range);
      if (begin < to && from < end) {
        const std::uint64_t first = edge(range, begin, from), last = edge(range, begin, to);
        const std::uint64_t offset =
            range.compiled->is_packed ? (first - range.first) * range.compiled->element_bytes : 0;
        if (first < last)  // what can fail is not shared
          static_cast<void>(range.compiled->run(inputs_, range.output + offset, first, last, range.last - range.first));
      }
      begin = end;
    }
  }

 private:
  [[nodiscard]] std::uint64_t position(std::uint64_t chunk) const noexcept {
    return cost_ / chunks_ * chunk + cost_ % chunks_ * chunk / chunks_;
  }

  /// The first element, in a range that begins at cost `begin`, of the chunk that begins at `position`: at a cache line
  /// of the output, in large outputs a page, or at the executable's granularity.
  [[nodiscard]] static std::uint64_t edge(const WorkRange& range, std::uint64_t begin,
                                          std::uint64_t position) noexcept {
    if (position <= begin) return range.first;
    const CompiledOutput& compiled = *range.compiled;
    const std::uint64_t before = (position - begin) / compiled.cost_per_byte;
    // An output with gaps is not cut: the chunk that has its beginning has all of it.
    if (before >= bytes_of(range) || !compiled.is_packed) return range.last;
    const std::uint64_t grain = compiled.executable->slice_granularity();
    if (grain > 1) return std::max(range.first, (range.first + before / compiled.element_bytes) / grain * grain);
    const auto output = reinterpret_cast<std::uintptr_t>(range.output);
    // The same for all edges of a range, so they come in order.
    const std::uint64_t unit = bytes_of(range) >= 16 * kPage ? kPage : kLine;
    const std::uintptr_t address = (output + before) / unit * unit;
    return address <= output ? range.first : range.first + (address - output) / compiled.element_bytes;
  }

  std::span<const WorkRange> work_;
  const std::byte* const* inputs_;
  std::uint64_t cost_, chunks_;
  WorkRange only_;
  std::array<const std::byte*, 8> few_;
};

Result<void> run_alone(std::span<const WorkRange> work, Inputs inputs) noexcept {
  for (const WorkRange& range : work)
    if (auto ok = range.compiled->run(inputs.data(), range.output, range.first, range.last); !ok) return ok;
  return {};
}

}  // namespace

Cut cut_of(const Team& team, std::uint64_t cost) noexcept {
  const std::uint64_t least = work_per_thread.load(std::memory_order_relaxed);
  const auto threads = static_cast<unsigned>(std::clamp<std::uint64_t>(cost / least, 1, team.threads));
  const std::uint64_t share = cost / threads;
  const std::uint64_t some = std::min({share / kMinChunk, cost / kLargeChunk, kSomeChunks});
  const std::uint64_t chunks =
      std::clamp<std::uint64_t>(share / kLargeChunk, std::max<std::uint64_t>(some, 1), kMaxChunks / threads);
  return {threads, static_cast<std::uint32_t>(chunks)};
}

Result<void> run_ranges(const Team& team, std::span<const WorkRange> work, Inputs inputs) noexcept {
  if (team.threads == 1) return run_alone(work, inputs);
  std::uint64_t cost = 0;
  for (const WorkRange& range : work) {
    if (range.compiled->can_fail) return run_alone(work, inputs);
    cost += cost_of(range);
  }
  const Cut cut = cut_of(team, cost);
  if (cut.threads == 1) return run_alone(work, inputs);
  const Partition partition(work, inputs, cost, std::uint64_t{cut.threads} * cut.chunks_each);
  const auto run = [](const void* all, std::uint64_t chunk) noexcept {
    static_cast<const Partition*>(all)->run(chunk);
  };
  run_loop(team.executor, {run, &partition, cut.threads, cut.chunks_each});
  return {};
}

void set_work_per_thread(std::uint64_t bytes) noexcept {
  work_per_thread.store(bytes > 0 ? bytes : kWorkPerThread, std::memory_order_relaxed);
}

}  // namespace dmlrun
