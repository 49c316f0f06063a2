#include "jit/test/system_refusal.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dmlrun::jit::test {
namespace {

constexpr int kSetMdwe = 65;  // PR_SET_MDWE of Linux 6.3
constexpr unsigned long kRefuseExec = 1;

sock_filter load(std::size_t offset) noexcept {
  return {BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)};
}
/// Goes on with the next statement if `comparison` holds, else skips `count` statements.
sock_filter unless_skip(std::uint16_t comparison, std::uint32_t value, std::uint8_t count) noexcept {
  return {static_cast<std::uint16_t>(BPF_JMP | comparison | BPF_K), 0, count, value};
}
sock_filter end(std::uint32_t verdict) noexcept { return {BPF_RET | BPF_K, 0, 0, verdict}; }

/// `rules` begin where the number of the system call is loaded and end where it is to be allowed.
bool install(std::vector<sock_filter> rules) noexcept {
  rules.insert(rules.begin(), load(offsetof(seccomp_data, nr)));
  rules.push_back(end(SECCOMP_RET_ALLOW));
  const sock_fprog program{static_cast<unsigned short>(rules.size()), rules.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace

bool harden() noexcept { return ::prctl(kSetMdwe, kRefuseExec, 0UL, 0UL, 0UL) == 0; }

bool refuse_executable_memory() noexcept {
  std::vector<sock_filter> rules;
  for (const std::uint32_t number : {SYS_mmap, SYS_mprotect, SYS_pkey_mprotect}) {
    rules.push_back(unless_skip(BPF_JEQ, number, 4));
    rules.push_back(load(offsetof(seccomp_data, args) + 2 * sizeof(std::uint64_t)));  // the third: the protection
    rules.push_back(unless_skip(BPF_JSET, PROT_EXEC, 1));
    rules.push_back(end(SECCOMP_RET_ERRNO | EACCES));
    rules.push_back(load(offsetof(seccomp_data, nr)));
  }
  return install(std::move(rules));
}

bool refuse_system_call(long number, int with_errno) noexcept {
  return install({unless_skip(BPF_JEQ, static_cast<std::uint32_t>(number), 1),
                  end(SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(with_errno))});
}

}  // namespace dmlrun::jit::test
