// What is printed where: results to standard output, words to standard error. With --json both are JSON: one object of
// results on standard output, one object per line for warnings and errors on standard error.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/failure.h"
#include "dmlrun/spec.h"

namespace dmlrun::cli {

enum class Format { text, json };

/// Standard output, buffered. Failure exit 7 when it cannot be written.
class StandardOutput {
 public:
  void print(std::string_view text);
  void flush();
  /// How many characters a line has where it is a terminal; 0 where it is none.
  [[nodiscard]] static std::size_t terminal_columns() noexcept;

 private:
  std::string pending_;
};

/// Words on standard error; a standard error that cannot be written is not an error.
class Reporter {
 public:
  explicit Reporter(Format format) noexcept : format_(format) {}
  [[nodiscard]] Format format() const noexcept { return format_; }
  /// Whether standard error is one.
  [[nodiscard]] static bool is_terminal() noexcept;

  /// "dmlrun: <file>: <pointer> (line:col): <sentence> [RULE]", on one line, and the error's others on a line each.
  void failure(const Failure& failure) const;
  [[nodiscard]] std::string failure_lines(const Failure& failure) const;
  void warning(std::string_view file, const Warning& warning) const;
  /// "dmlrun: <sentence>"; with --json {"note": ...}.
  void note(std::string_view sentence) const;
  /// Lines that follow a note, such as the differing values; nothing with --json.
  void detail(std::string_view lines) const;

 private:
  Format format_;
};

/// "<pointer> (line:col): <sentence> [RULE]" for an Error and each of its others; and all of them on one line.
[[nodiscard]] std::vector<std::string> sentences(const Error& error);
[[nodiscard]] std::string sentence(const Error& error);
/// The same after "<file>: ", without the program's name.
[[nodiscard]] std::string sentence(const Failure& failure);

/// "about 40 s left", in minutes or hours where that is longer.
[[nodiscard]] std::string time_left(double seconds);

/// One line on a terminal that is overwritten; nothing anywhere else: "[12/209] what, about 40 s left".
class Progress {
 public:
  Progress();
  ~Progress();
  /// `all`: 0 where it is not known. Without `seconds_left` the time left follows from the time that those took which
  /// were done since the first call with the same `all`.
  void show(std::size_t done, std::size_t all, std::string_view what, std::optional<double> seconds_left = {});
  /// Called before anything else is printed.
  void clear();

 private:
  [[nodiscard]] std::optional<double> seconds_left(std::size_t done, std::size_t all);

  bool terminal_;
  std::size_t all_ = 0, first_ = 0;  ///< of the first call with that `all`
  double begin_ = 0;                 ///< its time
  bool shown_ = false;
};

}  // namespace dmlrun::cli
