#include "engine/fuzz/random_shape.h"

#include <algorithm>
#include <numeric>

#include "engine/fuzz/random_desc.h"
#include "engine/fuzz/random_tensor.h"

namespace dmlrun::fuzz {

std::vector<std::size_t> shuffled_axes(Random& random, std::size_t rank) {
  std::vector<std::size_t> axes(rank);
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  for (std::size_t i = rank; i > 1; --i) std::swap(axes[i - 1], axes[random.below(i)]);
  return axes;
}

std::uint64_t random_budget(Random& random, std::uint64_t most) {
  if (random.one_in(200)) return std::min<std::uint64_t>(65536, most);
  if (random.one_in(100)) return 1;
  return std::min<std::uint64_t>(random.one_in(8) ? 4096 : random.pick<std::uint64_t>({300, 600, 1200}), most);
}

std::uint64_t share(std::uint64_t left, std::size_t axes_after) {
  while (axes_after-- > 0 && left > 8) left /= 2;
  return left;
}

void lay_out(Random& random, const ShapeClass& wanted, Desc& desc, const std::vector<TensorDesc*>& stridable) {
  const std::vector<TensorDesc*> all = tensors_of(desc), outputs = outputs_of(desc);
  const auto is_output = [&](TensorDesc* t) { return std::find(outputs.begin(), outputs.end(), t) != outputs.end(); };
  if (wanted.strided) {
    std::vector<TensorDesc*> able;
    for (TensorDesc* tensor : stridable)
      if (element_count(*tensor) > 1) able.push_back(tensor);
    const std::size_t certain = random.below(able.size());
    for (std::size_t i = 0; i < able.size(); ++i)
      if (i == certain || random.one_in(3)) make_strided(random, *able[i], is_output(able[i]));
  }
  for (TensorDesc* tensor : all) decorate(random, *tensor, is_output(tensor));
}

TensorDesc tensor_of(DataType type, std::size_t rank) {
  TensorDesc tensor;
  tensor.type = type;
  tensor.sizes = Dimensions::filled(rank, 1);
  return tensor;
}

}  // namespace dmlrun::fuzz
