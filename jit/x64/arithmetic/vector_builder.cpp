#include "jit/x64/arithmetic/vector_builder.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace dmlrun::jit::x64::arithmetic {

namespace {

using Multiply = void (Assembler::*)(const Xbyak::Xmm&, const Xbyak::Xmm&, const Xbyak::Operand&);

/// By which instruction, as the numbers in its name tell where the result goes.
struct MultiplyAdd {
  Multiply form132, form213, form231;
};

void multiply_add(Assembler& a, const Registers& r, const MultiplyAdd& by) {
  const int to = r.to.getIdx();
  const bool is_x = to == r.x.getIdx(), is_y = !r.is_y_in_memory && to == r.y.getIdx();
  const bool is_z = !r.is_z_in_memory && to == r.z.getIdx();
  // The register of the result is one of the inputs' or gets the addend first.
  if (is_x && !is_z && !r.is_y_in_memory) return (a.*by.form213)(r.to, r.y, r.last_z());
  if (is_y && !is_z) return (a.*by.form213)(r.to, r.x, r.last_z());
  if (is_x) return (a.*by.form132)(r.to, r.z, r.last_y());
  if (is_y) return (a.*by.form132)(r.to, r.z, r.x);
  if (!is_z) a.vmovaps(r.to, r.z);
  (a.*by.form231)(r.to, r.x, r.last_y());
}

#define DMLRUN_MULTIPLIES(name, type)                                                                            \
  [](Assembler& a, const Registers& r) {                                                                         \
    multiply_add(a, r, {&Assembler::name##132##type, &Assembler::name##213##type, &Assembler::name##231##type}); \
  }

}  // namespace

VectorBuilder::VectorBuilder(VectorCode& code) : code_(code) {
  constexpr std::size_t kUsual = 96;  // values, and instructions of a section
  code_.virtuals.reserve(kUsual);
  for (const Section most : {Section::invariant, Section::per_element})
    code_.sections[static_cast<std::size_t>(most)].reserve(kUsual);
}

std::size_t VectorBuilder::vector_bytes(std::size_t lane_bytes) const noexcept {
  return std::max<std::size_t>(16, lanes() * lane_bytes);
}

Virtual VectorBuilder::make(std::size_t bytes, bool is_mask) {
  code_.virtuals.push_back({static_cast<std::uint8_t>(bytes), is_mask});
  return static_cast<Virtual>(code_.virtuals.size() - 1);
}

Virtual VectorBuilder::apply(Emit emit, std::size_t lane_bytes, Virtual x, Virtual y, Virtual z,
                             std::uint8_t immediate) {
  const Virtual to = make(vector_bytes(lane_bytes));
  append({Instruction::Kind::plain, emit, to, {x, y, z}, kNone, immediate});
  return to;
}

Virtual VectorBuilder::apply_to_numbers(Emit emit, std::size_t lane_bytes, Virtual x, Virtual y, Virtual z) {
  const Virtual to = apply(emit, lane_bytes, x, y, z);
  code_.sections[static_cast<std::size_t>(section_)].back().number_bytes =
      static_cast<std::uint8_t>(std::max<std::size_t>(4, lane_bytes));
  return to;
}

Virtual VectorBuilder::apply_apart(Emit emit, Virtual x, Virtual y, Virtual z, LaneMask mask) {
  const Virtual to = make(code_.virtuals[x].bytes);
  append({Instruction::Kind::apart, emit, to, {x, y, z}, mask.number});
  return to;
}

Virtual VectorBuilder::table_part(std::uint32_t part) {
  const Virtual to = make(64);
  append({.kind = Instruction::Kind::table_part, .to = to, .index = part});
  return to;
}

Virtual VectorBuilder::divide_integers(Instruction::Kind kind, Virtual x, Virtual y, bool is_signed) {
  const Virtual to = make(vector_bytes(8));
  append({.kind = kind, .to = to, .inputs = {x, y, kNone}, .is_signed = is_signed});
  return to;
}

Virtual VectorBuilder::load(std::uint32_t stream, Emit emit, std::size_t lane_bytes, std::size_t part) {
  const Virtual to = make(vector_bytes(lane_bytes));
  append({.kind = Instruction::Kind::load,
          .emit = emit,
          .to = to,
          .index = stream,
          .part = static_cast<std::uint8_t>(part)});
  return to;
}

Virtual VectorBuilder::load_bytes(std::uint32_t stream, std::size_t bytes) {
  const Emit emit =
      has_avx512() ? Emit(DMLRUN_EMITS(vmovdqu8(r.to, *r.memory))) : Emit(DMLRUN_EMITS(vmovups(r.to, *r.memory)));
  const Virtual to = make(bytes);
  append({.kind = Instruction::Kind::load, .emit = emit, .to = to, .index = stream});
  return to;
}

Virtual VectorBuilder::constant_of(std::span<const std::uint32_t> dwords, std::size_t bytes) {
  const auto is_same = [&](const Constant& other) {
    return other.front() == dwords.front() && std::ranges::equal(other, dwords);
  };
  const auto found = std::ranges::find_if(code_.constants, is_same);
  const auto number = static_cast<std::uint32_t>(found - code_.constants.begin());
  for (const Known& known : known_)
    if (known.bytes == bytes && known.constant == number) return known.number;
  if (found == code_.constants.end()) code_.constants.emplace_back(dwords.begin(), dwords.end());
  const Virtual to = make(bytes);
  const bool is_fast = section_ == Section::prepare || section_ == Section::fast;
  code_.sections[static_cast<std::size_t>(is_fast ? Section::prepare : Section::invariant)].push_back(
      {.kind = Instruction::Kind::constant, .to = to, .index = number});
  known_.push_back({number, to, bytes});
  return to;
}

Virtual VectorBuilder::constant(std::size_t lane_bytes, std::uint64_t bits) {
  const auto low = static_cast<std::uint32_t>(bits), high = static_cast<std::uint32_t>(bits >> 32);
  const std::array<std::uint32_t, 2> dwords{low, high};
  return constant_of(std::span(dwords).first(lane_bytes <= 4 || low == high ? 1 : 2), vector_bytes(lane_bytes));
}

Virtual VectorBuilder::pattern(const std::array<std::uint8_t, 16>& bytes) {
  std::array<std::uint32_t, 8> dwords{};
  for (std::size_t i = 0; i < dwords.size(); ++i) std::memcpy(&dwords[i], &bytes[i % 4 * 4], 4);
  return constant_of(dwords, std::min<std::size_t>(32, vector_bytes(4)));
}

Virtual VectorBuilder::bit_and(std::size_t lane_bytes, Virtual x, Virtual y) {
  return apply_to_either(
      by_size(lane_bytes, DMLRUN_EMITS(vandps(r.to, r.x, r.last_y())), DMLRUN_EMITS(vandpd(r.to, r.x, r.last_y()))),
      lane_bytes, x, y);
}
Virtual VectorBuilder::bit_or(std::size_t lane_bytes, Virtual x, Virtual y) {
  return apply_to_either(
      by_size(lane_bytes, DMLRUN_EMITS(vorps(r.to, r.x, r.last_y())), DMLRUN_EMITS(vorpd(r.to, r.x, r.last_y()))),
      lane_bytes, x, y);
}
Virtual VectorBuilder::bit_xor(std::size_t lane_bytes, Virtual x, Virtual y) {
  return apply_to_either(
      by_size(lane_bytes, DMLRUN_EMITS(vxorps(r.to, r.x, r.last_y())), DMLRUN_EMITS(vxorpd(r.to, r.x, r.last_y()))),
      lane_bytes, x, y);
}
Virtual VectorBuilder::and_not(std::size_t lane_bytes, Virtual x, Virtual y) {
  return apply_to_numbers(
      by_size(lane_bytes, DMLRUN_EMITS(vandnps(r.to, r.x, r.last_y())), DMLRUN_EMITS(vandnpd(r.to, r.x, r.last_y()))),
      lane_bytes, x, y);
}
Virtual VectorBuilder::shift_left(std::size_t lane_bytes, Virtual x, std::uint8_t by) {
  return apply(
      by_size(lane_bytes, DMLRUN_EMITS(vpslld(r.to, r.x, r.immediate)), DMLRUN_EMITS(vpsllq(r.to, r.x, r.immediate))),
      lane_bytes, x, kNone, kNone, by);
}
Virtual VectorBuilder::shift_right(std::size_t lane_bytes, Virtual x, std::uint8_t by) {
  return apply(
      by_size(lane_bytes, DMLRUN_EMITS(vpsrld(r.to, r.x, r.immediate)), DMLRUN_EMITS(vpsrlq(r.to, r.x, r.immediate))),
      lane_bytes, x, kNone, kNone, by);
}

Virtual VectorBuilder::add(Type type, Virtual x, Virtual y) {
  constexpr Emit kEmits[] = {DMLRUN_EMITS(vpaddd(r.to, r.x, r.last_y())), DMLRUN_EMITS(vpaddq(r.to, r.x, r.last_y())),
                             DMLRUN_EMITS(vaddps(r.to, r.x, r.last_y())), DMLRUN_EMITS(vaddpd(r.to, r.x, r.last_y()))};
  return apply_to_either(kEmits[static_cast<std::size_t>(type) / 2 + (type == Type::f64 ? 1 : 0)], plan::bytes_of(type),
                         x, y);
}
Virtual VectorBuilder::subtract(Type type, Virtual x, Virtual y) {
  constexpr Emit kEmits[] = {DMLRUN_EMITS(vpsubd(r.to, r.x, r.last_y())), DMLRUN_EMITS(vpsubq(r.to, r.x, r.last_y())),
                             DMLRUN_EMITS(vsubps(r.to, r.x, r.last_y())), DMLRUN_EMITS(vsubpd(r.to, r.x, r.last_y()))};
  return apply_to_numbers(kEmits[static_cast<std::size_t>(type) / 2 + (type == Type::f64 ? 1 : 0)],
                          plan::bytes_of(type), x, y);
}

Virtual VectorBuilder::multiply(Type type, Virtual x, Virtual y) {
  if (type == Type::f32)
    return apply_to_either(DMLRUN_EMITS(vmulps(r.to, r.x, r.last_y())), plan::bytes_of(type), x, y);
  if (type == Type::f64)
    return apply_to_either(DMLRUN_EMITS(vmulpd(r.to, r.x, r.last_y())), plan::bytes_of(type), x, y);
  if (plan::bytes_of(type) == 4) return apply(DMLRUN_EMITS(vpmulld(r.to, r.x, r.y)), 4, x, y);
  return has_avx512() ? apply(DMLRUN_EMITS(vpmullq(r.to, r.x, r.y)), 8, x, y) : multiply_wide(x, y);
}

/// The low halves' product and, in the upper half, what the products of a low and a high half add.
Virtual VectorBuilder::multiply_wide(Virtual x, Virtual y) {
  constexpr Emit kProduct = DMLRUN_EMITS(vpmuludq(r.to, r.x, r.y));
  const Virtual low = apply(kProduct, 8, x, y);
  const Virtual first = apply(kProduct, 8, shift_right(8, x, 32), y);
  const Virtual second = apply(kProduct, 8, x, shift_right(8, y, 32));
  return add(Type::u64, low, shift_left(8, add(Type::u64, first, second), 32));
}

Virtual VectorBuilder::divide(Type type, Virtual x, Virtual y) {
  return apply(
      by_size(plan::bytes_of(type), DMLRUN_EMITS(vdivps(r.to, r.x, r.y)), DMLRUN_EMITS(vdivpd(r.to, r.x, r.y))),
      plan::bytes_of(type), x, y);
}

Virtual VectorBuilder::fma(Type type, Virtual x, Virtual y, Virtual z) {
  return apply_to_either(by_size(plan::bytes_of(type), DMLRUN_MULTIPLIES(vfmadd, ps), DMLRUN_MULTIPLIES(vfmadd, pd)),
                         plan::bytes_of(type), x, y, z);
}

Virtual VectorBuilder::negated_fma(Virtual x, Virtual y, Virtual z) {
  return apply_to_either(DMLRUN_MULTIPLIES(vfnmadd, ps), 4, x, y, z);
}

Virtual VectorBuilder::square_root(Type type, Virtual x) {
  return apply(by_size(plan::bytes_of(type), DMLRUN_EMITS(vsqrtps(r.to, r.x)), DMLRUN_EMITS(vsqrtpd(r.to, r.x))),
               plan::bytes_of(type), x);
}

Virtual VectorBuilder::round(Type type, Virtual x, Rounding rounding) {
  const Emit single = has_avx512() ? Emit(DMLRUN_EMITS(vrndscaleps(r.to, r.x, r.immediate)))
                                   : Emit(DMLRUN_EMITS(vroundps(r.to, r.x, r.immediate)));
  const Emit twice = has_avx512() ? Emit(DMLRUN_EMITS(vrndscalepd(r.to, r.x, r.immediate)))
                                  : Emit(DMLRUN_EMITS(vroundpd(r.to, r.x, r.immediate)));
  return apply(by_size(plan::bytes_of(type), single, twice), plan::bytes_of(type), x, kNone, kNone,
               static_cast<std::uint8_t>(rounding));
}

Virtual VectorBuilder::minimum(Type type, Virtual x, Virtual y) {
  constexpr Emit kEmits[] = {DMLRUN_EMITS(vpminsd(r.to, r.x, r.last_y())), DMLRUN_EMITS(vpminud(r.to, r.x, r.last_y())),
                             DMLRUN_EMITS(vpminsq(r.to, r.x, r.last_y())), DMLRUN_EMITS(vpminuq(r.to, r.x, r.last_y())),
                             DMLRUN_EMITS(vminps(r.to, r.x, r.last_y())),  DMLRUN_EMITS(vminpd(r.to, r.x, r.last_y()))};
  const bool is_lacking = !has_avx512() && !plan::is_float(type) && plan::bytes_of(type) == 8;
  if (is_lacking) return select(compare(Relation::less, type, y, x), 8, y, x);
  return apply_to_numbers(kEmits[static_cast<std::size_t>(type)], plan::bytes_of(type), x, y);
}

Virtual VectorBuilder::maximum(Type type, Virtual x, Virtual y) {
  constexpr Emit kEmits[] = {DMLRUN_EMITS(vpmaxsd(r.to, r.x, r.last_y())), DMLRUN_EMITS(vpmaxud(r.to, r.x, r.last_y())),
                             DMLRUN_EMITS(vpmaxsq(r.to, r.x, r.last_y())), DMLRUN_EMITS(vpmaxuq(r.to, r.x, r.last_y())),
                             DMLRUN_EMITS(vmaxps(r.to, r.x, r.last_y())),  DMLRUN_EMITS(vmaxpd(r.to, r.x, r.last_y()))};
  const bool is_lacking = !has_avx512() && !plan::is_float(type) && plan::bytes_of(type) == 8;
  if (is_lacking) return select(compare(Relation::less, type, x, y), 8, y, x);
  return apply_to_numbers(kEmits[static_cast<std::size_t>(type)], plan::bytes_of(type), x, y);
}

Virtual VectorBuilder::shift_left_each(Type type, Virtual x, Virtual by) {
  const std::size_t bytes = plan::bytes_of(type);
  return apply(by_size(bytes, DMLRUN_EMITS(vpsllvd(r.to, r.x, r.y)), DMLRUN_EMITS(vpsllvq(r.to, r.x, r.y))), bytes, x,
               by);
}

Virtual VectorBuilder::shift_right_each(Type type, Virtual x, Virtual by) {
  const std::size_t bytes = plan::bytes_of(type);
  constexpr Emit kUnsigned[] = {DMLRUN_EMITS(vpsrlvd(r.to, r.x, r.y)), DMLRUN_EMITS(vpsrlvq(r.to, r.x, r.y))};
  if (is_unsigned_integer(type)) return apply(kUnsigned[bytes / 8], bytes, x, by);
  // Shifted by too much, copies of the sign would be left.
  const LaneMask is_within =
      compare(Relation::less, bytes == 4 ? Type::u32 : Type::u64, by, constant(bytes, 8 * bytes));
  Virtual shifted;
  if (bytes == 4) shifted = apply(DMLRUN_EMITS(vpsravd(r.to, r.x, r.y)), 4, x, by);
  else shifted = has_avx512() ? apply(DMLRUN_EMITS(vpsravq(r.to, r.x, r.y)), 8, x, by) : shift_right_signed(x, by);
  return zero_unless(is_within, bytes, shifted);
}

/// For 64-bit numbers without an instruction: negative ones by their complements.
Virtual VectorBuilder::shift_right_signed(Virtual x, Virtual by) {
  const Virtual sign = compare(Relation::less, Type::i64, x, zero(8)).number;
  const Virtual shifted = apply(DMLRUN_EMITS(vpsrlvq(r.to, r.x, r.y)), 8, bit_xor(8, x, sign), by);
  return bit_xor(8, shifted, sign);
}

}  // namespace dmlrun::jit::x64::arithmetic
