#include "jit/x64/copy/copy_primitives.h"

#include <algorithm>
#include <limits>

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Address;
using Xbyak::Label;
using Xbyak::Reg64;
using Xbyak::Xmm;

namespace {

/// More elements than this, one by one, are a loop.
constexpr std::uint64_t kInlineElements = 8;
/// Vectors that are loaded before the first of them is stored: the registers that moves may change.
constexpr std::uint64_t kBatch = 8;

constexpr bool fits(std::int64_t value) noexcept {
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

/// General registers that stand for vectors below 16 bytes.
Reg64 general(int number) { return number == 0 ? rax : r11; }

}  // namespace

void load_broadcast(Assembler& code, const Xmm& to, std::int64_t bytes, const Address& from) {
  if (bytes == 1) return code.vpbroadcastb(to, from);
  if (bytes == 2) return code.vpbroadcastw(to, from);
  if (bytes == 4) return code.vpbroadcastd(to, from);
  code.vpbroadcastq(to, from);
}

CopyPrimitives::CopyPrimitives(Assembler& code, const CopyLayout& layout, const StorePolicy& policy)
    : code_(code),
      layout_(layout),
      policy_(policy),
      size_(static_cast<std::uint32_t>(layout.element_bytes)),
      width_(policy.width) {}

Xmm CopyPrimitives::vector(std::uint32_t width, int number) const {
  if (width == 64) return Xbyak::Zmm(number);
  if (width == 32) return Xbyak::Ymm(number);
  return Xmm(number);
}

std::uint32_t CopyPrimitives::widest(std::uint64_t bytes) const {
  std::uint32_t width = width_;
  while (width > bytes) width /= 2;
  return width;
}

Xbyak::RegExp CopyPrimitives::at(MemRef ref, std::int64_t beyond) {
  return ref.from + static_cast<std::size_t>(ref.offset + beyond);
}

MemRef CopyPrimitives::near_ref(MemRef ref, std::uint64_t span, const Reg64& scratch) {
  constexpr std::int64_t kMax = std::int64_t{1} << 30;
  if (span < static_cast<std::uint64_t>(kMax) && ref.offset > -kMax && ref.offset < kMax) return ref;
  point(scratch, ref);
  return {scratch, 0};
}

void CopyPrimitives::point(const Reg64& at, MemRef ref) {
  if (fits(ref.offset)) {
    code_.lea(at, code_.ptr[ref.from + static_cast<std::size_t>(ref.offset)]);
    return;
  }
  code_.mov(rax, static_cast<std::uint64_t>(ref.offset));
  code_.lea(at, code_.ptr[ref.from + rax]);
}

void CopyPrimitives::add(const Reg64& to, std::int64_t value, const Reg64& scratch) {
  if (value == 0) return;
  if (fits(value)) {
    code_.add(to, static_cast<std::uint32_t>(value));
    return;
  }
  code_.mov(scratch, static_cast<std::uint64_t>(value));
  code_.add(to, scratch);
}

void CopyPrimitives::multiply(const Reg64& to, std::int64_t value, const Reg64& scratch) {
  if (fits(value)) {
    code_.imul(to, to, static_cast<int>(value));
    return;
  }
  code_.mov(scratch, static_cast<std::uint64_t>(value));
  code_.imul(to, scratch);
}

void CopyPrimitives::load(std::uint32_t width, int number, const Address& from) {
  if (width >= 16) return code_.vmovups(vector(width, number), from);
  const Reg64 to = general(number);
  if (width == 8) code_.mov(to, from);
  else if (width == 4) code_.mov(to.cvt32(), from);
  else if (width == 2) code_.movzx(to.cvt32(), code_.word[from.getRegExp()]);
  else code_.movzx(to.cvt32(), code_.byte[from.getRegExp()]);
}

void CopyPrimitives::store(std::uint32_t width, int number, const Address& to) {
  if (width >= 16) return code_.vmovups(to, vector(width, number));
  const Reg64 from = general(number);
  if (width == 8) code_.mov(to, from);
  else if (width == 4) code_.mov(to, from.cvt32());
  else if (width == 2) code_.mov(to, from.cvt16());
  else code_.mov(to, from.cvt8());
}

void CopyPrimitives::store_part(std::uint32_t width, int number, const Address& to) {
  if (width >= 16) return code_.vmovups(to, vector(width, number));
  if (width == 8) code_.vmovq(to, Xmm(number));
  else if (width == 4) code_.vmovd(to, Xmm(number));
  else if (width == 2) code_.vpextrw(to, Xmm(number), 0);
  else code_.vpextrb(to, Xmm(number), 0);
}

void CopyPrimitives::copy(MemRef to, MemRef from, std::uint64_t bytes) {
  if (bytes > StorePolicy::kMaxInlineBytes) {
    point(r8, to);
    point(r9, from);
    code_.mov(rcx, bytes);
    return copy_any(bytes);
  }
  to = near_ref(to, bytes, r8);
  from = near_ref(from, bytes, r9);
  const std::uint32_t width = widest(bytes);
  const std::uint64_t last = bytes - width, moves = (bytes + width - 1) / width;
  for (std::uint64_t done = 0; done < moves; done += kBatch) {
    const std::uint64_t end = std::min(moves, done + kBatch);
    const auto offset = [&](std::uint64_t i) { return static_cast<std::int64_t>(std::min(i * width, last)); };
    for (std::uint64_t i = done; i < end; ++i) load(width, static_cast<int>(i - done), code_.ptr[at(from, offset(i))]);
    for (std::uint64_t i = done; i < end; ++i) store(width, static_cast<int>(i - done), code_.ptr[at(to, offset(i))]);
  }
}

void CopyPrimitives::store_repeated(MemRef to, std::uint64_t bytes, int number) {
  if (bytes > StorePolicy::kMaxInlineBytes) {
    point(r8, to);
    code_.mov(rcx, bytes);
    return store_any(number);
  }
  to = near_ref(to, bytes, r8);
  const std::uint32_t width = widest(bytes);
  std::uint64_t done = 0;
  for (; done + width <= bytes; done += width)
    store_part(width, number, code_.ptr[at(to, static_cast<std::int64_t>(done))]);
  if (done < bytes) store_part(width, number, code_.ptr[at(to, static_cast<std::int64_t>(bytes - width))]);
}

void CopyPrimitives::load_pattern() {
  code_.vmovups(vector(width_, kPattern), code_.ptr[code_.saved(rbp) + layout_.fill_pattern]);
}

void CopyPrimitives::broadcast(MemRef to, MemRef from, std::uint64_t bytes) {
  load_broadcast(code_, vector(width_, 0), size_, code_.ptr[at(near_ref(from, bytes, r9), 0)]);
  store_repeated(to, bytes, 0);
}

/// The elements of a register in the opposite order. What was loaded with 8 bytes ends up in bytes 8 to 15.
void CopyPrimitives::reversed(std::uint32_t width, int number) {
  const Xmm v = vector(width, number);
  if (width >= 8) {
    code_.vpshufb(v, v, code_.ptr[code_.saved(rbp) + layout_.reversal]);
    if (width == 32) code_.vpermq(Xbyak::Ymm(number), Xbyak::Ymm(number), 0x4e);
    if (width == 64) code_.vshufi64x2(Xbyak::Zmm(number), Xbyak::Zmm(number), Xbyak::Zmm(number), 0x1b);
    return;
  }
  const Reg64 r = general(number);
  if (width == 4 && size_ == 1) code_.bswap(r.cvt32());
  if (width == 4 && size_ == 2) code_.rol(r.cvt32(), 16);
  if (width == 2 && size_ == 1) code_.rol(r.cvt16(), 8);
}

void CopyPrimitives::store_reversed(std::uint32_t width, int number, const Address& to) {
  if (width == 8) code_.vmovhps(to, Xmm(number));
  else store(width, number, to);
}

void CopyPrimitives::reverse(MemRef to, MemRef from, std::uint64_t bytes) {
  if (bytes > StorePolicy::kMaxInlineBytes) {
    point(r8, to);
    point(r9, from);
    code_.mov(rcx, bytes);
    return reverse_any();
  }
  to = near_ref(to, bytes, r8);
  from = near_ref(from, bytes, r9);
  const std::uint32_t width = widest(bytes);
  const auto last = static_cast<std::int64_t>(bytes - width), step = static_cast<std::int64_t>(width);
  const std::int64_t lowest = static_cast<std::int64_t>(size_) - static_cast<std::int64_t>(bytes);
  for (std::int64_t done = 0; done < static_cast<std::int64_t>(bytes); done += step) {
    const std::int64_t offset = std::min(done, last);
    const Address source = code_.ptr[at(from, lowest + last - offset)], target = code_.ptr[at(to, offset)];
    if (width == 8) code_.vmovq(Xmm(0), source);
    else load(width, 0, source);
    reversed(width, 0);
    store_reversed(width, 0, target);
  }
}

void CopyPrimitives::elements(MemRef to, std::int64_t to_step, MemRef from, std::int64_t from_step,
                              std::uint64_t count) {
  const auto n = static_cast<std::int64_t>(count);
  if (count > kInlineElements || !fits(to_step * n) || !fits(from_step * n)) {
    point(r8, to);
    point(r9, from);
    code_.mov(rcx, count);
    code_.mov(r11, static_cast<std::uint64_t>(from_step));
    return elements_any(to_step);
  }
  to = near_ref(to, static_cast<std::uint64_t>(std::abs(to_step) * n), r8);
  from = near_ref(from, static_cast<std::uint64_t>(std::abs(from_step) * n), r9);
  for (std::int64_t i = 0; i < n; ++i) {
    load(size_, 0, code_.ptr[at(from, i * from_step)]);
    store(size_, 0, code_.ptr[at(to, i * to_step)]);
  }
}

void CopyPrimitives::fill_elements(MemRef to, std::int64_t to_step, std::uint64_t count) {
  const auto n = static_cast<std::int64_t>(count);
  if (count > kInlineElements || !fits(to_step * n)) {
    point(r8, to);
    code_.mov(rcx, count);
    return fill_elements_any(to_step);
  }
  to = near_ref(to, static_cast<std::uint64_t>(std::abs(to_step) * n), r8);
  for (std::int64_t i = 0; i < n; ++i) store_part(size_, kPattern, code_.ptr[at(to, i * to_step)]);
}

}  // namespace dmlrun::jit::x64
