#include "engine/fuzz/random_windows.h"

#include <algorithm>

#include "engine/fuzz/random_desc.h"
#include "engine/fuzz/random_shape.h"
#include "engine/fuzz/random_tensor.h"

namespace dmlrun::fuzz {
namespace {

/// Inputs have at most about this many times the elements of the output.
constexpr std::uint64_t kRoom = 16;

/// `count` elements of an axis, `stride` apart, with others before and behind.
struct Walk {
  std::uint64_t count = 1, stride = 1, before = 0, behind = 0;
  [[nodiscard]] std::uint64_t length() const { return (count - 1) * stride + 1; }
  [[nodiscard]] std::uint64_t extent() const { return before + length() + behind; }
};

/// On an axis of at most `most` elements, or just as many as the walk has.
Walk random_walk(Random& random, std::uint32_t count, std::uint64_t most) {
  Walk walk{count};
  walk.stride = random.pick<std::uint64_t>({1, 1, 1, 2, 2, 3, 4, random.between(1, 70)});
  if (walk.length() > most) walk.stride = 1;
  std::uint64_t room = most - std::min(most, walk.length());
  walk.before = std::min(room, random.pick<std::uint64_t>({0, 0, 1, random.below(40)}));
  room -= walk.before;
  walk.behind = std::min(room, random.pick<std::uint64_t>({0, 0, 1, random.below(40)}));
  return walk;
}

/// Calls make(axis, walk) for each axis in random order; the walks' counts are the output's sizes.
template <class Make>
void make_walks(Random& random, const ShapeClass& wanted, std::uint64_t budget, Make make) {
  std::uint64_t left = random_budget(random, budget), room = kRoom * left;
  std::size_t after = wanted.rank;
  for (std::size_t axis : shuffled_axes(random, wanted.rank)) {
    const bool first = after == wanted.rank;
    std::uint32_t count = random_extent(random, share(left, --after));
    if (wanted.strided && first && count == 1) count = 2;
    left = std::max<std::uint64_t>(1, left / count);
    const Walk walk = random_walk(random, count, share(room, after));
    make(axis, walk);
    room = std::max<std::uint64_t>(1, room / walk.extent());
  }
}

}  // namespace

OperatorDesc make_slice(Random& random, const ShapeClass& wanted, std::uint64_t budget) {
  OperatorDesc desc = SliceDesc{};
  SliceDesc& d = std::get<SliceDesc>(desc);
  d.input = d.output = tensor_of(wanted.types[0], wanted.rank);
  d.offsets = d.sizes = d.strides = Dimensions::filled(wanted.rank, 1);
  make_walks(random, wanted, budget, [&](std::size_t axis, const Walk& walk) {
    d.input.sizes[axis] = static_cast<std::uint32_t>(walk.extent());
    d.output.sizes[axis] = d.sizes[axis] = static_cast<std::uint32_t>(walk.count);
    d.offsets[axis] = static_cast<std::uint32_t>(walk.before);
    d.strides[axis] = walk.count == 1 && random.one_in(4) ? 0xffffffff : static_cast<std::uint32_t>(walk.stride);
  });
  lay_out(random, wanted, desc, {&d.input, &d.output});
  return desc;
}

OperatorDesc make_slice1(Random& random, const ShapeClass& wanted, std::uint64_t budget) {
  OperatorDesc desc = Slice1Desc{};
  Slice1Desc& d = std::get<Slice1Desc>(desc);
  d.input = d.output = tensor_of(wanted.types[0], wanted.rank);
  d.offsets = d.sizes = Dimensions::filled(wanted.rank, 1);
  d.strides = SignedDimensions::filled(wanted.rank, 1);
  make_walks(random, wanted, budget, [&](std::size_t axis, const Walk& walk) {
    // Some of what lies around the walk belongs to the window: behind it on the way, at either end of the input.
    const bool reversed = random.one_in(2);
    std::uint64_t before = walk.before, window = walk.length();
    const std::uint64_t around = reversed ? walk.before : walk.behind;
    const std::uint64_t more = random.one_in(2) ? around : random.below(around + 1);
    window += more;
    if (reversed) before -= more;
    d.input.sizes[axis] = static_cast<std::uint32_t>(walk.extent());
    d.output.sizes[axis] = static_cast<std::uint32_t>(walk.count);
    d.offsets[axis] = static_cast<std::uint32_t>(before);
    d.sizes[axis] = static_cast<std::uint32_t>(window);
    const auto stride = static_cast<std::int32_t>(walk.stride);
    d.strides[axis] = reversed ? -stride : stride;
    if (walk.count == 1 && random.one_in(4)) d.strides[axis] = reversed ? -0x7fffffff - 1 : 0x7fffffff;
  });
  lay_out(random, wanted, desc, {&d.input, &d.output});
  return desc;
}

OperatorDesc make_split(Random& random, const ShapeClass& wanted, std::uint64_t budget) {
  OperatorDesc desc = SplitDesc{};
  SplitDesc& d = std::get<SplitDesc>(desc);
  d.input = tensor_of(wanted.types[0], wanted.rank);
  d.axis = static_cast<std::uint32_t>(random.below(wanted.rank));
  const std::uint64_t wish = random.one_in(60)   ? random.between(100, 300)
                             : random.one_in(6)  ? random.between(8, 40)
                             : random.one_in(10) ? 1
                                                 : random.between(2, 7);
  const std::uint64_t count = std::min(wish, budget);
  std::uint64_t left = std::max<std::uint64_t>(random_budget(random, budget) / count, 2);
  std::size_t after = wanted.rank;
  for (std::size_t axis : shuffled_axes(random, wanted.rank)) {
    const std::uint32_t size = random_extent(random, share(left, --after));
    if (axis != d.axis) d.input.sizes[axis] = size;
    left = std::max<std::uint64_t>(1, left / size);
  }
  TensorDesc part = d.input;
  d.input.sizes[d.axis] = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    part.sizes[d.axis] = random_extent(random, std::max<std::uint64_t>(2, left));
    if (wanted.strided && i == 0) part.sizes[d.axis] = std::max(2u, part.sizes[d.axis]);
    d.input.sizes[d.axis] += part.sizes[d.axis];
    d.outputs.push_back(part);
  }
  lay_out(random, wanted, desc, tensors_of(desc));
  return desc;
}

}  // namespace dmlrun::fuzz
