#include "cli/verify/kept_hashes.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <sstream>

#include "cli/files/files.h"
#include "cli/files/output_file.h"
#include "cli/interrupt.h"
#include "cli/report/failure.h"

namespace dmlrun::cli {
namespace {

constexpr std::uint64_t kMaxBytes = 1u << 20;
constexpr std::size_t kHashDigits = 8, kHashesPerLine = 128;
const std::string kUnknown(kHashDigits, '-');

/// Keeps other processes from saving there. Where the file system has no locks, hashes that two save at once are lost.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder) : folder_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (folder_ >= 0 && ::flock(folder_, LOCK_EX) != 0 && errno == EINTR) check_interrupted();
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock() {
    if (folder_ >= 0) ::close(folder_);
  }

 private:
  int folder_;
};

}  // namespace

KeptHashes::KeptHashes(const std::string& folder, const UnaryFunction& function)
    : title_("hashes of the right results of " + std::string(function.type)) {
  for (const Domain domain : kDomains) hashes_.emplace_back(chunks_of(domain));
  if (folder.empty()) return;
  path_ = folder + "/" + std::string(function.name) + ".txt";
  if (exists(path_)) parse(read_text(path_, kMaxBytes));
}

void KeptHashes::parse(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  bool is_right = std::getline(lines, line) && line == title_;
  for (const Domain domain : kDomains) {
    is_right = is_right && std::getline(lines, line) && line == name(domain);
    for (auto& hash : hashes_[static_cast<std::size_t>(domain)]) {
      std::string word;
      is_right = is_right && lines >> word && word.size() == kHashDigits;
      if (!is_right || word == kUnknown) continue;
      std::uint32_t read = 0;
      const auto end = std::from_chars(word.data(), word.data() + kHashDigits, read, 16);
      is_right = end.ptr == word.data() + kHashDigits;
      if (!hash) hash = read;
    }
    is_right = is_right && std::getline(lines, line) && line.empty();
  }
  if (!is_right || std::getline(lines, line))
    fail(ErrorCode::syntax, "is no file of '" + title_ + "' as dmlrun verify writes them", path_);
}

std::optional<std::uint32_t> KeptHashes::find(Domain domain, std::size_t chunk) const {
  return hashes_[static_cast<std::size_t>(domain)][chunk];
}

void KeptHashes::set(Domain domain, std::size_t chunk, std::uint32_t hash) {
  hashes_[static_cast<std::size_t>(domain)][chunk] = hash;
  is_new_ = true;
}

void KeptHashes::save() {
  if (path_.empty() || !is_new_) return;
  make_folders(folder_of(path_));
  const FolderLock lock(folder_of(path_));
  if (exists(path_)) parse(read_text(path_, kMaxBytes));  // what another process has proved since
  std::string text = title_ + "\n";
  for (const Domain domain : kDomains) {
    text += std::string(name(domain)) + "\n";
    const Hashes& hashes = hashes_[static_cast<std::size_t>(domain)];
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      char word[kHashDigits + 1];
      if (hashes[i]) std::snprintf(word, sizeof word, "%08x", *hashes[i]);
      text += hashes[i] ? word : kUnknown;
      text += (i + 1) % kHashesPerLine == 0 || i + 1 == hashes.size() ? '\n' : ' ';
    }
  }
  OutputFile file(path_, Durability::as_the_system_likes);
  file.write(text);
  file.commit();
  is_new_ = false;
}

}  // namespace dmlrun::cli
