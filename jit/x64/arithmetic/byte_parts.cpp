#include "jit/x64/arithmetic/byte_parts.h"

#include <algorithm>
#include <array>
#include <span>

#include "engine/plan/axis_runs.h"
#include "engine/plan/quantized_ending.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

/// The most values of a plan in byte parts, which limits the code: each part has its own of most values.
constexpr std::size_t kMaxPartValues = 40;

bool is_byte(Element element) { return plan::is_number(element) && plan::bytes_of(element) == 1; }

bool has_long_run(const plan::Plan& plan, std::uint64_t elements) {
  bool has = false;
  if (!plan.axes.empty())
    plan::for_each_run(plan.axes.back(), [&](const plan::Run& run) { has = has || run.count >= elements; });
  return has;
}

constexpr Emit kShuffle = DMLRUN_EMITS(vpshufb(r.to, r.x, r.y));

/// A part's bytes as the first ones of dwords, or the last ones.
Virtual order_of(VectorBuilder& b, std::size_t part, bool are_last) {
  constexpr std::uint32_t kFirst = 0x80808000u, kLast = 0x00808080u;
  std::array<std::uint32_t, 16> order{};
  for (std::uint32_t i = 0; i < b.lanes(); ++i) {
    const std::uint32_t byte = static_cast<std::uint32_t>(part) * 4 + i % 4;
    order[i] = are_last ? kLast | byte << 24 : kFirst | byte;
  }
  return b.dwords(std::span(order).first(b.lanes()));
}

Virtual in_order(VectorBuilder& b, Virtual bytes, bool is_interleaved) {
  if (is_interleaved) return bytes;
  const auto lanes = static_cast<std::uint32_t>(b.lanes() / 4);
  Constant order;
  for (std::uint32_t part = 0; part < kByteParts; ++part)
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
      order.push_back(lane * static_cast<std::uint32_t>(kByteParts) + part);
  const Emit permute = b.has_avx512()
                           ? Emit(DMLRUN_EMITS(vpermd(Xbyak::Zmm(r.to.getIdx()), Xbyak::Zmm(r.x.getIdx()), r.y)))
                           : Emit(DMLRUN_EMITS(vpermd(Xbyak::Ymm(r.to.getIdx()), Xbyak::Ymm(r.x.getIdx()), r.y)));
  return b.apply(permute, 4, b.dwords(order), bytes);
}

/// NaN stays: it becomes the least integer, as what is below all does.
Virtual below_integers_end(VectorBuilder& b, Virtual number) {
  return b.minimum(Type::f32, b.constant(Type::f32, 0x1p30), number);
}

}  // namespace

bool is_byte_load(const plan::Plan& plan, const Value& value) {
  return value.op == Op::load && plan.operands[value.immediate].input != plan::kIndex &&
         is_byte(plan.operands[value.immediate].element);
}

Virtual bytes_of_words(VectorBuilder& b, Virtual low, Virtual high, Element to) {
  return to == Element::i8 ? b.apply(DMLRUN_EMITS(vpacksswb(r.to, r.x, r.y)), 4, low, high)
                           : b.apply(DMLRUN_EMITS(vpackuswb(r.to, r.x, r.y)), 4, low, high);
}

bool has_byte_parts(const plan::Plan& plan, bool has_avx512) {
  const std::size_t block = has_avx512 ? 64 : 32;
  if (!is_byte(plan.output) || plan.values.size() > kMaxPartValues || !has_long_run(plan, block)) return false;
  return std::all_of(plan.values.begin(), plan.values.end(), [](const Value& value) {
    const bool divides = value.op == Op::divide || value.op == Op::remainder;
    return plan::bytes_of(value.type) == 4 && (!divides || plan::is_float(value.type));
  });
}

bool is_interleaved(const plan::Plan& plan, const std::vector<Stream>& streams) {
  return std::all_of(streams.begin(), streams.end(), [&](const Stream& stream) {
    const plan::Operand& operand = plan.operands[stream.operand];
    return stream.variance != Variance::per_element || (operand.input != plan::kIndex && is_byte(operand.element));
  });
}

