// What an operator without input makes that has no definition of its own: Value everywhere, whatever its type.
#include <algorithm>

#include "engine/operators/definition.h"
#include "engine/operators/lowering.h"

namespace dmlrun::operators {
namespace {

class Fill final : public Definition {
  void infer(Fields&, Desc&) const override {}

  bool check(const Desc& desc, Checker& c) const override {
    const DataType type = desc.at<TensorDesc>("OutputTensor").type, found = desc.at<Scalar>("Value").type;
    return c.require(found == type, "value_type", Place{"ValueDataType"}, [&] {
      return std::string(name(found)) + " was found; OutputTensor is " + std::string(name(type));
    });
  }

  std::vector<plan::Plan> lower(const Desc& desc) const override {
    const auto& output = desc.at<TensorDesc>("OutputTensor");
    plan::Plan plan = writes(output, moved(output.type));
    for (const std::uint32_t size : output.sizes) plan.axes.push_back({{{size, 0, 0, plan::kFill}}, {}, 0, {}});
    const auto& value = desc.at<Scalar>("Value");
    std::copy_n(value.bytes.begin(), element_size(value.type), plan.fill.begin());
    return {std::move(plan)};
  }
};

constexpr Fill kDefinition;

}  // namespace

const Definition& fill() noexcept { return kDefinition; }

}  // namespace dmlrun::operators
