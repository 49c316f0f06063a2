#include "engine/operators/definition.h"

#include "engine/operators/families.h"

namespace dmlrun::operators {
namespace {

struct Named {
  std::string_view type;
  const Definition& (*definition)() noexcept;
};

}  // namespace

const Definition* find_definition(std::string_view type) noexcept {
  static constexpr Named kNamed[] = {{"TILE", tile},
                                     {"JOIN", join},
                                     {"PADDING", padding},
                                     {"PADDING1", padding},
                                     {"ELEMENT_WISE_QUANTIZED_LINEAR_ADD", quantized_linear_add},
                                     {"SLICE", slice},
                                     {"SLICE1", slice1},
                                     {"SPLIT", split}};
  constexpr std::string_view kPrefix = "DML_OPERATOR_";
  if (type.starts_with(kPrefix)) type.remove_prefix(kPrefix.size());
  for (const Named& named : kNamed)
    if (named.type == type) return &named.definition();
  return nullptr;
}

}  // namespace dmlrun::operators
