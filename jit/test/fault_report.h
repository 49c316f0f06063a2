// What a test says when code that it runs touches memory that it must not touch.
#pragma once

#include <cstddef>

namespace dmlrun::jit::test {

/// How a process ends after it has reported a fault.
inline constexpr int kFaultExitCode = 71;

/// From now on a fault (SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE) of this thread prints to stderr what was touched, how
/// far from the nearest watched memory, the code around the instruction, and the registers; then the process ends with
/// kFaultExitCode. A test framework that installs handlers of its own for each test undoes this: call it in the test.
void report_faults() noexcept;

/// What is being run, for the report: a plan, a seed. The text must live until it is replaced; null for nothing.
/// One for all threads.
void set_fault_subject(const char* text) noexcept;

/// While one lives, reports give distances to this memory. At most 64 at once; more are not watched.
class WatchedMemory {
 public:
  /// `name` must live as long.
  explicit WatchedMemory(const char* name) noexcept;
  ~WatchedMemory();
  WatchedMemory(const WatchedMemory&) = delete;
  WatchedMemory& operator=(const WatchedMemory&) = delete;
  void move_to(const std::byte* begin, std::size_t bytes) noexcept;

 private:
  int slot_;  // -1: not watched
};

}  // namespace dmlrun::jit::test
