// Plain copies and fills by several threads: the limit that memory sets at that moment.
#pragma once

#include <cstddef>
#include <span>

#include "engine/run/threads/team.h"

namespace dmlrun::bench {

/// Chunks of the same size, one for each of the team's threads.
struct PlainMove {
  std::span<std::byte> to;
  const std::byte* from = nullptr;  ///< as many bytes; null: `to` is filled
  bool is_non_temporal = false;     ///< non-temporal stores, as for outputs of main memory's size
  Team team{};

  void run() const noexcept;

 private:
  [[nodiscard]] std::size_t edge(std::size_t i) const noexcept;
  void run_chunk(std::size_t i) const noexcept;
};

}  // namespace dmlrun::bench
