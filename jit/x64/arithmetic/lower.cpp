#include "jit/x64/arithmetic/lower.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/plan/ranges.h"
#include "jit/x64/arithmetic/byte_parts.h"
#include "jit/x64/arithmetic/byte_table.h"
#include "jit/x64/arithmetic/composed_operations.h"
#include "jit/x64/arithmetic/conversions.h"
#include "jit/x64/arithmetic/exact_quotients.h"
#include "jit/x64/arithmetic/fixed_point.h"
#include "jit/x64/arithmetic/float_pairs.h"
#include "jit/x64/arithmetic/narrow_lanes.h"
#include "jit/x64/arithmetic/nibble_table.h"
#include "jit/x64/arithmetic/rare_values.h"
#include "jit/x64/arithmetic/rounded_quotients.h"
#include "jit/x64/arithmetic/vector_builder.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

bool is_compare(Op op) { return plan::operation(op).rule == plan::Rule::compare; }

class Lowering {
 public:
  Lowering(const plan::Plan& plan, const std::vector<Stream>& streams, VectorCode& code, Isa isa, const Tuning& tuning)
      : code_(code),
        isa_(isa),
        tuning_(tuning),
        plan_(plan),
        streams_(streams),
        ranges_(plan::ranges_of(plan)),
        b_(code),
        numbers_(plan.values.size(), kNone),
        biases_(2 * plan.values.size(), kNone),
        variances_(variances_of(plan, streams)),
        parts_(code.parts),
        rare_(plan, parts_ == 1),
        is_interleaved_(is_interleaved(plan, streams)),
        blocks_(streams.size()) {}

  void run() {
    if (parts_ > 1) quantized_ = quantized(plan_, variances_);
    if (quantized_ && is_interleaved_) sum_ = fixed_point(plan_, *quantized_, variances_);
    if (quantized_ && is_interleaved_) add_nibble_table(code_, plan_, streams_, isa_);
    if (quantized_ && has_rounded_quotients(plan_, *quantized_, variances_, code_.has_avx512))
      quotient_ = &plan_.values[quantized_->number];
    code_.has_reciprocals = quotient_ != nullptr;
    find_needed();
    lower_all(false);
    Parts results{};
    for (part_ = 0; part_ < parts_; ++part_) {
      lower_all(true);
      if (quotient_) results[part_] = input(*quotient_, 0);
      else results[part_] = quantized_ ? nearest_integer(b_, numbers_[quantized_->number]) : numbers_.back();
    }
    b_.set_section(variances_.back());
    const Virtual bytes = packed_results(results);
    b_.set_section(Variance::per_element);
    b_.store(bytes);
  }

  /// False where the strategy does not apply.
  bool add_fixed_point(bool has_dot_products) {
    return sum_ && arithmetic::add_fixed_point(b_, plan_, *sum_, numbers_, streams_, has_dot_products);
  }

 private:
  /// Lowers the values that change from element to element, or the others.
  void lower_all(bool per_element) {
    for (std::size_t v = 0; v < plan_.values.size(); ++v) {
      const bool is_now = is_needed_[v] && (variances_[v] == Variance::per_element) == per_element;
      if (is_now && !(per_element && rare_.postpones(v))) lower_one(v);
    }
  }

  void lower_one(std::size_t v) {
    b_.set_section(variances_[v]);
    const Value& value = plan_.values[v];
    if (const Value* byte = byte_less_integer(value)) numbers_[v] = float_of_byte(*byte, value.inputs[1]);
    else if (const Value* load = byte_of(static_cast<std::uint32_t>(v))) numbers_[v] = float_of_byte(*load, {});
    else numbers_[v] = lower(value);
  }

