#include "jit/x64/arithmetic/block_emitter.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace dmlrun::jit::x64::arithmetic {

namespace {

/// The mask of a part's elements; no value has it (register_allocation.cpp).
const Xbyak::Opmask kOfPart(7);

/// A register for numbers of 64 bits: of 32 bytes at least, as vbroadcastsd has no shorter form.
Xbyak::Ymm at_least_ymm(const Xbyak::Xmm& x) {
  if (x.isZMM()) return Xbyak::Zmm(x.getIdx());
  return Xbyak::Ymm(x.getIdx());
}

/// Registers of an instruction that loads.
Registers loading(const Xbyak::Xmm& to, const Xbyak::Address& memory) {
  Registers registers;
  registers.to = to;
  registers.memory = &memory;
  return registers;
}

}  // namespace

BlockEmitter::BlockEmitter(Emission& emission, const LoopNest& nest, const RegisterAllocation& allocation)
    : e_(emission), a_(emission.code), nest_(nest), allocation_(allocation) {
  const std::size_t elements = e_.vectors.block_elements;
  for (std::size_t s = 0; s < e_.moving; ++s)
    staging_.push_back(e_.frame.add(elements * static_cast<std::size_t>(e_.element_bytes(s)), 64));
  staging_.push_back(e_.frame.add(elements * static_cast<std::size_t>(e_.output_bytes()), 64));
  spills_ = e_.frame.add(allocation.spill_bytes, 64);
  if (e_.vectors.fast) {
    is_fast_ = e_.frame.add(4, 4);
    table_ = e_.frame.add(e_.vectors.fast->looks_up() ? 256 : 0, 64);
    words_ = e_.frame.add(e_.vectors.has(FastPath::Kind::nibble_table) ? 512 : 0, 64);
  }
  bool divides = false;
  for (const auto& section : e_.vectors.sections)
    for (const Instruction& one : section)
      divides = divides || one.kind == Kind::quotient || one.kind == Kind::remainder;
  if (!divides) return;
  dividends_ = e_.frame.add(elements * 8, 64);
  divisors_ = e_.frame.add(elements * 8, 64);
  kept_count_ = e_.frame.add(8);
  kept_element_ = e_.frame.add(8);
}

void BlockEmitter::section(Section section, const BlockAccess& access) {
  for (const Instruction& one : e_.vectors.sections[static_cast<std::size_t>(section)]) emit(one, section, access);
}

Xbyak::Xmm BlockEmitter::vector(int number, std::size_t bytes) const {
  if (bytes == 64) return Xbyak::Zmm(number);
  if (bytes == 32) return Xbyak::Ymm(number);
  return Xbyak::Xmm(number);
}

/// The register that a value is in, or a scratch register that it is loaded into.
Xbyak::Xmm BlockEmitter::input(Virtual number, int scratch) {
  const ValueLocation& location = allocation_.locations[number];
  const std::size_t bytes = e_.vectors.virtuals[number].bytes;
  if (location.reg >= 0) return vector(location.reg, bytes);
  const Xbyak::Xmm to = vector(allocation_.first_scratch + scratch, bytes);
  load(location, to);
  return to;
}

void BlockEmitter::load(const ValueLocation& location, const Xbyak::Xmm& to) {
  if (location.constant >= 0) load_constant(to, e_.vectors.constants[static_cast<std::size_t>(location.constant)]);
  else a_.vmovups(to, a_.ptr[a_.rsp + spills_ + location.slot]);
}

Xbyak::Xmm BlockEmitter::result(Virtual number, int scratch) const {
  const ValueLocation& location = allocation_.locations[number];
  return vector(location.reg >= 0 ? location.reg : allocation_.first_scratch + scratch,
                e_.vectors.virtuals[number].bytes);
}

