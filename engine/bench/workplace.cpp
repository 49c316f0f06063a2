#include "engine/bench/workplace.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace dmlrun::bench {

namespace {

/// Bytes between two calls of `between`.
constexpr std::size_t kFilled = 8u << 20;

/// Memory with all its pages, or null. In parts, because no signal ends a call that makes pages.
void* map_pages(std::size_t bytes) {
  constexpr std::size_t kPart = 64u << 20;
  void* const at = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) return nullptr;
  for (std::size_t done = 0; done < bytes; done += kPart) {
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_POPULATE;
    const std::size_t part = std::min(bytes - done, kPart);
    if (mmap(static_cast<std::byte*>(at) + done, part, PROT_READ | PROT_WRITE, kFlags, -1, 0) != MAP_FAILED) continue;
    munmap(at, bytes);
    return nullptr;
  }
  return at;
}

}  // namespace

Buffer::Buffer(std::uint64_t bytes, std::size_t skew) : mapped_(bytes + skew + kPage), skew_(skew), bytes_(bytes) {
  at_ = static_cast<std::byte*>(map_pages(mapped_));
  if (!at_) throw std::bad_alloc();
}

Buffer::Buffer(Buffer&& other) noexcept
    : at_(other.at_), mapped_(other.mapped_), skew_(other.skew_), bytes_(other.bytes_) {
  other.at_ = nullptr;
}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(at_, other.at_);
  std::swap(mapped_, other.mapped_);
  std::swap(skew_, other.skew_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

Buffer::~Buffer() {
  if (at_) munmap(at_, mapped_);
}

void fill(std::span<std::byte> bytes, std::uint64_t seed, const Between& between) {
  std::uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
  in_parts(bytes.size(), kFilled, between, [&](std::size_t first, std::size_t count) {
    for (std::size_t at = first; at < first + count; at += sizeof(std::uint32_t)) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const auto word = static_cast<std::uint32_t>(state >> 32);
      std::memcpy(&bytes[at], &word, std::min(sizeof word, bytes.size() - at));
    }
  });
}

namespace {

/// From 1/16 to below 16, of both signs: with random bits functions would work at what is beyond their range.
void make_ordinary(std::span<std::byte> floats, DataType type) {
  // Sign, mantissa and three bits of the exponent are kept: of one FLOAT32, or of two FLOAT16.
  const std::uint32_t kept = type == DataType::float16 ? 0x9fff9fff : 0x83ffffff;
  const std::uint32_t least = type == DataType::float16 ? 0x2c002c00 : 0x3d800000;
  for (std::size_t at = 0; at < floats.size(); at += sizeof(std::uint32_t)) {
    std::uint32_t word = 0;
    const std::size_t count = std::min(sizeof word, floats.size() - at);
    std::memcpy(&word, &floats[at], count);
    word = (word & kept) + least;
    std::memcpy(&floats[at], &word, count);
  }
}

void set_value(std::span<std::byte> bytes, DataType type, double value) {
  if (type == DataType::float32) {
    const auto number = static_cast<float>(value);
    std::memcpy(bytes.data(), &number, sizeof number);
  } else {
    bytes[0] = static_cast<std::byte>(static_cast<int>(value));
  }
}

}  // namespace

Workplace::Workplace(const Operator& op, Placement placement, const InputValues& with, const Between& between) {
  std::uint64_t seed = 0;
  for (const TensorSlot& slot : op.inputs()) {
    const std::span<std::byte> bytes = inputs_.emplace_back(buffer_bytes(slot.desc), 0).bytes();
    input_spans_.emplace_back(bytes);
    if (const std::size_t index = inputs_.size() - 1; index < with.given.size() && !with.given[index].empty()) {
      in_parts(bytes.size(), kFilled, between, [&](std::size_t first, std::size_t count) {
        std::memcpy(&bytes[first], &with.given[index][first], count);
      });
      continue;
    }
    fill(bytes, ++seed, between);
    if (slot.desc.type == DataType::float32 || slot.desc.type == DataType::float16)
      in_parts(bytes.size(), kFilled, between, [&](std::size_t first, std::size_t count) {
        make_ordinary(bytes.subspan(first, count), slot.desc.type);
      });
    if (slot.desc.type == DataType::float32 && bytes.size() == sizeof(float))
      set_value(bytes, slot.desc.type, 0.01 * static_cast<double>(seed + 1));
    for (const NamedValue& one : with.values)
      if (one.name == slot.name) set_value(bytes, slot.desc.type, one.value);
  }
  for (const TensorSlot& slot : op.outputs()) {
    outputs_.emplace_back(buffer_bytes(slot.desc), placement == Placement::skewed ? kPage / 2 : 0);
    output_spans_.push_back(outputs_.back().bytes());
  }
}

}  // namespace dmlrun::bench
