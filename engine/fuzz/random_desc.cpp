#include "engine/fuzz/random_desc.h"

#include <algorithm>
#include <numeric>

#include "engine/fuzz/awkward.h"
#include "engine/fuzz/random_shape.h"
#include "engine/fuzz/random_tensor.h"
#include "engine/fuzz/random_windows.h"

namespace dmlrun::fuzz {
namespace {

OperatorDesc make_tile(Random& random, const ShapeClass& wanted, std::uint64_t budget) {
  TileDesc d{tensor_of(wanted.types[0], wanted.rank), tensor_of(wanted.types[0], wanted.rank),
             Dimensions::filled(wanted.rank, 1)};
  std::uint64_t left = random_budget(random, budget);
  std::size_t after = wanted.rank;
  for (std::size_t axis : shuffled_axes(random, wanted.rank)) {
    const std::uint64_t most = share(left, --after);
    std::uint32_t size = random.one_in(6) ? 1 : random_extent(random, most);
    if (wanted.strided && after + 1 == wanted.rank && size == 1) size = 2;
    std::uint32_t repeat = random.one_in(3) ? 1 : random_extent(random, most / size);
    if (size == 1 && random.one_in(3)) repeat = static_cast<std::uint32_t>(random.between(1, most));
    d.input.sizes[axis] = size;
    d.repeats[axis] = repeat;
    d.output.sizes[axis] = size * repeat;
    left = std::max<std::uint64_t>(1, left / (std::uint64_t{size} * repeat));
  }
  OperatorDesc desc = std::move(d);
  TileDesc& made = std::get<TileDesc>(desc);
  lay_out(random, wanted, desc, {&made.input, &made.output});
  return desc;
}

OperatorDesc make_join(Random& random, const ShapeClass& wanted, std::uint64_t budget) {
  JoinDesc d;
  d.output = tensor_of(wanted.types[0], wanted.rank);
  d.axis = static_cast<std::uint32_t>(random.below(wanted.rank));
  std::uint64_t left = random_budget(random, budget);
  std::uint64_t count = random.one_in(30)   ? random.between(100, 600)
                        : random.one_in(6)  ? random.between(8, 40)
                        : random.one_in(10) ? 1
                                            : random.between(2, 7);
  count = std::min(count, budget);
  left = std::max<std::uint64_t>(left / count, 2);
  std::size_t after = wanted.rank;
  for (std::size_t axis : shuffled_axes(random, wanted.rank)) {
    const std::uint32_t size = random_extent(random, share(left, --after));
    if (axis != d.axis) d.output.sizes[axis] = size;
    left = std::max<std::uint64_t>(1, left / size);
  }
  d.output.sizes[d.axis] = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    TensorDesc input = tensor_of(wanted.types[0], wanted.rank);
    input.sizes = d.output.sizes;
    input.sizes[d.axis] = random_extent(random, std::max<std::uint64_t>(2, left));
    if (wanted.strided && i == 0) input.sizes[d.axis] = std::max(2u, input.sizes[d.axis]);
    d.output.sizes[d.axis] += input.sizes[d.axis];
    d.inputs.push_back(input);
  }
  OperatorDesc desc = std::move(d);
  lay_out(random, wanted, desc, tensors_of(desc));
  return desc;
}

/// A pad that is at most `most`: none, one, around the size, or several times the size.
std::uint32_t random_pad(Random& random, std::uint32_t size, std::uint64_t most) {
  const std::uint64_t n = size;
  const std::uint64_t wish = random.pick<std::uint64_t>(
      {0, 0, 1, 2, n - 1, n - 1, n, n + 1, 2 * n, 2 * n + 1, random.below(3 * n + 4), random.below(9 * n + 1)});
  return static_cast<std::uint32_t>(std::min(wish, most));
}

/// How far a periodic mode can be padded before it begins again.
std::uint32_t pad_without_folding(PaddingMode mode, std::uint32_t size) {
  return mode == PaddingMode::reflection ? size - 1 : size;
}

template <class Desc>
void make_shapes(Random& random, const ShapeClass& wanted, std::uint64_t budget, Desc& d) {
  d.input = d.output = tensor_of(wanted.types[0], wanted.rank);
  d.mode = wanted.mode;
  d.start = d.end = Dimensions::filled(wanted.rank, 0);
  const bool periodic = wanted.mode >= PaddingMode::reflection;
  std::uint64_t left = random_budget(random, budget);
  std::size_t after = wanted.rank;
  for (std::size_t axis : shuffled_axes(random, wanted.rank)) {
    const bool first = after == wanted.rank;
    const std::uint64_t most = std::max<std::uint64_t>(share(left, --after), first && wanted.folded ? 16 : 1);
    const std::uint64_t largest = first && wanted.folded ? std::min<std::uint64_t>(most / 4, 17) : most;
    std::uint32_t size = random_extent(random, random.one_in(2) ? largest : std::max<std::uint64_t>(1, largest / 3));
    if (wanted.strided && first && size == 1) size = 2;
    std::uint64_t room = most - std::min<std::uint64_t>(most, size);
    std::uint64_t limit = periodic && !wanted.folded ? pad_without_folding(wanted.mode, size) : room;
    std::uint32_t start = random_pad(random, size, std::min(room, limit));
    room -= start;
    std::uint32_t end = random_pad(random, size, std::min(room, limit));
    if (first && wanted.folded && std::max(start, end) <= pad_without_folding(wanted.mode, size)) {
      const std::uint32_t pad = size + 1 + static_cast<std::uint32_t>(random.below(5 * size + 3));
      (random.one_in(2) ? start : end) = pad;
    }
    d.input.sizes[axis] = size;
    d.start[axis] = start;
    d.end[axis] = end;
    d.output.sizes[axis] = start + size + end;
    left = std::max<std::uint64_t>(1, left / d.output.sizes[axis]);
  }
}

OperatorDesc make_padding(Random& random, const ShapeClass& wanted, std::uint64_t budget) {
  OperatorDesc desc = PaddingDesc{};
  PaddingDesc& d = std::get<PaddingDesc>(desc);
  make_shapes(random, wanted, budget, d);
  d.value = awkward_float(random);
  lay_out(random, wanted, desc, {&d.input, &d.output});
  return desc;
}

OperatorDesc make_padding1(Random& random, const ShapeClass& wanted, std::uint64_t budget) {
  OperatorDesc desc = Padding1Desc{};
  Padding1Desc& d = std::get<Padding1Desc>(desc);
  make_shapes(random, wanted, budget, d);
  d.value.type = wanted.types[0];
  random.fill(std::span(d.value.bytes).first(element_size(wanted.types[0])));
  lay_out(random, wanted, desc, {&d.input, &d.output});
  return desc;
}

/// A scale or zero point: one element, or one element repeated by stride 0.
TensorDesc one_value(Random& random, DataType type, const Dimensions& sizes) {
  TensorDesc tensor = tensor_of(type, sizes.size());
  if (random.one_in(4)) {
    tensor.sizes = sizes;
    tensor.strides = Dimensions::filled(sizes.size(), 0);
  }
  return tensor;
}

OperatorDesc make_quantized_linear_add(Random& random, const ShapeClass& wanted, std::uint64_t budget) {
  OperatorDesc desc = QuantizedLinearAddDesc{};
  QuantizedLinearAddDesc& d = std::get<QuantizedLinearAddDesc>(desc);
  d.a = tensor_of(wanted.types[0], wanted.rank);
  std::uint64_t left = random_budget(random, budget);
  std::size_t after = wanted.rank;
  for (std::size_t axis : shuffled_axes(random, wanted.rank)) {
    std::uint32_t size = random_extent(random, share(left, --after));
    if (wanted.strided && after + 1 == wanted.rank && size == 1) size = 2;
    d.a.sizes[axis] = size;
    left = std::max<std::uint64_t>(1, left / size);
  }
  d.b = d.output = d.a;
  d.b.type = wanted.types[1];
  d.output.type = wanted.types[2];
  d.a_scale = one_value(random, DataType::float32, d.a.sizes);
  d.b_scale = one_value(random, DataType::float32, d.a.sizes);
  d.output_scale = one_value(random, DataType::float32, d.a.sizes);
  const std::uint64_t present = random.below(8);
  if (present & 1) d.a_zero_point = one_value(random, d.a.type, d.a.sizes);
  if (present & 2) d.b_zero_point = one_value(random, d.b.type, d.a.sizes);
  if (present & 4) d.output_zero_point = one_value(random, d.output.type, d.a.sizes);
  lay_out(random, wanted, desc, {&d.a, &d.b, &d.output});
  return desc;
}

OperatorDesc make_legal(Random& random, const ShapeClass& wanted, std::uint64_t budget) {
  switch (wanted.kind) {
    case OperatorKind::tile:
      return make_tile(random, wanted, budget);
    case OperatorKind::join:
      return make_join(random, wanted, budget);
    case OperatorKind::padding:
      return make_padding(random, wanted, budget);
    case OperatorKind::padding1:
      return make_padding1(random, wanted, budget);
    case OperatorKind::slice:
      return make_slice(random, wanted, budget);
    case OperatorKind::slice1:
      return make_slice1(random, wanted, budget);
    case OperatorKind::split:
      return make_split(random, wanted, budget);
    case OperatorKind::quantized_linear_add:
      break;
  }
  return make_quantized_linear_add(random, wanted, budget);
}

}  // namespace

