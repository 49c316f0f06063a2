#include "cli/fuzz/program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cli/fuzz/worker.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

constexpr std::size_t kLongestAnswer = 4096;

Answer answer_of(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::string_view word = line.substr(0, line.find(' '));
  const std::string_view rest = word.size() < line.size() ? line.substr(word.size() + 1) : std::string_view();
  if (word == "ok" && rest.empty()) return {Answer::Kind::ok, {}};
  if (word == "unsupported") return {Answer::Kind::unsupported, text::printable(rest)};
  if (word == "error") return {Answer::Kind::error, "says error: " + text::printable(rest)};
  return {Answer::Kind::error, "answered neither ok, unsupported nor error: '" + text::printable(line) + "'"};
}

}  // namespace

bool Program::start() {
  int down[2], up[2];
  if (::pipe2(down, O_CLOEXEC) != 0) return false;
  if (::pipe2(up, O_CLOEXEC) != 0) {
    ::close(down[0]), ::close(down[1]);
    return false;
  }
  pid_ = ::fork();
  if (pid_ == 0) {
    ::setpgid(0, 0);
    for (const int number : {SIGINT, SIGTERM, SIGPIPE}) ::signal(number, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::dup2(down[0], 0);
    ::dup2(up[1], 1);
    const int errors = ::open(error_file_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (errors >= 0) ::dup2(errors, 2);
    ::execl("/bin/sh", "sh", "-c", command_.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::close(down[0]), ::close(up[1]);
  to_ = down[1];
  from_ = up[0];
  pending_.clear();
  if (pid_ > 0) ::setpgid(pid_, pid_);  // whoever comes first
  return pid_ > 0;
}

std::string Program::stop() noexcept {
  if (to_ >= 0) ::close(to_);
  if (from_ >= 0) ::close(from_);
  to_ = from_ = -1;
  int status = 0;
  if (pid_ <= 0) return {};
  // A program that has closed its output is about to end by itself.
  for (int waits = 0; waits < 20; ++waits) {
    if (::waitpid(pid_, &status, WNOHANG) == pid_) break;
    if (waits == 19) ::kill(-pid_, SIGKILL), ::waitpid(pid_, &status, 0);
    ::usleep(10'000);
  }
  ::kill(-pid_, SIGKILL);
  pid_ = -1;
  const int code = WEXITSTATUS(status);
  // A shell tells of a signal by 128 and its number.
  const int number = WIFSIGNALED(status) ? WTERMSIG(status) : code > 128 && code < 128 + NSIG ? code - 128 : 0;
  if (number > 0) return "ended by signal " + std::to_string(number) + " (" + ::strsignal(number) + ")";
  return "ended with status " + std::to_string(code) + " and said nothing";
}

Answer Program::ask(const std::string& folder, double seconds) {
  // One that handles one folder and ends is started for the next one; a line that it cannot take shows that it ended.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const bool fresh = pid_ <= 0;
    if (fresh && !start()) return {Answer::Kind::ended, "cannot be started: " + std::string(::strerror(errno))};
    const std::string line = folder + "\n";
    if (::write(to_, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
      const std::string how = stop();
      if (fresh) return {Answer::Kind::ended, how};
      continue;
    }
    const double until = now_in_seconds() + seconds;
    while (true) {
      const std::size_t end = pending_.find('\n');
      if (end != std::string::npos) {
        const Answer answer = answer_of(std::string_view(pending_).substr(0, end));
        pending_.erase(0, end + 1);
        return answer;
      }
      const double left = until - now_in_seconds();
      pollfd waiting{from_, POLLIN, 0};
      const int ready = left > 0 ? ::poll(&waiting, 1, static_cast<int>(std::min(left * 1000 + 1, 1e9))) : 0;
      if (ready < 0 && errno == EINTR) continue;
      if (ready <= 0 || pending_.size() > kLongestAnswer) {
        ::kill(-pid_, SIGKILL);
        (void)stop();
        if (ready > 0) return {Answer::Kind::error, "answered more than " + std::to_string(kLongestAnswer) + " bytes without an end of line"};
        return {Answer::Kind::silent, "said nothing for " + std::to_string(static_cast<std::uint64_t>(seconds)) + " s and was ended"};
      }
      char bytes[4096];
      const ssize_t got = ::read(from_, bytes, sizeof bytes);
      if (got > 0) {
        pending_.append(bytes, static_cast<std::size_t>(got));
        continue;
      }
      const std::string how = stop();
      if (fresh) return {Answer::Kind::ended, how};
      break;
    }
  }
  return {Answer::Kind::ended, "ends as soon as it is started"};
}

}  // namespace dmlrun::cli
