#include "jit/x64/arithmetic/emission.h"

#include <algorithm>
#include <limits>

namespace dmlrun::jit::x64::arithmetic {

namespace {

bool fits_immediate(std::int64_t value) noexcept {
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace

Xbyak::Label& DataSection::of(const std::vector<std::uint32_t>& dwords) {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) {
    return e.dwords.front() == dwords.front() && e.dwords == dwords;
  });
  if (found != entries_.end()) return found->label;
  entries_.push_back({dwords, {}});
  return entries_.back().label;
}

/// Long ones first, so that none lies in two cache lines. What a longer one begins with is not stored again.
void DataSection::emit(Assembler& code) {
  std::vector<Entry*> missing;
  for (Entry& entry : entries_) missing.push_back(&entry);
  for (const std::size_t size : {16u, 8u, 4u, 2u, 1u})
    for (Entry& entry : entries_) {
      const std::vector<std::uint32_t>& dwords = entry.dwords;
      const bool is_table = dwords.size() > 16;
      if (is_table ? size != 16 : (dwords.size() > size || dwords.size() * 2 <= size)) continue;
      if (std::find(missing.begin(), missing.end(), &entry) == missing.end()) continue;
      while (code.getSize() % (4 * size) != 0) code.db(0xcc);
      std::erase_if(missing, [&](Entry* other) {
        const bool is_here = other->dwords.size() <= dwords.size() && other->dwords.front() == dwords.front() &&
                             std::equal(other->dwords.begin(), other->dwords.end(), dwords.begin());
        if (is_here) code.L(other->label);
        return is_here;
      });
      for (const std::uint32_t dword : dwords) code.dd(dword);
    }
}

Emission::Emission(Assembler& assembler, const RepeatedRows& made_from, const VectorCode& lowered,
                   std::vector<Stream> read, const Tuning& tune)
    : code(assembler), rows(made_from), plan(made_from.plan), vectors(lowered), streams(std::move(read)), tuning(tune) {
  for (std::size_t s = 0; s < streams.size(); ++s) {
    if (streams[s].variance == Variance::per_element) ++moving;
    if (streams[s].variance != Variance::invariant) ++walked;
    pointer_places.push_back(pointer(s) ? -1 : frame.add(8));
  }
}

std::optional<Xbyak::Reg64> Emission::pointer(std::size_t stream) const {
  constexpr std::size_t kInRegisters = 6;
  if (stream >= kInRegisters) return std::nullopt;
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
  else code.add(to, code.qword[code.rip + data.of_quad(static_cast<std::uint64_t>(value))]);
}

void Emission::multiply(const Xbyak::Reg64& to, std::int64_t value) {
  if (value == 1) return;
  if (fits_immediate(value)) code.imul(to, to, static_cast<int>(value));
  else code.imul(to, code.qword[code.rip + data.of_quad(static_cast<std::uint64_t>(value))]);
}

}  // namespace dmlrun::jit::x64::arithmetic
