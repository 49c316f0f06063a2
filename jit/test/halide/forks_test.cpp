// fork() while another thread generates code.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "engine/test/catch.h"
#include "jit/halide/host_target.h"
#include "jit/halide/module.h"

using namespace dmlrun::jit::halide;

namespace {

bool generates() {
  const std::string target = host_target("");
  const auto made = ask_module(
      {"output x4 strides 1 span 100; axes [100@0]; %0 = input 0 x4 offset 0 strides 1 span 100", target.c_str(), "f"});
  return made && !made->empty();
}

}  // namespace

TEST_CASE("a child forked while another thread generates code generates code", "[fork]") {
  REQUIRE(generates());
  std::atomic<bool> may_end{false}, has_begun{false};
  std::thread other([&] {
    while (!may_end) {
      has_begun = true;
      (void)generates();
    }
  });
  while (!has_begun) std::this_thread::yield();
  for (int i = 0; i < 5; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(60);
      ::_exit(generates() ? 0 : 1);
    }
    int status = -1;
    CHECK(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
  may_end = true;
  other.join();
}