void BlockEmitter::load_constant(const Xbyak::Xmm& to, const Constant& constant) {
  const auto is_zero = [](std::uint32_t dword) { return dword == 0; };
  if (std::all_of(constant.begin(), constant.end(), is_zero)) {
    const Xbyak::Xmm low(to.getIdx());
    return a_.vxorps(low, low, low);
  }
  const Xbyak::Address memory = a_.ptr[a_.rip + e_.pool.of(constant)];
  if (constant.size() == 1) a_.vbroadcastss(to, memory);
  else if (constant.size() == 2) a_.vbroadcastsd(at_least_ymm(to), memory);
  else a_.vmovups(to, memory);
}

void BlockEmitter::emit(const Instruction& one, Section section, const BlockAccess& access) {
  constexpr int kResult = 3;
  const auto first = [&] { return one.inputs[0] == kNone ? Xbyak::Xmm() : input(one.inputs[0], 0); };
  switch (one.kind) {
    case Kind::constant:
      if (allocation_.locations[one.to].reg >= 0)
        load_constant(result(one.to, kResult), e_.vectors.constants[one.index]);
      return;
    case Kind::store: {
      const std::size_t bytes = e_.vectors.block_elements * static_cast<std::size_t>(e_.output_bytes());
      return store(first(), section == Section::fast ? e_.vectors.virtuals[one.inputs[0]].bytes : bytes, access);
    }
    case Kind::decide: return a_.vmovd(a_.dword[a_.rsp + is_fast_], Xbyak::Xmm(first().getIdx()));
    case Kind::keep_words: {
      const auto half = static_cast<int>(one.index * e_.vectors.block_elements);
      if (access.is_table) a_.vmovups(a_.ptr[a_.rsp + a_.rcx * 2 + words_ + half], first());
      return;
    }
    case Kind::branch:
    case Kind::fallback: return branch(one, first());
    case Kind::label: return a_.L(*target_);
    case Kind::certain: return leave_unless(one, first(), *access.doubtful);
    default: break;
  }
  const ValueLocation& location = allocation_.locations[one.to];
  const bool makes_mask = e_.vectors.virtuals[one.to].is_mask;
  const Xbyak::Xmm vector = makes_mask ? Xbyak::Xmm() : result(one.to, kResult);
  switch (one.kind) {
    case Kind::load: load(one, vector, section, access); break;
    case Kind::table_part: a_.vmovups(vector, a_.ptr[a_.rsp + table_ + 64 * static_cast<int>(one.index)]); break;
    case Kind::quotient:
    case Kind::remainder: divide(one, vector, first(), input(one.inputs[1], 1)); break;
    default: compute(one, vector);
  }
  if (location.reg < 0 && location.slot >= 0) a_.vmovups(a_.ptr[a_.rsp + spills_ + location.slot], vector);
}

/// What the instruction can read where it is. A constant of 0 is made, not read.
bool BlockEmitter::stays_in_memory(const Instruction& one, Virtual number) const {
  if (one.number_bytes == 0 || number == kNone || allocation_.locations[number].reg >= 0) return false;
  const std::int32_t constant = allocation_.locations[number].constant;
  if (constant < 0) return true;
  const Constant& dwords = e_.vectors.constants[static_cast<std::size_t>(constant)];
  return dwords.size() <= 2 && std::any_of(dwords.begin(), dwords.end(), [](std::uint32_t d) { return d != 0; });
}

/// Without AVX-512 the constant is there in all lanes.
Xbyak::Address BlockEmitter::memory_of(Virtual number, std::size_t lane_bytes) {
  const ValueLocation& location = allocation_.locations[number];
  if (location.constant < 0) return a_.ptr[a_.rsp + spills_ + location.slot];
  const Constant& dwords = e_.vectors.constants[static_cast<std::size_t>(location.constant)];
  std::array<std::uint32_t, 8> lanes{};
  for (std::size_t i = 0; i < lanes.size(); ++i) lanes[i] = dwords[i % dwords.size()];
  const Xbyak::RegRip at = a_.rip + e_.pool.of(std::span(lanes).first(e_.vectors.has_avx512 ? lane_bytes / 4 : 8));
  return e_.vectors.has_avx512 ? a_.ptr_b[at] : a_.ptr[at];
}

