// The library's own threads serve one loop at a time; a loop that finds them busy is run by its caller alone. They use
// static memory without destructors and are never joined, so they may outlast everything else in the process. Nothing
// here takes a lock: a child of fork() has the words as they were, but no threads, and begins again.
#include "engine/run/threads/team.h"

#include <signal.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <thread>

#include "engine/fork/forks.h"

namespace dmlrun {
namespace {

/// How long a thread that has nothing to do spins before it sleeps: about what waking it takes.
constexpr std::chrono::microseconds kSpin{50};
/// Processors fetch pairs of lines.
constexpr std::size_t kApart = 128;
/// Words that hold a loop's number and, in the lowest bits, a count.
constexpr unsigned kCountBits = 16;
constexpr std::uint64_t kCountMask = (std::uint64_t{1} << kCountBits) - 1;
static_assert(kMaxChunks <= kCountMask);

/// The chunks of one thread that have not begun: one word with the loop's number and how many are left. Owner and
/// thieves take them in the same way, in ascending order, by a compare-and-swap that decrements the number. The word of
/// an older loop counts as full, so no loop resets it.
class Queue {
 public:
  /// Begins one of loop `number`: its index among the owner's, or `each` where none is left or the loop is over.
  std::uint32_t take(std::uint64_t number, std::uint32_t each) noexcept {
    std::uint64_t seen = word_.load(std::memory_order_relaxed);
    for (;;) {
      const std::uint64_t loop = seen >> kCountBits;
      const std::uint64_t left = loop < number ? each : loop == number ? seen & kCountMask : 0;
      if (left == 0) return each;
      if (word_.compare_exchange_weak(seen, number << kCountBits | (left - 1), std::memory_order_acquire,
                                      std::memory_order_relaxed))
        return each - static_cast<std::uint32_t>(left);
    }
  }

 private:
  std::atomic<std::uint64_t> word_{0};
};

/// What others read and write of a thread.
struct alignas(kApart) Seat {
  Queue queue;
  std::atomic<std::uint64_t> finished{0};  ///< the last loop that this thread worked on, and how many chunks it did
  std::atomic<std::uint32_t> woken{0};     ///< how often
};

void pause_processor() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

using Clock = std::chrono::steady_clock;

/// Spins until `is_true`, or the clock is past `end`; says which.
template <class Condition>
bool spin(Clock::time_point end, Condition is_true) noexcept {
  constexpr unsigned kBetweenLooks = 64;  // at the clock
  for (unsigned i = 0; !is_true(); ++i) {
    if (i % kBetweenLooks == 0 && Clock::now() > end) return false;
    pause_processor();
  }
  return true;
}

/// The work of one member of a loop: its own chunks, then the others' remaining ones. Calls begin(owner) before the
/// first chunk of each owner. Returns the number of chunks it ran.
template <class Seats, class Begin>
std::uint64_t work(Seats& seats, const ParallelLoop& loop, std::uint64_t number, unsigned self, Begin begin) noexcept {
  std::uint64_t done = 0;
  for (unsigned i = 0; i < loop.threads; ++i) {
    const unsigned owner = (self + i) % loop.threads;
    for (;;) {
      const std::uint32_t k = seats[owner].queue.take(number, loop.chunks_each);
      if (k == loop.chunks_each) break;
      if (k == 0) begin(owner);
      loop.run(loop.context, std::uint64_t{owner} * loop.chunks_each + k);
      ++done;
    }
  }
  return done;
}

/// The library's threads 1 to kMaxThreads - 1; 0 is the caller of the loop.
class OwnThreads {
 public:
  /// False where another loop has the threads; then nothing was done.
  bool run(const ParallelLoop& loop) noexcept {
    const std::uint64_t free = 2 * forks();
    std::uint64_t seen = owner_.load(std::memory_order_relaxed);
    if (seen > free || !owner_.compare_exchange_strong(seen, free + 1, std::memory_order_acquire)) return false;
    if (seen < free) started_ = awake_ = 0;  // a child of fork() has none of the threads
    run_.store(loop.run, std::memory_order_relaxed);
    context_.store(loop.context, std::memory_order_relaxed);
    chunks_each_.store(loop.chunks_each, std::memory_order_relaxed);
    const std::uint64_t number = (published_.load(std::memory_order_relaxed) >> kCountBits) + 1;
    published_.exchange(number << kCountBits | loop.threads);
    const std::uint64_t mine = work(seats_, loop, number, 0, [&](unsigned owner) { wake_below(owner, loop.threads); });
    const auto is_done = [&] { return mine + done_by_others(loop.threads, number) == loop.threads * loop.chunks_each; };
    while (!spin(Clock::now() + kSpin, is_done)) {
      caller_sleeps_.store(1);
      if (!is_done()) caller_sleeps_.wait(1);
    }
    owner_.store(free, std::memory_order_release);
    return true;
  }

 private:
  [[nodiscard]] std::uint64_t done_by_others(unsigned threads, std::uint64_t number) const noexcept {
    std::uint64_t done = 0;
    for (unsigned i = 1; i < threads; ++i)
      if (const std::uint64_t word = seats_[i].finished.load(); word >> kCountBits == number) done += word & kCountMask;
    return done;
  }

