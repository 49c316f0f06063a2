// Preloaded into the program: makes one kind of call fail when it is made for the n-th time.
//   DMLRUN_FAIL_CALL  malloc, open, write, fsync, close, rename or fork
//   DMLRUN_FAIL_AT    n, counted from 1
//   DMLRUN_FAIL_WITH  an errno; or "short" for write: half of the bytes
//   DMLRUN_FAIL_ALL   if set, every later call fails too
//   DMLRUN_FAIL_MARK  a file that is made when a call has failed
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

char call_name[16];
long fail_at = 0, calls = 0;
int error_number = 0;
bool is_short = false, fails_all = false;
char mark[4096];

__attribute__((constructor)) void read_environment() {
  const auto copy = [](const char* name, char* to, std::size_t size) {
    if (const char* text = std::getenv(name)) std::strncpy(to, text, size - 1);
  };
  copy("DMLRUN_FAIL_CALL", call_name, sizeof call_name);
  copy("DMLRUN_FAIL_MARK", mark, sizeof mark);
  if (const char* text = std::getenv("DMLRUN_FAIL_WITH")) {
    is_short = std::strcmp(text, "short") == 0;
    error_number = std::atoi(text);
  }
  fails_all = std::getenv("DMLRUN_FAIL_ALL") != nullptr;
  if (const char* text = std::getenv("DMLRUN_FAIL_AT")) fail_at = std::atol(text);
}

bool has_begun = false;
int (*program_main)(int, char**, char**) = nullptr;

int counted_main(int argc, char** argv, char** environment) {
  has_begun = true;
  return program_main(argc, argv, environment);
}

/// Counts a call of that kind; whether it is to fail. What comes before main() does not count: CLI11 allocates for its
/// global objects there, and nobody could catch what they throw.
bool fails(const char* name) {
  if (!has_begun || fail_at == 0 || std::strcmp(name, call_name) != 0) return false;
  ++calls;
  if (calls != fail_at && !(fails_all && calls > fail_at)) return false;
  ::syscall(SYS_close, ::syscall(SYS_openat, AT_FDCWD, mark, O_WRONLY | O_CREAT, 0600));
  errno = error_number;
  return true;
}

template <class Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

int open_or_fail(const char* path, int flags, mode_t mode) {
  return fails("open") ? -1 : static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int __libc_start_main(int (*main_function)(int, char**, char**), int argc, char** argv, void (*init)(), void (*fini)(),
                      void (*loader_fini)(), void* stack) {
  program_main = main_function;
  return real<decltype(&__libc_start_main)>("__libc_start_main")(counted_main, argc, argv, init, fini, loader_fini,
                                                                 stack);
}

void* malloc(std::size_t size) { return fails("malloc") ? nullptr : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) { return fails("malloc") ? nullptr : __libc_calloc(count, size); }
void* realloc(void* memory, std::size_t size) { return fails("malloc") ? nullptr : __libc_realloc(memory, size); }
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return fails("malloc") ? nullptr : __libc_memalign(alignment, size);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_or_fail(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return open_or_fail(path, flags, mode);
}

ssize_t write(int fd, const void* bytes, std::size_t size) {
  // Only the program's files: words on a terminal may get lost.
  if (fd > 2 && fails("write")) {
    if (!is_short) return -1;
    size = size > 1 ? size / 2 : size;
  }
  return ::syscall(SYS_write, fd, bytes, size);
}

int fsync(int fd) { return fails("fsync") ? -1 : static_cast<int>(::syscall(SYS_fsync, fd)); }

int close(int fd) {
  const bool fail = fd > 2 && fails("close");
  const int number = errno;
  const auto result = static_cast<int>(::syscall(SYS_close, fd));
  if (!fail) return result;
  errno = number;  // it is closed all the same, as close() has it
  return -1;
}

pid_t fork() { return fails("fork") ? -1 : real<decltype(&fork)>("fork")(); }

int rename(const char* from, const char* to) {
  return fails("rename") ? -1 : static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

}  // extern "C"
#pragma GCC visibility pop
