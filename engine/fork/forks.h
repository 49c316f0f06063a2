// Calls of fork(): which process this is, and code during which no fork may happen.
#pragma once

#include <atomic>
#include <cstdint>

namespace dmlrun {

/// Number of calls of fork() between the process that loaded this code and this one. Process ids cannot distinguish a
/// child from its parent: in nested PID namespaces they may be equal.
[[nodiscard]] std::uint64_t forks() noexcept;
/// Whether forks are counted; without memory to register the handler they are not.
[[nodiscard]] bool are_forks_counted() noexcept;

/// Holds a lock that fork() takes, too: otherwise the child could inherit inconsistent state, without the thread that
/// was changing it.
class ForkPause {
 public:
  ForkPause() noexcept;
  ForkPause(const ForkPause&) = delete;
  ForkPause& operator=(const ForkPause&) = delete;
  ~ForkPause();
};

/// The result of get(), which makes a static object at the first call. fork() waits during that call: otherwise a child
/// would wait for ever for the thread that was making the object.
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
