// A range of mapped code memory, given out in blocks.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

#include "dmlrun/result.h"
#include "jit/memory/granule_map.h"
#include "jit/memory/pages.h"

namespace dmlrun::jit::memory {

/// The two addresses of a block of code: for writing and for running.
struct CodeSpace {
  std::span<std::byte> bytes;          ///< writable; filled with int3
  const std::byte* address = nullptr;  ///< what the first of them will be when the code runs
};

/// Writes code. Neither throws nor builds or releases other code.
using WriteCode = void (*)(void* context, const CodeSpace& space) noexcept;

/// Free granules hold int3 and nothing else, and no bookkeeping lies among the code. Blocks begin at multiples of the
/// granule. Not for several threads at once; executing needs no protection.
class CodeChunk {
 public:
  /// A chunk of `bytes`, all of it free but for the first granule, so that what lies before a block is always mapped:
  /// some checkers read it. `granule_bytes` is a page with flip, because its pages cannot be executed while one of
  /// them is written. Precondition: `bytes` is a multiple of both the page and the granule. `pages` must outlive it.
  static Result<std::unique_ptr<CodeChunk>> make(Pages& pages, CodeMapping mapping, std::size_t bytes,
                                                 std::size_t granule_bytes) noexcept;
  CodeChunk(const CodeChunk&) = delete;
  CodeChunk& operator=(const CodeChunk&) = delete;
  ~CodeChunk() { pages_.unmap(memory_); }

  /// Tries again what the system refused before: to fill free space and to close it for writing.
  void recover() noexcept {
    if (!is_filled_) refill();
  }
  /// Free space for a block, now in use; nothing when there is none, or when the space is not yet recovered.
  std::optional<Granules> take(std::size_t granules) noexcept;
  /// Has `fill_in` write the first `bytes` of a block. After a failure the block must be released.
  Result<void> write(Granules block, std::size_t bytes, WriteCode fill_in, void* context) noexcept;
  /// Fills the block with int3 and makes it free. Nothing may execute it any more.
  void give_back(Granules block) noexcept;
  /// For a chunk that came to this process by fork(): see Pages::inherit. Nothing but the destructor may follow.
  void inherit() noexcept { memory_ = Pages::inherit(memory_); }

  [[nodiscard]] const std::byte* address(Granules block) const noexcept {
    return memory_.execute_view + block.first * granule_bytes_;
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return memory_.bytes; }
  [[nodiscard]] std::size_t used_bytes() const noexcept { return (map_.used() - kGap) * granule_bytes_; }

 private:
  static constexpr std::size_t kGap = 1;  // granules before the first block

  /// Throws std::bad_alloc. Owns `memory` only once it is constructed.
  CodeChunk(Pages& pages, const CodePages& memory, std::size_t granule_bytes)
      : pages_(pages), memory_(memory), granule_bytes_(granule_bytes), map_(memory.bytes / granule_bytes) {
    (void)map_.take(kGap);
  }
  Result<void> fill(Granules block) noexcept;
  void refill() noexcept;

  Pages& pages_;
  CodePages memory_;
  std::size_t granule_bytes_;
  GranuleMap map_;
  bool is_filled_ = true;  // false: the system refused a step, and free granules may hold old code or be writable
};

}  // namespace dmlrun::jit::memory
