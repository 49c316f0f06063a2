// Work in a process of its own: what may fault, hang, or start threads that a later fork() would not copy.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace dmlrun::cli {

/// For a child of `parent`: Ctrl-C, and a SIGTERM to the whole process group, go to all of them, and the
/// parent ends the others, in order. If it is gone, so are they.
void leave_signals_to(pid_t parent) noexcept;

/// Failure exit 6 where no process, or no way to speak with one, can be had; `what` says so, and errno why.
[[noreturn]] void fail_process(const char* what);
inline constexpr const char* kNoProcess = "cannot start a process, which cases are tried in";

/// Runs `work` in a child and returns its result; if there is none, two lines: "dmlrun", and how it ended or after how
/// many seconds it hung. Failure exit 130, 143 or 129 when a signal comes meanwhile, and as fail_process().
[[nodiscard]] std::string in_a_process(double seconds, const std::function<std::string()>& work);

}  // namespace dmlrun::cli
