#include "jit/memory/code_chunk.h"

#include <cstring>
#include <new>
#include <utility>

namespace dmlrun::jit::memory {
namespace {

constexpr int kInt3 = 0xCC;

}  // namespace

Result<std::unique_ptr<CodeChunk>> CodeChunk::make(Pages& pages, CodeMapping mapping, std::size_t bytes,
                                                   std::size_t granule_bytes) noexcept {
  auto memory = pages.map(mapping, bytes);
  if (!memory) return std::move(memory).error();
  std::unique_ptr<CodeChunk> chunk;
  try {
    chunk.reset(new CodeChunk(pages, *memory, granule_bytes));
  } catch (const std::bad_alloc&) {
    pages.unmap(*memory);
    return Error{ErrorCode::out_of_memory};
  }
  if (auto filled = chunk->fill({0, chunk->map_.size()}); !filled) return std::move(filled).error();
  return chunk;
}

std::optional<Granules> CodeChunk::take(std::size_t granules) noexcept {
  if (!is_filled_) return std::nullopt;
  return map_.take(granules);
}

Result<void> CodeChunk::write(Granules block, std::size_t bytes, WriteCode fill_in, void* context) noexcept {
  const std::size_t offset = block.first * granule_bytes_;
  const std::size_t block_bytes = block.count * granule_bytes_;
  if (auto opened = pages_.open(memory_, offset, block_bytes); !opened) return opened;
  fill_in(context, {{memory_.write_view + offset, bytes}, memory_.execute_view + offset});
  return pages_.close(memory_, offset, block_bytes);
}

void CodeChunk::give_back(Granules block) noexcept {
  if (!fill(block)) is_filled_ = false;
  map_.give_back(block);
}

Result<void> CodeChunk::fill(Granules block) noexcept {
  const std::size_t offset = block.first * granule_bytes_;
  const std::size_t bytes = block.count * granule_bytes_;
  if (auto opened = pages_.open(memory_, offset, bytes); !opened) return opened;
  std::memset(memory_.write_view + offset, kInt3, bytes);
  return pages_.close(memory_, offset, bytes);
}

void CodeChunk::refill() noexcept {
  is_filled_ = true;
  for (Granules run = map_.next_free_run(0); run.count != 0; run = map_.next_free_run(run.first + run.count))
    if (!fill(run)) is_filled_ = false;
}

}  // namespace dmlrun::jit::memory
