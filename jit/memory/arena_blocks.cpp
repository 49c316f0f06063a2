#include "jit/memory/arena_blocks.h"

#include <unistd.h>

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "engine/fork/forks.h"

namespace dmlrun::jit::memory {
namespace {

// Most programs hold a few kernels; filling a large chunk would cost them more than the kernels.
constexpr std::size_t kFirstChunkBytes = 64u << 10;
constexpr std::size_t kChunkBytes = kMaxMappedBytes;
constexpr std::size_t kBlockAlignment = 64;

}  // namespace

Process Process::present() noexcept { return {dmlrun::forks(), ::getpid()}; }

ArenaBlocks::~ArenaBlocks() {
  if (process_ == Process::present()) return;
  for (const auto& chunk : chunks_) chunk->inherit();
}

std::size_t ArenaBlocks::granule_bytes() const noexcept {
  return mapping_ == CodeMapping::flip ? pages_.page_bytes() : kBlockAlignment;
}

Result<BlockLocation> ArenaBlocks::build(std::size_t bytes, WriteCode write, void* context) noexcept {
  const std::lock_guard lock(mutex_);
  for (const auto& chunk : chunks_) chunk->recover();
  auto place = find_room(bytes);
  if (!place) return place;
  if (auto written = place->chunk->write(place->granules, bytes, write, context); !written) {
    place->chunk->give_back(place->granules);
    return std::move(written).error();
  }
  ++blocks_;
  return place;
}

Error ArenaBlocks::no_room(std::size_t bytes, const char* found_and_free, std::uint64_t most) noexcept {
  ++refusals_;
  try {
    return {.code = ErrorCode::code_budget,
            .message = "a kernel needs " + std::to_string(bytes) + " bytes of code in one piece; " + found_and_free +
                       std::to_string(most)};
  } catch (const std::bad_alloc&) {
    return {ErrorCode::out_of_memory};
  }
}

Result<BlockLocation> ArenaBlocks::find_room(std::size_t bytes) noexcept {
  const std::size_t granule = granule_bytes();
  const std::size_t most = kChunkBytes - granule;
  if (bytes > most) return no_room(bytes, "the largest piece has ", most);
  // Free space above a lowered budget is unmapped, not used.
  if (mapped_bytes_ > budget_bytes_)
    return no_room(bytes, "the chunks that are mapped exceed what all code may have, ", budget_bytes_);
  const std::size_t granules = std::max<std::size_t>(1, (bytes + granule - 1) / granule);
  for (const auto& chunk : chunks_)
    if (const auto found = chunk->take(granules)) return BlockLocation{chunk.get(), *found};
  auto chunk = grow((granules + 1) * granule, bytes);
  if (!chunk) return std::move(chunk).error();
  return BlockLocation{*chunk, *(*chunk)->take(granules)};
}

Result<CodeChunk*> ArenaBlocks::grow(std::size_t least_bytes, std::size_t code_bytes) noexcept {
  const std::uint64_t page = pages_.page_bytes();
  const std::uint64_t budget = budget_bytes_;
  const std::uint64_t unmapped = budget > mapped_bytes_ ? (budget - mapped_bytes_) / page * page : 0;
  const std::uint64_t bytes =
      std::min(unmapped, std::max<std::uint64_t>(chunks_.empty() ? kFirstChunkBytes : kChunkBytes,
                                                 (least_bytes + page - 1) / page * page));
  if (bytes < least_bytes) return no_room(code_bytes, "all code may have, and has no such piece free, ", budget);
  try {
    chunks_.reserve(chunks_.size() + 1);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::out_of_memory};
  }
  auto chunk = CodeChunk::make(pages_, mapping_, static_cast<std::size_t>(bytes), granule_bytes());
  if (!chunk) return std::move(chunk).error();
  mapped_bytes_ += bytes;
  chunks_.push_back(std::move(*chunk));
  return chunks_.back().get();
}

void ArenaBlocks::release(const BlockLocation& place) noexcept {
  const std::lock_guard lock(mutex_);
  place.chunk->give_back(place.granules);
  --blocks_;
  if (place.chunk->used_bytes() == 0) drop_spare();
}

void ArenaBlocks::shrink() noexcept {
  const std::lock_guard lock(mutex_);
  drop_spare();
}

// Keeps one empty chunk, so that alternate builds and releases do not map and unmap each time: the first, unless it is
// above the budget.
void ArenaBlocks::drop_spare() noexcept {
  bool is_first = true;
  std::erase_if(chunks_, [&](const auto& chunk) {
    if (chunk->used_bytes() > 0) return false;
    const bool stays = std::exchange(is_first, false) && mapped_bytes_ <= budget_bytes_;
    if (!stays) mapped_bytes_ -= chunk->bytes();
    return !stays;
  });
}

CodeStatistics ArenaBlocks::statistics() noexcept {
  const std::lock_guard lock(mutex_);
  CodeStatistics statistics{mapping_, budget_bytes_, mapped_bytes_, 0, blocks_, chunks_.size(), refusals_};
  for (const auto& chunk : chunks_) statistics.used_bytes += chunk->used_bytes();
  return statistics;
}

}  // namespace dmlrun::jit::memory
