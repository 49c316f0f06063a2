#include "jit/halide/objects/object_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <new>
#include <utility>

#include "jit/halide/objects/object_entry.h"

namespace dmlrun::jit::halide {
namespace {

constexpr std::string_view kTemporary = "temporary-";
constexpr std::size_t kNameLength = 32;
constexpr std::time_t kStaleSeconds = 3600;  // a temporary file that no process can still be writing

class Descriptor {
 public:
  explicit Descriptor(int number) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  explicit operator bool() const noexcept { return number_ >= 0; }
  [[nodiscard]] int get() const noexcept { return number_; }

 private:
  int number_;
};

std::string because(std::string what, int error_number) { return what + ": " + std::strerror(error_number); }

/// "" where nobody but the effective user can change what is in this folder.
std::string why_not_ours(int folder) {
  struct stat status {};
  if (::fstat(folder, &status) != 0) return because("its owner is not known", errno);
  if (status.st_uid != ::geteuid())
    return "it belongs to user " + std::to_string(status.st_uid) + "; the user who runs this must own it";
  if ((status.st_mode & 07777) != 0700) {
    char mode[8];
    const auto end = std::to_chars(mode, mode + sizeof mode, status.st_mode & 07777u, 8).ptr;
    return "its mode is " + std::string(mode, end) + "; 700 was expected, so that nobody else can change what is run";
  }
  return {};
}

/// Whether the effective user may make files in this folder; else errno says why not.
bool may_write(const std::string& folder) noexcept {
  return ::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) == 0;
}

/// The folder, when it is there and ours.
Descriptor open_folder(const std::string& folder) {
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return opened && why_not_ours(opened.get()).empty() ? std::move(opened) : Descriptor(-1);
}

void make_folders(const std::string& folder) {
  for (std::size_t end = folder.find('/', 1); end != std::string::npos; end = folder.find('/', end + 1))
    (void)::mkdir(folder.substr(0, end).c_str(), 0700);
  (void)::mkdir(folder.c_str(), 0700);
}

bool write_all(int file, std::span<const std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

/// The whole file, when it is an entry that nobody else can have written. Marks it as used now.
std::optional<std::vector<std::byte>> read_trusted(int folder, const std::string& name) {
  // O_NONBLOCK: a pipe of that name must not be waited for.
  const Descriptor file(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode) || status.st_uid != ::geteuid() || (status.st_mode & 0077) != 0) return std::nullopt;
  if (status.st_size <= 0 || static_cast<std::uint64_t>(status.st_size) > kMaxEntryBytes) return std::nullopt;
  std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size));
  for (std::size_t have = 0; have < bytes.size();) {
    const ssize_t got = ::read(file.get(), bytes.data() + have, bytes.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    have += static_cast<std::size_t>(got);
  }
  const struct timespec now[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
  (void)::futimens(file.get(), now);
  return bytes;
}

/// Writes a complete file of this name, or leaves what was there.
bool write_entry_file(int folder, const std::string& name, std::span<const std::byte> bytes) {
  static std::atomic<unsigned> count{0};
  const std::string temporary =
      std::string(kTemporary) + std::to_string(::getpid()) + "-" + std::to_string(count.fetch_add(1)) + "-" + name;
  const auto open_new = [&] {
    return ::openat(folder, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  };
  int number = open_new();
  // Left by a process of the same number that was killed.
  if (number < 0 && errno == EEXIST && ::unlinkat(folder, temporary.c_str(), 0) == 0) number = open_new();
  const Descriptor file(number);
  if (!file) return false;
  if (::fchmod(file.get(), 0600) == 0 && write_all(file.get(), bytes) &&
      ::renameat(folder, temporary.c_str(), folder, name.c_str()) == 0)
    return true;
  (void)::unlinkat(folder, temporary.c_str(), 0);
  return false;
}

bool is_entry_name(std::string_view name) noexcept {
  return name.size() == kNameLength && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

struct timespec changed_at(const struct stat& status) noexcept {
#ifdef __APPLE__
  return status.st_mtimespec;
#else
  return status.st_mtim;
#endif
}

struct Entry {
  std::string name;
  std::uint64_t bytes = 0;
  struct timespec used {};
};

/// The entries of the folder. Removes temporary files that were left behind.
std::vector<Entry> entries_of(int folder) {
  std::vector<Entry> entries;
  const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> listing(copy < 0 ? nullptr : ::fdopendir(copy), ::closedir);
  if (!listing) {
    if (copy >= 0) ::close(copy);
    return entries;
  }
  while (const dirent* found = ::readdir(listing.get())) {
    const std::string_view name = found->d_name;
    const bool is_temporary = name.starts_with(kTemporary);
    struct stat status {};
    if (!is_temporary && !is_entry_name(name)) continue;
    if (::fstatat(folder, found->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!is_temporary)
      entries.push_back({std::string(name), static_cast<std::uint64_t>(status.st_size), changed_at(status)});
    else if (status.st_mtime + kStaleSeconds < std::time(nullptr)) (void)::unlinkat(folder, found->d_name, 0);
  }
  return entries;
}

void keep_within(int folder, std::uint64_t budget_bytes) {
  std::vector<Entry> entries = entries_of(folder);
  std::uint64_t bytes = 0;
  for (const Entry& entry : entries) bytes += entry.bytes;
  if (bytes <= budget_bytes) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.used.tv_sec, a.used.tv_nsec) < std::pair(b.used.tv_sec, b.used.tv_nsec);
  });
  for (const Entry& entry : entries) {
    if (bytes <= budget_bytes) break;
    (void)::unlinkat(folder, entry.name.c_str(), 0);  // or another process has
    bytes -= entry.bytes;
  }
}

}  // namespace

