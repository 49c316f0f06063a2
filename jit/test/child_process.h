// Runs a part of a test in a process of its own: for what cannot be undone, and for what ends a process.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace dmlrun::jit::test {

struct ChildOutcome {
  int exit_code = -1;  ///< -1: ended by a signal
  int signal = 0;      ///< 0: ended by itself
  std::string output;  ///< its stdout and stderr
};

/// Forks, runs `body` in the child and ends the child with its result. A child that takes more than 60 seconds is ended
/// by SIGALRM. The body must not use the test framework's assertions: see Claims.
ChildOutcome run_in_child(const std::function<int()>& body);

/// What a child found to be false, as its output.
class Claims {
 public:
  /// Prints the sentence if it is not true.
  void claim(bool holds, const std::string& sentence);
  /// 0, or 1 if a claim did not hold.
  [[nodiscard]] int exit_code() const noexcept { return failed_ ? 1 : 0; }

 private:
  bool failed_ = false;
};

}  // namespace dmlrun::jit::test
