// The module of threads: oneTBB's, which are shared with everything else in the process that uses oneTBB.
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <pthread.h>

#include <atomic>
#include <cstddef>

#include "engine/threads/threads_interface.h"

namespace {

/// Whether this process is a child of the one that loaded the module: its threads did not come along.
std::atomic<bool> is_forked{false};

void run(void*, std::size_t count, void (*part)(void*, std::size_t) noexcept, void* context) noexcept {
  const auto one_by_one = [&] {
    for (std::size_t i = 0; i < count; ++i) part(context, i);
  };
  if (is_forked.load(std::memory_order_relaxed)) return one_by_one();
  try {
    // Static: a part goes to the thread that had it the last time, which may still have its memory in a cache.
    oneapi::tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { part(context, i); },
                              oneapi::tbb::static_partitioner());
  } catch (...) {
    one_by_one();  // no memory for tasks; none of them is running any more
  }
}

constexpr dmlrun::ThreadsModule kModule{DMLRUN_THREADS_VERSION(DMLRUN_VERSION), run};

}  // namespace

extern "C" __attribute__((visibility("default"))) const dmlrun::ThreadsModule* dmlrun_threads_module() {
  static const bool watches_forks = ::pthread_atfork(nullptr, nullptr, [] { is_forked = true; }) == 0;
  return watches_forks ? &kModule : nullptr;
}
