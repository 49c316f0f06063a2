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

constexpr Change kChanges[] = {
    {"another number of entries of a slice", ErrorCode::count_mismatch, slice_count},
    {"a slice's size or stride of 0", ErrorCode::out_of_range, slice_of_nothing},
    {"a slice that ends beyond its input", ErrorCode::out_of_range, slice_beyond_its_input},
};

}  // namespace

std::span<const Change> window_changes() { return kChanges; }

}  // namespace dmlrun::fuzz
