#include "jit/x64/elementwise_context.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace dmlrun::jit::x64 {
namespace {

bool fits(std::int64_t value) noexcept {
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

}  // namespace

Xbyak::Label& Constants::of(const std::vector<std::uint32_t>& dwords) {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.dwords == dwords; });
  if (found != entries_.end()) return found->label;
  entries_.push_back({dwords, {}});
  return entries_.back().label;
}

void Constants::emit(Assembler& a) {
  // Long ones first: they stay aligned.
  for (const bool is_long : {true, false})
    for (Entry& entry : entries_) {
      if ((entry.dwords.size() > 1) != is_long) continue;
      while (is_long && a.getSize() % 64 != 0) a.db(0xcc);
      a.L(entry.label);
      for (const std::uint32_t dword : entry.dwords) a.dd(dword);
    }
}

bool Context::offsets_are_small() const {
  const auto is_small = [](std::int64_t elements) { return std::llabs(elements) < (1 << 24); };
  bool all = true;
  for (const plan::Axis& axis : plan.axes)
    visit_runs(axis, [&](const plan::Run& run) { all = all && is_small(run.begin) && is_small(run.step); });
  for (int s = 0; s < streams(); ++s) {
    all = all && is_small(operand(s).offset);
    for (const std::int64_t stride : operand(s).strides) all = all && std::llabs(stride) <= 1;
  }
  return all;
}

void Context::add(const Xbyak::Reg64& to, std::int64_t value, const Xbyak::Reg64& temporary) {
  if (value == 0) return;
  if (fits(value)) {
    a.add(to, static_cast<std::uint32_t>(value));
  } else {
    a.mov(temporary, value);
    a.add(to, temporary);
  }
}

void Context::multiply(const Xbyak::Reg64& to, std::int64_t value, const Xbyak::Reg64& temporary) {
  if (value == 1) return;
  if (fits(value)) {
    a.imul(to, to, static_cast<int>(value));
  } else {
    a.mov(temporary, value);
    a.imul(to, temporary);
  }
}

}  // namespace dmlrun::jit::x64
