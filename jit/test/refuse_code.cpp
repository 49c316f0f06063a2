// For LD_PRELOAD: from before main() on, no memory can be mapped or made executable.
#include <unistd.h>

#include <cstdio>

#include "jit/test/system_refusal.h"

namespace {

[[gnu::constructor]] void refuse() {
  if (dmlrun::jit::test::refuse_executable_memory()) return;
  std::fputs("this system has no seccomp filters\n", stderr);
  ::_exit(77);
}

}  // namespace
