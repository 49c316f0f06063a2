// A process between a worker and the program that it judges: it lives until the worker lets go or is gone, however.
#pragma once

#include <sys/types.h>

#include <string>

namespace dmlrun::cli {

/// What the shell's standard descriptors become.
struct Streams {
  int input, output, errors;
};

/// Starts `sh -c command` in a process group of its own, below a guard whose end of the leash is `leash`; -1 with errno
/// when it cannot. `unwanted` is this process's end, which the guard must not hold.
[[nodiscard]] pid_t start_guarded(const std::string& command, const Streams& streams, int leash, int unwanted) noexcept;

/// Set in a status if a program that was to end by itself had to be killed.
constexpr int kWentOn = 1 << 16;

/// Ends the group by the leash, which is closed, and the guard: waitpid()'s status of the shell, or that and kWentOn.
/// With `may_end` it first has a moment to end by itself. Without a word on the leash, as when this process is killed,
/// the group is killed. With it, on Linux, all that the program's descendants started, also in groups and sessions of
/// their own.
[[nodiscard]] int end_guarded(pid_t guard, int leash, bool may_end) noexcept;

}  // namespace dmlrun::cli
