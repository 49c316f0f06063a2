// The chunks that one process has in an arena.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "dmlrun/result.h"
#include "jit/memory/code_arena.h"
#include "jit/memory/code_chunk.h"
#include "jit/memory/pages.h"

namespace dmlrun::jit::memory {

/// The location of a block. The address of the code is chunk->address(granules).
struct BlockLocation {
  CodeChunk* chunk = nullptr;
  Granules granules{};
};

/// Compared by both members: in nested PID namespaces a child of fork() may have its parent's id, and a child may be
/// made without fork().
struct Process {
  std::uint64_t forks;
  pid_t id;
  [[nodiscard]] static Process present() noexcept;
  bool operator==(const Process&) const = default;
};

/// Every function may be called from several threads at once, but only in the process that made the object: a child of
/// fork() has a copy whose lock may be held by a thread that does not exist there.
class ArenaBlocks {
 public:
  /// `budget_bytes` may change at any time, and must outlive the object.
  ArenaBlocks(Pages& pages, CodeMapping mapping, const std::atomic<std::uint64_t>& budget_bytes,
              Process process) noexcept
      : pages_(pages), mapping_(mapping), budget_bytes_(budget_bytes), process_(process) {}
  /// In a child of fork() frees only what the child has.
  ~ArenaBlocks();
  ArenaBlocks(const ArenaBlocks&) = delete;
  ArenaBlocks& operator=(const ArenaBlocks&) = delete;

  /// The process that made this, whose blocks these are.
  [[nodiscard]] const Process& process() const noexcept { return process_; }
  /// As CodeArena::build.
  Result<BlockLocation> build(std::size_t bytes, WriteCode write, void* context) noexcept;
  void release(const BlockLocation& place) noexcept;
  /// Unmaps free memory above the budget.
  void shrink() noexcept;
  [[nodiscard]] CodeStatistics statistics() noexcept;

  /// The blocks of the process that this one was forked from, kept until the arena dies; null when there are none.
  std::unique_ptr<ArenaBlocks> inherited;

 private:
  [[nodiscard]] std::size_t granule_bytes() const noexcept;
  Result<BlockLocation> find_room(std::size_t bytes) noexcept;
  Result<CodeChunk*> grow(std::size_t least_bytes, std::size_t code_bytes) noexcept;
  Error no_room(std::size_t bytes, const char* found_and_free, std::uint64_t most) noexcept;
  void drop_spare() noexcept;

  Pages& pages_;
  const CodeMapping mapping_;
  const std::atomic<std::uint64_t>& budget_bytes_;
  const Process process_;
  std::mutex mutex_;  // guards all below
  std::vector<std::unique_ptr<CodeChunk>> chunks_;
  std::uint64_t mapped_bytes_ = 0;
  std::uint64_t blocks_ = 0;
  std::uint64_t refusals_ = 0;
};

}  // namespace dmlrun::jit::memory