  Virtual packed_results(const Parts& parts) {
    const std::size_t last = plan_.values.size() - 1;
    if (parts_ == 1) return packed(b_, {parts[0], plan_.values[last].type, ranges_[last]}, plan_.output);
    if (!quantized_) return packed_parts(b_, parts, plan_.output, ranges_[last], is_interleaved_);
    Virtual added = kNone;
    if (const auto integer = quantized_->added) {
      b_.set_section(variances_[*integer]);
      added = signed_words(b_, numbers_[*integer], numbers_[*integer]);
    }
    Reciprocal reciprocal;
    if (quotient_) {
      b_.set_section(variances_[quotient_->inputs[1]]);
      std::vector<Virtual> scales;
      if (sum_) scales = {numbers_[sum_->terms[0].scale], numbers_[sum_->terms[1].scale]};
      reciprocal = reciprocal_of(b_, input(*quotient_, 1), scales);
    }
    b_.set_section(Variance::per_element);
    const Words words = quotient_ ? rounded_quotients(b_, parts, reciprocal) : words_of_parts(b_, parts);
    const Virtual bytes = packed_quantized(b_, words, added, plan_.output, is_interleaved_);
    if (quotient_) add_watched_quotients(b_, code_, plan_, streams_, *quotient_, reciprocal, added);
    return bytes;
  }

  Virtual load(const Value& value) {
    const std::uint32_t stream = stream_of(value);
    const Element element = plan_.operands[value.immediate].element;
    if (parts_ == 1 || !is_interleaved_ || streams_[stream].variance != Variance::per_element)
      return b_.load(stream, load_of(element), plan::bytes_of(value.type), part_);
    return unpacked(b_, block_of(value), part_, element == Element::i8);
  }

  /// A comparison that only selects use is emitted with each select; clamped inputs likewise.
  void find_needed() {
    if (quotient_) is_needed_[quotient_->inputs[0]] = is_needed_[quotient_->inputs[1]] = true;
    else is_needed_[quantized_ ? quantized_->number : plan_.values.size() - 1] = true;
    if (quantized_ && quantized_->added) is_needed_[*quantized_->added] = true;
    for (std::size_t v = plan_.values.size(); v-- > 0;) {
      const Value& value = plan_.values[v];
      if (!is_needed_[v]) continue;
      if (const auto limits = limits_of(plan_, value)) {
        is_needed_[limits->number] = true;
        continue;
      }
      if (const auto of = integer_difference(plan_, value, ranges_); of && parts_ == 1) {
        is_needed_[of->front()] = is_needed_[of->back()] = true;
        continue;
      }
      if (const Value* byte = byte_less_integer(value)) {
        is_needed_[integer_of(*byte, value.inputs[1]).value_or(value.inputs[1])] = true;
        continue;
      }
      if (byte_of(static_cast<std::uint32_t>(v)) || loaded_as_double(plan_, value, variances_)) continue;
      for (std::size_t i = 0; i < (constant_shift(plan_, value) ? 1 : plan::operation(value.op).arity); ++i) {
        const Value& condition = plan_.values[value.inputs[i]];
        if (value.op == Op::select && i == 0 && is_compare(condition.op))
          is_needed_[condition.inputs[0]] = is_needed_[condition.inputs[1]] = true;
        else is_needed_[value.inputs[i]] = true;
      }
    }
  }

  /// The load of a byte that a value is as a float, where parts take such from a block.
  const Value* byte_of(std::uint32_t number) const {
    const Value& value = plan_.values[number];
    if (parts_ == 1 || !is_interleaved_ || value.op != Op::convert || value.type != Type::f32) return nullptr;
    const Value& load = plan_.values[value.inputs[0]];
    const bool is_byte = load.op == Op::load && variances_[value.inputs[0]] == Variance::per_element;
    return is_byte ? &load : nullptr;
  }

  /// The byte from which an integer is subtracted that is the same in all elements.
  const Value* byte_less_integer(const Value& value) const {
    if (value.op != Op::subtract || value.type != Type::f32) return nullptr;
    const Value& subtrahend = plan_.values[value.inputs[1]];
    constexpr plan::Range kSmall{-256, 256};
    const bool is_small = subtrahend.op == Op::convert && ranges_[value.inputs[1]].is_inside(kSmall) &&
                          !plan::is_float(plan_.values[subtrahend.inputs[0]].type);
    return is_small && variances_[value.inputs[1]] != Variance::per_element ? byte_of(value.inputs[0]) : nullptr;
  }

  ByteBlock& block_of(const Value& load) {
    ByteBlock& block = blocks_[stream_of(load)];
    if (block.bytes == kNone) block.bytes = b_.load_block(stream_of(load));
    return block;
  }

  bool is_signed_byte(const Value& load) const { return plan_.operands[load.immediate].element == Element::i8; }

