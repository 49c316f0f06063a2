// Copies and fills as plain as can be, by several threads: what memory gives so many of them at that moment.
#pragma once

#include <cstddef>
#include <span>

#include "dmlrun/kernel.h"

namespace dmlrun::bench {

/// Pieces of the same size, one for each of `threads`, that the executor's threads make at once.
struct PlainMove {
  std::span<std::byte> to;
  const std::byte* from = nullptr;  ///< as many bytes; null: `to` is filled
  bool is_past_caches = false;      ///< written past the caches, as outputs of main memory's size are
  unsigned threads = 1;
  const Executor* executor = nullptr;  ///< unused where there is one thread

  void run() const noexcept;

 private:
  [[nodiscard]] std::size_t edge(std::size_t i) const noexcept;
  void run_piece(std::size_t i) const noexcept;
};

}  // namespace dmlrun::bench
