#include "cli/files/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <utility>

#include "cli/interrupt.h"
#include "cli/report/failure.h"
#include "engine/text/document.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {

std::string shown_path(std::string_view path) { return path == "-" ? "standard input" : text::printable(path, 4096); }

namespace {

/// "; did you mean X.npy?" of a file that is not there; "" where no name in its folder is near.
std::string near_file(const std::string& path) {
  constexpr std::size_t kMaxNames = 10000, kMinStem = 2;
  const std::string folder = folder_of(path), name = path.substr(folder.size());
  const auto stem = [](std::string_view file) { return file.substr(0, file.rfind('.')); };
  std::vector<std::string> names;
  DIR* const open = opendir(folder.empty() ? "." : folder.c_str());
  while (const dirent* entry = open && names.size() < kMaxNames ? readdir(open) : nullptr) {
    const std::string_view other = entry->d_name;
    // Of a name of one letter any other is near.
    const bool is_near = stem(name).size() >= kMinStem || text::is_same_word(stem(name), stem(other));
    if (is_near && other.starts_with('.') == name.starts_with('.')) names.emplace_back(other);
  }
  if (open) closedir(open);
  const std::string_view near = text::nearest(name, names);
  return near.empty() ? std::string() : "; did you mean " + shown_path(folder + std::string(near)) + "?";
}

}  // namespace

InputFile::InputFile(const std::string& path) : path_(path) {
  if (path.find('\0') != std::string::npos) fail_system(ErrorCode::cannot_open, path, "cannot open", EINVAL);
  if (path == "-") {
    fd_ = dup(STDIN_FILENO);
  } else {
    do {
      check_interrupted();
      fd_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    } while (fd_ < 0 && errno == EINTR);
  }
  if (fd_ < 0) {
    const int error = errno;
    fail_system(ErrorCode::cannot_open, path, "cannot open", error, error == ENOENT ? near_file(path) : "");
  }
  struct stat status {};
  if (fstat(fd_, &status) != 0) return;
  if (S_ISREG(status.st_mode)) {
    auto size = static_cast<std::uint64_t>(status.st_size);
    off_t at = lseek(fd_, 0, SEEK_CUR);  // not 0 for a standard input that others have read from
    size_ = size - std::min(size, at > 0 ? static_cast<std::uint64_t>(at) : 0);
  }
}

InputFile::InputFile(InputFile&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)), size_(other.size_) {}

InputFile& InputFile::operator=(InputFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  std::swap(size_, other.size_);
  return *this;
}

InputFile::~InputFile() {
  if (fd_ >= 0) close(fd_);
}

namespace {

/// Calls read_some(bytes, offset) until all `bytes` are filled or it gives none.
template <class Read>
std::size_t read_all(std::span<std::byte> bytes, const std::string& path, Read read_some) {
  constexpr std::size_t kOneRead = 8u << 20;  // so that a signal is noticed within milliseconds
  std::size_t done = 0;
  while (done < bytes.size()) {
    check_interrupted();
    const ssize_t n = read_some(bytes.subspan(done, std::min(bytes.size() - done, kOneRead)), done);
    if (n == 0) break;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_system(ErrorCode::cannot_read, path, "cannot read", errno);
    done += static_cast<std::size_t>(n);
  }
  return done;
}

}  // namespace

std::size_t InputFile::read(std::span<std::byte> bytes) {
  return read_all(bytes, path_,
                  [&](std::span<std::byte> some, std::size_t) { return ::read(fd_, some.data(), some.size()); });
}

std::size_t InputFile::read_at(std::uint64_t offset, std::span<std::byte> bytes) {
  return read_all(bytes, path_, [&](std::span<std::byte> some, std::size_t done) {
    return ::pread(fd_, some.data(), some.size(), static_cast<off_t>(offset + done));
  });
}

std::string read_text(const std::string& path, std::uint64_t most) {
  InputFile file(path);
  std::string text;
  std::size_t step = static_cast<std::size_t>(std::min(file.regular_size().value_or(64u << 10), most)) + 1;
  for (;;) {
    std::size_t before = text.size();
    if (before > most) return text;
    text.resize(before + static_cast<std::size_t>(std::min<std::uint64_t>(step, most + 1 - before)));
    std::size_t wanted = text.size() - before;
    std::size_t got = file.read(std::as_writable_bytes(std::span(text)).subspan(before));
    text.resize(before + got);
    if (got < wanted) return text;
    step = std::max<std::size_t>(step, text.size());
  }
}

