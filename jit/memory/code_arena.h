// Executable memory for generated code: small blocks inside few large mappings, within a budget.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "dmlrun/result.h"
#include "jit/memory/code_chunk.h"
#include "jit/memory/pages.h"

namespace dmlrun::jit::memory {

class ArenaState;   // what an arena and its blocks share
class ArenaBlocks;  // the chunks of one process

/// Code that can be run, until the object dies; nothing may be executing it then. Keeps what it needs of the arena
/// alive, so it may outlive the CodeArena and be destroyed at the end of the process. Runs in a process made by fork()
/// too. A moved-from or default CodeBlock holds nothing.
class CodeBlock {
 public:
  CodeBlock() noexcept = default;
  CodeBlock(CodeBlock&& other) noexcept;
  CodeBlock& operator=(CodeBlock&& other) noexcept;
  ~CodeBlock();

  /// The code where it runs; readable. Begins at a multiple of 64.
  [[nodiscard]] std::span<const std::byte> code() const noexcept { return code_; }
  /// The function that begins at `offset` of the code. Precondition: one of this type does.
  template <class Function>
  requires std::is_function_v<Function>
  [[nodiscard]] Function* function(std::size_t offset = 0) const noexcept {
    return reinterpret_cast<Function*>(reinterpret_cast<std::uintptr_t>(code_.data() + offset));
  }

 private:
  friend class CodeArena;
  std::shared_ptr<ArenaState> arena_;
  ArenaBlocks* owner_ = nullptr;
  CodeChunk* chunk_ = nullptr;
  Granules granules_{};
  std::span<const std::byte> code_{};
};

inline constexpr std::uint64_t kCodeBudget = 64ull << 20;

/// Settings of an arena.
struct ArenaSettings {
  std::uint64_t budget_bytes = kCodeBudget;  ///< most mapped memory, in use or free; a dual mapping counts once
  std::optional<CodeMapping> mapping{};  ///< this one or no code at all; nothing: the first that works of dual and flip
  std::shared_ptr<Pages> pages{};        ///< where memory comes from; null: from the system
};

/// Statistics of an arena.
struct CodeStatistics {
  CodeMapping mapping = CodeMapping::none;
  std::uint64_t budget_bytes = 0;
  std::uint64_t mapped_bytes = 0;  ///< of all chunks; above the budget only after that was lowered
  std::uint64_t used_bytes = 0;    ///< of all blocks, each rounded up to 64 bytes, or with flip to a page
  std::uint64_t blocks = 0;
  std::uint64_t chunks = 0;
  std::uint64_t refusals = 0;  ///< builds that the budget had no room for, since this process began
};

/// Copies are the same arena. Every function may be called from several threads at once; building and releasing are
/// serialised, executing takes no lock. After fork() a child runs the code that it inherited and builds in its own
/// memory.
class CodeArena {
 public:
  /// Probes the system, but maps nothing yet. Succeeds also where there is no executable memory: mapping() is none
  /// then, and why_not() says why. Fails with out_of_memory.
  static Result<CodeArena> make(const ArenaSettings& settings) noexcept;
  /// The arena of this process, with default settings; made and probed at the first call.
  static Result<CodeArena> of_process() noexcept;

  [[nodiscard]] CodeMapping mapping() const noexcept;
  /// Why there is no executable memory, one sentence; "" where there is.
  [[nodiscard]] std::string_view why_not() const noexcept;
  [[nodiscard]] CodeStatistics statistics() const noexcept;
  /// Code that exists is not touched. Where more is mapped than is now allowed, nothing is built until enough of it is
  /// released; empty chunks are unmapped.
  void set_budget(std::uint64_t bytes) const noexcept;

  /// A block of `bytes` that `write`, a callable without exceptions, fills: write(const CodeSpace&). It is called once,
  /// with the arena locked, so it should copy and relocate rather than generate, and must not build or release code.
  /// Fails with no_executable_memory where the system refuses memory, with code_budget when the budget has no room (it
  /// may have after blocks are released) and with out_of_memory; nothing is kept then.
  template <class Writer>
  requires std::is_nothrow_invocable_v<Writer&, const CodeSpace&> Result<CodeBlock> build(std::size_t bytes,
                                                                                          Writer&& write)
  noexcept {
    return build_with(
        bytes,
        [](void* context, const CodeSpace& space) noexcept {
          (*static_cast<std::remove_reference_t<Writer>*>(context))(space);
        },
        const_cast<void*>(
            static_cast<const void*>(std::addressof(write))));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  }
  /// A block with a copy of this code, which must work at any address. Fails as the other.
  Result<CodeBlock> build(std::span<const std::byte> code) noexcept;

 private:
  explicit CodeArena(std::shared_ptr<ArenaState> state) noexcept : state_(std::move(state)) {}
  Result<CodeBlock> build_with(std::size_t bytes, WriteCode write, void* context) noexcept;

  std::shared_ptr<ArenaState> state_;
};

}  // namespace dmlrun::jit::memory
