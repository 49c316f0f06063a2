#include "cli/report/perf_map.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <string>

#include "cli/report/failure.h"
#include "dmlrun/kernel.h"

namespace dmlrun::cli {
namespace {

std::atomic<bool> has_lines{false};

/// "START SIZE name", both numbers hexadecimal. A line that cannot be written is lost: profiling must not end a run.
void add_line(void* context, std::string_view name, std::span<const std::byte> code) noexcept {
  const int file = static_cast<int>(reinterpret_cast<std::intptr_t>(context));
  char line[512];
  const int length =
      std::snprintf(line, sizeof line, "%llx %llx dmlrun:%.*s\n",
                    static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(code.data())),
                    static_cast<unsigned long long>(code.size()), static_cast<int>(name.size()), name.data());
  if (length <= 0 || length >= static_cast<int>(sizeof line)) return;
  has_lines.store(true, std::memory_order_relaxed);
  while (write(file, line, static_cast<std::size_t>(length)) < 0 && errno == EINTR) {
  }
}

}  // namespace

PerfMap::PerfMap(const Reporter& reporter)
    : reporter_(reporter), path_("/tmp/perf-" + std::to_string(getpid()) + ".map") {
  // The folder is everybody's: a file that is there already is an old process's, or somebody's trap.
  if (unlink(path_.c_str()) != 0 && errno != ENOENT)
    fail_system(ErrorCode::cannot_write, path_, "cannot replace", errno);
  const int file = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (file < 0) fail_system(ErrorCode::cannot_open, path_, "cannot create", errno);
  listen_to_code(add_line, reinterpret_cast<void*>(static_cast<std::intptr_t>(file)));
}

// The descriptor stays open: kernels in use may still be described.
PerfMap::~PerfMap() {
  if (has_lines.load(std::memory_order_relaxed) || unlink(path_.c_str()) != 0) return;
  try {
    reporter_.note("no code was made, so --perf-map leaves no " + path_);
  } catch (...) {  // No memory for the words: the file is gone all the same.
  }
}

}  // namespace dmlrun::cli