/// One input of numbers stays in memory, the last or the one before. An addend goes from there to where the sum will
/// be, unless that is a factor's register.
void BlockEmitter::compute(const Instruction& one, const Xbyak::Xmm& to) {
  auto [x, y, z] = one.inputs;
  if (one.is_symmetric && stays_in_memory(one, x) && !stays_in_memory(one, y)) std::swap(x, y);
  const auto mask = [&](Virtual number) {
    return Xbyak::Opmask(number == kNone ? 0 : std::max<int>(0, allocation_.locations[number].reg));
  };
  const auto is_at = [&](Virtual v) { return v != kNone && allocation_.locations[v].reg == to.getIdx(); };
  Registers r;
  r.to = to;
  r.k = mask(one.mask);
  if (e_.vectors.virtuals[one.to].is_mask) r.to_k = mask(one.to);
  r.immediate = one.immediate;
  r.is_z_in_memory = stays_in_memory(one, z) && (is_at(x) || is_at(y));
  r.is_y_in_memory = stays_in_memory(one, y) && !r.is_z_in_memory;
  if (x != kNone) r.x = input(x, 0);
  if (y != kNone && !r.is_y_in_memory) r.y = input(y, 1);
  if (stays_in_memory(one, z) && !r.is_z_in_memory) load(allocation_.locations[z], r.z = to);
  else if (z != kNone && !r.is_z_in_memory) r.z = input(z, 2);
  if (one.merges) {
    if (to.getIdx() != r.z.getIdx()) a_.vmovaps(to, r.z);
    r.to = to | r.k;
  }
  std::optional<Xbyak::Address> memory;
  if (r.is_y_in_memory || r.is_z_in_memory)
    r.memory = &memory.emplace(memory_of(r.is_z_in_memory ? z : y, one.number_bytes));
  one.emit(a_, r);
}

/// Clobbers rax.
void BlockEmitter::leave_unless(const Instruction& certain, const Xbyak::Xmm& lanes, Xbyak::Label& doubtful) {
  if (e_.vectors.has_avx512) {
    const Xbyak::Opmask mask(allocation_.locations[certain.inputs[0]].reg);
    certain.mask_lanes == 16 ? a_.kortestw(mask, mask) : a_.kortestd(mask, mask);
    return a_.jae(doubtful, kNear);
  }
  a_.vpmovmskb(a_.eax, Xbyak::Ymm(lanes.getIdx()));
  a_.inc(a_.eax);
  a_.jnz(doubtful, kNear);
}

void BlockEmitter::branch(const Instruction& one, const Xbyak::Xmm& lanes) {
  const Xbyak::Opmask mask(e_.vectors.has_avx512 ? allocation_.locations[one.mask].reg : 0);
  if (!e_.vectors.has_avx512) a_.vptest(lanes, lanes);
  else one.mask_lanes == 32 ? a_.kortestd(mask, mask) : a_.kortestw(mask, mask);
  a_.jz(target_.emplace(), kNear);
}

void BlockEmitter::load(const Instruction& one, const Xbyak::Xmm& to, Section section, const BlockAccess& access) {
  const std::size_t stream = one.index;
  if (section != Section::per_element && section != Section::fast) return load_uniform(stream, to, section);
  const auto bytes = static_cast<int>(e_.element_bytes(stream));
  const int offset = one.part * static_cast<int>(e_.vectors.block_elements / e_.vectors.parts);
  if (access.is_table) {
    const Xbyak::Address byte = a_.ptr[a_.rsi + a_.rcx];
    return one.emit(a_, loading(to, byte));
  }
  if (!access.is_direct) {
    const Xbyak::Address memory = a_.ptr[a_.rsp + staging_[stream] + offset * bytes];
    return one.emit(a_, loading(to, memory));
  }
  if (e_.is_index(stream)) return load_index(stream, to, access);
  const Xbyak::Reg64 from = e_.loaded_pointer(stream, a_.rax);
  const int distance = (static_cast<int>(access.offset) + offset) * bytes;
  const Xbyak::Address memory =
      e_.is_repeated(stream) ? a_.ptr[from + distance] : a_.ptr[from + a_.rcx * bytes + distance];
  if (!access.is_masked) return one.emit(a_, loading(to, memory));
  if (offset > 0) a_.kshiftrq(kOfPart, a_.k1, static_cast<std::uint8_t>(offset));
  one.emit(a_, loading(to | (offset > 0 ? kOfPart : a_.k1) | Xbyak::util::T_z, memory));
}

