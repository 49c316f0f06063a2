#include "cli/verify/functions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace dmlrun::cli {
namespace {

constexpr std::string_view kPrefix = "DML_OPERATOR_", kElementWise = "ELEMENT_WISE_";

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

double gelu(double x) {
  constexpr double kHalfRoot = 0.70710678118654752440;
  return x * 0.5 * std::erfc(-x * kHalfRoot);
}

constexpr std::array kFunctions = {
    UnaryFunction{"EXP", "ELEMENT_WISE_EXP", [](double x) { return std::exp(x); }},
    UnaryFunction{"LOG", "ELEMENT_WISE_LOG", [](double x) { return std::log(x); }},
    UnaryFunction{"SIN", "ELEMENT_WISE_SIN", [](double x) { return std::sin(x); }},
    UnaryFunction{"COS", "ELEMENT_WISE_COS", [](double x) { return std::cos(x); }},
    UnaryFunction{"TAN", "ELEMENT_WISE_TAN", [](double x) { return std::tan(x); }},
    UnaryFunction{"ASIN", "ELEMENT_WISE_ASIN", [](double x) { return std::asin(x); }},
    UnaryFunction{"ACOS", "ELEMENT_WISE_ACOS", [](double x) { return std::acos(x); }},
    UnaryFunction{"ATAN", "ELEMENT_WISE_ATAN", [](double x) { return std::atan(x); }},
    UnaryFunction{"SINH", "ELEMENT_WISE_SINH", [](double x) { return std::sinh(x); }},
    UnaryFunction{"COSH", "ELEMENT_WISE_COSH", [](double x) { return std::cosh(x); }},
    UnaryFunction{"TANH", "ELEMENT_WISE_TANH", [](double x) { return std::tanh(x); }},
    UnaryFunction{"ASINH", "ELEMENT_WISE_ASINH", [](double x) { return std::asinh(x); }},
    UnaryFunction{"ACOSH", "ELEMENT_WISE_ACOSH", [](double x) { return std::acosh(x); }},
    UnaryFunction{"ATANH", "ELEMENT_WISE_ATANH", [](double x) { return std::atanh(x); }},
    UnaryFunction{"ERF", "ELEMENT_WISE_ERF", [](double x) { return std::erf(x); }},
    UnaryFunction{"ACTIVATION_TANH", "ACTIVATION_TANH", [](double x) { return std::tanh(x); }},
    UnaryFunction{"ACTIVATION_SIGMOID", "ACTIVATION_SIGMOID", sigmoid},
    UnaryFunction{"ACTIVATION_GELU", "ACTIVATION_GELU", gelu},
    UnaryFunction{"SQRT", "ELEMENT_WISE_SQRT", [](double x) { return std::sqrt(x); }},
    UnaryFunction{"RECIP", "ELEMENT_WISE_RECIP", [](double x) { return 1 / x; }},
};

/// Of a result's type.
struct Format {
  int digits, least_exponent, greatest_exponent;  ///< of the fraction; of normal numbers' leading bits
  std::uint32_t infinity, nan;                    ///< nan: the one that stands for all
};
constexpr Format kSingle{23, -126, 127, 0x7f800000, 0x7fc00000}, kHalf{10, -14, 15, 0x7c00, 0x7e00};

const Format& format_of_result(Domain domain) noexcept { return domain == Domain::float16 ? kHalf : kSingle; }

double half_value(std::uint32_t bits) noexcept {
  const int exponent = static_cast<int>(bits >> 10 & 0x1f);
  const double fraction = static_cast<double>(bits & 0x3ff);
  const double size = exponent == 31  ? (fraction == 0 ? std::numeric_limits<double>::infinity()
                                                       : std::numeric_limits<double>::quiet_NaN())
                      : exponent == 0 ? std::ldexp(fraction, -24)
                                      : std::ldexp(fraction + 1024, exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}

std::uint32_t rounded_to_half(double value) noexcept {
  if (std::isnan(value)) return kHalf.nan;
  const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::abs(value);
  if (size >= 65520) return sign | kHalf.infinity;
  if (size < 0x1p-14) return sign | static_cast<std::uint32_t>(std::nearbyint(size * 0x1p24));
  const auto bits = std::bit_cast<std::uint64_t>(size);
  constexpr int kDropped = 42;
  constexpr std::uint64_t kBias = std::uint64_t{1023 - 15} << 52, kHalfUnit = std::uint64_t{1} << (kDropped - 1);
  return sign | static_cast<std::uint32_t>((bits - kBias + kHalfUnit - 1 + (bits >> kDropped & 1)) >> kDropped);
}

}  // namespace

std::span<const UnaryFunction> unary_functions() noexcept { return kFunctions; }

const UnaryFunction* find_function(std::string_view text) noexcept {
  if (text.starts_with(kPrefix)) text.remove_prefix(kPrefix.size());
  if (text.starts_with(kElementWise)) text.remove_prefix(kElementWise.size());
  for (const UnaryFunction& function : kFunctions)
    if (function.name == text) return &function;
  return nullptr;
}

std::string_view name(Domain domain) noexcept { return domain == Domain::float16 ? "FLOAT16" : "FLOAT32"; }

std::size_t chunks_of(Domain domain) noexcept { return domain == Domain::float16 ? 1 : 4096; }

std::size_t inputs_per_chunk(Domain domain) noexcept { return domain == Domain::float16 ? 65536 : kChunk; }

std::size_t input_bytes(Domain domain) noexcept { return domain == Domain::float16 ? 2 : 4; }

std::size_t result_bytes(Domain domain) noexcept { return domain == Domain::float16 ? 2 : 4; }

double input_value(Domain domain, std::uint32_t bits) noexcept {
  return domain == Domain::float16 ? half_value(bits) : static_cast<double>(std::bit_cast<float>(bits));
}

std::uint32_t rounded(Domain domain, double value) noexcept {
  if (domain == Domain::float16) return rounded_to_half(value);
  return one_nan(domain, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
}

std::uint32_t one_nan(Domain domain, std::uint32_t bits) noexcept {
  const Format& format = format_of_result(domain);
  return (bits & (format.infinity | (format.infinity - 1))) > format.infinity ? format.nan : bits;
}

double ulps_between(Domain domain, std::uint32_t result, double value) noexcept {
  const Format& format = format_of_result(domain);
  const double limit = std::ldexp(1.0, format.greatest_exponent + 1);
  const double found =
      domain == Domain::float16 ? half_value(result) : static_cast<double>(std::bit_cast<float>(result));
  if (std::isnan(found) || std::isnan(value)) return std::numeric_limits<double>::infinity();
  const auto bounded = [&](double number) { return std::abs(number) > limit ? std::copysign(limit, number) : number; };
  const double nearest = bounded(value);
  int exponent = format.least_exponent;
  if (nearest != 0) exponent = std::min(std::max(std::ilogb(nearest), exponent), format.greatest_exponent);
  return std::ldexp(std::abs(bounded(found) - nearest), format.digits - exponent);
}

}  // namespace dmlrun::cli
