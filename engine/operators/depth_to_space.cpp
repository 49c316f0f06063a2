// DEPTH_TO_SPACE and DEPTH_TO_SPACE1: channels become squares of height and width.
#include <algorithm>

#include "engine/operators/movement.h"

namespace dmlrun::operators {
namespace {

class DepthToSpace final : public PartMovement {
  std::vector<Part> parts(const Desc& desc, const Dimensions& input) const override {
    if (input.size() != 4) return {};
    const std::uint64_t block = std::max<std::uint64_t>(desc.at<std::uint64_t>("BlockSize"), 1),
                        channels = input[1] / (block * block);
    const auto* order = desc.get<std::uint64_t>("Order");
    const bool is_depth_first = !order || *order == 0;  // DEPTH_COLUMN_ROW
    const std::uint64_t column = is_depth_first ? channels : 1;
    return {{input[0], {0, 1}, {0, 1}},           {channels, {1, is_depth_first ? 1 : block * block}, {1, 1}},
            {input[2], {2, 1}, {2, block}},       {input[3], {3, 1}, {3, block}},
            {block, {1, block * column}, {2, 1}}, {block, {1, column}, {3, 1}}};
  }
};

constexpr DepthToSpace kDefinition;

}  // namespace

const Definition& depth_to_space() noexcept { return kDefinition; }

}  // namespace dmlrun::operators