/// One element in all lanes. Clobbers rax.
void BlockEmitter::load_uniform(std::size_t stream, const Xbyak::Xmm& to, Section section) {
  const plan::Operand& operand = e_.operand(stream);
  const Xbyak::Xmm low(to.getIdx());
  const bool is_fixed = section == Section::invariant;
  const std::int64_t fixed = is_fixed ? fixed_position(e_.plan, operand) : 0;
  if (e_.is_index(stream)) {
    if (is_fixed) a_.mov(a_.rax, fixed);
    a_.vmovq(low, is_fixed ? a_.rax : e_.loaded_pointer(stream, a_.rax));
    return a_.vpbroadcastq(to, low);
  }
  Xbyak::Reg64 from = a_.rax;
  if (is_fixed) {
    a_.mov(a_.rax, a_.ptr[a_.rsi + std::size_t{operand.input} * 8]);
    e_.add(a_.rax, fixed * e_.element_bytes(stream));
  } else {
    from = e_.loaded_pointer(stream, a_.rax);
  }
  const Xbyak::Address memory = a_.ptr[from];
  switch (operand.element) {
    case plan::Element::i8: a_.movsx(a_.eax, a_.byte[from]); break;
    case plan::Element::u8: a_.movzx(a_.eax, a_.byte[from]); break;
    case plan::Element::i16: a_.movsx(a_.eax, a_.word[from]); break;
    case plan::Element::u16:
    case plan::Element::f16: a_.movzx(a_.eax, a_.word[from]); break;
    default:
      return e_.element_bytes(stream) == 8 ? a_.vbroadcastsd(at_least_ymm(to), memory) : a_.vbroadcastss(to, memory);
  }
  const std::size_t narrow = e_.vectors.narrow_lane_bytes;
  const bool is_half = operand.element == plan::Element::f16 && narrow == 0;
  if (narrow == 0 && !is_half && e_.vectors.has_avx512) return a_.vpbroadcastd(to, a_.eax);
  a_.vmovd(low, a_.eax);
  if (is_half) a_.vcvtph2ps(low, low);
  if (narrow == 1) return a_.vpbroadcastb(to, low);
  if (narrow == 2) return a_.vpbroadcastw(to, low);
  a_.vpbroadcastd(to, low);
}

/// Positions from that of element rcx on. Clobbers rax.
void BlockEmitter::load_index(std::size_t stream, const Xbyak::Xmm& to, const BlockAccess& access) {
  const std::int64_t step = nest_.contiguous_step(stream);
  const Xbyak::Xmm low(to.getIdx());
  a_.mov(a_.rax, a_.rcx);
  e_.multiply(a_.rax, step);
  e_.add(a_.rax, static_cast<std::int64_t>(access.offset) * step);
  if (const auto base = e_.pointer(stream)) a_.add(a_.rax, *base);
  else a_.add(a_.rax, e_.quad(e_.pointer_places[stream]));
  a_.vmovq(low, a_.rax);
  a_.vpbroadcastq(to, low);
  std::vector<std::uint32_t> steps;
  for (std::size_t i = 0; i < e_.vectors.block_elements; ++i) {
    const std::uint64_t at = i * static_cast<std::uint64_t>(step);
    steps.push_back(static_cast<std::uint32_t>(at));
    steps.push_back(static_cast<std::uint32_t>(at >> 32));
  }
  a_.vpaddq(to, to, a_.ptr[a_.rip + e_.pool.of(steps)]);
}

