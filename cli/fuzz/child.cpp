#include "cli/fuzz/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/fuzz/worker.h"
#include "cli/interrupt.h"
#include "cli/report/failure.h"

namespace dmlrun::cli {
namespace {

/// How often a wait is left to look for a signal, which may come just before the wait.
constexpr int kLookMilliseconds = 200;

/// A child and the end of the pipe that it writes to. It is ended and waited for however its parent goes on.
class Child {
 public:
  Child(pid_t pid, int from) noexcept : pid_(pid), from_(from) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
    (void)end();
    ::close(from_);
  }
  /// Waits for its end: waitpid()'s status, 0 when there is none.
  int end() noexcept {
    int status = 0;
    if (pid_ > 0)
      while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
      }
    pid_ = -1;
    return status;
  }

 private:
  pid_t pid_;
  int from_;
};

}  // namespace

void leave_signals_to(pid_t parent) noexcept {
  // Compilers in drivers put handlers of their own in the place of what is ignored, which remove the files they are
  // writing.
  sigset_t all;
  ::sigemptyset(&all);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    ::signal(number, SIG_IGN);
    ::sigaddset(&all, number);
  }
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
#ifdef __linux__  // elsewhere a child ends when it next reads or writes
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (::getppid() != parent) ::_exit(0);
}

void fail_process(const char* what) { fail_system(ErrorCode::out_of_memory, "", what, errno); }

std::string in_a_process(double seconds, const std::function<std::string()>& work) {
  int ends[2];
  check_interrupted();
  if (::pipe2(ends, O_CLOEXEC) != 0) fail_process("cannot make a pipe");
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) {
    leave_signals_to(parent);
    ::close(ends[0]);
    std::string text;
    try {
      text = work();
    } catch (...) {
      text = "\nfailed";
    }
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t written = ::write(ends[1], text.data() + at, text.size() - at);
      if (written <= 0) break;
      at += static_cast<std::size_t>(written);
    }
    ::_exit(0);
  }
  const int why = errno;
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    errno = why;
    fail_process(kNoProcess);
  }
  Child started(child, ends[0]);
  std::string text;
  const double until = now_in_seconds() + seconds;
  for (char bytes[4096];;) {
    check_interrupted();
    if (now_in_seconds() >= until) return "dmlrun\nhung";
    pollfd waiting{ends[0], POLLIN, 0};
    if (::poll(&waiting, 1, kLookMilliseconds) <= 0) continue;
    const ssize_t got = ::read(ends[0], bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(bytes, static_cast<std::size_t>(got));
  }
  const int status = started.end();
  return WIFSIGNALED(status) ? std::string("dmlrun\nended by signal ") + std::to_string(WTERMSIG(status)) + " (" +
                                   ::strsignal(WTERMSIG(status)) + ")"
                             : text;
}

}  // namespace dmlrun::cli
