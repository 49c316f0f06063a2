// Rules of the operators that copy parts of a tensor.
#include "engine/fuzz/illegal_changes.h"

namespace dmlrun::fuzz {
namespace {

bool slice_count(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<SliceDesc>(&desc);
  if (!d) return false;
  Dimensions& values = *random.pick({&d->offsets, &d->sizes, &d->strides});
  if (values.size() < kMaxRank && random.one_in(2))
    values.push_back(1);
  else
    values = shortened(values);
  return true;
}

bool slice_of_nothing(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<SliceDesc>(&desc);
  if (!d) return false;
  (random.one_in(2) ? d->sizes : d->strides)[any_axis(random, d->input)] = 0;
  return true;
}

bool slice_beyond_its_input(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<SliceDesc>(&desc);
  if (!d) return false;
  const std::size_t axis = any_axis(random, d->input);
  const std::uint32_t size = d->input.sizes[axis];
  const std::uint64_t last = d->offsets[axis] + std::uint64_t{d->sizes[axis] - 1} * d->strides[axis];
  switch (random.below(3)) {
    case 0:
      d->offsets[axis] = random.one_in(2) ? size : 0xffffffff;
      return true;
    case 1:  // by one element
      d->offsets[axis] += static_cast<std::uint32_t>(size - last);
      return true;
    default:
      d->sizes[axis] = random.one_in(2) ? size + 1 : 0xffffffff;
      return true;
  }
}

bool window_count(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<Slice1Desc>(&desc);
  if (!d) return false;
  if (random.one_in(3)) {
    SignedDimensions less;
    for (std::size_t i = 0; i + 1 < d->strides.size(); ++i) less.push_back(d->strides[i]);
    d->strides = less;
  } else {
    Dimensions& values = random.one_in(2) ? d->offsets : d->sizes;
    values = shortened(values);
  }
  return true;
}

bool window_of_nothing(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<Slice1Desc>(&desc);
  if (!d) return false;
  const std::size_t axis = any_axis(random, d->input);
  if (random.one_in(2))
    d->sizes[axis] = 0;
  else
    d->strides[axis] = 0;
  return true;
}

bool window_beyond_its_input(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<Slice1Desc>(&desc);
  if (!d) return false;
  const std::size_t axis = any_axis(random, d->input);
  const std::uint32_t size = d->input.sizes[axis];
  if (random.one_in(2))
    d->sizes[axis] = random.one_in(2) ? size - d->offsets[axis] + 1 : 0xffffffff;
  else
    d->offsets[axis] = random.one_in(2) ? size - d->sizes[axis] + 1 : 0xffffffff;
  return true;
}

bool output_beyond_its_window(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<Slice1Desc>(&desc);
  if (!d) return false;
  undecorate(d->output);
  const std::size_t axis = any_axis(random, d->input);
  const std::int64_t stride = d->strides[axis];
  const std::int64_t most = 1 + (std::int64_t{d->sizes[axis]} - 1) / (stride < 0 ? -stride : stride);
  d->output.sizes[axis] = random.one_in(2) ? static_cast<std::uint32_t>(most + 1) : 0xffffffff;
  return true;
}

bool split_axis(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<SplitDesc>(&desc);
  if (!d) return false;
  d->axis = random.one_in(2) ? static_cast<std::uint32_t>(d->input.sizes.size()) : 0xffffffff;
  return true;
}

bool no_outputs(Random&, OperatorDesc& desc) {
  auto* d = std::get_if<SplitDesc>(&desc);
  if (!d) return false;
  d->outputs.clear();
  return true;
}

bool too_many_outputs(Random& random, OperatorDesc& desc) {
  auto* d = std::get_if<SplitDesc>(&desc);
  if (!d || !random.one_in(10)) return false;
  const TensorDesc output = d->outputs[0];
  d->outputs.assign(4097, output);
  return true;
}

bool one_output_less(Random&, OperatorDesc& desc) {
  auto* d = std::get_if<SplitDesc>(&desc);
  if (!d || d->outputs.size() < 2) return false;
  d->outputs.pop_back();
  return true;
}

constexpr Change kChanges[] = {
    {"another number of entries of a slice", ErrorCode::count_mismatch, slice_count},
    {"a slice's size or stride of 0", ErrorCode::out_of_range, slice_of_nothing},
    {"a slice that ends beyond its input", ErrorCode::out_of_range, slice_beyond_its_input},
    {"another number of entries of a window", ErrorCode::count_mismatch, window_count},
    {"a window's size or stride of 0", ErrorCode::out_of_range, window_of_nothing},
    {"a window that ends beyond its input", ErrorCode::out_of_range, window_beyond_its_input},
    {"an output that its window cannot fill", ErrorCode::size_mismatch, output_beyond_its_window},
    {"an axis to split beyond the rank", ErrorCode::axis_out_of_range, split_axis},
    {"no outputs", ErrorCode::out_of_range, no_outputs},
    {"4097 outputs", ErrorCode::limit_exceeded, too_many_outputs},
    {"outputs that do not make the input", ErrorCode::size_mismatch, one_output_less},
};

}  // namespace

std::span<const Change> window_changes() { return kChanges; }

}  // namespace dmlrun::fuzz
