#include "jit/test/child_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <stdexcept>

namespace dmlrun::jit::test {
namespace {

constexpr unsigned kMaxSeconds = 60;

[[noreturn]] void be_child(int output, const std::function<int()>& body) {
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  ::close(output);
  ::alarm(kMaxSeconds);
  const int code = body();
  std::fflush(nullptr);
  ::_exit(code);
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t count; (count = ::read(descriptor, part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(count));
  return text;
}

}  // namespace

ChildOutcome run_in_child(const std::function<int()>& body) {
  std::fflush(nullptr);
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe for a child process");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child == 0) {
    ::close(ends[0]);
    be_child(ends[1], body);
  }
  ::close(ends[1]);
  ChildOutcome outcome;
  outcome.output = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  return outcome;
}

void Claims::claim(bool holds, const std::string& sentence) {
  if (holds) return;
  failed_ = true;
  std::fprintf(stderr, "not true: %s\n", sentence.c_str());
}

}  // namespace dmlrun::jit::test