ObjectCache::ObjectCache(std::string_view folder, std::uint64_t budget_bytes)
    : folder_(folder), budget_bytes_(budget_bytes) {
  if (folder.find('\0') != std::string_view::npos) folder_.clear();
}

std::string ObjectCache::why_not() const {
  if (!folder_.starts_with('/')) return "the folder for compiled objects is not given by an absolute path";
  const Descriptor opened(::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened) {
    const std::string reason = why_not_ours(opened.get());
    if (!reason.empty()) return "the folder for compiled objects is not used: " + reason;
    return may_write(folder_) ? std::string() : because("the folder for compiled objects takes no new ones", errno);
  }
  if (errno != ENOENT) return because("the folder for compiled objects cannot be opened", errno);
  // A link to nothing is there, but cannot be opened.
  for (std::string above = folder_; !above.empty(); above.erase(above.rfind('/'))) {
    struct stat status {};
    if (::lstat(above.c_str(), &status) == 0)
      return may_write(above) ? std::string() : because("the folder for compiled objects cannot be made", errno);
  }
  return {};
}

std::string ObjectCache::entry_name(std::string_view key) {
  const auto bytes = std::as_bytes(std::span(key));
  constexpr std::uint64_t kOther = 0x9e3779b97f4a7c15;
  char name[kNameLength + 1];
  std::snprintf(name, sizeof name, "%016llx%016llx", static_cast<unsigned long long>(checksum(bytes)),
                static_cast<unsigned long long>(checksum(bytes, kOther)));
  return name;
}

std::optional<std::vector<std::byte>> ObjectCache::find(std::string_view key) const noexcept {
  try {
    if (!folder_.starts_with('/')) return std::nullopt;
    const Descriptor folder = open_folder(folder_);
    if (!folder) return std::nullopt;
    const auto entry = read_trusted(folder.get(), entry_name(key));
    if (!entry) return std::nullopt;
    const auto object = read_entry(*entry, key);
    if (!object) return std::nullopt;
    return std::vector<std::byte>(object->begin(), object->end());
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

void ObjectCache::store(std::string_view key, std::span<const std::byte> object) const noexcept {
  try {
    if (!folder_.starts_with('/')) return;
    const std::vector<std::byte> entry = write_entry(key, object);
    if (entry.size() > std::min(kMaxEntryBytes, budget_bytes_)) return;
    make_folders(folder_);
    const Descriptor folder = open_folder(folder_);
    if (!folder) return;
    if (write_entry_file(folder.get(), entry_name(key), entry)) keep_within(folder.get(), budget_bytes_);
  } catch (const std::bad_alloc&) {
    return;
  }
}

}  // namespace dmlrun::jit::halide
