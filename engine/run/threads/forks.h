// Calls of fork(): which process this is, and what no call may cut in half.
#pragma once

#include <atomic>
#include <cstdint>

namespace dmlrun {

/// How many calls of fork() lie between the process that loaded this code and this one. Process ids do not tell a child
/// from its parent: in nested PID namespaces both may have the same.
[[nodiscard]] std::uint64_t forks() noexcept;
/// Whether they are counted; they are not where there was no memory to ask for it.
[[nodiscard]] bool are_forks_counted() noexcept;

/// A lock that fork() takes, too: state that a thread is changing would stay inconsistent in the child, which lacks
/// that thread.
class ForkPause {
 public:
  ForkPause() noexcept;
  ForkPause(const ForkPause&) = delete;
  ForkPause& operator=(const ForkPause&) = delete;
  ~ForkPause();
};

/// What `get` returns: a static object of its own, which is made at the first call, with a pause of forks. A child
/// would wait for ever for a thread that was making it.
template <class Get>
auto& once(Get get) {
  static std::atomic<bool> is_made{false};
  if (is_made.load(std::memory_order_acquire)) return get();
  const ForkPause pause;
  auto& made = get();
  is_made.store(true, std::memory_order_release);
  return made;
}

}  // namespace dmlrun
