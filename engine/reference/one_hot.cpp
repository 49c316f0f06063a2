// DirectML ONE_HOT: the on value where the position on Axis is the sequence's index (one below 0 counts from the end),
// else the off value. ValuesTensor has these: its first element is off, the next along the fastest-changing dimension
// of size above 1 is on.
#include "engine/reference/elementwise.h"

namespace dmlrun::reference {

bool is_legal_one_hot(const Desc& desc) noexcept {
  const auto &indices = desc.at<TensorDesc>("IndicesTensor"), &values = desc.at<TensorDesc>("ValuesTensor"),
             &output = desc.at<TensorDesc>("OutputTensor");
  const auto axis = desc.at<std::uint64_t>("Axis");
  Dimensions wanted = output.sizes;
  if (axis >= wanted.size()) return false;
  wanted[axis] = 1;
  return indices.sizes == wanted && values.sizes.size() == wanted.size() && element_count(values) >= 2 &&
         values.type == output.type;
}

void run_one_hot(const Run& run) noexcept {
  const auto &values = run.desc.at<TensorDesc>("ValuesTensor"), &output = output_of(run);
  const auto axis = run.desc.at<std::uint64_t>("Axis");
  const Input indices(run, 0, "IndicesTensor");
  const Placement places(values);
  std::size_t fastest = values.sizes.size() - 1;
  while (values.sizes[fastest] == 1) --fastest;
  const std::byte *const off = run.inputs[1], *const on = off + places.step(fastest);
  with_number(indices.type, [&]<class Number>(Number) {
    if constexpr (!std::is_floating_point_v<Number>)  // no index is one
      for_each_element(run, output, [&](const Coordinates& at, std::byte* to) {
        const std::byte* const element = indices.at(at) - at[axis] * indices.place.step(axis);
        const auto index = load<Number>(indices.type, element);
        // Wraps for what is below 0 only.
        const std::uint64_t place = index < Number() ? index.bits() + output.sizes[axis] : index.bits();
        copy_element(to, place == at[axis] ? on : off, places.width());
      });
  });
}

}  // namespace dmlrun::reference
