// Comparisons, and what their masks choose.
#include <algorithm>
#include <iterator>
#include <utility>

#include "jit/x64/arithmetic/vector_builder.h"

namespace dmlrun::jit::x64::arithmetic {

LaneMask VectorBuilder::mask_of(Emit emit, Virtual x, Virtual y, std::uint8_t immediate) {
  const Virtual to = make(0, true);
  append({Instruction::Kind::plain, emit, to, {x, y, kNone}, kNone, immediate});
  return {to, 0, false};
}

LaneMask VectorBuilder::mask_by(Emit emit, Virtual x, Virtual y, LaneMask among) {
  const Virtual to = make(0, true);
  append({Instruction::Kind::plain, emit, to, {x, y, kNone}, among.number});
  return {to, 0, false};
}

LaneMask VectorBuilder::compare(Relation relation, Type type, Virtual x, Virtual y, bool is_negated) {
  constexpr std::uint8_t kQuietly[] = {0x00, 0x11, 0x12}, kNot = 4;
  const auto code = static_cast<std::uint8_t>(relation);
  const std::size_t bytes = plan::bytes_of(type);
  if (has_avx512()) {
    constexpr Emit kEmits[] = {DMLRUN_EMITS(vpcmpd(r.to_k, r.x, r.last_y(), r.immediate)),
                               DMLRUN_EMITS(vpcmpud(r.to_k, r.x, r.last_y(), r.immediate)),
                               DMLRUN_EMITS(vpcmpq(r.to_k, r.x, r.last_y(), r.immediate)),
                               DMLRUN_EMITS(vpcmpuq(r.to_k, r.x, r.last_y(), r.immediate)),
                               DMLRUN_EMITS(vcmpps(r.to_k, r.x, r.last_y(), r.immediate)),
                               DMLRUN_EMITS(vcmppd(r.to_k, r.x, r.last_y(), r.immediate))};
    const LaneMask mask =
        mask_of(kEmits[static_cast<std::size_t>(type)], x, y,
                static_cast<std::uint8_t>((plan::is_float(type) ? kQuietly[code] : code) ^ (is_negated ? kNot : 0)));
    code_.sections[static_cast<std::size_t>(section_)].back().number_bytes = static_cast<std::uint8_t>(bytes);
    return mask;
  }
  if (!plan::is_float(type)) return compare_integers(relation, type, x, y);
  return {apply(by_size(bytes, DMLRUN_EMITS(vcmpps(r.to, r.x, r.y, r.immediate)),
                        DMLRUN_EMITS(vcmppd(r.to, r.x, r.y, r.immediate))),
                bytes, x, y, kNone, kQuietly[code]),
          bytes, false};
}

/// With the two comparisons that there are, of signed numbers: equal and greater.
LaneMask VectorBuilder::compare_integers(Relation relation, Type type, Virtual x, Virtual y) {
  const std::size_t bytes = plan::bytes_of(type);
  if (relation == Relation::equal)
    return {apply(by_size(bytes, DMLRUN_EMITS(vpcmpeqd(r.to, r.x, r.y)), DMLRUN_EMITS(vpcmpeqq(r.to, r.x, r.y))), bytes,
                  x, y),
            bytes, false};
  if (is_unsigned_integer(type)) {
    const Virtual sign = constant(bytes, bytes == 4 ? 0x80000000u : std::uint64_t{1} << 63);
    x = bit_xor(bytes, x, sign);
    y = bit_xor(bytes, y, sign);
  }
  constexpr Emit kGreater[] = {DMLRUN_EMITS(vpcmpgtd(r.to, r.x, r.y)), DMLRUN_EMITS(vpcmpgtq(r.to, r.x, r.y))};
  const Emit greater = kGreater[bytes / 8];
  if (relation == Relation::less) return {apply(greater, bytes, y, x), bytes, false};
  return {apply(greater, bytes, x, y), bytes, true};
}

LaneMask VectorBuilder::is_ordered(Type type, Virtual x) {
  const std::size_t bytes = plan::bytes_of(type);
  constexpr std::uint8_t kOrdered = 7;
  if (has_avx512())
    return mask_of(by_size(bytes, DMLRUN_EMITS(vcmpps(r.to_k, r.x, r.last_y(), r.immediate)),
                           DMLRUN_EMITS(vcmppd(r.to_k, r.x, r.last_y(), r.immediate))),
                   x, x, kOrdered);
  return {apply(by_size(bytes, DMLRUN_EMITS(vcmpps(r.to, r.x, r.y, r.immediate)),
                        DMLRUN_EMITS(vcmppd(r.to, r.x, r.y, r.immediate))),
                bytes, x, x, kNone, kOrdered),
          bytes, false};
}

LaneMask VectorBuilder::is_not_zero(Virtual x) {
  if (has_avx512()) return mask_of(DMLRUN_EMITS(vptestmd(r.to_k, r.x, r.y)), x, x, 0);
  return {apply(DMLRUN_EMITS(vpcmpeqd(r.to, r.x, r.y)), 4, x, zero(4)), 4, true};
}

LaneMask VectorBuilder::first_bytes() {
  if (first_bytes_.number != kNone) return first_bytes_;
  const Section section = std::exchange(section_, Section::invariant);
  const Virtual firsts = constant(4, 0xff);
  first_bytes_ = mask_of(DMLRUN_EMITS(vptestmb(r.to_k, r.x, r.y)), firsts, firsts, 0);
  section_ = section;
  return first_bytes_;
}

/// The same truths in lanes of another size. Without AVX-512 only.
LaneMask VectorBuilder::resized(LaneMask mask, std::size_t lane_bytes) {
  if (mask.lane_bytes == lane_bytes) return mask;
  if (lane_bytes == 8) mask.number = apply(DMLRUN_EMITS(vpmovsxdq(r.to, r.x)), 8, mask.number);
  else
    mask.number = apply(DMLRUN_EMITS(vshufps(r.to, Xbyak::Xmm(r.x.getIdx()), r.y, 0x88)), 4, mask.number,
                        apply(DMLRUN_EMITS(vextracti128(r.to, Xbyak::Ymm(r.x.getIdx()), 1)), 4, mask.number));
  mask.lane_bytes = lane_bytes;
  return mask;
}

Virtual VectorBuilder::select(LaneMask mask, std::size_t lane_bytes, Virtual if_set, Virtual otherwise) {
  if (mask.is_negated) std::swap(if_set, otherwise);
  mask.is_negated = false;
  if (!has_avx512() && is_zero(otherwise)) return zero_unless(mask, lane_bytes, if_set);
  if (!has_avx512() && is_zero(if_set)) return zero_unless({mask.number, mask.lane_bytes, true}, lane_bytes, otherwise);
  const Virtual to = make(vector_bytes(lane_bytes));
  blend(to, mask, lane_bytes, if_set, otherwise);
  return to;
}

bool VectorBuilder::is_zero(Virtual number) const {
  return std::ranges::any_of(known_, [&](const Known& known) {
    const Constant& dwords = code_.constants[known.constant];
    return known.number == number && std::ranges::count(dwords, 0u) == std::ssize(dwords);
  });
}

void VectorBuilder::blend(Virtual to, LaneMask mask, std::size_t lane_bytes, Virtual if_set, Virtual otherwise) {
  Instruction one{Instruction::Kind::plain, nullptr, to, {otherwise, if_set, kNone}, mask.number};
  if (has_avx512()) {
    one.emit = by_size(lane_bytes, DMLRUN_EMITS(vpblendmd(r.to | r.k, r.x, r.last_y())),
                       DMLRUN_EMITS(vpblendmq(r.to | r.k, r.x, r.last_y())));
    one.number_bytes = static_cast<std::uint8_t>(lane_bytes);
  } else {
    one.emit =
        by_size(lane_bytes, DMLRUN_EMITS(vblendvps(r.to, r.x, r.y, r.z)), DMLRUN_EMITS(vblendvpd(r.to, r.x, r.y, r.z)));
    one.inputs[2] = resized(mask, lane_bytes).number;
    one.mask = kNone;
  }
  append(one);
}

Virtual VectorBuilder::branch_unless(LaneMask any, std::size_t lane_bytes, Virtual otherwise) {
  const Virtual result = apply(DMLRUN_EMITS(vmovaps(r.to, r.x)), lane_bytes, otherwise);
  Instruction branch{Instruction::Kind::branch};
  (has_avx512() ? branch.mask : branch.inputs[0]) = any.number;
  append(branch);
  return result;
}

void VectorBuilder::label(Virtual result, LaneMask any, std::size_t lane_bytes, Virtual if_set) {
  blend(result, any, lane_bytes, if_set, result);
  append({Instruction::Kind::label});
}

Virtual VectorBuilder::zero_unless(LaneMask mask, std::size_t lane_bytes, Virtual x) {
  if (!has_avx512()) {
    const LaneMask own = resized(mask, lane_bytes);
    return own.is_negated ? and_not(lane_bytes, own.number, x) : bit_and(lane_bytes, own.number, x);
  }
  const Virtual to = make(vector_bytes(lane_bytes));
  append({Instruction::Kind::plain,
          by_size(lane_bytes, DMLRUN_EMITS(vmovdqa32(r.to | r.k | Xbyak::util::T_z, r.x)),
                  DMLRUN_EMITS(vmovdqa64(r.to | r.k | Xbyak::util::T_z, r.x))),
          to,
          {x, kNone, kNone},
          mask.number});
  return to;
}

bool VectorBuilder::can_merge_last(Virtual made, std::size_t lane_bytes) const {
  const std::vector<Instruction>& all = code_.sections[static_cast<std::size_t>(section_)];
  return has_avx512() && !all.empty() && all.back().to == made && all.back().kind == Instruction::Kind::plain &&
         all.back().number_bytes == lane_bytes && all.back().inputs[2] == kNone && all.back().mask == kNone;
}

Instruction VectorBuilder::take_last() {
  std::vector<Instruction>& all = code_.sections[static_cast<std::size_t>(section_)];
  const Instruction last = all.back();
  all.pop_back();
  return last;
}

Virtual VectorBuilder::merge(Instruction instruction, LaneMask mask, Virtual otherwise) {
  instruction.kind = Instruction::Kind::apart;
  instruction.inputs[2] = otherwise;
  instruction.mask = mask.number;
  instruction.merges = true;
  append(instruction);
  return instruction.to;
}

Virtual VectorBuilder::select_bytes(LaneMask mask, Virtual if_set, Virtual otherwise) {
  const Virtual to = make(64);
  const Emit emit = DMLRUN_EMITS(vpblendmb(r.to | r.k, r.x, r.y));
  append({Instruction::Kind::plain, emit, to, {otherwise, if_set, kNone}, mask.number});
  return to;
}

Virtual VectorBuilder::number_of(LaneMask mask) { return zero_unless(mask, 4, constant(4, 1)); }

}  // namespace dmlrun::jit::x64::arithmetic
