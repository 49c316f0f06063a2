#include "engine/run/forks.h"

#include <pthread.h>

#include <atomic>
#include <mutex>

namespace dmlrun {
namespace {

std::atomic<std::uint64_t> generation{0};
std::mutex pause;

void count() noexcept {
  ++generation;
  pause.unlock();
}

// As this code is loaded: once, and before a call of fork() could find something of it. Not refused until then.
const int refusal = ::pthread_atfork([] { pause.lock(); }, [] { pause.unlock(); }, count);

}  // namespace

std::uint64_t forks() noexcept { return generation.load(std::memory_order_relaxed); }

bool are_forks_counted() noexcept { return refusal == 0; }

ForkPause::ForkPause() noexcept { pause.lock(); }

ForkPause::~ForkPause() { pause.unlock(); }

}  // namespace dmlrun
