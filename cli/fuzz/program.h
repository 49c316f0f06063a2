// Another implementation: a program that answers for folders, one line for each.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

namespace dmlrun::cli {

/// What came back for a folder.
struct Answer {
  enum class Kind { ok, unsupported, error, ended, silent } kind = Kind::silent;
  std::string words;  ///< what it said, or how it ended
};

/// `sh -c COMMAND`, started when it is first asked and again after it has ended. It reads folders from its standard input,
/// a path a line, and writes a line for each: "ok", "unsupported <why>" or "error <why>". Its standard error goes to a
/// file. It leads a process group of its own, which is killed when it is too slow and at the end.
class Program {
 public:
  Program(std::string command, std::string error_file) : command_(std::move(command)), error_file_(std::move(error_file)) {}
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() { (void)stop(); }

  [[nodiscard]] Answer ask(const std::string& folder, double seconds);

 private:
  [[nodiscard]] bool start();
  [[nodiscard]] std::string stop() noexcept;

  std::string command_, error_file_, pending_;
  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
};

}  // namespace dmlrun::cli
