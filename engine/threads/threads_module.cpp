// The module of threads: oneTBB's, which are shared with everything else in the process that uses oneTBB. A thread that has
// done its part waits for another one a little while before oneTBB has it back, because calling it again takes oneTBB
// about as long as copying 100 KB.
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <pthread.h>
#if defined(__linux__)
#include <sched.h>
#endif

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>

#include "engine/threads/threads_interface.h"

namespace {

using Part = void (*)(void* context, std::size_t index) noexcept;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostParts = 64;
constexpr std::chrono::microseconds kWaits{60};

/// Whether this process is a child of the one that loaded the module: its threads did not come along.
std::atomic<bool> is_forked{false};

void pause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// The processor that this thread is on, -1 where that cannot be told.
int processor_here() noexcept {
#if defined(__linux__)
  return ::sched_getcpu();
#else
  return -1;
#endif
}

/// Puts this thread on another processor than that one, if it may run on others. New threads and woken ones may be put on
/// the processor of who calls them, and stay there for 10 ms and more while others are idle.
void leave_processor([[maybe_unused]] int processor) noexcept {
#if defined(__linux__)
  cpu_set_t allowed;
  if (processor < 0 || processor >= CPU_SETSIZE || ::sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  cpu_set_t others = allowed;
  CPU_CLR(static_cast<unsigned>(processor), &others);
  if (CPU_COUNT(&others) == 0) return;
  if (::sched_setaffinity(0, sizeof others, &others) == 0) static_cast<void>(::sched_setaffinity(0, sizeof allowed, &allowed));
#endif
}

/// Spins, and lets others have the processor now and then, who may be those that are waited for.
class Patience {
 public:
  void wait() noexcept {
    if (++turns_ % 1024 == 0) std::this_thread::yield();
    else pause();
  }

 private:
  unsigned turns_ = 0;
};

/// Where one thread is given calls. It is always the same part's, so the thread finds the part's memory in its cache. What
/// callers write and what the thread writes lie apart, since a line that changes hands takes 150 ns to come: a call is one
/// line on its way there and one on its way back.
struct Seat {
  /// What two processors fetch at once: pairs of cache lines.
  static constexpr std::size_t kApart = 128;

  std::atomic<bool> is_used{false};  ///< by a caller, until its call is over

  alignas(kApart) std::atomic<std::uint64_t> offered{0};  ///< calls so far; the last one's:
  std::atomic<Part> part{nullptr};
  std::atomic<void*> context{nullptr};
  std::atomic<int> caller{0};  ///< the processor of who called, and one

  alignas(kApart) std::atomic<std::uint64_t> settled{0};  ///< calls so far that were taken, or that the caller took back
  std::atomic<std::uint64_t> done{0};                     ///< the last call that was taken and is over
  std::atomic<bool> is_taken{false};                      ///< a thread sits here, or was called

  /// The thread that sits here goes to another processor if it is on its caller's.
  void keep_apart() const noexcept {
    const int processor = caller.load(std::memory_order_relaxed) - 1;
    if (processor >= 0 && processor == processor_here()) leave_processor(processor);
  }

  /// Whoever gets the call does its part: who sits here, or the caller itself.
  bool settle(std::uint64_t call) noexcept {
    std::uint64_t before = call - 1;
    return settled.load(std::memory_order_relaxed) == before && settled.compare_exchange_strong(before, call);
  }
};

std::array<Seat, kMostParts> seats;

/// Reads ahead what a caller wrote for its parts: lines that come one after another otherwise. Any address is harmless.
void fetch(const void* context) noexcept {
  const auto* at = static_cast<const char*>(context);
  for (int line = 0; line < 4; ++line) __builtin_prefetch(at + 64 * line);
}

/// Takes calls until none has come for a while.
void sit(std::size_t number) noexcept {
  Seat& seat = seats[number];
  for (std::uint64_t seen = seat.settled.load();;) {
    auto until = Clock::now() + kWaits;
    for (unsigned turns = 1;; ++turns) {
      if (turns % 64 == 1) seat.keep_apart();
      if (const std::uint64_t call = seat.offered.load(std::memory_order_acquire); call != seen) {
        seen = call;
        void* const context = seat.context.load(std::memory_order_relaxed);
        fetch(context);
        if (seat.settle(call)) {  // else it is over, and these may be another's
          seat.part.load(std::memory_order_relaxed)(context, number);
          seat.done.store(call, std::memory_order_release);
        }
        until = Clock::now() + kWaits;
      }
      pause();
      if (turns % 64 == 0 && Clock::now() > until) break;
    }
    // A caller that does not see this takes its call back, if it is not seen here.
    seat.is_taken.store(false);
    bool is_free = false;
    if (seat.offered.load() == seen || !seat.is_taken.compare_exchange_strong(is_free, true)) return;
  }
}

/// Puts a call before a thread. Its number, or 0 where another call waits for that thread.
std::uint64_t send(std::size_t number, Part part, void* context) noexcept {
  Seat& seat = seats[number];
  if (seat.is_used.load(std::memory_order_relaxed) || seat.is_used.exchange(true, std::memory_order_acquire)) return 0;
  const std::uint64_t call = seat.offered.load(std::memory_order_relaxed) + 1;
  seat.part.store(part, std::memory_order_relaxed);
  seat.context.store(context, std::memory_order_relaxed);
  seat.caller.store(processor_here() + 1, std::memory_order_relaxed);
  seat.offered.store(call, std::memory_order_release);
  bool is_free = false;
  if (seat.is_taken.load(std::memory_order_relaxed) || !seat.is_taken.compare_exchange_strong(is_free, true)) return call;
  try {
    // Not destroyed: threads may sit in it until the process ends.
    static auto& arena = *new oneapi::tbb::task_arena;
    arena.enqueue([number] { sit(number); });
  } catch (...) {
    seat.is_taken.store(false);  // no memory for a task; the caller takes the call back
  }
  return call;
}

void run_few(std::size_t count, Part part, void* context) noexcept {
  std::array<std::uint64_t, kMostParts> calls;
  for (std::size_t i = 1; i < count; ++i) calls[i] = send(i, part, context);
  part(context, 0);
  // Who has not come is not waited for.
  for (std::size_t i = 1; i < count; ++i) {
    const bool is_mine = calls[i] == 0 || seats[i].settle(calls[i]);
    if (!is_mine) continue;
    if (calls[i] != 0) seats[i].is_used.store(false, std::memory_order_release);
    calls[i] = 0;
    part(context, i);
  }
  for (std::size_t i = 1; i < count; ++i) {
    if (calls[i] == 0) continue;
    for (Patience patience; seats[i].done.load(std::memory_order_acquire) != calls[i];) patience.wait();
    seats[i].is_used.store(false, std::memory_order_release);
  }
}

void run(void*, std::size_t count, Part part, void* context) noexcept {
  const auto one_by_one = [&] {
    for (std::size_t i = 0; i < count; ++i) part(context, i);
  };
  if (count < 2 || is_forked.load(std::memory_order_relaxed)) return one_by_one();
  if (count <= kMostParts) return run_few(count, part, context);
  try {
    oneapi::tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { part(context, i); });
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
