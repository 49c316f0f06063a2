// Calls of fork(): which process this is, and code during which no fork may happen.
#pragma once

#include <atomic>
#include <cstdint>

namespace dmlrun {

/// How many calls of fork() lie between the process that loaded this code and this one. Process ids do not tell a child
/// from its parent: in nested PID namespaces both may have the same.
[[nodiscard]] std::uint64_t forks() noexcept;
/// Whether forks are counted; without memory to register the handler they are not.
[[nodiscard]] bool are_forks_counted() noexcept;

/// A lock that fork() takes, too: otherwise the child, which lacks the thread that holds it, would inherit inconsistent
/// state.
class ForkPause {
 public:
  ForkPause() noexcept;
  ForkPause(const ForkPause&) = delete;
  ForkPause& operator=(const ForkPause&) = delete;
  ~ForkPause();
};

/// A static object made by the first call, during which fork() waits. A child would wait for ever for a thread that was
/// making it.
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
