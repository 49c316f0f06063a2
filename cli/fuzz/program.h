// Another implementation: a program that answers for folders, one line for each.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace dmlrun::cli {

/// The program's answer for a folder.
struct Answer {
  enum class Kind { ok, unsupported, error, garbage, ended, silent, cut } kind = Kind::silent;
  std::string words;   ///< what it said, or how it ended
  std::string errors;  ///< the end of what it wrote to its standard error meanwhile
  std::string before;  ///< how it crashed after its last answer, before it was asked; "" when it did not
};

/// `sh -c COMMAND`, started when it is first asked and again after it has ended. It reads folders from its standard
/// input, a path a line, and writes a line for each: "ok", "unsupported <why>" or "error <why>". Nothing that it does
/// or does not do makes a question last longer than its time. It leads a process group of its own, which is killed with
/// all that it started when it is too slow and at the end, whatever ends this process.
class Program {
 public:
  explicit Program(std::string command) : command_(std::move(command)) {}
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { (void)stop(false); }

  /// It may take `seconds`, but not beyond `end` (now_in_seconds()): `silent` after the former, `cut` at the latter.
  /// Failure when no process can be started, and exit 130 or 143 when a signal comes.
  [[nodiscard]] Answer ask(const std::string& folder, double seconds, double end);

  /// Lets it end: how it crashes then, "" when it does not.
  [[nodiscard]] std::string finish();

 private:
  enum class Outcome { line, too_much, ended, late };
  void start();
  [[nodiscard]] Outcome exchange(std::string_view& question, double until);
  [[nodiscard]] Answer heard(bool took_question);
  [[nodiscard]] std::string stop(bool may_end) noexcept;
  [[nodiscard]] std::string crash_after_answer(const std::string& how) const;
  [[nodiscard]] bool hear(int from, std::string& text);
  void hear_all();
  void hear_errors();

  std::string command_, said_, errors_;
  pid_t guard_ = -1;
  int to_ = -1, from_ = -1, errors_from_ = -1, leash_ = -1;
};

/// Why the answer violates the protocol: its words, and the end of the program's standard error; "" for ok, unsupported
/// and error.
[[nodiscard]] std::string why_no_answer(const Answer& answer);

/// The last line of what a program wrote to its standard error, for a message; "" where there is none.
[[nodiscard]] std::string last_words(std::string_view errors);

}  // namespace dmlrun::cli