bool exists(const std::string& path) {
  struct stat status {};
  return path.find('\0') == std::string::npos && stat(path.c_str(), &status) == 0;
}

bool is_folder(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::string spec_in_folder(const std::string& path) {
  const std::string inside = path + (path.ends_with('/') ? "" : "/") + "spec.json";
  return is_folder(path) && exists(inside) ? inside : path;
}

bool is_device(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

std::string absolute_path(const std::string& path) {
  if (path.starts_with('/')) return path;
  struct Free {
    void operator()(char* text) const noexcept { std::free(text); }
  };
  std::unique_ptr<char, Free> here(getcwd(nullptr, 0));
  if (!here) fail_system(ErrorCode::cannot_open, path, "cannot find the current folder", errno);
  std::string folder(here.get());
  return folder + (folder.ends_with('/') ? "" : "/") + path;
}

void require_writable(const std::string& path) {
  if (is_folder(path)) fail_system(ErrorCode::cannot_write, path, "cannot write", EISDIR);
  if (exists(path)) {
    if (access(path.c_str(), W_OK) != 0) fail_system(ErrorCode::cannot_write, path, "cannot write", errno);
    if (is_device(path)) return;
  }
  // The nearest thing above it that is there decides, and must be a folder. Without its slash: "x/" of a file x is not.
  std::string folder = folder_of(path);
  while (folder.size() > 1 && !exists(folder.substr(0, folder.size() - 1)))
    folder = folder_of(folder.substr(0, folder.size() - 1));
  if (folder.empty()) folder = "./";
  if (!is_folder(folder)) fail_system(ErrorCode::cannot_write, path, "cannot write", ENOTDIR);
  if (access(folder.c_str(), W_OK | X_OK) != 0) fail_system(ErrorCode::cannot_write, path, "cannot write", errno);
}

std::string folder_of(const std::string& path) {
  std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash + 1);
}

void make_folders(const std::string& path) {
  for (std::size_t at = path.find('/', 1);; at = path.find('/', at + 1)) {
    std::string part = path.substr(0, at);
    if (mkdir(part.c_str(), 0777) != 0 && errno != EEXIST && errno != EISDIR && at == std::string::npos)
      fail_system(ErrorCode::cannot_write, part, "cannot make the folder", errno);
    if (at == std::string::npos) break;
  }
  // What is gone again, somebody else removed.
  struct stat there {};
  if (!is_folder(path) && ::lstat(path.c_str(), &there) == 0)
    fail_system(ErrorCode::cannot_write, path, "cannot make the folder", ENOTDIR);
}

namespace {

void collect(const std::string& folder, std::string_view extension, int depth, std::vector<std::string>& found) {
  struct Close {
    void operator()(DIR* d) const noexcept { closedir(d); }
  };
  std::unique_ptr<DIR, Close> open_folder(opendir(folder.c_str()));
  if (!open_folder) fail_system(ErrorCode::cannot_open, folder, "cannot open", errno);
  std::string prefix = folder.ends_with('/') ? folder : folder + "/";
  std::vector<std::string> folders;
  while (const dirent* entry = readdir(open_folder.get())) {
    check_interrupted();
    std::string_view entry_name = entry->d_name;
    if (entry_name.starts_with('.')) continue;
    std::string path = prefix + entry->d_name;
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0) continue;
    if (S_ISDIR(status.st_mode)) {
      folders.push_back(path);
    } else if (entry_name.ends_with(extension)) {
      // A pipe or a device that merely lies there would make its reader wait; a link to nowhere is a file that fails.
      if (stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode)) found.push_back(path);
    }
  }
  open_folder.reset();
  constexpr int kDeepest = 64;
  if (depth < kDeepest)
    for (const std::string& next : folders) collect(next, extension, depth + 1, found);
}

}  // namespace

std::vector<std::string> files_below(const std::string& folder, std::string_view extension) {
  std::vector<std::string> found;
  collect(folder, extension, 0, found);
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace dmlrun::cli
