#include "jit/memory/code_arena.h"

#include <atomic>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "jit/memory/arena_blocks.h"
#include "jit/memory/probe.h"

namespace dmlrun::jit::memory {

class ArenaState {
 public:
  ArenaState(std::shared_ptr<Pages> pages, std::uint64_t budget) : budget_bytes(budget), pages_(std::move(pages)) {}
  ArenaState(const ArenaState&) = delete;
  ArenaState& operator=(const ArenaState&) = delete;
  ~ArenaState() { delete newest_.load(); }

  /// Decides `mapping` and `why_not`. Fails with out_of_memory; may throw std::bad_alloc.
  Result<void> choose(std::optional<CodeMapping> wanted);
  /// The chunks of this process, which are new after a fork(); null when there is no memory for them. Takes no lock: a
  /// thread that does not exist in this process may have held it.
  ArenaBlocks* blocks() noexcept;

  std::atomic<std::uint64_t> budget_bytes;
  CodeMapping mapping = CodeMapping::none;
  std::string why_not;

 private:
  std::shared_ptr<Pages> pages_;
  std::atomic<ArenaBlocks*> newest_{nullptr};
};

Result<void> ArenaState::choose(std::optional<CodeMapping> wanted) {
  if (wanted == CodeMapping::none) why_not = "executable memory was switched off by a setting";
  for (const CodeMapping candidate : {CodeMapping::dual, CodeMapping::flip}) {
    if (wanted && wanted != candidate) continue;
    auto probed = probe(*pages_, candidate);
    if (probed) {
      mapping = candidate;
      why_not.clear();
      return {};
    }
    if (probed.error().code == ErrorCode::out_of_memory) return probed;
    why_not += (why_not.empty() ? "" : "; ") + std::string(name(candidate)) + " mapping: " + probed.error().message;
  }
  return {};
}

ArenaBlocks* ArenaState::blocks() noexcept {
  const Process process = Process::present();
  ArenaBlocks* newest = newest_.load(std::memory_order_acquire);
  if (newest && newest->process() == process) return newest;
  auto* fresh = new (std::nothrow) ArenaBlocks(*pages_, mapping, budget_bytes, process);
  if (!fresh) return nullptr;
  fresh->inherited.reset(newest);
  if (newest_.compare_exchange_strong(newest, fresh)) return fresh;
  (void)fresh->inherited.release();
  delete fresh;
  return newest;
}

CodeBlock::CodeBlock(CodeBlock&& other) noexcept
    : arena_(std::move(other.arena_)),
      owner_(other.owner_),
      chunk_(other.chunk_),
      granules_(other.granules_),
      code_(std::exchange(other.code_, {})) {}

CodeBlock& CodeBlock::operator=(CodeBlock&& other) noexcept {
  CodeBlock moved(std::move(other));
  std::swap(arena_, moved.arena_);
  std::swap(owner_, moved.owner_);
  std::swap(chunk_, moved.chunk_);
  std::swap(granules_, moved.granules_);
  std::swap(code_, moved.code_);
  return *this;
}

// What a parent process built is still its own: a child only forgets it.
CodeBlock::~CodeBlock() {
  if (arena_ && owner_->process() == Process::present()) owner_->release({chunk_, granules_});
}

Result<CodeArena> CodeArena::make(const ArenaSettings& settings) noexcept {
  try {
    auto pages = settings.pages ? settings.pages : std::make_shared<SystemPages>();
    auto state = std::make_shared<ArenaState>(std::move(pages), settings.budget_bytes);
    if (auto chosen = state->choose(settings.mapping); !chosen) return std::move(chosen).error();
    return CodeArena(std::move(state));
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory};
  }
}

// Never destroyed: blocks in objects with static storage may outlive any such object. No lock, because of fork().
Result<CodeArena> CodeArena::of_process() noexcept {
  static std::atomic<const CodeArena*> shared{nullptr};
  const CodeArena* arena = shared.load(std::memory_order_acquire);
  if (arena) return *arena;
  auto made = make({});
  if (!made) return made;
  const auto* fresh = new (std::nothrow) CodeArena(*made);
  if (!fresh) return Error{ErrorCode::out_of_memory};
  if (shared.compare_exchange_strong(arena, fresh)) return made;
  delete fresh;
  return *arena;
}

CodeMapping CodeArena::mapping() const noexcept { return state_->mapping; }

std::string_view CodeArena::why_not() const noexcept { return state_->why_not; }

CodeStatistics CodeArena::statistics() const noexcept {
  ArenaBlocks* blocks = state_->blocks();
  return blocks ? blocks->statistics() : CodeStatistics{state_->mapping, state_->budget_bytes};
}

void CodeArena::set_budget(std::uint64_t bytes) const noexcept {
  state_->budget_bytes = bytes;
  if (ArenaBlocks* blocks = state_->blocks()) blocks->shrink();
}

Result<CodeBlock> CodeArena::build_with(std::size_t bytes, WriteCode write, void* context) noexcept {
  if (state_->mapping == CodeMapping::none) {
    try {
      return Error{.code = ErrorCode::no_executable_memory, .message = state_->why_not};
    } catch (const std::bad_alloc&) {
      return Error{ErrorCode::out_of_memory};
    }
  }
  ArenaBlocks* blocks = state_->blocks();
  if (!blocks) return Error{ErrorCode::out_of_memory};
  auto place = blocks->build(bytes, write, context);
  if (!place) return std::move(place).error();
  CodeBlock block;
  block.arena_ = state_;
  block.owner_ = blocks;
  block.chunk_ = place->chunk;
  block.granules_ = place->granules;
  block.code_ = {place->chunk->address(place->granules), bytes};
  // No effect on x86-64; other processors need it to see new code.
  char* begin = reinterpret_cast<char*>(const_cast<std::byte*>(block.code().data()));  // NOLINT: only an address
  __builtin___clear_cache(begin, begin + bytes);
  return block;
}

Result<CodeBlock> CodeArena::build(std::span<const std::byte> code) noexcept {
  return build(code.size(), [&](const CodeSpace& space) noexcept {
    if (!code.empty()) std::memcpy(space.bytes.data(), code.data(), code.size());
  });
}

}  // namespace dmlrun::jit::memory
