#include "engine/fork/forks.h"

#include <pthread.h>

#include <atomic>
#include <mutex>

namespace dmlrun {
namespace {

std::atomic<std::uint64_t> generation{0};
std::mutex pause;
thread_local unsigned pauses = 0;  // of this thread

void begin_pause() noexcept {
  if (pauses == 0) pause.lock();
}
void end_pause() noexcept {
  if (pauses == 0) pause.unlock();
}
void begin_child() noexcept {
  ++generation;
  end_pause();
}

// Registered once, as this code is loaded, before any call of fork() could concern it. An error number, or 0; should
// fork() be called before that, 0 is right, too.
const int refusal = ::pthread_atfork(begin_pause, end_pause, begin_child);

}  // namespace

std::uint64_t forks() noexcept { return generation.load(std::memory_order_relaxed); }

bool are_forks_counted() noexcept { return refusal == 0; }

ForkPause::ForkPause() noexcept {
  begin_pause();
  ++pauses;
}

ForkPause::~ForkPause() {
  --pauses;
  end_pause();
}

}  // namespace dmlrun
