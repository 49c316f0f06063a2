// fork() beside threads that load modules, and where process ids say nothing.
#include "engine/fork/forks.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "engine/run/module_file.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

/// The exit status of a child that does this; a child that hangs is ended by SIGALRM.
template <class Body>
int status_of_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(10);
    ::_exit(body());
  }
  int status = -1;
  return ::waitpid(child, &status, 0) == child ? status : -1;
}

/// Threads wait until a child was made: ThreadSanitizer takes those that have ended for leaks of the child.
void wait_for(const std::atomic<bool>& has_happened) {
  while (!has_happened) std::this_thread::yield();
}

bool is_whole(const Module& module) { return module.interface && *static_cast<const int*>(module.interface) == 7; }

}  // namespace

TEST_CASE("forks: a child forked while another thread loads a module has all of it") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  ::setenv("DMLRUN_SLOW_MODULE", std::to_string(ends[1]).c_str(), 1);
  Module loaded;
  std::atomic<bool> is_forked{false};
  std::thread loader([&] {
    loaded = load_module(DMLRUN_SLOW_MODULE, "dmlrun_slow_module");
    wait_for(is_forked);
  });
  char begun = 0;
  CHECK(::read(ends[0], &begun, 1) == 1);
  const int status =
      status_of_child([] { return is_whole(load_module(DMLRUN_SLOW_MODULE, "dmlrun_slow_module")) ? 0 : 1; });
  is_forked = true;
  loader.join();
  ::unsetenv("DMLRUN_SLOW_MODULE");
  ::close(ends[0]);
  ::close(ends[1]);
  CHECK(status == 0);
  CHECK(is_whole(loaded));
}

namespace {

std::atomic<bool> has_begun{false};

const int& made_slowly() {
  return once([]() -> const int& {
    static const int made = [] {
      has_begun = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      return 7;
    }();
    return made;
  });
}

}  // namespace

TEST_CASE("forks: a child forked while another thread makes what is made once has it") {
  std::atomic<bool> is_forked{false};
  std::thread maker([&] {
    CHECK(made_slowly() == 7);
    wait_for(is_forked);
  });
  wait_for(has_begun);
  const int status = status_of_child([] { return made_slowly() == 7 ? 0 : 1; });
  is_forked = true;
  maker.join();
  CHECK(status == 0);
}

TEST_CASE("forks: a thread that has a pause may fork, and pause again") {
  const ForkPause pause;
  CHECK(status_of_child([] {
          const ForkPause again;
          return status_of_child([] { return 0; });
        }) == 0);
}

TEST_CASE("forks: a child counts one more than its parent, and the parent none") {
  const std::uint64_t before = forks();
  CHECK(are_forks_counted());
  CHECK(status_of_child([&] {
          return forks() == before + 1 && status_of_child([&] { return forks() == before + 2 ? 0 : 1; }) == 0 ? 0 : 1;
        }) == 0);
  CHECK(forks() == before);
}
