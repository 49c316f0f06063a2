// Rules of single operators.
#include <optional>

#include "engine/fuzz/illegal_changes.h"

namespace dmlrun::fuzz {
namespace {

// TILE

bool repeat_count(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<TileDesc>(&desc);
  if (!d) return false;
  if (d->repeats.size() < kMaxRank && random.one_in(2))
    d->repeats.push_back(1);
  else
    d->repeats = shortened(d->repeats);
  return true;
}

bool repeat_zero(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<TileDesc>(&desc);
  if (!d) return false;
  d->repeats[any_axis(random, d->input)] = 0;
  return true;
}

bool repeat_overflow(Random&, OperatorDesc& desc) {
  auto* d = std::get_if<TileDesc>(&desc);
  // The first long axis, because earlier ones of the changed desc are all right.
  const std::size_t axis = d ? long_axis(d->input) : kMaxRank;
  if (axis == kMaxRank) return false;
  d->repeats[axis] = 0xffffffff;
  return true;
}

bool tile_float64(Random&, OperatorDesc& desc) {
  auto* d = std::get_if<TileDesc>(&desc);
  if (!d) return false;
  for (TensorDesc* tensor : {&d->input, &d->output}) {
    undecorate(*tensor);
    tensor->type = DataType::float64;
  }
  return true;
}

// JOIN

bool axis_beyond_rank(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<JoinDesc>(&desc);
  if (!d) return false;
  d->axis = random.one_in(2) ? static_cast<std::uint32_t>(d->output.sizes.size()) : 0xffffffff;
  return true;
}

bool no_inputs(Random&, OperatorDesc& desc) {
  auto* d = std::get_if<JoinDesc>(&desc);
  if (!d) return false;
  d->inputs.clear();
  return true;
}

bool too_many_inputs(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<JoinDesc>(&desc);
  if (!d || !random.one_in(30)) return false;
  const TensorDesc input = d->inputs[0];
  d->inputs.assign(4097, input);
  return true;
}

bool input_size_off_axis(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<JoinDesc>(&desc);
  if (!d || d->output.sizes.size() < 2) return false;
  TensorDesc& input = d->inputs[random.below(d->inputs.size())];
  undecorate(input);
  ++input.sizes[(d->axis + 1) % d->output.sizes.size()];
  return true;
}

bool input_type(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<JoinDesc>(&desc);
  if (!d) return false;
  TensorDesc& input = d->inputs[random.below(d->inputs.size())];
  undecorate(input);
  input.type = another_type(random, input.type);
  return true;
}

// PADDING and PADDING1

/// Calls `change` on either kind of padding desc.
template <class Function>
bool on_padding(OperatorDesc& desc, Function change) {
  if (auto* d = std::get_if<PaddingDesc>(&desc)) return change(*d);
  if (auto* d1 = std::get_if<Padding1Desc>(&desc)) return change(*d1);
  return false;
}

bool pad_count(Random& random, OperatorDesc& desc) {
  return on_padding(desc, [&](auto& d) {
    Dimensions& pads = random.one_in(2) ? d.start : d.end;
    if (pads.size() < kMaxRank && random.one_in(2))
      pads.push_back(0);
    else
      pads = shortened(pads);
    return true;
  });
}

bool pad_overflow(Random& random, OperatorDesc& desc) {
  return on_padding(desc, [&](auto& d) {
    (random.one_in(2) ? d.start : d.end)[0] = 0xffffffff;
    return true;
  });
}

bool unknown_mode(Random& random, OperatorDesc& desc) {
  return on_padding(desc, [&](auto& d) {
    d.mode = static_cast<PaddingMode>(random.between(5, 255));
    return true;
  });
}

bool padding_value_type(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<Padding1Desc>(&desc);
  if (!d) return false;
  d->value.type = another_type(random, d->value.type);
  d->value.bytes = {};
  return true;
}

// ELEMENT_WISE_QUANTIZED_LINEAR_ADD

bool float_input(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<QuantizedLinearAddDesc>(&desc);
  // Without a zero point, so that only one rule is broken.
  if (!d || d->a_zero_point || d->b_zero_point) return false;
  TensorDesc& input = random.one_in(2) ? d->a : d->b;
  undecorate(input);
  input.type = random.pick({DataType::float32, DataType::float16, DataType::int16, DataType::uint32});
  return true;
}

bool zero_point_type(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<QuantizedLinearAddDesc>(&desc);
  if (!d) return false;
  std::optional<TensorDesc>& tensor = *random.pick({&d->a_zero_point, &d->b_zero_point, &d->output_zero_point});
  if (!tensor) return false;
  tensor->type = tensor->type == DataType::int8 ? DataType::uint8 : DataType::int8;
  return true;
}

bool scale_type(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<QuantizedLinearAddDesc>(&desc);
  if (!d) return false;
  TensorDesc& scale = *random.pick({&d->a_scale, &d->b_scale, &d->output_scale});
  undecorate(scale);
  scale.sizes = Dimensions::filled(scale.sizes.size(), 1);
  scale.type = random.pick({DataType::float16, DataType::int8});
  return true;
}

bool scale_of_two_elements(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<QuantizedLinearAddDesc>(&desc);
  if (!d) return false;
  TensorDesc& scale = *random.pick({&d->a_scale, &d->b_scale, &d->output_scale});
  undecorate(scale);
  scale.sizes = Dimensions::filled(scale.sizes.size(), 1);
  scale.sizes[any_axis(random, scale)] = 2;
  return true;
}

bool input_size(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<QuantizedLinearAddDesc>(&desc);
  if (!d) return false;
  TensorDesc& input = random.one_in(2) ? d->a : d->b;
  undecorate(input);
  ++input.sizes[any_axis(random, input)];
  return true;
}

constexpr Change kChanges[] = {
    {"another number of repeats", ErrorCode::count_mismatch, repeat_count},
    {"a repeat of 0", ErrorCode::out_of_range, repeat_zero},
    {"a repeat that overflows", ErrorCode::size_overflow, repeat_overflow},
    {"TILE of FLOAT64", ErrorCode::type_mismatch, tile_float64},
    {"an axis beyond the rank", ErrorCode::axis_out_of_range, axis_beyond_rank},
    {"no inputs", ErrorCode::out_of_range, no_inputs},
    {"4097 inputs", ErrorCode::limit_exceeded, too_many_inputs},
    {"an input of another size off the axis", ErrorCode::size_mismatch, input_size_off_axis},
    {"an input of another type", ErrorCode::type_mismatch, input_type},
    {"another number of pads", ErrorCode::count_mismatch, pad_count},
    {"a pad that overflows", ErrorCode::size_overflow, pad_overflow},
    {"an unknown padding mode", ErrorCode::bad_enum, unknown_mode},
    {"a padding value of another type", ErrorCode::type_mismatch, padding_value_type},
    {"an input that is not 8 bits", ErrorCode::type_mismatch, float_input},
    {"a zero point of another type", ErrorCode::type_mismatch, zero_point_type},
    {"a scale that is not FLOAT32", ErrorCode::type_mismatch, scale_type},
    {"a scale of two elements", ErrorCode::size_mismatch, scale_of_two_elements},
    {"inputs of unequal sizes", ErrorCode::size_mismatch, input_size},
};

}  // namespace

std::span<const Change> operator_changes() { return kChanges; }

void make_illegal(Random& random, RandomCase& legal) {
  const OperatorDesc original = legal.desc;
  while (!legal.refusal) {
    const std::span<const Change> changes = random.one_in(2)   ? tensor_changes()
                                            : random.one_in(2) ? operator_changes()
                                                               : window_changes();
    const Change& change = changes[random.below(changes.size())];
    if (change.apply(random, legal.desc)) {
      legal.refusal = change.code;
      legal.change = change.words;
    } else {
      legal.desc = original;
    }
  }
}

}  // namespace dmlrun::fuzz
