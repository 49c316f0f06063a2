#include "jit/x64/arithmetic/narrow_lanes.h"

#include <algorithm>

#include "engine/plan/axis_runs.h"
#include "engine/plan/ranges.h"
#include "engine/plan/scalar.h"
#include "jit/x64/arithmetic/vector_builder.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

bool is_narrow(plan::Element element, std::size_t bytes) {
  return plan::is_number(element) && !plan::is_float(element) && plan::bytes_of(element) == bytes;
}

/// Without masks runs shorter than a block go element by element.
bool has_long_runs(const plan::Plan& plan, std::size_t block_elements) {
  if (plan.axes.empty()) return false;
  bool all = true;
  plan::for_each_run(plan.axes.back(), [&](const plan::Run& run) { all = all && run.count >= 2 * block_elements; });
  return all;
}

/// Whether a value that lies in a range is what its low bits are, of numbers of this type.
bool is_exact(const plan::Range& range, Type type, std::size_t bytes) {
  const plan::Element element = bytes == 1 ? (type == Type::i32 ? plan::Element::i8 : plan::Element::u8)
                                           : (type == Type::i32 ? plan::Element::i16 : plan::Element::u16);
  return range.is_inside(plan::range_of(element));
}

bool is_modular(Op op, std::size_t bytes) {
  switch (op) {
    case Op::load:
    case Op::constant:
    case Op::convert:
    case Op::add:
    case Op::subtract:
    case Op::negate:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::bit_not: return true;
    default: return op == Op::multiply && bytes == 2;
  }
}

/// Halves, and one operation of them that rounds: the half nearest to its result is the half nearest to the float
/// nearest to it, as a float has more than twice as many bits and two (Figueroa, When is double rounding innocuous?).
bool is_of_halves(const plan::Plan& plan) {
  const auto is_half = [](const plan::Operand& operand) { return operand.element == plan::Element::f16; };
  if (plan.output != plan::Element::f16 || !std::all_of(plan.operands.begin(), plan.operands.end(), is_half))
    return false;
  const auto is_exact = [](const Value& value) {
    if (value.op == Op::load) return value.type == Type::f32;
    const auto number = plan::number_of(value.type, value.immediate);
    return value.op == Op::constant && plan::scalar::widened_half(plan::scalar::narrowed_half(number)) == number;
  };
  if (!std::all_of(plan.values.begin(), plan.values.end() - 1, is_exact)) return false;
  switch (plan.values.back().op) {
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::square_root: return plan.values.back().type == Type::f32;
    default: return false;
  }
}

/// By the bytes of a lane, 1 or 2.
constexpr Emit by_bytes(std::size_t bytes, Emit one, Emit two) noexcept { return bytes == 1 ? one : two; }

class NarrowLowering {
 public:
  NarrowLowering(const plan::Plan& plan, const std::vector<Stream>& streams, VectorCode& code)
      : plan_(plan), streams_(streams), bytes_(code.narrow_lane_bytes), has_avx512_(code.has_avx512), b_(code) {}

  void run() {
    const std::vector<Variance> variances = variances_of(plan_, streams_);
    for (std::size_t v = 0; v < plan_.values.size(); ++v) {
      b_.set_section(variances[v]);
      numbers_.push_back(lower(plan_.values[v]));
    }
    b_.set_section(Variance::per_element);
    b_.store(numbers_.back());
  }

 private:
  /// The low bits in all lanes.
  Virtual constant(std::uint64_t bits) {
    const std::uint64_t low = bytes_ == 1 ? (bits & 0xff) * 0x01010101u : (bits & 0xffff) * 0x00010001u;
    return b_.constant(bytes_, low);
  }

  Emit load() const {
    if (!has_avx512_) return DMLRUN_EMITS(vmovups(r.to, *r.memory));
    return by_bytes(bytes_, DMLRUN_EMITS(vmovdqu8(r.to, *r.memory)), DMLRUN_EMITS(vmovdqu16(r.to, *r.memory)));
  }

  Virtual apply(Emit one, Emit two, Virtual x, Virtual y) { return b_.apply(by_bytes(bytes_, one, two), bytes_, x, y); }

  Virtual subtract(Virtual x, Virtual y) {
    return apply(DMLRUN_EMITS(vpsubb(r.to, r.x, r.y)), DMLRUN_EMITS(vpsubw(r.to, r.x, r.y)), x, y);
  }

