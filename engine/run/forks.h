// Calls of fork(): which process this is, and what no call may cut in half.
#pragma once

#include <cstdint>

namespace dmlrun {

/// How many calls of fork() lie between the process that loaded this code and this one. Process ids do not tell a child from
/// its parent: in nested PID namespaces both may have the same.
[[nodiscard]] std::uint64_t forks() noexcept;
/// Whether they are counted; they are not where there was no memory to ask for it.
[[nodiscard]] bool are_forks_counted() noexcept;

/// While one lives, no other is made, and fork() waits in all threads but its own: what is not whole then would never be
/// whole in the child, which has not the thread that was at it.
class ForkPause {
 public:
  ForkPause() noexcept;
  ForkPause(const ForkPause&) = delete;
  ForkPause& operator=(const ForkPause&) = delete;
  ~ForkPause();
};

}  // namespace dmlrun
