#include "engine/fuzz/random_tensor.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

namespace dmlrun::fuzz {
namespace {

/// The axes in the order in which elements lie, innermost first: row-major, or shuffled.
std::vector<std::size_t> axis_order(Random& random, std::size_t rank, bool shuffled) {
  std::vector<std::size_t> order(rank);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::reverse(order.begin(), order.end());
  if (shuffled)
    for (std::size_t i = rank; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

/// Strides without overlap: each beyond the reach of those inside it, and further by a gap now and then.
void nest(Random& random, TensorDesc& tensor, bool shuffled, bool gaps) {
  tensor.strides = Dimensions::filled(tensor.sizes.size(), 1);
  std::uint64_t next = 1;
  for (std::size_t axis : axis_order(random, tensor.sizes.size(), shuffled)) {
    if (gaps && random.one_in(2)) next += random.pick({1, 2, 3, 7});
    tensor.strides[axis] = static_cast<std::uint32_t>(next);
    next = tensor.strides[axis] * std::uint64_t{tensor.sizes[axis]};
  }
}

}  // namespace

std::uint32_t random_extent(Random& random, std::uint64_t most) {
  static constexpr std::array<std::uint32_t, 16> kLiked{1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65};
  if (most <= 1) return 1;
  if (random.one_in(4)) return static_cast<std::uint32_t>(random.between(1, std::min<std::uint64_t>(most, 12)));
  if (random.one_in(40)) return static_cast<std::uint32_t>(random.between(1, most));
  std::uint32_t extent = kLiked[random.below(kLiked.size())];
  while (extent > most) extent = kLiked[random.below(kLiked.size())];
  return extent;
}

void make_strided(Random& random, TensorDesc& tensor, bool output) {
  switch (random.below(output ? 3 : 6)) {
    case 0: nest(random, tensor, false, true); break;
    case 1: nest(random, tensor, true, false); break;
    case 2: nest(random, tensor, true, true); break;
    case 3:
    case 4:
      nest(random, tensor, random.one_in(2), random.one_in(2));
      for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis)
        if (random.one_in(2)) tensor.strides[axis] = 0;
      break;
    case 5:
      tensor.strides = Dimensions::filled(tensor.sizes.size(), 0);
      for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis)
        tensor.strides[axis] = static_cast<std::uint32_t>(random.below(5));
      break;
  }
  if (!is_packed(tensor)) return;
  for (std::size_t axis = 0; axis < tensor.sizes.size(); ++axis) tensor.strides[axis] *= 2;
}

void decorate(Random& random, TensorDesc& tensor, bool output) {
  if (tensor.strides.empty() && random.one_in(4)) tensor.strides = strides_of(tensor);
  for (std::size_t axis = 0; axis < tensor.strides.size(); ++axis)
    if (tensor.sizes[axis] == 1 && random.one_in(4)) tensor.strides[axis] = random.pick({0u, 1u, 5u, 0xffffffffu});
  if (random.one_in(5))
    tensor.total_bytes = minimum_total_bytes(tensor) + 4 * random.pick<std::uint64_t>({0, 1, 2, 16, 1000});
  if (random.one_in(5))
    tensor.guaranteed_alignment = static_cast<std::uint32_t>(element_size(tensor.type) << random.below(10));
  if (!output && random.one_in(16)) tensor.owned_by_dml = true;
}

}  // namespace dmlrun::fuzz
