// The file in which Linux perf looks for the names of generated code.
#pragma once

namespace dmlrun::cli {

/// From now on each piece of code that is made adds a line to /tmp/perf-<pid>.map, which stays when the program ends:
/// `perf report` reads it then. Failure exit 7 when the file cannot be made.
void write_perf_map();

}  // namespace dmlrun::cli
