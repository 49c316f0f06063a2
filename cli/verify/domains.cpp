#include "cli/verify/domains.h"

#include <algorithm>

namespace dmlrun::cli {

std::span<const std::string_view> domain_names() noexcept {
  static constexpr std::string_view kNames[] = {"FLOAT32", "FLOAT16", "FLOAT32-FLOAT16"};
  return kNames;
}

double ulps_between(Domain domain, std::uint32_t result, double value) noexcept {
  const ResultFormat format = format_of(domain);
  const double limit = std::ldexp(1.0, format.greatest_exponent + 1), found = result_value(domain, result);
  if (std::isnan(found) || std::isnan(value)) return std::numeric_limits<double>::infinity();
  const auto bounded = [&](double number) { return std::abs(number) > limit ? std::copysign(limit, number) : number; };
  const double nearest = bounded(value);
  int exponent = format.least_exponent;
  if (nearest != 0) exponent = std::min(std::max(std::ilogb(nearest), exponent), format.greatest_exponent);
  return std::ldexp(std::abs(bounded(found) - nearest), format.digits - exponent);
}

}  // namespace dmlrun::cli
