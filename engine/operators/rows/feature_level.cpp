// DirectML's feature levels and their names.
#include <array>

#include "engine/operators/rows/operator_row.h"

namespace dmlrun {
namespace {

constexpr std::array<FeatureLevel, 15> kLevels{0x1000, 0x2000, 0x2100, 0x3000, 0x3100, 0x4000, 0x4100, 0x5000,
                                               0x5100, 0x5200, 0x6000, 0x6100, 0x6200, 0x6300, 0x6400};
static_assert(kLevels.back() == kLatestFeatureLevel);

constexpr char digit(unsigned value) { return static_cast<char>('0' + value); }

}  // namespace

std::optional<FeatureLevel> feature_level_from_name(std::string_view text) noexcept {
  for (FeatureLevel level : kLevels) {
    const char name[] = {digit(level >> 12), '.', digit(level >> 8 & 15u)};
    if (text == std::string_view(name, sizeof name)) return level;
  }
  return std::nullopt;
}

namespace operators {

std::span<const FeatureLevel> feature_levels() noexcept { return kLevels; }

std::string level_name(FeatureLevel level) {
  return std::to_string(level >> 12) + "." + std::to_string(level >> 8 & 15u);
}

}  // namespace operators
}  // namespace dmlrun