std::vector<TensorDesc*> inputs_of(OperatorDesc& desc) {
  std::vector<TensorDesc*> tensors;
  const auto add = [&](auto& d) {
    if constexpr (requires { d.inputs; }) {
      for (TensorDesc& input : d.inputs) tensors.push_back(&input);
    } else if constexpr (requires { d.input; }) {
      tensors = {&d.input};
    } else {
      tensors = {&d.a, &d.a_scale};
      if (d.a_zero_point) tensors.push_back(&*d.a_zero_point);
      tensors.insert(tensors.end(), {&d.b, &d.b_scale});
      if (d.b_zero_point) tensors.push_back(&*d.b_zero_point);
      tensors.push_back(&d.output_scale);
      if (d.output_zero_point) tensors.push_back(&*d.output_zero_point);
    }
  };
  std::visit(add, desc);
  return tensors;
}

std::vector<TensorDesc*> outputs_of(OperatorDesc& desc) {
  std::vector<TensorDesc*> tensors;
  const auto add = [&](auto& d) {
    if constexpr (requires { d.outputs; }) {
      for (TensorDesc& output : d.outputs) tensors.push_back(&output);
    } else {
      tensors = {&d.output};
    }
  };
  std::visit(add, desc);
  return tensors;
}

std::vector<TensorDesc*> tensors_of(OperatorDesc& desc) {
  std::vector<TensorDesc*> tensors = inputs_of(desc), outputs = outputs_of(desc);
  tensors.insert(tensors.end(), outputs.begin(), outputs.end());
  return tensors;
}

