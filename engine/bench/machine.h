// Properties of the machine that a figure depends on: the processor, its caches, and its load.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace dmlrun::bench {

/// As the system calls it, or "unknown processor".
[[nodiscard]] std::string processor_name();
/// Bytes of the data caches of levels 1, 2 and 3 that the first core uses; usual ones where the system does not say.
[[nodiscard]] std::array<std::uint64_t, 3> cache_bytes();
/// Cores that this process may use.
[[nodiscard]] unsigned cores();
/// How many processes wanted a core in the last minute, on average; -1 where that is not known.
[[nodiscard]] double load();
/// "Linux 6.1".
[[nodiscard]] std::string system_name();
/// The moment, in universal time: "2001-02-03T04:05Z".
[[nodiscard]] std::string moment();

}  // namespace dmlrun::bench
