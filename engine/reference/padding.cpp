// DirectML PADDING and PADDING1. With p = output coordinate - StartPadding and n = the input's size, on every axis:
//   CONSTANT    p, or the constant where p is outside on any axis
//   EDGE        p clamped to 0 ... n - 1
//   REFLECTION  p folded with period 2 (n - 1); 0 when n is 1
//   SYMMETRIC   p folded with period 2 n
//   WRAP        p modulo n
#include <bit>
#include <limits>
#include <optional>

#include "engine/reference/reference_operator.h"

namespace dmlrun::reference {
namespace {

/// The remainder that is never negative. Precondition: n >= 1.
std::int64_t floored_remainder(std::int64_t p, std::int64_t n) noexcept {
  const std::int64_t r = p % n;
  return r < 0 ? r + n : r;
}

/// The input's coordinate, or nothing where the constant stands.
std::optional<std::int64_t> source(PaddingMode mode, std::int64_t p, std::int64_t n) noexcept {
  switch (mode) {
    case PaddingMode::constant:
      if (p < 0 || p >= n) return std::nullopt;
      return p;
    case PaddingMode::edge: return p < 0 ? 0 : p >= n ? n - 1 : p;
    case PaddingMode::reflection: {
      if (n == 1) return 0;
      const std::int64_t q = floored_remainder(p, 2 * (n - 1));
      return q < n ? q : 2 * (n - 1) - q;
    }
    case PaddingMode::symmetric: {
      const std::int64_t q = floored_remainder(p, 2 * n);
      return q < n ? q : 2 * n - 1 - q;
    }
    case PaddingMode::wrap: return floored_remainder(p, n);
  }
  return std::nullopt;
}

void run_with(const Run& run, const std::byte* constant) noexcept {
  const auto& input_desc = run.desc.at<TensorDesc>("InputTensor");
  const auto& start = run.desc.at<Dimensions>("StartPadding");
  const auto mode = static_cast<PaddingMode>(run.desc.at<std::uint64_t>("PaddingMode"));
  const Placement input(input_desc);
  for_each_element(run, run.desc.at<TensorDesc>("OutputTensor"), [&](const Coordinates& at, std::byte* to) {
    const std::byte* from = run.inputs[0];
    for (std::size_t axis = 0; axis < at.rank(); ++axis) {
      const std::optional<std::int64_t> index =
          source(mode, std::int64_t{at[axis]} - std::int64_t{start[axis]}, input_desc.sizes[axis]);
      if (!index) {
        from = constant;
        break;
      }
      from += static_cast<std::uint64_t>(*index) * input.step(axis);
    }
    copy_element(to, from, input.width());
  });
}

/// A finite float as sign, significand and exponent: (-1)^negative * significand * 2^exponent. Only integer
/// arithmetic follows, so no rounding mode and no flushing of denormals can change a conversion.
struct Parts {
  bool negative;
  std::uint64_t significand;  ///< below 2^24
  int exponent;
};

Parts take_apart(std::uint32_t bits) noexcept {
  const std::uint32_t fraction = bits & 0x7fffff;
  const int biased = static_cast<int>(bits >> 23 & 0xff);
  const bool negative = bits >> 31 != 0;
  if (biased == 0) return {negative, fraction, -149};
  return {negative, fraction | 0x800000, biased - 150};
}

constexpr std::uint32_t kInfinity = 0x7f800000;  // also the exponent bits of every NaN

/// Truncated toward zero, saturated; NaN becomes 0.
template <class Integer>
Integer to_integer(std::uint32_t bits) noexcept {
  using Limits = std::numeric_limits<Integer>;
  if ((bits & 0x7fffffff) > kInfinity) return 0;
  const Parts x = take_apart(bits);
  // From exponent 41 on the significand has its leading bit, 2^23, so the value is at least 2^64.
  const std::uint64_t magnitude = x.exponent >= 41   ? std::numeric_limits<std::uint64_t>::max()
                                  : x.exponent >= 0  ? x.significand << x.exponent
                                  : x.exponent > -64 ? x.significand >> -x.exponent
                                                     : 0;
  if (!x.negative) {
    const std::uint64_t largest = static_cast<std::uint64_t>(Limits::max());
    return static_cast<Integer>(magnitude < largest ? magnitude : largest);
  }
  if constexpr (Limits::is_signed) {
    const std::uint64_t largest = static_cast<std::uint64_t>(Limits::max()) + 1;
    return static_cast<Integer>(std::uint64_t{0} - (magnitude < largest ? magnitude : largest));
  } else {
    return 0;
  }
}

/// Rounded to nearest even; beyond the largest half infinity. A NaN keeps its sign and the upper part of its payload
/// and becomes quiet.
std::uint16_t to_half(std::uint32_t bits) noexcept {
  const std::uint32_t sign = bits >> 16 & 0x8000;
  const std::uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > kInfinity) return static_cast<std::uint16_t>(sign | 0x7e00 | (magnitude >> 13 & 0x3ff));
  if (magnitude == kInfinity) return static_cast<std::uint16_t>(sign | 0x7c00);
  const Parts x = take_apart(bits);
  // A half's unit in the last place is 2^-24 below 2^-14, and 2^(e - 10) for 2^e <= |x| above.
  int unit = -24;
  if (x.significand >= 0x800000 && x.exponent + 23 - 10 > unit) unit = x.exponent + 23 - 10;
  const int shift = unit - x.exponent;  // >= 13
  std::uint64_t rounded = 0;
  if (shift < 64) {
    const std::uint64_t half = std::uint64_t{1} << (shift - 1);
    const std::uint64_t rest = x.significand & ((half << 1) - 1);
    rounded = x.significand >> shift;
    if (rest > half || (rest == half && (rounded & 1) != 0)) ++rounded;
  }
  // Below 2^-14 the exponent field is 0; above, the significand's leading bit adds one to the field, and a carry out of
  // rounding adds one more, as it should.
  const std::uint64_t field = (static_cast<std::uint64_t>(unit + 24) << 10) + rounded;
  return static_cast<std::uint16_t>(sign | (field < 0x7c00 ? field : 0x7c00));
}

/// Exact. A NaN keeps its sign and payload and becomes quiet.
std::uint64_t to_double(std::uint32_t bits) noexcept {
  const std::uint64_t sign = std::uint64_t{bits >> 31} << 63;
  const std::uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude >= kInfinity) {
    const std::uint64_t payload = std::uint64_t{magnitude & 0x7fffff} << 29;
    return sign | 0x7ff0000000000000 | (payload != 0 ? payload | 0x8000000000000 : 0);
  }
  const Parts x = take_apart(bits);
  if (x.significand == 0) return sign;
  const int leading = 63 - std::countl_zero(x.significand);
  const std::uint64_t fraction = (x.significand << (52 - leading)) & 0xfffffffffffff;
  return sign | static_cast<std::uint64_t>(x.exponent + leading + 1023) << 52 | fraction;
}