  /// The integer i of byte - float(i), if an integer addition makes the float 2^23 + i (signed bytes: 2^23 + 128 + i),
  /// as bits(2^23 + x) = bits(2^23) + x for 0 <= x < 2^23.
  std::optional<std::uint32_t> integer_of(const Value& byte, std::uint32_t subtrahend) const {
    const std::uint32_t integer = plan_.values[subtrahend].inputs[0];
    const double least = is_signed_byte(byte) ? -128 : 0;
    if (ranges_[subtrahend].low < least || plan::bytes_of(plan_.values[integer].type) != 4) return std::nullopt;
    return integer;
  }

  /// The byte as a float, less the subtrahend if there is one.
  Virtual float_of_byte(const Value& load, std::optional<std::uint32_t> subtrahend) {
    const bool is_signed = is_signed_byte(load);
    const Virtual bias = b_.constant(Type::f32, bias_of(is_signed));
    if (!subtrahend) return b_.subtract(Type::f32, unpacked_biased(b_, block_of(load), part_, is_signed), bias);
    Virtual& total = biases_[2 * *subtrahend + (is_signed ? 1 : 0)];
    if (total == kNone) {
      b_.set_section(variances_[*subtrahend]);
      const auto integer = integer_of(load, *subtrahend);
      total = integer ? b_.add(Type::i32, bias, numbers_[*integer]) : b_.add(Type::f32, bias, numbers_[*subtrahend]);
      b_.set_section(Variance::per_element);
    }
    return b_.subtract(Type::f32, unpacked_biased(b_, block_of(load), part_, is_signed), total);
  }

  std::uint32_t stream_of(const Value& load) const { return arithmetic::stream_of(streams_, load); }
  Virtual input(const Value& value, std::size_t i) const { return numbers_[value.inputs[i]]; }
  Type input_type(const Value& value) const { return plan_.values[value.inputs[0]].type; }
  Converted converted(const Value& value) const {
    return {input(value, 0), input_type(value), ranges_[value.inputs[0]]};
  }

  LaneMask compare(const Value& value, bool is_negated = false) {
    return b_.compare(relation_of(value.op), input_type(value), input(value, 0), input(value, 1), is_negated);
  }

  bool is_read_once(std::uint32_t number) const {
    std::ptrdiff_t reads = 0;
    for (const Value& value : plan_.values)
      reads += std::count(value.inputs.begin(), value.inputs.begin() + plan::operation(value.op).arity, number);
    return reads == 1;
  }

  Virtual divide(const Value& value) {
    const Virtual x = input(value, 0), y = input(value, 1);
    if (parts_ > 1 || is_in_branch_ || !is_exact_quotient(plan_, value, variances_, tuning_, b_.has_avx512()))
      return b_.divide(value.type, x, y);
    code_.has_reciprocals = true;
    return exact_quotient(b_, x, y, variances_[value.inputs[1]]);
  }

  Virtual lower(const Value& value);
  Virtual select(const Value& value);
  std::optional<Virtual> merged_into_last(const Value& select, const Value& condition);
  Virtual extreme(const Value& value);

  VectorCode& code_;
  const Isa isa_;
  const Tuning& tuning_;
  const plan::Plan& plan_;
  const std::vector<Stream>& streams_;
  std::vector<plan::Range> ranges_;
  VectorBuilder b_;
  std::vector<Virtual> numbers_;
  std::vector<Virtual> biases_;  ///< two per value, for unsigned and signed bytes: the bias and that subtrahend
  std::vector<Variance> variances_;
  std::bitset<plan::kMaxValues> is_needed_;
  const std::size_t parts_;
  RareValues rare_;
  const bool is_interleaved_;
  bool is_in_branch_ = false;
  std::size_t part_ = 0;
  std::vector<ByteBlock> blocks_;  ///< by stream
  std::optional<Quantized> quantized_;
  std::optional<FixedPoint> sum_;    ///< what is rounded, where it is a sum of two bytes' products
  const Value* quotient_ = nullptr;  ///< what is rounded, where it is made with a reciprocal
};

