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

/// Whether the team may ever share work that is like copying so many bytes. For tests: as share_from() is now.
[[nodiscard]] bool may_share(const Team& team, std::uint64_t bytes) noexcept;
/// How many of the team should share work that is like copying so many bytes: 1 where it is large enough but nobody else is
/// awake, 0 where it is too small. Never waits.
[[nodiscard]] unsigned sharers(const Team& team, std::uint64_t bytes) noexcept;
/// The bytes from which on work is large enough.
[[nodiscard]] std::uint64_t least_shared(const Team& team) noexcept;
/// To be called after work that is large enough: if more comes soon, others are woken for it.
void mark_used(const Team& team) noexcept;

/// For tests of small outputs: from now on work of so many bytes is shared by the whole team. 0: as measured.
void share_from(std::uint64_t bytes) noexcept;

}  // namespace dmlrun
