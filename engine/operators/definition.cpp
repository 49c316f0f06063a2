#include "engine/operators/definition.h"

namespace dmlrun::operators {

// One line for each definition.
const Definition& tile() noexcept;
const Definition& padding() noexcept;
const Definition& slice() noexcept;
const Definition& slice1() noexcept;
const Definition& slice_grad() noexcept;
const Definition& join() noexcept;
const Definition& split() noexcept;
const Definition& elementwise() noexcept;
const Definition& depth_to_space() noexcept;
const Definition& space_to_depth() noexcept;
const Definition& fill() noexcept;
const Definition& sequence() noexcept;
const Definition& one_hot() noexcept;

namespace {

struct Named {
  std::string_view name;
  const Definition& (*definition)() noexcept;
};

constexpr Named kOperators[] = {{"TILE", tile},
                                {"JOIN", join},
                                {"PADDING", padding},
                                {"PADDING1", padding},
                                {"SLICE", slice},
                                {"SLICE1", slice1},
                                {"SLICE_GRAD", slice_grad},
                                {"SPLIT", split},
                                {"DEPTH_TO_SPACE", depth_to_space},
                                {"DEPTH_TO_SPACE1", depth_to_space},
                                {"SPACE_TO_DEPTH", space_to_depth},
                                {"SPACE_TO_DEPTH1", space_to_depth},
                                {"FILL_VALUE_SEQUENCE", sequence},
                                {"ONE_HOT", one_hot}};
/// The definition of a family's operators that have none of their own.
constexpr Named kFamilies[] = {{"elementwise", elementwise}, {"generate", fill}};

}  // namespace

const Definition* find_definition(std::string_view type) noexcept {
  for (const Named& named : kOperators)
    if (named.name == short_name(type)) return &named.definition();
  const std::string_view family = family_of(type);
  for (const Named& named : kFamilies)
    if (named.name == family) return &named.definition();
  return nullptr;
}

}  // namespace dmlrun::operators
