// The inputs of a verification, and the types that results are rounded to.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace dmlrun::cli {

/// The types of inputs and results.
enum class Domain : std::uint8_t {
  float32,  ///< FLOAT32 tensors
  float16,  ///< FLOAT16 tensors
  /// FLOAT32 arguments with FLOAT16 results: what ScaleBias and fused activations make of FLOAT16 tensors.
  narrowed,
};
inline constexpr Domain kDomains[] = {Domain::float32, Domain::float16, Domain::narrowed};
/// The names of all.
[[nodiscard]] std::span<const std::string_view> domain_names() noexcept;
[[nodiscard]] inline std::string_view name(Domain domain) noexcept {
  return domain_names()[static_cast<std::size_t>(domain)];
}

/// Inputs are processed in chunks of this size, in the order of their bits.
[[nodiscard]] constexpr std::size_t inputs_per_chunk(Domain domain) noexcept {
  return domain == Domain::float16 ? 1u << 16 : 1u << 20;
}
/// The number of chunks of all inputs.
[[nodiscard]] constexpr std::size_t chunks_of(Domain domain) noexcept { return domain == Domain::float16 ? 1 : 4096; }

/// Bytes of an input, and of a result.
[[nodiscard]] constexpr std::size_t input_bytes(Domain domain) noexcept { return domain == Domain::float16 ? 2 : 4; }
[[nodiscard]] constexpr std::size_t result_bytes(Domain domain) noexcept { return domain == Domain::float32 ? 4 : 2; }

/// Bits of a result's type.
struct ResultFormat {
  int digits, least_exponent, greatest_exponent;  ///< of the fraction; of normal numbers' leading bits
  std::uint32_t sign, infinity, nan;              ///< nan: the one that stands for all
};
[[nodiscard]] constexpr ResultFormat format_of(Domain domain) noexcept {
  return domain == Domain::float32 ? ResultFormat{23, -126, 127, 0x80000000, 0x7f800000, 0x7fc00000}
                                   : ResultFormat{10, -14, 15, 0x8000, 0x7c00, 0x7e00};
}

/// The number that FLOAT16 bits are.
[[nodiscard]] inline double half_value(std::uint32_t bits) noexcept {
  const std::uint32_t size = bits & 0x7fff;
  const std::uint64_t wide = (std::uint64_t{size} << 42) + (std::uint64_t{1023 - 15} << 52);
  double value = std::bit_cast<double>(wide);
  if (size < 0x400) value = static_cast<double>(size) * 0x1p-24;
  if (size >= 0x7c00)
    value = size == 0x7c00 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  return size == bits ? value : -value;
}

/// The number that an input's bits are.
[[nodiscard]] inline double input_value(Domain domain, std::uint32_t bits) noexcept {
  return domain == Domain::float16 ? half_value(bits) : static_cast<double>(std::bit_cast<float>(bits));
}
/// The number that a result's bits are.
[[nodiscard]] inline double result_value(Domain domain, std::uint32_t bits) noexcept {
  return domain == Domain::float32 ? static_cast<double>(std::bit_cast<float>(bits)) : half_value(bits);
}

/// A result's bits with one NaN for all.
[[nodiscard]] inline std::uint32_t one_nan(Domain domain, std::uint32_t bits) noexcept {
  const ResultFormat format = format_of(domain);
  return (bits & (format.sign - 1)) > format.infinity ? format.nan : bits;
}

/// A result's bits: the number rounded once, to nearest and of two to the even one.
[[nodiscard]] inline std::uint32_t rounded(Domain domain, double value) noexcept {
  if (domain == Domain::float32) return one_nan(domain, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t size = bits & ~(std::uint64_t{1} << 63);
  const auto sign = static_cast<std::uint32_t>(bits >> 63 << 15);
  constexpr auto kInfinity = std::bit_cast<std::uint64_t>(65520.0), kNormal = std::bit_cast<std::uint64_t>(0x1p-14);
  if (size > std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity())) return 0x7e00;
  if (size >= kInfinity) return sign | 0x7c00;
  // A subnormal number is a multiple of 2^-24, and so is the sum with 2^28, whose last bit that is.
  if (size < kNormal)
    return sign | static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(std::bit_cast<double>(size) + 0x1p28));
  constexpr int kDropped = 42;
  constexpr std::uint64_t kBias = std::uint64_t{1023 - 15} << 52, kHalf = std::uint64_t{1} << (kDropped - 1);
  return sign | static_cast<std::uint32_t>((size - kBias + kHalf - 1 + (size >> kDropped & 1)) >> kDropped);
}

/// The distance of a result from the exact value, in units of the last place at the value: infinity if one of them is a
/// NaN.
[[nodiscard]] double ulps_between(Domain domain, std::uint32_t result, double value) noexcept;

}  // namespace dmlrun::cli