  Virtual halves(Op op, Virtual x, Virtual y) {
    switch (op) {
      case Op::add: return b_.apply(DMLRUN_EMITS(vaddph(r.to, r.x, r.y)), bytes_, x, y);
      case Op::subtract: return b_.apply(DMLRUN_EMITS(vsubph(r.to, r.x, r.y)), bytes_, x, y);
      case Op::multiply: return b_.apply(DMLRUN_EMITS(vmulph(r.to, r.x, r.y)), bytes_, x, y);
      case Op::divide: return b_.apply(DMLRUN_EMITS(vdivph(r.to, r.x, r.y)), bytes_, x, y);
      default: return b_.apply(DMLRUN_EMITS(vsqrtph(r.to, r.x)), bytes_, x);
    }
  }

  Virtual extreme(const Value& value, Virtual x, Virtual y) {
    const bool is_signed = plan::is_signed(value.type);
    if (value.op == Op::minimum)
      return is_signed ? apply(DMLRUN_EMITS(vpminsb(r.to, r.x, r.y)), DMLRUN_EMITS(vpminsw(r.to, r.x, r.y)), x, y)
                       : apply(DMLRUN_EMITS(vpminub(r.to, r.x, r.y)), DMLRUN_EMITS(vpminuw(r.to, r.x, r.y)), x, y);
    return is_signed ? apply(DMLRUN_EMITS(vpmaxsb(r.to, r.x, r.y)), DMLRUN_EMITS(vpmaxsw(r.to, r.x, r.y)), x, y)
                     : apply(DMLRUN_EMITS(vpmaxub(r.to, r.x, r.y)), DMLRUN_EMITS(vpmaxuw(r.to, r.x, r.y)), x, y);
  }

  Virtual lower(const Value& value) {
    if (value.op == Op::load) return b_.load(stream_of(streams_, value), load(), bytes_);
    const bool is_half = plan::is_float(value.type);
    if (value.op == Op::constant)
      return constant(is_half ? plan::scalar::narrowed_half(plan::number_of(value.type, value.immediate))
                              : value.immediate);
    const Virtual x = numbers_[value.inputs[0]], y = numbers_[value.inputs[1]];
    if (is_half) return halves(value.op, x, y);
    switch (value.op) {
      case Op::convert: return x;
      case Op::add: return apply(DMLRUN_EMITS(vpaddb(r.to, r.x, r.y)), DMLRUN_EMITS(vpaddw(r.to, r.x, r.y)), x, y);
      case Op::subtract: return subtract(x, y);
      case Op::negate: return subtract(constant(0), x);
      case Op::multiply: return b_.apply(DMLRUN_EMITS(vpmullw(r.to, r.x, r.y)), bytes_, x, y);
      case Op::bit_and: return b_.bit_and(bytes_, x, y);
      case Op::bit_or: return b_.bit_or(bytes_, x, y);
      case Op::bit_xor: return b_.bit_xor(bytes_, x, y);
      case Op::bit_not: return b_.bit_xor(bytes_, x, constant(0xffff));
      default: return extreme(value, x, y);
    }
  }

  const plan::Plan& plan_;
  const std::vector<Stream>& streams_;
  const std::size_t bytes_;
  const bool has_avx512_;
  VectorBuilder b_;
  std::vector<Virtual> numbers_;
};

}  // namespace

std::size_t narrow_lane_bytes(const plan::Plan& plan, Isa isa) {
  if (isa >= Isa::avx512_fp16 && is_of_halves(plan)) return 2;
  const std::size_t bytes = plan::bytes_of(plan.output);
  if (bytes > 2 || !is_narrow(plan.output, bytes)) return 0;
  const auto is_right = [&](const plan::Operand& operand) {
    return operand.input != plan::kIndex && is_narrow(operand.element, bytes);
  };
  if (!std::all_of(plan.operands.begin(), plan.operands.end(), is_right)) return 0;
  if (isa < Isa::avx512 && !has_long_runs(plan, 32 / bytes)) return 0;
  const std::vector<plan::Range> ranges = plan::ranges_of(plan);
  for (const Value& value : plan.values) {
    if (value.type != Type::i32 && value.type != Type::u32) return 0;
    if (is_modular(value.op, bytes)) continue;
    if (value.op != Op::minimum && value.op != Op::maximum) return 0;
    for (std::size_t i = 0; i < 2; ++i)
      if (!is_exact(ranges[value.inputs[i]], value.type, bytes)) return 0;
  }
  return bytes;
}

VectorCode lower_narrow(const plan::Plan& plan, const std::vector<Stream>& streams, std::size_t block_elements,
                        Isa isa) {
  VectorCode code;
  code.block_elements = block_elements;
  code.has_avx512 = isa >= Isa::avx512;
  code.narrow_lane_bytes = narrow_lane_bytes(plan, isa);
  NarrowLowering(plan, streams, code).run();
  return code;
}

}  // namespace dmlrun::jit::x64::arithmetic
