#include "cli/files/output_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "cli/files/archive.h"
#include "cli/files/files.h"
#include "cli/interrupt.h"
#include "cli/report/failure.h"
#include "cli/report/shell_word.h"

namespace dmlrun::cli {
namespace {

constexpr std::string_view kSuffix = ".tmp";
constexpr std::size_t kRandomDigits = 16;
constexpr std::string_view kDeviceOfOutput = "/dev/stdout";

/// Follows symbolic links of the last component, also to a target that does not exist yet.
std::string follow_links(std::string path) {
  std::array<char, PATH_MAX> target{};
  for (int links = 0; links < 40; ++links) {
    ssize_t n = readlink(path.c_str(), target.data(), target.size());
    if (n < 0) return path;
    std::string_view next(target.data(), static_cast<std::size_t>(n));
    path = next.starts_with('/') ? std::string(next) : folder_of(path) + std::string(next);
  }
  fail_system(ErrorCode::cannot_write, path, "cannot write", ELOOP);
}

/// ".<name>." with the name cut so that the whole temporary name fits into NAME_MAX.
std::string temporary_prefix(const std::string& target) {
  std::string base = target.substr(folder_of(target).size());
  return "." + base.substr(0, NAME_MAX - kRandomDigits - kSuffix.size() - 2) + ".";
}

std::string random_digits() {
  std::array<unsigned char, kRandomDigits / 2> bytes{};
  while (getrandom(bytes.data(), bytes.size(), 0) < 0 && errno == EINTR) check_interrupted();
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string digits;
  for (unsigned char b : bytes) digits += {kHex[b >> 4], kHex[b & 15]};
  return digits;
}

bool is_temporary_name(std::string_view name, std::string_view prefix) {
  if (name.size() != prefix.size() + kRandomDigits + kSuffix.size()) return false;
  if (!name.starts_with(prefix) || !name.ends_with(kSuffix)) return false;
  std::string_view digits = name.substr(prefix.size(), kRandomDigits);
  return digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Removes temporaries that no living process holds. Failing to is no error: they harm nobody.
void remove_stale(const std::string& folder, const std::string& prefix) {
  struct Close {
    void operator()(DIR* d) const noexcept { closedir(d); }
  };
  std::unique_ptr<DIR, Close> listing(opendir(folder.empty() ? "." : folder.c_str()));
  if (!listing) return;
  while (const dirent* entry = readdir(listing.get())) {
    if (!is_temporary_name(entry->d_name, prefix)) continue;
    std::string path = folder + entry->d_name;
    int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0) continue;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0) unlink(path.c_str());
    close(fd);
  }
}

}  // namespace

void write_all(int fd, std::span<const std::byte> bytes, const std::string& path) {
  constexpr std::size_t kOneWrite = 8u << 20;  // so that a signal is noticed within milliseconds
  std::size_t done = 0;
  while (done < bytes.size()) {
    check_interrupted();
    ssize_t n = ::write(fd, bytes.data() + done, std::min(bytes.size() - done, kOneWrite));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EPIPE && path == kStandardOutputName) fail_broken_pipe();
    if (n < 0) fail_system(ErrorCode::cannot_write, path, "cannot write", errno);
    done += static_cast<std::size_t>(n);
  }
}

bool is_standard_output(std::string_view path) { return path == "-" || path == kDeviceOfOutput; }

std::optional<FileIdentity> identity_of_descriptor(int fd) {
  struct stat status {};
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino, {}};
}

std::optional<FileIdentity> identity_of(const std::string& path) {
  struct stat status {};
  if (path.empty() || is_standard_output(path)) return std::nullopt;
  if (stat(path.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) return std::nullopt;
    return FileIdentity{status.st_dev, status.st_ino, {}};
  }
  const std::string target = follow_links(path), folder = folder_of(target);
  if (stat(folder.empty() ? "." : folder.c_str(), &status) == 0)
    return FileIdentity{status.st_dev, status.st_ino, target.substr(folder.size())};
  // Folders that are missing may be made for the file: "missing/../file" is then the file beside them.
  std::error_code error;
  const std::string canonical = std::filesystem::weakly_canonical(path, error).lexically_normal().string();
  return error || canonical == path ? std::nullopt : identity_of(canonical);
}

std::set<FileIdentity> identities_read(std::span<const std::string> paths) {
  std::set<FileIdentity> identities;
  for (const std::string& path : paths)
    if (std::optional<FileIdentity> identity =
            path == "-" ? identity_of_descriptor(STDIN_FILENO) : identity_of(array_path(path).file))
      identities.insert(std::move(*identity));
  return identities;
}

