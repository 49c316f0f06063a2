#include "cli/model/targets.h"

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <set>

#include "cli/files/files.h"
#include "cli/files/output_file.h"
#include "cli/interrupt.h"
#include "cli/report/failure.h"

namespace dmlrun::cli {
namespace {

struct Target {
  std::string path;  ///< from the root
  text::Value where;
};

/// A regular file when it is redirected to one, and written all the same.
constexpr std::string_view kStandardOutput = "/dev/stdout";

bool is_written_through(const std::string& path) { return path == kStandardOutput || is_device(path); }

/// What the system would say of a name that no file can have.
void require_name(const std::string& path) {
  const std::string name = path.substr(folder_of(path).size());
  if (name.empty() || name == "." || name == "..") fail_system(ErrorCode::cannot_write, path, "cannot write", EISDIR);
  std::size_t longest = 0;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  if (longest > NAME_MAX || path.size() >= PATH_MAX)
    fail_system(ErrorCode::cannot_write, path, "cannot write", ENAMETOOLONG);
}

/// Permissions do not tell everything (file systems that are full, read-only or no place for files), so it is tried:
/// the temporary file, or the first folder that is missing.
void try_folder(const std::string& path) {
  std::string folder = folder_of(path);
  if (exists(folder)) {
    OutputFile(path, Durability::as_the_system_likes);  // removes itself
    return;
  }
  std::string missing = folder.substr(0, folder.size() - 1);
  while (!exists(folder_of(missing))) missing = folder_of(missing), missing.pop_back();
  if (mkdir(missing.c_str(), 0777) == 0) rmdir(missing.c_str());
  else if (errno != EEXIST)
    fail_system(ErrorCode::cannot_write, path, "cannot write: the folder " + text::printable(missing, 200), errno);
}

/// The path without links, "." and "..", as far as it exists.
std::string canonical(const std::string& path) {
  std::error_code error;
  const std::filesystem::path found = std::filesystem::weakly_canonical(path, error);
  return error ? path : found.lexically_normal().string();
}

/// A file that an earlier or later command needs as a folder. Sorted with '/' before everything else, what lies below a
/// path follows it at once.
void require_compatible(const std::vector<Target>& targets, const std::string& model_path) {
  struct TargetPath {
    std::string path;
    const Target* target;
  };
  std::vector<TargetPath> paths;
  for (const Target& target : targets)
    if (!is_written_through(target.path)) paths.push_back({canonical(target.path), &target});
  const auto rank = [](char c) { return c == '/' ? 0 : 1 + static_cast<int>(static_cast<unsigned char>(c)); };
  std::stable_sort(paths.begin(), paths.end(), [&](const TargetPath& a, const TargetPath& b) {
    return std::lexicographical_compare(a.path.begin(), a.path.end(), b.path.begin(), b.path.end(),
                                        [&](char x, char y) { return rank(x) < rank(y); });
  });
  for (std::size_t i = 1; i < paths.size(); ++i) {
    if (!paths[i].path.starts_with(paths[i - 1].path + "/")) continue;
    const Target &file = *paths[i - 1].target, &below = *paths[i].target;
    Error error = text::error_at(below.where, ErrorCode::cannot_write,
                                 "cannot write " + text::printable(below.path, 4096) + ": " + file.where.pointer() +
                                     " makes a file of what would be its folder");
    fail(std::move(error), model_path);
  }
}

}  // namespace

void require_targets(const ModelFile& file) {
  std::vector<Target> targets;
  std::set<std::string> paths, folders;
  const std::set<FileIdentity> kept = identities_read(file.files_kept());
  const std::optional<FileIdentity> printed = identity_of_descriptor(STDOUT_FILENO);
  for (const model::Command& command : file.model().commands) {
    if (command.kind != model::Command::Kind::write_file || !command.skipped.empty()) continue;
    check_interrupted();
    Target target{file.target(command), command.where.find("targetPath")};
    if (!paths.insert(target.path).second) continue;
    placed(target.where, file.path(), [&] {
      require_name(target.path);
      if (target.path != kStandardOutput) require_writable(target.path);
      if (!is_written_through(target.path) && folders.insert(folder_of(target.path)).second) try_folder(target.path);
    });
    const std::optional<FileIdentity> identity = identity_of(target.path);
    if (identity && (identity == printed || kept.contains(*identity)))
      fail(text::error_at(target.where, ErrorCode::cannot_write,
                          "cannot write " + text::printable(target.path, 4096) + ": it is " +
                              (identity == printed ? "where standard output goes" : "a file that is read here") +
                              " and would be replaced; another name was expected"),
           file.path());
    targets.push_back(std::move(target));
  }
  require_compatible(targets, file.path());
}

}  // namespace dmlrun::cli
