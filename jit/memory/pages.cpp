#include "jit/memory/pages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>
#include <string>
#include <system_error>

namespace dmlrun::jit::memory {
namespace {

/// The refusal of a system call that has just set errno.
Error refused(const char* call) noexcept {
  const int number = errno;
  try {
    return {.code = ErrorCode::no_executable_memory,
            .message = std::string("the system refuses memory for code: ") + call + ": " +
                       std::generic_category().message(number) + "; the right to map memory as executable is needed"};
  } catch (const std::bad_alloc&) {
    return {ErrorCode::out_of_memory};
  }
}

#if defined(__linux__)

#ifdef MFD_EXEC
constexpr unsigned kExecutableFile = MFD_EXEC;
#else
constexpr unsigned kExecutableFile = 0x10;  // MFD_EXEC of Linux 6.3, unknown to older C libraries
#endif

/// A descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) noexcept : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
};

/// A file in memory. Kernels from 6.3 on want to be told that it will be executed (vm.memfd_noexec); older ones do not
/// know the word and say EINVAL.
int memory_file() noexcept {
  const int number = ::memfd_create("dmlrun-code", MFD_CLOEXEC | kExecutableFile);
  return number < 0 && errno == EINVAL ? ::memfd_create("dmlrun-code", MFD_CLOEXEC) : number;
}

/// Gives the file its memory now: a page that is missing at the first write would be SIGBUS instead of an error.
bool reserve(int file, std::size_t bytes) noexcept {
  // Beyond RLIMIT_FSIZE the system would send SIGXFSZ, which ends the process.
  const std::size_t most = std::max(bytes, kMaxMappedBytes);
  rlimit limit{};
  if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < most) {
    errno = EFBIG;
    return false;
  }
  int outcome;
  do {
    outcome = ::fallocate(file, 0, 0, static_cast<off_t>(bytes));
  } while (outcome != 0 && errno == EINTR);
  return outcome == 0;
}

Result<CodePages> map_twice(std::size_t bytes) noexcept {
  const Descriptor file(memory_file());
  if (file.number() < 0) return refused("memfd_create");
  if (!reserve(file.number(), bytes)) return refused("fallocate");
  void* execute = ::mmap(nullptr, bytes, PROT_READ | PROT_EXEC, MAP_SHARED, file.number(), 0);
  if (execute == MAP_FAILED) return refused("mmap of the execute view");
  void* write = ::mmap(nullptr, bytes, PROT_NONE, MAP_SHARED, file.number(), 0);
  // A child process must not be able to write into what its parent executes.
  if (write == MAP_FAILED || ::madvise(write, bytes, MADV_DONTFORK) != 0) {
    Error error = refused(write == MAP_FAILED ? "mmap of the write view" : "madvise of the write view");
    ::munmap(execute, bytes);
    if (write != MAP_FAILED) ::munmap(write, bytes);
    return error;
  }
  return CodePages{CodeMapping::dual, static_cast<std::byte*>(write), static_cast<const std::byte*>(execute), bytes};
}

#else

Result<CodePages> map_twice(std::size_t) noexcept {
  errno = ENOSYS;
  return refused("memfd_create");
}

#endif

Result<CodePages> map_once(std::size_t bytes) noexcept {
  void* view = ::mmap(nullptr, bytes, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (view == MAP_FAILED) return refused("mmap");
  return CodePages{CodeMapping::flip, static_cast<std::byte*>(view), static_cast<const std::byte*>(view), bytes};
}

/// Changes the protection of the pages of the write view that hold these bytes.
bool protect(const CodePages& pages, std::size_t offset, std::size_t bytes, std::size_t page, int protection) noexcept {
  const std::size_t begin = offset & ~(page - 1);
  const std::size_t end = (offset + bytes + page - 1) & ~(page - 1);
  return ::mprotect(pages.write_view + begin, end - begin, protection) == 0;
}

}  // namespace

std::string_view name(CodeMapping mapping) noexcept {
  constexpr std::string_view kNames[] = {"none", "flip", "dual"};
  return kNames[static_cast<std::size_t>(mapping)];
}

std::size_t SystemPages::page_bytes() const noexcept { return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)); }

Result<CodePages> SystemPages::map(CodeMapping mapping, std::size_t bytes) noexcept {
  return mapping == CodeMapping::dual ? map_twice(bytes) : map_once(bytes);
}

void SystemPages::unmap(const CodePages& pages) noexcept {
  ::munmap(const_cast<std::byte*>(pages.execute_view), pages.bytes);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  if (pages.mapping == CodeMapping::dual && pages.write_view) ::munmap(pages.write_view, pages.bytes);
}

Result<void> SystemPages::open(const CodePages& pages, std::size_t offset, std::size_t bytes) noexcept {
  if (!protect(pages, offset, bytes, page_bytes(), PROT_READ | PROT_WRITE)) return refused("mprotect to writable");
  return {};
}

// A processor that runs code which was written through another address, or by another processor, must execute a
// serialising instruction in between. Taking the right to write away does that on every processor that runs this
// process: its entries in their TLBs are flushed, by INVLPG or a load of CR3, and both serialise.
Result<void> SystemPages::close(const CodePages& pages, std::size_t offset, std::size_t bytes) noexcept {
  const bool dual = pages.mapping == CodeMapping::dual;
  if (!protect(pages, offset, bytes, page_bytes(), dual ? PROT_NONE : PROT_READ | PROT_EXEC))
    return refused(dual ? "mprotect to closed" : "mprotect to executable");
  return {};
}

}  // namespace dmlrun::jit::memory
