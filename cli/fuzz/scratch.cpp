#include "cli/fuzz/scratch.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "cli/files/files.h"
#include "cli/fuzz/case_folder.h"
#include "cli/fuzz/worker.h"
#include "cli/report/failure.h"

namespace dmlrun::cli {
namespace {

/// How long the last processes of a campaign may take to end.
constexpr double kLongestEnd = 5;

std::string prefix() {
  char host[256] = {};
  (void)::gethostname(host, sizeof host - 1);
  std::string text = ".campaign-";
  for (const char* c = host; *c != 0; ++c) text += std::isalnum(static_cast<unsigned char>(*c)) != 0 ? *c : '_';
  return text + "-";
}

/// "" where the folder that it is to lie in is not there.
std::string try_unique(std::string pattern) {
  pattern += "XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) {
    if (errno == ENOENT) return {};
    fail_system(ErrorCode::cannot_write, pattern, "cannot make the folder", errno);
  }
  // As any folder: the program that is judged may run as somebody else.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::chmod(pattern.c_str(), 0777 & ~mask);
  return pattern;
}

std::string make_unique(const std::string& pattern) {
  std::string made = try_unique(pattern);
  if (made.empty()) fail_system(ErrorCode::cannot_write, pattern, "cannot make the folder", ENOENT);
  return made;
}

int open_folder(const std::string& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

bool is_at(int folder, const std::string& path) {
  struct stat held {
  }, named{};
  return ::fstat(folder, &held) == 0 && ::lstat(path.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
         held.st_dev == named.st_dev;
}

void remove_all(const std::string& path) noexcept {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

/// Removes folders of killed campaigns on this machine, where folders can be locked.
void remove_left_over(const std::string& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (!entry.path().filename().string().starts_with(prefix())) continue;
    const int left = open_folder(entry.path());
    if (left < 0) continue;
    if (::flock(left, LOCK_EX | LOCK_NB) == 0) remove_all(entry.path());
    ::close(left);
  }
}

}  // namespace

Scratch::Scratch(const std::string& folder) {
  remove_left_over(folder);
  // Between its making and its lock, another campaign may take it for one that is left over.
  for (int attempt = 0; lock_ < 0 && attempt < 100; ++attempt) {
    make_folders(folder);  // one that made it removes it when it ends, unless something is in it
    path_ = try_unique(folder + "/" + prefix());
    lock_ = path_.empty() ? -1 : open_folder(path_);
    if (lock_ < 0) continue;
    const bool refused = ::flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!refused && is_at(lock_, path_)) break;
    ::close(lock_);
    lock_ = -1;
  }
  if (lock_ < 0) fail_system(ErrorCode::cannot_write, folder, "cannot hold a folder in it", errno);
  try {
    write_text_file(path_ + "/probe", "");
  } catch (...) {
    ::close(lock_);
    remove_all(path_);
    throw;
  }
}

Scratch::~Scratch() {
  ::close(lock_);
  const int folder = open_folder(path_);
  const double until = now_in_seconds() + kLongestEnd;
  while (folder >= 0 && ::flock(folder, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR) &&
         now_in_seconds() < until)
    ::usleep(2'000);
  remove_all(path_);
  if (folder >= 0) ::close(folder);
}

OwnFolder::OwnFolder(const std::string& parent) : path_(make_unique(parent + "/")) {}

OwnFolder::~OwnFolder() { remove_all(path_); }

}  // namespace dmlrun::cli