  /// Threads are woken in a tree: the thread that begins an owner's chunks wakes the two below.
  void wake_below(unsigned owner, unsigned threads) noexcept {
    for (unsigned i = 2 * owner + 1; i < std::min(2 * owner + 3, threads); ++i) {
      const std::uint64_t bit = std::uint64_t{1} << i;
      if ((awake_.load() & bit) != 0 || (awake_.fetch_or(bit) & bit) != 0) continue;
      if ((started_.fetch_or(bit) & bit) == 0) {
        start(i);
      } else {
        ++seats_[i].woken;
        seats_[i].woken.notify_one();
      }
    }
  }

  void start(unsigned self) noexcept {
    // Signals are the program's, but for those that the thread itself may raise.
    sigset_t hidden, before;
    ::sigfillset(&hidden);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) ::sigdelset(&hidden, own);
    ::pthread_sigmask(SIG_SETMASK, &hidden, &before);
    try {
      std::thread([this, self] { serve(self); }).detach();
    } catch (const std::exception&) {
      // std::system_error or std::bad_alloc: the threads that there are run its chunks, and the next loop tries again.
      started_ &= ~(std::uint64_t{1} << self);
      awake_ &= ~(std::uint64_t{1} << self);
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  [[noreturn]] void serve(unsigned self) noexcept {
    Clock::time_point end{};
    for (std::uint64_t seen = 0;;) {
      if (!spin(end, [&] { return published_.load(std::memory_order_acquire) != seen; })) sleep(self, seen);
      const std::uint64_t word = published_.load(std::memory_order_acquire);
      if (word != seen && self < (word & kCountMask)) {
        attend(self, word);
        end = Clock::now() + kSpin;
      }
      seen = word;
    }
  }

  void attend(unsigned self, std::uint64_t word) noexcept {
    // If the loop is over, these may be another's; then no chunk is left to be taken.
    const ParallelLoop loop{run_.load(std::memory_order_relaxed), context_.load(std::memory_order_relaxed),
                            static_cast<unsigned>(word & kCountMask), chunks_each_.load(std::memory_order_relaxed)};
    // What the caller wrote for the chunks comes line by line otherwise, 150 ns each. Any address is harmless.
    for (std::size_t line = 0; line < 3; ++line) __builtin_prefetch(static_cast<const char*>(loop.context) + 64 * line);
    const std::uint64_t number = word >> kCountBits;
    const std::uint64_t done =
        work(seats_, loop, number, self, [&](unsigned owner) { wake_below(owner, loop.threads); });
    if (done == 0) return;
    seats_[self].finished.store(number << kCountBits | done);
    if (caller_sleeps_.load() == 0) return;
    caller_sleeps_.store(0);
    caller_sleeps_.notify_one();
  }

  /// Until woken, or a loop after `seen` has begun. Either the publisher sees the bit cleared, or this sees the loop.
  void sleep(unsigned self, std::uint64_t seen) noexcept {
    const std::uint32_t before = seats_[self].woken.load();
    awake_ &= ~(std::uint64_t{1} << self);
    if (published_.load() == seen) seats_[self].woken.wait(before);
    awake_ |= std::uint64_t{1} << self;
  }

  /// One line, which a loop's threads read: its number and how many threads share it; what it does.
  alignas(kApart) std::atomic<std::uint64_t> published_{0};
  std::atomic<void (*)(const void*, std::uint64_t) noexcept> run_{nullptr};
  std::atomic<const void*> context_{nullptr};
  std::atomic<std::uint32_t> chunks_each_{0};

  /// 2 * forks() of the process that used the threads last, and 1 more while it does.
  alignas(kApart) std::atomic<std::uint64_t> owner_{0};
  alignas(kApart) std::atomic<std::uint64_t> started_{0}, awake_{0};  ///< a bit for each thread
  std::atomic<std::uint32_t> caller_sleeps_{0};
  std::array<Seat, kMaxThreads> seats_;
};

constinit OwnThreads own_threads;

/// The same on an executor, whose parts are the loop's members.
void run_on(const Executor& executor, const ParallelLoop& loop) noexcept {
  struct alignas(64) OwnQueue {
    Queue queue;
  };
  struct Members {
    const ParallelLoop& loop;
    std::array<OwnQueue, kMaxThreads> seats;
  } members{loop, {}};
  executor.run(
      executor.self, loop.threads,
      [](void* context, std::size_t index) noexcept {
        auto& all = *static_cast<Members*>(context);
        work(all.seats, all.loop, 1, static_cast<unsigned>(index), [](unsigned) {});
      },
      &members);
}

}  // namespace

Result<Team> team_of(const CompileOptions& options) noexcept {
  if (options.executor && !options.executor->run)
    return Error{.code = ErrorCode::usage, .message = "the executor has no function that runs parts"};
  const unsigned wanted = options.threads == 0 ? std::max(std::thread::hardware_concurrency(), 1u) : options.threads;
  Team team{std::min(wanted, kMaxThreads), options.executor ? *options.executor : Executor{}};
  if (team.threads > 1 && !team.executor.run && !are_forks_counted()) return Error{ErrorCode::out_of_memory};
  return team;
}

void run_loop(const Executor& executor, const ParallelLoop& loop) noexcept {
  if (executor.run) return run_on(executor, loop);
  if (own_threads.run(loop)) return;
  for (std::uint64_t chunk = 0; chunk < std::uint64_t{loop.threads} * loop.chunks_each; ++chunk)
    loop.run(loop.context, chunk);
}

}  // namespace dmlrun
