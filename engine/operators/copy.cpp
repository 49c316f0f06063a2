// A movement without a definition of its own: output[c] = input[c], in another layout if need be.
#include "engine/operators/lowering.h"
#include "engine/operators/movement.h"

namespace dmlrun::operators {
namespace {

class Copy final : public AxisMovement {
  std::optional<Dimensions> output_sizes(const Desc&, const std::optional<Dimensions>& input) const override {
    return input;
  }
  bool check_axis(const Desc& desc, std::size_t i, Checker& c) const override {
    const auto& input = desc.at<TensorDesc>("InputTensor");
    const std::uint32_t found = desc.at<TensorDesc>("OutputTensor").sizes[i];
    return c.require(found == input.sizes[i], "sizes", output_size_place(i),
                     [&] { return std::to_string(found) + " was found; " + input_size_words(input, i); });
  }
  plan::Axis lower_axis(const Desc& desc, std::size_t i) const override {
    return whole(desc.at<TensorDesc>("OutputTensor").sizes[i]);
  }
};

constexpr Copy kDefinition;

}  // namespace

const Definition& copy() noexcept { return kDefinition; }

}  // namespace dmlrun::operators
