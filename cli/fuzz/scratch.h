// Folders for the files of cases in progress.
#pragma once

#include <string>

namespace dmlrun::cli {

/// A folder `.campaign-<host>-<random>` below the folder of findings: no other campaign has it, on whatever machine. It
/// is held by a lock that the processes of the campaign share by fork(); one whose lock is free on this machine is left
/// over from a campaign that was killed, and is removed when the next one begins.
class Scratch {
 public:
  /// Failure exit 7 when no folder and no file can be made there.
  explicit Scratch(const std::string& folder);
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  /// Waits, for some seconds at most, until every process that holds the lock has ended, and removes the folder.
  ~Scratch();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
  int lock_ = -1;
};

/// A new folder in `parent` that nobody else has, removed with all that is in it by the destructor.
class OwnFolder {
 public:
  /// Failure exit 7 when it cannot be made.
  explicit OwnFolder(const std::string& parent);
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;
  ~OwnFolder();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace dmlrun::cli