void BlockEmitter::store(const Xbyak::Xmm& value, std::size_t size, const BlockAccess& access) {
  const auto bytes = static_cast<int>(e_.output_bytes());
  const Xbyak::RegExp direct = a_.rdi + a_.rcx * bytes + static_cast<int>(access.offset) * bytes;
  const Xbyak::RegExp table = a_.rsp + a_.rcx + table_;
  const Xbyak::RegExp staged = access.is_table ? table : a_.rsp + output_staging();
  const Xbyak::Address memory = a_.ptr[access.is_direct ? direct : staged];
  if (access.is_direct && access.is_masked) {
    const Xbyak::Address masked = memory | a_.k1;
    if (bytes == 1) return a_.vmovdqu8(masked, value);
    if (bytes == 2) return a_.vmovdqu16(masked, value);
    return bytes == 4 ? a_.vmovups(masked, value) : a_.vmovupd(masked, value);
  }
  if (size == 4) return a_.vmovd(a_.dword[access.is_direct ? direct : staged], Xbyak::Xmm(value.getIdx()));
  if (size == 8) return a_.vmovq(a_.qword[access.is_direct ? direct : staged], Xbyak::Xmm(value.getIdx()));
  const Xbyak::Xmm whole = vector(value.getIdx(), size);
  access.is_non_temporal ? a_.vmovntps(memory, whole) : a_.vmovups(memory, whole);
}

/// One lane after the other. Clobbers rax and rbx.
void BlockEmitter::divide(const Instruction& one, const Xbyak::Xmm& to, const Xbyak::Xmm& x, const Xbyak::Xmm& y) {
  Xbyak::Label again, by_zero, by_minus_one, next;
  a_.vmovups(a_.ptr[a_.rsp + dividends_], x);
  a_.vmovups(a_.ptr[a_.rsp + divisors_], y);
  a_.mov(e_.quad(kept_count_), a_.rdx);
  a_.mov(e_.quad(kept_element_), a_.rcx);
  a_.xor_(a_.ebx, a_.ebx);
  a_.L(again);
  a_.mov(a_.rcx, a_.qword[a_.rsp + a_.rbx * 8 + divisors_]);
  a_.mov(a_.rax, a_.qword[a_.rsp + a_.rbx * 8 + dividends_]);
  a_.test(a_.rcx, a_.rcx);
  a_.jz(by_zero);
  if (one.is_signed) {
    a_.cmp(a_.rcx, -1);
    a_.je(by_minus_one);
    a_.cqo();
    a_.idiv(a_.rcx);
  } else {
    a_.xor_(a_.edx, a_.edx);
    a_.div(a_.rcx);
  }
  a_.jmp(next);
  a_.L(by_zero);
  a_.mov(a_.rax, -1);
  a_.mov(a_.rdx, a_.rax);
  if (one.is_signed) {
    a_.jmp(next);
    a_.L(by_minus_one);
    a_.neg(a_.rax);
    a_.xor_(a_.edx, a_.edx);
  }
  a_.L(next);
  a_.mov(a_.qword[a_.rsp + a_.rbx * 8 + dividends_], one.kind == Kind::quotient ? a_.rax : a_.rdx);
  a_.inc(a_.ebx);
  a_.cmp(a_.ebx, static_cast<std::uint32_t>(e_.vectors.block_elements));
  a_.jb(again);
  a_.mov(a_.rdx, e_.quad(kept_count_));
  a_.mov(a_.rcx, e_.quad(kept_element_));
  a_.vmovups(to, a_.ptr[a_.rsp + dividends_]);
}

}  // namespace dmlrun::jit::x64::arithmetic
