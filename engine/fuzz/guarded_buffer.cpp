#include "engine/fuzz/guarded_buffer.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace dmlrun::fuzz {
namespace {

constexpr std::size_t kStrip = 256;

const std::array<std::byte, kStrip>& canaries() noexcept {
  static const std::array<std::byte, kStrip> bytes = [] {
    std::array<std::byte, kStrip> made;
    Random(0x63616e61, 0).fill(made);
    return made;
  }();
  return bytes;
}

}  // namespace

GuardedBuffer::GuardedBuffer(std::size_t bytes, BufferPosition place, std::uint64_t pattern)
    : memory_(bytes + 2 * kStrip + 64), bytes_(bytes) {
  const std::size_t room = memory_.bytes().size();
  begin_ = place.side == BufferPosition::Side::begin ? 0
           : place.side == BufferPosition::Side::end ? room - bytes
                                                     : kStrip + place.misalignment;
  before_ = std::min(begin_, kStrip);
  after_ = std::min(room - begin_ - bytes_, kStrip);
  std::byte* const at = memory_.bytes().data() + begin_;
  std::memcpy(at - before_, canaries().data(), before_);
  std::memcpy(at + bytes_, canaries().data(), after_);
  Random(pattern, 0).fill(this->bytes());
}

std::optional<std::ptrdiff_t> GuardedBuffer::first_damage() const noexcept {
  const std::byte* const at = memory_.bytes().data() + begin_;
  const auto* const want = canaries().data();
  if (std::memcmp(at - before_, want, before_) != 0)
    return std::mismatch(want, want + before_, at - before_).first - want - static_cast<std::ptrdiff_t>(before_);
  if (std::memcmp(at + bytes_, want, after_) != 0)
    return std::mismatch(want, want + after_, at + bytes_).first - want + static_cast<std::ptrdiff_t>(bytes_);
  return {};
}

}  // namespace dmlrun::fuzz
