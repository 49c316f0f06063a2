// The threads that a kernel's runs are shared by.
#pragma once

#include <atomic>
#include <cstdint>

#include "dmlrun/kernel.h"

namespace dmlrun {

/// What was measured about an executor, and when it was last busy. Lives as long as the process.
struct ExecutorState {
  ExecutorState(const Executor& shared_by, unsigned most) noexcept : executor(shared_by), threads(most) {}
  Executor executor;
  unsigned threads;
  /// Copying so many bytes takes one thread as long as the others need to be there: while they wait for work, and when
  /// they sleep.
  std::uint64_t awake_bytes = 0, asleep_bytes = 0;
  std::uint64_t ahead_bytes = 0;  ///< what the first part has copied when the others begin, while they wait for work
  std::atomic<std::int64_t> last_used{0};  ///< steady_clock, nanoseconds
  ExecutorState* older = nullptr;
};

/// Who shares the work. `state` is null for one thread.
struct Team {
  unsigned threads = 1;
  ExecutorState* state = nullptr;
};

/// More would only wait for memory.
inline constexpr unsigned kMostThreads = 64;

/// The team that the options ask for. Measures an executor that it has not seen: about 3 ms, 10 at most. Fails with
/// backend_unavailable where the library's own threads are not installed. May throw std::bad_alloc.
[[nodiscard]] Result<Team> team_of(const CompileOptions& options);

/// Whether work that is like copying so many bytes may be shared at all. For tests: as share_from() is now.
[[nodiscard]] bool may_share(const Team& team, std::uint64_t bytes) noexcept;
/// The bytes from which on work gained by sharing, as the executor was measured.
[[nodiscard]] std::uint64_t least_shared(const Team& team) noexcept;
/// The same where the executor's threads may sleep.
[[nodiscard]] std::uint64_t least_shared_asleep(const Team& team) noexcept;
/// How many of the team, at least 2, are to share work that is like copying so many bytes, if it is shared.
[[nodiscard]] unsigned sharers(const Team& team, std::uint64_t bytes) noexcept;
/// Whether sharing is decided by share_from().
[[nodiscard]] bool is_forced() noexcept;

/// steady_clock, nanoseconds.
[[nodiscard]] std::int64_t now() noexcept;
/// Whether the team's threads still wait for work at that moment, or would if they had had some.
[[nodiscard]] bool is_awake(const Team& team, std::int64_t moment) noexcept;
/// To be called where work that may be shared ended at that moment.
void mark_used(const Team& team, std::int64_t moment) noexcept;

/// For tests of small outputs: from now on work of so many bytes is shared by the whole team. 0: as measured.
void share_from(std::uint64_t bytes) noexcept;

}  // namespace dmlrun
