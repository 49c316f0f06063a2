#include "cli/fuzz/guard.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace dmlrun::cli {
namespace {

/// How long a program that has closed its output may take to end by itself.
constexpr int kMomentMilliseconds = 2000;
constexpr char kMayEnd = 'e';

[[noreturn]] void become_program(const char* command, const Streams& streams, pid_t guard) noexcept {
  ::setpgid(0, 0);
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // in case that even the guard is killed
#endif
  if (::getppid() != guard) ::_exit(127);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) ::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::dup2(streams.input, 0);
  ::dup2(streams.output, 1);
  ::dup2(streams.errors, 2);
  ::execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  ::_exit(127);
}

int wait_for(pid_t child) noexcept {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// The shell is not waited for before its group is killed: until then nobody else can have its number.
bool has_ended(pid_t child) noexcept {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == child;
}

/// Gives each child of this process to `visit`, also those of ended descendants, which have become its own; no more
/// than the system lists. What begins after fork() may not allocate.
template <class Visit>
void each_child(const Visit& visit) noexcept {
  const int list = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  char text[4096];
  const ssize_t size = list < 0 ? 0 : ::read(list, text, sizeof text);
  ::close(list);
  pid_t child = 0;
  for (ssize_t i = 0; i < size; ++i)
    if (text[i] == ' ') visit(child), child = 0;
    else child = child * 10 + (text[i] - '0');
}

/// Kills what descendants of the program left in groups and sessions of their own, children's children in turn.
void kill_adopted() noexcept {
  for (int waits = 0; waits < kMomentMilliseconds; ++waits) {
    each_child([](pid_t child) { ::kill(child, SIGKILL); });
    pid_t ended;
    while ((ended = ::waitpid(-1, nullptr, WNOHANG)) > 0) {
    }
    if (ended < 0) return;
    ::usleep(1000);
  }
}

/// Until the worker says something or is gone. Ended children that were adopted do not pile up meanwhile.
char wait_for_word(int leash, pid_t program) noexcept {
  pollfd waiting{leash, POLLIN, 0};
  while (::poll(&waiting, 1, kMomentMilliseconds) <= 0)
    each_child([&](pid_t child) {
      if (child != program) ::waitpid(child, nullptr, WNOHANG);
    });
  char word = 0;
  while (::read(leash, &word, 1) < 0 && errno == EINTR) {
  }
  return word;
}

[[noreturn]] void guard(const char* command, const Streams& streams, int leash) noexcept {
  ::setpgid(0, 0);  // who kills the worker's group does not kill this
#ifdef __linux__
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
  const pid_t self = ::getpid(), program = ::fork();
  if (program == 0) become_program(command, streams, self);
  // Else the worker would never see the ends of the program's pipes.
  ::close(streams.input), ::close(streams.output), ::close(streams.errors);
  if (program < 0) ::_exit(1);
  ::setpgid(program, program);  // whoever comes first
  const char word = wait_for_word(leash, program);
  for (int waits = 0; word == kMayEnd && waits < kMomentMilliseconds && !has_ended(program); ++waits) ::usleep(1000);
  const int went_on = word == kMayEnd && !has_ended(program) ? kWentOn : 0;
  ::kill(-program, SIGKILL);
  const int status = wait_for(program) | went_on;
  kill_adopted();
  (void)!::write(leash, &status, sizeof status);  // to nobody, where the worker is gone
  ::_exit(0);
}

}  // namespace

pid_t start_guarded(const std::string& command, const Streams& streams, int leash, int unwanted) noexcept {
  const char* const words = command.c_str();
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::close(unwanted);
    guard(words, streams, leash);
  }
  return pid;
}

int end_guarded(pid_t pid, int leash, bool may_end) noexcept {
  if (may_end) (void)!::write(leash, &kMayEnd, 1);
  ::shutdown(leash, SHUT_WR);
  int status = SIGKILL;
  while (::read(leash, &status, sizeof status) < 0 && errno == EINTR) {
  }
  ::close(leash);
  (void)wait_for(pid);
  return status;
}

}  // namespace dmlrun::cli
