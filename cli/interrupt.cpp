#include "cli/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "cli/report/failure.h"

namespace dmlrun::cli {
namespace {

constexpr int kSignalled = 128;  // as shells have it
static_assert(static_cast<int>(ExitCode::interrupted) == kSignalled + SIGINT);
static_assert(static_cast<int>(ExitCode::terminated) == kSignalled + SIGTERM);
static_assert(static_cast<int>(ExitCode::hung_up) == kSignalled + SIGHUP);
static_assert(static_cast<int>(ExitCode::broken_pipe) == kSignalled + SIGPIPE);

volatile sig_atomic_t arrived_signal = 0;

extern "C" void on_signal(int number) {
  if (arrived_signal != 0) {  // the second one does not wait for the end of a long step
    signal(number, SIG_DFL);
    raise(number);
  }
  arrived_signal = number;
}

void install(int number) {
  struct sigaction old {};
  if (sigaction(number, nullptr, &old) == 0 && old.sa_handler == SIG_IGN) return;  // nohup and `&` mean it
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);  // without SA_RESTART: a blocked open() or read() returns
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
  install(SIGINT);
  install(SIGTERM);
  install(SIGHUP);
}

void check_interrupted() {
  int number = arrived_signal;
  if (number == 0) return;
  Error error;
  error.code = ErrorCode::interrupted;
  error.message = number == SIGTERM ? "terminated" : number == SIGHUP ? "hung up" : "interrupted";
  throw Failure{std::move(error), {}, static_cast<ExitCode>(kSignalled + number)};
}

void forget_interruption() noexcept { arrived_signal = 0; }

}  // namespace dmlrun::cli