/// All operations in one switch: one that is new does not compile without its line.
Virtual Lowering::lower(const Value& value) {
  using Rounding = VectorBuilder::Rounding;
  if (const auto limits = limits_of(plan_, value)) {
    const bool packing_limits = parts_ > 1 && &value == &plan_.values.back() && limits->type == Type::f32 &&
                                plan_.output == Element::u8 && limits->low == 0 && limits->high == 255;
    const Virtual number = numbers_[limits->number];
    return packing_limits ? truncated_integer(b_, number) : limited(b_, number, *limits);
  }
  const Type type = value.type;
  const std::size_t bytes = plan::bytes_of(type);
  const Virtual x = input(value, 0), y = input(value, 1);
  switch (value.op) {
    case Op::load: return load(value);
    case Op::constant: return b_.constant(bytes, value.immediate);
    case Op::equal:
    case Op::less:
    case Op::less_or_equal: return b_.number_of(compare(value));
    case Op::select: return select(value);
    case Op::convert:
      if (const Value* load = loaded_as_double(plan_, value, variances_))
        return b_.load(stream_of(*load), DMLRUN_EMITS(vcvtps2pd(r.to, *r.memory)), 8, part_);
      return convert(b_, converted(value), type);
    case Op::saturate: return saturate(b_, converted(value), type);
    case Op::bit_cast: return x;
    case Op::add: return b_.add(type, x, y);
    case Op::subtract:
      if (const auto of = integer_difference(plan_, value, ranges_); of && parts_ == 1)
        return convert(b_, {b_.subtract(Type::i32, numbers_[of->front()], numbers_[of->back()]), Type::i32, {}}, type);
      return b_.subtract(type, x, y);
    case Op::multiply: return b_.multiply(type, x, y);
    case Op::fma: return b_.fma(type, x, y, input(value, 2));
    case Op::divide: return plan::is_float(type) ? divide(value) : quotient(b_, type, false, x, y);
    case Op::remainder: return quotient(b_, type, true, x, y);
    case Op::negate: return negate(b_, type, x);
    case Op::absolute: return absolute(b_, type, x);
    case Op::minimum:
    case Op::maximum: return extreme(value);
    case Op::square_root: return b_.square_root(type, x);
    case Op::round: return b_.round(type, x, Rounding::even);
    case Op::truncate: return b_.round(type, x, Rounding::toward_zero);
    case Op::floor: return b_.round(type, x, Rounding::down);
    case Op::ceil: return b_.round(type, x, Rounding::up);
    case Op::round_away: return round_away(b_, type, x);
    case Op::bit_and: return b_.bit_and(bytes, x, y);
    case Op::bit_or: return b_.bit_or(bytes, x, y);
    case Op::bit_xor: return b_.bit_xor(bytes, x, y);
    case Op::bit_not: return b_.bit_xor(bytes, x, b_.all_ones(bytes));
    case Op::shift_left:
    case Op::shift_right: return shift(b_, value, constant_shift(plan_, value), x, y);
    case Op::count_bits: return count_bits(b_, type, x);
  }
  return kNone;
}

/// The processor's minimum gives its second operand where one is NaN or both are equal: the first one here.
Virtual Lowering::extreme(const Value& value) {
  const Virtual x = input(value, 0), y = input(value, 1);
  const auto found = [&](Virtual first, Virtual second) {
    return value.op == Op::minimum ? b_.minimum(value.type, first, second) : b_.maximum(value.type, first, second);
  };
  const auto constant = [&](std::size_t i) {  // NaN if it is none
    const Value& one = plan_.values[value.inputs[i]];
    return one.op == Op::constant ? plan::number_of(value.type, one.immediate) : std::nan("");
  };
  const bool is_finite = ranges_[value.inputs[0]].is_inside(plan::Range{-1e300, 1e300});
  if (!plan::is_float(value.type) || is_finite || !std::isnan(constant(0))) return found(y, x);
  if (std::abs(constant(1)) > 0) return found(x, y);  // equal numbers have equal bits, but for zeros
  const Virtual of_numbers = found(y, x);
  if (!b_.has_avx512()) return b_.select(b_.is_ordered(value.type, x), plan::bytes_of(value.type), of_numbers, y);
  const Instruction last = b_.take_last();
  return b_.merge(last, b_.is_ordered(value.type, x), y);
}