void fill_input(Random& random, const TensorSlot& slot, std::span<std::byte> buffer) {
  random.fill(buffer);
  if (slot.name.ends_with("ScaleTensor")) {
    // Plain scales more often than awkward ones, else most sums saturate and hide mistakes in rounding.
    const float scale = random.one_in(3) ? awkward_float(random) : plain_float(random);
    std::memcpy(buffer.data(), &scale, sizeof scale);
  } else if (random.one_in(4)) {
    // Numbers in order, so that a wrong place shows at a glance.
    for (std::size_t i = 0; i < buffer.size(); ++i)
      buffer[i] = static_cast<std::byte>(i / element_size(slot.desc.type));
  } else if (slot.desc.type == DataType::float32) {
    for (std::size_t i = 0; i + 4 <= buffer.size(); i += 4)
      if (random.one_in(4)) {
        const float value = awkward_float(random);
        std::memcpy(buffer.data() + i, &value, 4);
      }
  }
}

RandomCase make_case(std::uint64_t seed, std::uint64_t number) {
  static const std::vector<std::size_t> every = [] {
    std::vector<std::size_t> numbers(all_shape_classes().size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    return numbers;
  }();
  return make_case(seed, number, {every});
}

RandomCase make_case(std::uint64_t seed, std::uint64_t number, const Wishes& wishes) {
  const std::span<const std::size_t> classes = wishes.classes;
  RandomCase made;
  made.shape_class = classes[number % classes.size()];
  // Whatever the class.
  Random phase(seed, made.shape_class);
  const bool illegal = wishes.illegal_every != 0 &&
                       (number / classes.size() + phase.below(wishes.illegal_every)) % wishes.illegal_every == 0;
  Random random(seed ^ 0x64657363 ^ wishes.attempt << 40, number);
  made.desc = make_legal(random, all_shape_classes()[made.shape_class], wishes.most_elements);
  if (illegal) make_illegal(random, made);
  return made;
}

}  // namespace dmlrun::fuzz
