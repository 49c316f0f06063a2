#include "jit/x64/arithmetic/emission.h"

#include <algorithm>
#include <limits>

namespace dmlrun::jit::x64::arithmetic {

namespace {

bool fits_immediate(std::int64_t value) noexcept {
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace

Xbyak::Label& ConstantPool::of(std::span<const std::uint32_t> dwords) {
  for (Entry& entry : entries_)
    if (entry.count == dwords.size() && std::ranges::equal(dwords_of(entry), dwords)) return entry.label;
  entries_.push_back({.first = dwords_.size(), .count = dwords.size()});
  dwords_.insert(dwords_.end(), dwords.begin(), dwords.end());
  return entries_.back().label;
}

/// Long ones first, each at a multiple of its size, so that none of up to 64 bytes lies in two cache lines. A constant
/// that a longer one begins with is not stored again.
void ConstantPool::emit(Assembler& code) {
  for (const std::size_t size : {16u, 8u, 4u, 2u, 1u})
    for (const Entry& entry : entries_) {
      const bool is_table = entry.count > 16;
      if (is_table ? size != 16 : (entry.count > size || entry.count * 2 <= size)) continue;
      if (entry.is_written) continue;
      while (code.getSize() % (4 * size) != 0) code.db(0xcc);
      const std::span<const std::uint32_t> dwords = dwords_of(entry);
      for (Entry& other : entries_) {
        if (other.is_written || other.count > entry.count) continue;
        if (!std::ranges::equal(dwords_of(other), dwords.first(other.count))) continue;
        other.is_written = true;
        code.L(other.label);
      }
      for (const std::uint32_t dword : dwords) code.dd(dword);
    }
}

Emission::Emission(Assembler& assembler, const RepeatedRows& made_from, const VectorCode& lowered,
                   std::vector<Stream> read, const Tuning& tune)
    : code(assembler), rows(made_from), plan(made_from.plan), vectors(lowered), streams(std::move(read)), tuning(tune) {
  pointer_places.reserve(streams.size());
  for (std::size_t s = 0; s < streams.size(); ++s) {
    if (streams[s].variance == Variance::per_element) ++moving;
    if (streams[s].variance != Variance::invariant) ++walked;
    pointer_places.push_back(pointer(s) ? -1 : frame.add(8));
  }
}

std::optional<Xbyak::Reg64> Emission::pointer(std::size_t stream) const {
  if (stream >= kStreamsInRegisters) return std::nullopt;
  return Xbyak::Reg64(static_cast<int>(Xbyak::Operand::R8 + stream));
}

Xbyak::Reg64 Emission::loaded_pointer(std::size_t stream, const Xbyak::Reg64& temporary) {
  if (const auto in_register = pointer(stream)) return *in_register;
  code.mov(temporary, quad(pointer_places[stream]));
  return temporary;
}

void Emission::set_pointer(std::size_t stream, const Xbyak::Reg64& value) {
  if (const auto in_register = pointer(stream)) code.mov(*in_register, value);
  else code.mov(quad(pointer_places[stream]), value);
}

void Emission::add(const Xbyak::Reg64& to, std::int64_t value) {
  if (value == 0) return;
  if (fits_immediate(value)) code.add(to, static_cast<std::uint32_t>(value));
  else code.add(to, code.qword[code.rip + pool.of_quad(static_cast<std::uint64_t>(value))]);
}

void Emission::multiply(const Xbyak::Reg64& to, std::int64_t value) {
  if (value == 1) return;
  if (fits_immediate(value)) code.imul(to, to, static_cast<int>(value));
  else code.imul(to, code.qword[code.rip + pool.of_quad(static_cast<std::uint64_t>(value))]);
}

}  // namespace dmlrun::jit::x64::arithmetic