/// The select as a mask of the instruction that made an input, if it is the last one and nothing else reads its result.
std::optional<Virtual> Lowering::merged_into_last(const Value& select, const Value& condition) {
  for (const std::size_t side : {1u, 2u}) {
    const Virtual made = input(select, side);
    const bool is_last = b_.can_merge_last(made, plan::bytes_of(select.type));
    if (!is_last || std::count(numbers_.begin(), numbers_.end(), made) > 1 || !is_read_once(select.inputs[side]))
      continue;
    const Instruction last = b_.take_last();
    return b_.merge(last, compare(condition, side == 2), input(select, 3 - side));
  }
  return std::nullopt;
}

Virtual Lowering::select(const Value& value) {
  const Value& condition = plan_.values[value.inputs[0]];
  const std::vector<std::size_t> rare = rare_.due(value);
  const auto picks = [&](std::size_t i, std::size_t j) {
    return condition.op == Op::less && value.inputs[1] == condition.inputs[i] && value.inputs[2] == condition.inputs[j];
  };
  // As the processor's minimum and maximum: the second operand where one is NaN or both are equal.
  if (rare.empty() && picks(0, 1)) return b_.minimum(value.type, input(value, 1), input(value, 2));
  if (rare.empty() && picks(1, 0)) return b_.maximum(value.type, input(value, 1), input(value, 2));
  if (rare.empty() && is_compare(condition.op))
    if (const auto merged = merged_into_last(value, condition)) return *merged;
  const LaneMask mask = is_compare(condition.op) ? compare(condition) : b_.is_not_zero(input(value, 0));
  const std::size_t bytes = plan::bytes_of(value.type);
  const bool is_skipped = !rare.empty() && !mask.is_negated;
  const Virtual result = is_skipped ? b_.branch_unless(mask, bytes, input(value, 2)) : kNone;
  const bool was_in_branch = std::exchange(is_in_branch_, is_in_branch_ || is_skipped);
  for (const std::size_t v : rare) lower_one(v);
  is_in_branch_ = was_in_branch;
  if (!is_skipped) return b_.select(mask, bytes, input(value, 1), input(value, 2));
  b_.label(result, mask, bytes, input(value, 1));
  return result;
}

}  // namespace

std::size_t block_elements_of(const plan::Plan& plan, Isa isa) {
  const bool has_avx512 = isa >= Isa::avx512;
  if (const std::size_t bytes = narrow_lane_bytes(plan, isa)) return (has_avx512 ? 64u : 32u) / bytes;
  if (has_byte_parts(plan, has_avx512)) return has_avx512 ? 64 : 32;
  const bool has_wide = std::any_of(plan.values.begin(), plan.values.end(), [](const Value& v) {
    const bool divides = v.op == Op::divide || v.op == Op::remainder;
    return plan::bytes_of(v.type) == 8 || (divides && !plan::is_float(v.type));
  });
  return (has_avx512 ? 16u : 8u) / (has_wide ? 2u : 1u);
}

VectorCode lower(const plan::Plan& plan, const std::vector<Stream>& streams, std::size_t block_elements, Isa isa,
                 const Tuning& tuning) {
  if (narrow_lane_bytes(plan, isa) > 0) return lower_narrow(plan, streams, block_elements, isa);
  VectorCode code;
  code.block_elements = block_elements;
  code.has_avx512 = isa >= Isa::avx512;
  if (block_elements > (code.has_avx512 ? 16u : 8u)) code.parts = kByteParts;
  Lowering lowering(plan, streams, code, isa, tuning);
  lowering.run();
  const std::uint32_t least = code.has_avx512 ? tuning.fixed_point_elements : kMinFixedPointByYmm;
  // Section::fast has the code of one fast path. Watched quotients have theirs there; a nibble table, which run() may
  // have added too, has none there and gives way to the ones below, of which the first that applies is taken.
  if (code.has(FastPath::Kind::watched_quotients)) return code;
  if (least > 0 && plan::element_count(plan) >= least && lowering.add_fixed_point(isa >= Isa::avx512_vbmi))
    code.fast = FastPath{FastPath::Kind::fixed_point, least, block_elements};
  else if (!add_float_pairs(code, plan, streams)) add_byte_table(code, plan, streams, isa);
  return code;
}

}  // namespace dmlrun::jit::x64::arithmetic