void require_replaceable(std::string_view option, const std::string& path, std::span<const std::string> read) {
  const std::optional<FileIdentity> written = identity_of(path);
  if (!written) return;
  const bool is_printed = written == identity_of_descriptor(STDOUT_FILENO);
  if (is_printed || identities_read(read).contains(*written))
    fail_usage(std::string(option) + ' ' + path +
               (is_printed ? " is where standard output goes" : " is a file that is read here") +
               " and would be replaced: name another one");
}

OutputFile::OutputFile(const std::string& path, Durability durability) : path_(path), durability_(durability) {
  if (is_standard_output(path)) {  // by its name a redirected file would be replaced, not written
    path_ = kStandardOutputName;
    fd_ = dup(STDOUT_FILENO);
    if (fd_ < 0) fail_system(ErrorCode::cannot_write, path_, "cannot write", errno);
    return;
  }
  if (path.empty()) fail_system(ErrorCode::cannot_write, path, "cannot write", ENOENT);
  struct stat status {};
  bool there = stat(path.c_str(), &status) == 0;
  if (!there && errno != ENOENT) fail_system(ErrorCode::cannot_write, path_, "cannot write", errno);
  if (there && S_ISDIR(status.st_mode)) fail_system(ErrorCode::cannot_write, path_, "cannot write", EISDIR);
  if (there && !S_ISREG(status.st_mode)) {
    do {
      check_interrupted();
      fd_ = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    } while (fd_ < 0 && errno == EINTR);
    if (fd_ < 0) fail_system(ErrorCode::cannot_write, path_, "cannot write", errno);
    return;
  }
  target_ = follow_links(path);
  if (there && access(target_.c_str(), W_OK) != 0) fail_system(ErrorCode::cannot_write, path_, "cannot write", errno);
  create_temporary();
  // What replaces a private file stays as private.
  if (there && fchmod(fd_, status.st_mode & 0777) != 0)
    fail_system(ErrorCode::cannot_write, path_, "cannot write", errno);
}

void OutputFile::create_temporary() {
  std::string folder = folder_of(target_), prefix = temporary_prefix(target_);
  remove_stale(folder, prefix);
  for (;;) {
    check_interrupted();
    temporary_ = folder + prefix + random_digits() + std::string(kSuffix);
    fd_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd_ < 0 && (errno == EEXIST || errno == EINTR)) continue;
    if (fd_ < 0) {
      const int error = errno;
      temporary_.clear();
      fail_system(ErrorCode::cannot_write, path_, "cannot write", error,
                  error == ENOENT
                      ? "; there is no folder " + shown_path(folder) + ": mkdir -p " + shell_word(folder) + " makes it"
                      : "");
    }
    // Another process may have taken the file for a stale one between open and flock: then it is gone.
    struct stat status {};
    bool locked = flock(fd_, LOCK_EX | LOCK_NB) == 0 || errno == EOPNOTSUPP || errno == ENOLCK;
    if (locked && fstat(fd_, &status) == 0 && status.st_nlink == 1) {
      unfinished_ = UnfinishedFile(temporary_);
      return;
    }
    unlink(temporary_.c_str());
    close(std::exchange(fd_, -1));
  }
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      unfinished_(std::move(other.unfinished_)),
      fd_(std::exchange(other.fd_, -1)),
      durability_(other.durability_) {}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
  if (fd_ >= 0) close(fd_);
}

void OutputFile::write(std::span<const std::byte> bytes) { write_all(fd_, bytes, path_); }

void OutputFile::commit() {
  check_interrupted();
  // Devices and pipes cannot be synced and need not be.
  if (durability_ == Durability::synced && fsync(fd_) != 0 && errno != EINVAL && errno != EROFS)
    fail_system(ErrorCode::cannot_write, path_, "cannot write", errno);
  // Some file systems report a full disk only at close. Closing a duplicate asks them while the lock is still held.
  int duplicate = dup(fd_);
  if (duplicate >= 0 && close(duplicate) != 0 && errno != EINTR)
    fail_system(ErrorCode::cannot_write, path_, "cannot write", errno);
  if (temporary_.empty()) return;
  if (rename(temporary_.c_str(), target_.c_str()) != 0)
    fail_system(ErrorCode::cannot_write, path_, "cannot write", errno);
  temporary_.clear();
  unfinished_ = {};
  if (durability_ == Durability::as_the_system_likes) return;
  std::string folder = folder_of(target_);
  int folder_fd = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder_fd >= 0) fsync(folder_fd), close(folder_fd);
}

}  // namespace dmlrun::cli
