#include "cli/interrupt.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <array>

#include "cli/files/unfinished_file.h"

namespace dmlrun::cli {
namespace {

constexpr int kSignalled = 128;  // as shells have it
static_assert(static_cast<int>(ExitCode::interrupted) == kSignalled + SIGINT);
static_assert(static_cast<int>(ExitCode::terminated) == kSignalled + SIGTERM);
static_assert(static_cast<int>(ExitCode::hung_up) == kSignalled + SIGHUP);
static_assert(static_cast<int>(ExitCode::broken_pipe) == kSignalled + SIGPIPE);

/// How often it is looked whether a signal was noticed, and how long the main thread may work before it was.
constexpr int kTickMilliseconds = 50;
constexpr long kPatienceMilliseconds = 150;

struct Watched {
  int number;
  std::string last_words{};
};
std::array<Watched, 3> watched{{{SIGINT}, {SIGTERM}, {SIGHUP}}};

volatile sig_atomic_t arrived_signal = 0, is_noticed = 0;
long worked_before = 0;
pthread_t main_thread;
clockid_t main_clock = CLOCK_PROCESS_CPUTIME_ID;

/// How long the main thread has worked; a machine that is busy with others does not count.
long worked_milliseconds() noexcept {
  timespec time{};
  clock_gettime(main_clock, &time);
  return static_cast<long>(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
}

/// Sends SIGALRM again and again, or no more.
void tick_every(int milliseconds) noexcept {
  const timeval interval{0, milliseconds * 1000};
  const itimerval timer{interval, interval};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

extern "C" void on_signal(int number) {
  if (arrived_signal != 0) {  // the second one does not wait for the end of a long step
    signal(number, SIG_DFL);
    raise(number);
  }
  arrived_signal = number;
  worked_before = worked_milliseconds();
  tick_every(kTickMilliseconds);
}

extern "C" void on_tick(int) {
  if (arrived_signal == 0 || is_noticed != 0) return;
  if (pthread_equal(pthread_self(), main_thread) == 0) {
    pthread_kill(main_thread, SIGALRM);
    return;
  }
  if (worked_milliseconds() - worked_before < kPatienceMilliseconds) return;
  remove_unfinished_files();
  for (const Watched& one : watched)
    if (one.number == arrived_signal) (void)!::write(STDERR_FILENO, one.last_words.data(), one.last_words.size());
  _exit(kSignalled + arrived_signal);
}

void install(int number) {
  struct sigaction old {};
  if (sigaction(number, nullptr, &old) == 0 && old.sa_handler == SIG_IGN) return;  // nohup and `&` mean it
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);  // without SA_RESTART: a blocked open() or read() returns
}

void install_ticks() {
  main_thread = pthread_self();
#ifdef __linux__
  pthread_getcpuclockid(main_thread, &main_clock);
#endif
  struct sigaction action {};
  action.sa_handler = on_tick;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGALRM, &action, nullptr);
}

Failure interruption_by(int number) {
  const char* const words = number == SIGTERM ? "terminated" : number == SIGHUP ? "hung up" : "interrupted";
  return {{.code = ErrorCode::interrupted, .message = words}, {}, static_cast<ExitCode>(kSignalled + number)};
}

}  // namespace

void prepare_process() {
  // A closed standard descriptor is replaced by one that cannot be used in its direction: the error is kept.
  for (int fd = 0; fd <= 2; ++fd) {
    if (fcntl(fd, F_GETFD) != -1) continue;
    int opened = open("/dev/null", fd == 1 ? O_RDONLY : O_WRONLY);
    if (opened > 2) close(opened);
  }
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  install_ticks();
  for (const Watched& one : watched) install(one.number);
}

void prepare_last_words(const std::function<std::string(const Failure&)>& words) {
  for (Watched& one : watched) one.last_words = words(interruption_by(one.number));
}

void check_interrupted() {
  const int number = arrived_signal;
  if (number == 0) return;
  is_noticed = 1;
  tick_every(0);
  throw interruption_by(number);
}

void forget_interruption() noexcept {
  arrived_signal = 0;
  is_noticed = 0;
}

}  // namespace dmlrun::cli
