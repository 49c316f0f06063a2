// The threads that share runs: the library's own, or the executor of the program that embeds it.
#pragma once

#include <cstdint>

#include "dmlrun/kernel.h"

namespace dmlrun {

inline constexpr unsigned kMaxThreads = 64;

/// The threads that share the work: at most `threads`, the caller among them. An executor without run() stands for the
/// library's own threads.
struct Team {
  unsigned threads = 1;
  Executor executor{};
};

/// The team that the options ask for. Starts no thread. Fails with usage for an executor without run().
[[nodiscard]] Result<Team> team_of(const CompileOptions& options) noexcept;

/// A loop whose chunks are independent of each other. Thread t owns the chunks from t * chunks_each on.
struct ParallelLoop {
  void (*run)(const void* context, std::uint64_t chunk) noexcept;
  const void* context;
  unsigned threads;           ///< 2 to kMaxThreads
  std::uint32_t chunks_each;  ///< 1 to kMaxChunks / threads
};
inline constexpr std::uint32_t kMaxChunks = 65535;

/// Runs every chunk once, and returns when all are done. Each thread runs its own chunks in order, then steals chunks
/// that their owners have not begun, so a thread that does not start, for want of memory or by the system's limits,
/// delays nobody. Allocates only new threads.
void run_loop(const Executor& executor, const ParallelLoop& loop) noexcept;

}  // namespace dmlrun
