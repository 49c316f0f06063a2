// A process that runs cases: what goes wrong in one, a fault included, does not end the campaign.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "cli/fuzz/settings.h"
#include "cli/fuzz/verdict.h"

namespace dmlrun::cli {

/// Cases j = begin ... end - 1 of the shard.
struct Range {
  std::uint64_t begin = 0, end = 0;
};

/// By Count.
using FuzzCounts = std::array<std::uint64_t, 8>;
enum Count : std::size_t { kCases, kLegal, kIllegal, kRefused, kPassedOver, kOperators, kComparisons, kUnfinished };

/// The messages of a worker, in order.
struct Message {
  enum class Kind { failure, shape, finished, trouble, unsupported } kind;
  std::uint64_t number = 0;  ///< failure: the case's number; shape: its hash; trouble: an ErrorCode
  Verdict verdict;           ///< failure; trouble, which is nobody's defect, and unsupported: message
};

/// The progress of a worker, in memory that it shares with its parent: an update costs nothing.
struct WorkerProgress {
  std::atomic<std::uint64_t> at{0};            ///< the case, j, in the range that is first to do
  std::atomic<bool> started{false};            ///< whether there is one
  std::atomic<double> longest{kLongestSmall};  ///< seconds after which it has hung; written after `at`
  std::array<std::atomic<std::uint64_t>, std::tuple_size_v<FuzzCounts>> counts{};  ///< of the cases that are done
  std::atomic<std::uint64_t> at_class{UINT64_MAX};  ///< of the case, in settings.classes; behind them where it has none
  // The comparisons of each class follow: see WorkerMemory.
};

/// A WorkerProgress and a count for each class, in memory that a child process shares.
class WorkerMemory {
 public:
  explicit WorkerMemory(std::size_t classes);
  WorkerMemory(const WorkerMemory&) = delete;
  WorkerMemory& operator=(const WorkerMemory&) = delete;
  ~WorkerMemory();
  [[nodiscard]] WorkerProgress& place() const noexcept { return *place_; }
  [[nodiscard]] std::span<std::atomic<std::uint64_t>> compared() const noexcept { return compared_; }

 private:
  std::size_t bytes_;
  WorkerProgress* place_;
  std::span<std::atomic<std::uint64_t>> compared_;
};

class Worker {
 public:
  explicit Worker(const FuzzSettings& settings);
  Worker(Worker&&) = delete;
  ~Worker();

  void give(const Range& range);
  [[nodiscard]] bool is_idle() const noexcept { return ranges_.empty(); }
  [[nodiscard]] int descriptor() const noexcept { return from_; }
  /// Reads what there is. False when the process has ended.
  bool read(std::vector<Message>& messages);
  /// Whether its case takes too long. Must be called regularly: of the time between two calls at most one second
  /// counts, because all processes may have been stopped.
  [[nodiscard]] bool is_hung() noexcept;
  /// Seconds (as is_hung() counts) since its last message or the beginning of its case.
  [[nodiscard]] double silent() const noexcept { return silent_; }
  /// Counts of the cases done so far.
  [[nodiscard]] FuzzCounts counts() const noexcept;
  /// Adds, for each class, the cases whose results were compared.
  void add_compared(std::vector<std::uint64_t>& sums) const noexcept;
  /// After its end: how it ended, the case that it was at (j), and what was left to do after that case.
  struct End {
    std::string how;
    bool in_a_case = false;
    std::uint64_t at = 0;
    std::uint64_t at_class = UINT64_MAX;
    std::deque<Range> left;
  };
  [[nodiscard]] End end();
  void kill() noexcept;

 private:
  WorkerMemory memory_;
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  std::string pending_;
  std::deque<Range> ranges_;
  std::uint64_t seen_at_ = 0;
  double silent_ = 0, looked_ = 0;
};

/// Seconds on a clock that never goes back.
[[nodiscard]] double now_in_seconds() noexcept;

}  // namespace dmlrun::cli
