// A campaign: workers that run ranges of cases, watched, and what they found.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "cli/fuzz/finding.h"
#include "cli/fuzz/worker.h"
#include "cli/report/report.h"

namespace dmlrun::cli {

class Campaign {
 public:
  Campaign(const FuzzSettings& settings, const Reporter& reporter) : settings_(settings), reporter_(reporter) {}
  ~Campaign();

  /// Runs to the end of the count or the time, or to the most failures. Failure exit 130 or 143 when a signal comes, 6
  /// or 7 when memory or a file fails: what is known then can still be asked for.
  void run();

  [[nodiscard]] const FuzzCounts& counts() const noexcept { return counts_; }
  [[nodiscard]] const std::vector<Finding>& findings() const noexcept { return findings_; }
  /// For each of settings.classes the cases whose results were compared.
  [[nodiscard]] const std::vector<std::uint64_t>& compared() const noexcept { return compared_; }
  /// Why the program did not support cases, and how many.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& reasons() const noexcept { return reasons_; }
  [[nodiscard]] std::size_t shapes() const noexcept { return shapes_.size(); }
  [[nodiscard]] double seconds() const noexcept { return seconds_; }

 private:
  void start_workers();
  void give_range(Worker& worker);
  /// Two to a worker that has none, so that it never waits for this process; of a program's cases, which are slow,
  /// one, so that none waits behind another.
  void give_first_ranges(Worker& worker);
  void receive();
  void handle(const Message& message);
  void replace(std::unique_ptr<Worker>& worker, bool hung);
  void cancel();
  /// Adds what a worker found; whether that counts as a failure. `seconds`: how long it had been going on when it was
  /// ended as hung.
  bool add(std::uint64_t number, Verdict verdict, double seconds = 0);
  [[nodiscard]] std::uint64_t operator_of(std::uint64_t number) const noexcept;
  /// Whether the same operator has failed on another set of data, and may_be_rounding() was the same.
  [[nodiscard]] bool is_of_a_known_operator(const Finding& finding) noexcept;
  /// Counts a failure of a kind that is known.
  [[nodiscard]] bool is_of_a_known_kind(const std::string& kind, const Verdict& verdict);
  void add_counts_of(const Worker& worker);
  /// Operator and mode of a class; "" behind the last one.
  [[nodiscard]] std::string row_of(std::uint64_t number) const;
  /// From the time, and what the workers have done so far.
  void update_counts();
  [[nodiscard]] double seconds_left() const noexcept;
  void show_progress();
  [[nodiscard]] bool time_is_over() const noexcept;
  [[nodiscard]] bool is_done() const noexcept;

  const FuzzSettings& settings_;
  const Reporter& reporter_;
  Progress progress_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::deque<Range> left_over_;
  std::uint64_t next_ = 0;
  FuzzCounts counts_{};
  FuzzCounts ended_counts_{};  ///< of workers that have ended
  std::vector<std::uint64_t> compared_, ended_compared_;
  std::unordered_set<std::uint64_t> shapes_;
  std::vector<Finding> findings_;
  std::map<std::string, std::uint64_t> reasons_;
  std::map<std::string, std::size_t> kinds_;  ///< kinds of findings_, as found and when made small, and their numbers
  double begin_ = 0, seconds_ = 0, shown_ = 0;
};

}  // namespace dmlrun::cli
