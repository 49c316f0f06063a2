// What `dmlrun check` found, file by file: a line for all back ends that say the same of a file, totals at the end.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/options.h"
#include "cli/report/report.h"

namespace dmlrun::cli {

class Verdicts {
 public:
  Verdicts(Format format, bool verbose) : format_(format), verbose_(verbose) {}

  /// Files are named by path; `backend` may be "".
  void passed(const std::string& path, std::string_view backend);
  void failed(const std::string& path, std::string_view backend, const std::string& why);
  void skipped(const std::string& path, std::string_view backend, const std::string& why);
  [[nodiscard]] bool is_empty() const noexcept { return passed_ + failed_ == 0; }

  void show_progress(std::size_t done, std::size_t all, const std::string& path) { progress_.show(done, all, path); }
  /// Prints which files were skipped, and the totals. Exit 1 when something failed.
  ExitCode finish();

 private:
  enum class Kind { passed, failed, skipped };
  /// What was found for one file with one back end, or with none.
  struct Verdict {
    Kind kind;
    std::string path, backend, why;
  };
  void add(Verdict verdict);
  /// Prints the verdicts of one file, which `of_file_` holds.
  void end_file();
  void line(const Verdict& verdict, std::span<const std::string> backends);
  /// A line for each reason for which files were skipped.
  [[nodiscard]] std::string skipped_files() const;

  Format format_;
  bool verbose_;
  StandardOutput out_;
  Progress progress_;
  std::vector<Verdict> of_file_;
  std::vector<std::string> failures_;
  std::map<std::string, std::vector<std::string>> skipped_files_;  ///< by the reason
  std::uint64_t passed_ = 0, failed_ = 0, skipped_ = 0;
};

}  // namespace dmlrun::cli
