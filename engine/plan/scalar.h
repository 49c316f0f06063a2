// The operations of ops.def on single numbers. None traps or is undefined for any number; compilers vectorise loops
// over them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace dmlrun::plan::scalar {

/// The unsigned integer of T's size.
template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
/// The type for wrapping arithmetic on T: unsigned for integers, T itself for floats.
template <class T>
using RingOf = std::conditional_t<std::is_floating_point_v<T>, T, BitsOf<T>>;

template <class T>
inline constexpr BitsOf<T> kSign = BitsOf<T>{1} << (8 * sizeof(T) - 1);

template <class T>
T quotient(T x, T y) noexcept {
  if constexpr (std::is_floating_point_v<T>) {
    return x / y;
  } else {
    if (y == 0) return static_cast<T>(~BitsOf<T>{0});
    if (std::is_signed_v<T> && y == static_cast<T>(-1)) return static_cast<T>(BitsOf<T>{0} - static_cast<BitsOf<T>>(x));
    return x / y;
  }
}

template <class T>
T rest(T x, T y) noexcept {
  if (y == 0) return static_cast<T>(~BitsOf<T>{0});
  if (std::is_signed_v<T> && y == static_cast<T>(-1)) return 0;
  return x % y;
}

template <class T>
T negated(T x) noexcept {
  if constexpr (std::is_floating_point_v<T>) return std::bit_cast<T>(std::bit_cast<BitsOf<T>>(x) ^ kSign<T>);
  else return static_cast<T>(BitsOf<T>{0} - static_cast<BitsOf<T>>(x));
}

template <class T>
T magnitude(T x) noexcept {
  if constexpr (std::is_floating_point_v<T>) return std::bit_cast<T>(std::bit_cast<BitsOf<T>>(x) & ~kSign<T>);
  else return x < 0 ? negated(x) : x;
}

/// `number` with the sign bit of `sign`, which may be a zero.
template <class T>
T with_sign_of(T number, T sign) noexcept {
  return std::bit_cast<T>((std::bit_cast<BitsOf<T>>(number) & ~kSign<T>) | (std::bit_cast<BitsOf<T>>(sign) & kSign<T>));
}

/// Rounds halves to even, exactly for every float: from 2^23 (2^52) on all floats are integral, and below, adding that
/// power leaves no bits for a fraction. Keeps the sign of a zero, and NaN.
template <class T>
T rounded(T x) noexcept {
  constexpr T kIntegral = static_cast<T>(BitsOf<T>{1} << (std::numeric_limits<T>::digits - 1));
  const T size = magnitude(x);
  const T added = size < kIntegral ? kIntegral : T{0};
  return with_sign_of((size + added) - added, x);
}

template <class T>
T truncated(T x) noexcept {
  const T size = magnitude(x), near = rounded(size);
  return with_sign_of(near > size ? near - 1 : near, x);
}

template <class T>
T rounded_down(T x) noexcept {
  const T near = rounded(x);
  return with_sign_of(near > x ? near - 1 : near, x);
}

template <class T>
T rounded_up(T x) noexcept {
  const T near = rounded(x);
  return with_sign_of(near < x ? near + 1 : near, x);
}

template <class T>
T rounded_away(T x) noexcept {
  const T size = magnitude(x), below = truncated(size);
  return with_sign_of(size - below >= T{0.5} ? below + 1 : below, x);
}

/// Shifts by `y`, taken as unsigned; by the type's width or more gives 0.
template <class T>
T shifted_left(T x, T y) noexcept {
  const auto by = static_cast<BitsOf<T>>(y);
  constexpr BitsOf<T> kWidth = 8 * sizeof(T);
  return by < kWidth ? static_cast<T>(static_cast<BitsOf<T>>(x) << (by % kWidth)) : T{0};
}

template <class T>
T shifted_right(T x, T y) noexcept {
  const auto by = static_cast<BitsOf<T>>(y);
  constexpr BitsOf<T> kWidth = 8 * sizeof(T);
  return by < kWidth ? static_cast<T>(x >> (by % kWidth)) : T{0};
}

/// Converts to an integer: truncates, saturates to T's range; NaN gives 0.
template <class T, class From>
T saturated(From x) noexcept {
  constexpr T kMin = std::numeric_limits<T>::min(), kMax = std::numeric_limits<T>::max();
  if constexpr (std::is_floating_point_v<From>) {
    constexpr From kBeyond = static_cast<From>(kMax / 2 + 1) * 2;  // the power of two above kMax
    const From number = x == x ? x : From{0};
    const From within = number < static_cast<From>(kMin) ? static_cast<From>(kMin) : number;
    const T result = static_cast<T>(within < kBeyond ? within : From{0});
    return within < kBeyond ? result : kMax;
  } else {
    constexpr bool kHasNegatives = std::is_signed_v<From>;
    if (kHasNegatives && x < 0) {
      if (!std::is_signed_v<T>) return 0;
      return static_cast<std::int64_t>(x) < static_cast<std::int64_t>(kMin) ? kMin : static_cast<T>(x);
    }
    return static_cast<std::uint64_t>(x) > static_cast<std::uint64_t>(kMax) ? kMax : static_cast<T>(x);
  }
}

/// The float with the value of a half, given by its bits. A NaN becomes quiet.
inline float widened_half(std::uint16_t half) noexcept {
  constexpr float kScale = 0x1p112f;  // between the biases of the exponents: exact, below the normal numbers, too
  const std::uint32_t size = std::uint32_t{half} & 0x7fffu;
  const std::uint32_t finite = std::bit_cast<std::uint32_t>(std::bit_cast<float>(size << 13) * kScale);
  const std::uint32_t other = 0x7f800000u | size << 13 | (size > 0x7c00u ? 0x400000u : 0u);
  return std::bit_cast<float>((size >= 0x7c00u ? other : finite) | (std::uint32_t{half} & 0x8000u) << 16);
}

/// The bits of the half nearest to `number`, rounded once; infinite from 65520 on. A NaN becomes quiet and keeps its
/// sign and the upper bits of its payload.
inline std::uint16_t narrowed_half(double number) noexcept {
  constexpr std::uint64_t kInfinity = 0x7ff0000000000000u, kTooLarge = 0x40effe0000000000u,
                          kNormal = 0x3f10000000000000u;
  constexpr int kDropped = 42;  // of the 52 bits behind the point
  const auto bits = std::bit_cast<std::uint64_t>(number);
  const std::uint64_t size = bits & ~kSign<double>;
  const std::uint64_t sign = bits >> 48 & 0x8000u;
  std::uint64_t half = 0x7c00u;
  if (size > kInfinity) {
    half = 0x7e00u | (size >> kDropped & 0x3ffu);
  } else if (size < kNormal) {
    constexpr double kUnits = 0x1p28;  // whose last bit counts as the least half's, 2^-24
    half = std::bit_cast<std::uint64_t>(std::bit_cast<double>(size) + kUnits) - std::bit_cast<std::uint64_t>(kUnits);
  } else if (size < kTooLarge) {
    const std::uint64_t even = (std::uint64_t{1} << (kDropped - 1)) - 1 + (size >> kDropped & 1);
    half = ((size + even) >> kDropped) - (std::uint64_t{1023 - 15} << 10);
  }
  return static_cast<std::uint16_t>(sign | half);
}

}  // namespace dmlrun::plan::scalar
