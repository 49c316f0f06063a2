// Makes the system refuse things to this process, for good: only in children.
#pragma once

namespace dmlrun::jit::test {

/// From now on memory that was ever writable can never be executed (PR_SET_MDWE). False where the system lacks that.
bool harden() noexcept;
/// From now on no memory can be mapped or made executable. False where the system has no seccomp filters.
bool refuse_executable_memory() noexcept;
/// From now on this system call fails with this errno. False as above.
bool refuse_system_call(long number, int with_errno) noexcept;

}  // namespace dmlrun::jit::test