Virtual unpacked(VectorBuilder& b, const ByteBlock& block, std::size_t part, bool is_signed) {
  const Virtual order = order_of(b, part, is_signed);
  const Virtual numbers = b.apply(kShuffle, 4, block.bytes, order);
  return is_signed ? b.apply(DMLRUN_EMITS(vpsrad(r.to, r.x, r.immediate)), 4, numbers, kNone, kNone, 24) : numbers;
}

Virtual unpacked_biased(VectorBuilder& b, ByteBlock& block, std::size_t part, bool is_signed) {
  if (!is_signed) block.flipped = block.bytes;
  else if (block.flipped == kNone) block.flipped = b.bit_xor(4, block.bytes, b.constant(4, kFlip));
  const Virtual order = order_of(b, part, false), bias = b.constant(Type::f32, 0x1p23);
  if (!b.has_avx512()) return b.bit_or(4, b.apply(kShuffle, 4, block.flipped, order), bias);
  const Emit merge = [](Assembler& a, const Registers& r) {
    if (r.to.getIdx() != r.z.getIdx()) a.vmovaps(r.to, r.z);
    a.vpshufb(r.to | r.k, r.x, r.y);
  };
  return b.apply_apart(merge, block.flipped, order, bias, b.first_bytes());
}

Virtual signed_words(VectorBuilder& b, Virtual low, Virtual high) {
  return b.apply(DMLRUN_EMITS(vpackssdw(r.to, r.x, r.y)), 4, low, high);
}

Words words_of_parts(VectorBuilder& b, const Parts& integers) {
  return {signed_words(b, integers[0], integers[1]), signed_words(b, integers[2], integers[3])};
}

Virtual packed_parts(VectorBuilder& b, Parts parts, Element to, const plan::Range& range, bool is_interleaved) {
  const bool is_inside = range.is_inside(plan::range_of(to));
  if (!is_inside)
    for (Virtual& part : parts) part = b.bit_and(4, part, b.constant(4, 0xff));
  const Words words = words_of_parts(b, parts);
  return in_order(b, bytes_of_words(b, words[0], words[1], is_inside ? to : Element::u8), is_interleaved);
}

std::optional<Quantized> quantized(const plan::Plan& plan, const std::vector<Variance>& variances) {
  const auto ending = plan::quantized_ending(plan);
  const plan::Range limits = plan::range_of(plan.output);
  if (!ending || ending->least != limits.low || ending->most != limits.high) return std::nullopt;
  Quantized found{ending->number, {}};
  if (ending->added) {
    const Value& integer = plan.values[*ending->added];
    const bool is_integer = integer.op == Op::convert && is_byte_load(plan, plan.values[integer.inputs[0]]);
    if (variances[*ending->added] == Variance::per_element || !is_integer) return std::nullopt;
    found.added = integer.inputs[0];
  }
  if (variances[ending->rounded] != Variance::per_element) return std::nullopt;
  return found;
}

Virtual nearest_integer(VectorBuilder& b, Virtual number) {
  return b.apply(DMLRUN_EMITS(vcvtps2dq(r.to, r.x)), 4, below_integers_end(b, number));
}

Virtual truncated_integer(VectorBuilder& b, Virtual number) {
  return b.apply(DMLRUN_EMITS(vcvttps2dq(r.to, r.x)), 4, below_integers_end(b, number));
}

Virtual packed_quantized(VectorBuilder& b, Words words, Virtual added, Element to, bool is_interleaved) {
  if (added != kNone)
    for (Virtual& half : words) half = b.apply(DMLRUN_EMITS(vpaddsw(r.to, r.x, r.y)), 4, half, added);
  if (b.keeps_words())
    for (std::uint32_t half = 0; half < words.size(); ++half) b.keep_words(words[half], half);
  return in_order(b, bytes_of_words(b, words[0], words[1], to), is_interleaved);
}

}  // namespace dmlrun::jit::x64::arithmetic
