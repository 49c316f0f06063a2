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

/// One call of run(), on its caller's stack.
struct Call {
  Part part;
  void* context;
  std::size_t count;
  std::atomic<std::uint64_t> claimed{0};  ///< a bit for each part
  std::atomic<std::size_t> left{0};       ///< threads that came and are gone

  /// Runs part `first`, then every other that nobody has claimed.
  void work(std::size_t first) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t index = (first + i) % count;
      const std::uint64_t bit = std::uint64_t{1} << index;
      if ((claimed.load(std::memory_order_relaxed) & bit) == 0 && (claimed.fetch_or(bit) & bit) == 0) part(context, index);
    }
  }
};

/// Where one thread is given calls. It is always the same part's, so the thread finds the part's memory in its cache.
struct alignas(64) Seat {
  std::atomic<Call*> mail{nullptr};
  std::atomic<bool> is_taken{false};  ///< a thread sits here, or was called
  std::atomic<int> caller{-1};        ///< the processor of who called last

  /// The thread that sits here goes to another processor if it is on its caller's.
  void keep_apart() const noexcept {
    const int processor = caller.load(std::memory_order_relaxed);
    if (processor >= 0 && processor == processor_here()) leave_processor(processor);
  }
};

std::array<Seat, kMostParts> seats;

/// Takes calls until none has come for a while.
void sit(std::size_t number) noexcept {
  Seat& seat = seats[number];
  for (;;) {
    auto until = Clock::now() + kWaits;
    for (unsigned turns = 1;; ++turns) {
      if (turns % 64 == 1) seat.keep_apart();
      if (seat.mail.load(std::memory_order_relaxed))
        if (Call* call = seat.mail.exchange(nullptr)) {
          call->work(number);
          call->left.fetch_add(1, std::memory_order_release);  // the call may be gone from here on
          until = Clock::now() + kWaits;
        }
      pause();
      if (turns % 64 == 0 && Clock::now() > until) break;
    }
    // Who sends now either finds the seat free, or is found here.
    seat.is_taken.store(false);
    bool is_free = false;
    if (!seat.mail.load() || !seat.is_taken.compare_exchange_strong(is_free, true)) return;
  }
}

/// Puts a call before a thread; false where another call waits for it.
bool send(Call& call, std::size_t number) {
  Seat& seat = seats[number];
  Call* none = nullptr;
  seat.caller.store(processor_here(), std::memory_order_relaxed);
  if (!seat.mail.compare_exchange_strong(none, &call)) return false;
  bool is_free = false;
  if (seat.is_taken.load() || !seat.is_taken.compare_exchange_strong(is_free, true)) return true;
  // Not destroyed: threads may sit in it until the process ends.
  static auto& arena = *new oneapi::tbb::task_arena;
  try {
    arena.enqueue([number] { sit(number); });
  } catch (...) {
    seat.is_taken.store(false);  // no memory for a task; the caller takes the call back
  }
  return true;
}

void run_few(std::size_t count, Part part, void* context) noexcept {
  Call call{part, context, count};
  std::uint64_t sent = 0;
  for (std::size_t i = 1; i < count; ++i)
    if (send(call, i)) sent |= std::uint64_t{1} << i;
  call.work(0);
  // Everything is claimed. Who has not come is not waited for.
  std::size_t came = 0;
  for (std::size_t i = 1; i < count; ++i) {
    Call* mine = &call;
    if ((sent >> i & 1) != 0 && !seats[i].mail.compare_exchange_strong(mine, nullptr)) ++came;
  }
  for (Patience patience; call.left.load(std::memory_order_acquire) < came;) patience.wait();
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
