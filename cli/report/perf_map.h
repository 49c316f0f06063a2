// The file in which Linux perf looks for the names of generated code.
#pragma once

#include <string>

#include "cli/report/report.h"

namespace dmlrun::cli {

/// While one exists, each piece of code that is made adds a line to /tmp/perf-<pid>.map, which stays when the program
/// ends: `perf report` reads it then. Where no code was made there is nothing to read: the file goes, and a note says
/// so.
class PerfMap {
 public:
  /// Failure exit 7 when the file cannot be made. `reporter` must outlive this.
  explicit PerfMap(const Reporter& reporter);
  PerfMap(const PerfMap&) = delete;
  PerfMap& operator=(const PerfMap&) = delete;
  ~PerfMap();

 private:
  const Reporter& reporter_;
  std::string path_;
};

}  // namespace dmlrun::cli
