// DEPTH_TO_SPACE and DEPTH_TO_SPACE1: channels become squares of height and width. SPACE_TO_DEPTH and SPACE_TO_DEPTH1:
// the same backwards.
#include <algorithm>

#include "engine/operators/families/movement.h"

namespace dmlrun::operators {
namespace {

/// One of the two tensors, the deep one, has everything in channels; the other, the wide one, has squares of height and
/// width.
class DepthToSpace final : public PartMovement {
 public:
  constexpr explicit DepthToSpace(bool is_backwards) : is_backwards_(is_backwards) {}

 private:
  std::vector<Part> parts(const Desc& desc, const Dimensions& input) const override {
    if (input.size() != 4) return {};
    const std::uint64_t block = std::max<std::uint64_t>(desc.at<std::uint64_t>("BlockSize"), 1);
    // Channels of the wide tensor, height and width of the deep one.
    const std::uint64_t channels = is_backwards_ ? input[1] : input[1] / (block * block);
    const std::uint64_t height = input[2] / (is_backwards_ ? block : 1), width = input[3] / (is_backwards_ ? block : 1);
    const auto* order = desc.get<std::uint64_t>("Order");
    const bool is_depth_first = !order || *order == 0;  // DEPTH_COLUMN_ROW
    const std::uint64_t column = is_depth_first ? channels : 1;
    std::vector<Part> parts{
        {input[0], {0, 1}, {0, 1}},           {channels, {1, is_depth_first ? 1 : block * block}, {1, 1}},
        {height, {2, 1}, {2, block}},         {width, {3, 1}, {3, block}},
        {block, {1, block * column}, {2, 1}}, {block, {1, column}, {3, 1}}};
    if (is_backwards_)
      for (Part& part : parts) std::swap(part.input, part.output);
    return parts;
  }

  bool is_backwards_;
};

constexpr DepthToSpace kDepthToSpace(false), kSpaceToDepth(true);

}  // namespace

const Definition& depth_to_space() noexcept { return kDepthToSpace; }
const Definition& space_to_depth() noexcept { return kSpaceToDepth; }

}  // namespace dmlrun::operators