/// The bytes that stand for a FLOAT padding value in a tensor of a type.
std::array<std::byte, 8> constant_bytes(float value, DataType type) noexcept {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  std::uint64_t pattern = 0;
  switch (type) {
    case DataType::float32: pattern = bits; break;
    case DataType::float16: pattern = to_half(bits); break;
    case DataType::float64: pattern = to_double(bits); break;
    case DataType::uint8: pattern = to_integer<std::uint8_t>(bits); break;
    case DataType::uint16: pattern = to_integer<std::uint16_t>(bits); break;
    case DataType::uint32: pattern = to_integer<std::uint32_t>(bits); break;
    case DataType::uint64: pattern = to_integer<std::uint64_t>(bits); break;
    case DataType::int8: pattern = static_cast<std::uint64_t>(to_integer<std::int8_t>(bits)); break;
    case DataType::int16: pattern = static_cast<std::uint64_t>(to_integer<std::int16_t>(bits)); break;
    case DataType::int32: pattern = static_cast<std::uint64_t>(to_integer<std::int32_t>(bits)); break;
    case DataType::int64: pattern = static_cast<std::uint64_t>(to_integer<std::int64_t>(bits)); break;
    case DataType::unknown: break;
  }
  std::array<std::byte, 8> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(pattern >> (8 * i) & 0xff);
  return bytes;
}

}  // namespace

bool is_legal_padding(const Desc& desc) noexcept {
  const auto& input = desc.at<TensorDesc>("InputTensor").sizes;
  const auto& output = desc.at<TensorDesc>("OutputTensor").sizes;
  const auto& start = desc.at<Dimensions>("StartPadding");
  const auto& end = desc.at<Dimensions>("EndPadding");
  bool legal = input.size() == output.size() && desc.at<std::uint64_t>("PaddingMode") <= 4;
  for (std::size_t axis = 0; legal && axis < input.size(); ++axis)
    legal = std::uint64_t{start[axis]} + input[axis] + end[axis] == output[axis];
  return legal;
}

void run_padding(const Run& run) noexcept {
  if (const auto* typed = run.desc.get<Scalar>("PaddingValue")) return run_with(run, typed->bytes.data());
  const DataType type = run.desc.at<TensorDesc>("OutputTensor").type;
  run_with(run, constant_bytes(run.desc.at<float>("PaddingValue"), type).data());
}

}  // namespace dmlrun::reference
