#include "engine/tensor/element.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#ifndef IMATH_HALF_NO_LOOKUP_TABLE
#define IMATH_HALF_NO_LOOKUP_TABLE  // the table would have to be linked
#endif
#include <Imath/half.h>

#include "engine/text/numbers.h"

namespace dmlrun {
namespace {

constexpr std::uint16_t kHalfInfinity = 0x7C00, kHalfQuietNan = 0x7E00;

template <class T>
T load(const std::byte* element) noexcept {
  T value;
  std::memcpy(&value, element, sizeof value);
  return value;
}

template <class T>
void store(std::byte* element, T value) noexcept {
  std::memcpy(element, &value, sizeof value);
}

template <class T>
Result<void> store_integer(const text::Value& value, std::byte* element) {
  if constexpr (std::numeric_limits<T>::is_signed) {
    auto number = text::read_signed(value, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
    if (!number) return number.error();
    store(element, static_cast<T>(*number));
  } else {
    auto number = text::read_unsigned(value, std::numeric_limits<T>::max());
    if (!number) return number.error();
    store(element, static_cast<T>(*number));
  }
  return {};
}

Error too_large_for(const text::Value& value, std::string_view type, std::string_view largest) {
  return text::error_at(value, ErrorCode::out_of_range,
                        text::printable(value.literal(), 40) + " is too large for " + std::string(type) +
                            "; the largest number is " + std::string(largest) + ", and \"inf\" is infinity");
}

// Rounds once: from the literal, not from the double beside it. Nothing when the result would not be finite.
std::optional<float> float_from_literal(std::string_view literal, double beside) noexcept {
  if (beside == 0) return static_cast<float>(beside);
  float value = 0;
  auto end = std::from_chars(literal.data(), literal.data() + literal.size(), value);
  if (end.ec == std::errc{}) return value;
  // Out of range at either end; from_chars does not tell which.
  if (std::fabs(beside) > 1) return std::nullopt;
  return std::copysign(0.0f, static_cast<float>(beside));
}

Result<void> store_float(const text::Value& value, std::byte* element) {
  auto number = text::read_real(value);
  if (!number) return number.error();
  if (std::isnan(*number)) {
    store(element, std::numeric_limits<float>::quiet_NaN());
  } else if (std::isinf(*number)) {
    store(element, static_cast<float>(*number));
  } else {
    auto narrow = float_from_literal(value.literal(), *number);
    if (!narrow) return too_large_for(value, "FLOAT32", "3.4028235e38");
    store(element, *narrow);
  }
  return {};
}

// `beside` is the double nearest to the literal. Where a boundary between two halves is near, that literal is rounded
// to an odd double instead, which lies on the boundary's side that the literal is on.
std::uint16_t half_from_literal(std::string_view literal, double beside) noexcept {
  if (beside == 0) return half_from_double(beside);
  const double toward_zero = std::nextafter(beside, 0.0), away = std::nextafter(beside, 2 * beside);
  if (half_from_double(toward_zero) == half_from_double(away)) return half_from_double(beside);
  const int side = text::compare_magnitudes(literal, beside);
  const bool is_odd = std::bit_cast<std::uint64_t>(beside) & 1;
  return half_from_double(side == 0 || is_odd ? beside : side < 0 ? toward_zero : away);
}

Result<void> store_half(const text::Value& value, std::byte* element) {
  auto number = text::read_real(value);
  if (!number) return number.error();
  if (!std::isfinite(*number)) {
    store(element, std::isnan(*number) ? kHalfQuietNan : half_from_double(*number));
    return {};
  }
  const std::uint16_t half = half_from_literal(value.literal(), *number);
  if ((half & kHalfInfinity) == kHalfInfinity) return too_large_for(value, "FLOAT16", "65504");
  store(element, half);
  return {};
}

Result<void> store_double(const text::Value& value, std::byte* element) {
  auto number = text::read_real(value);
  if (!number) return number.error();
  store(element, std::isnan(*number) ? std::numeric_limits<double>::quiet_NaN() : *number);
  return {};
}

// Long enough for every form asked for below: a double in shortest form takes 24 characters.
using Digits = std::array<char, 64>;

template <class... Form>
void append_number(std::string& text, Form... form) {
  Digits digits;
  text.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), form...).ptr);
}

// The shortest form with 1 to 5 digits that reads back to the same half: 5 digits always do. Integers are written out.
void append_shortest_half(std::string& text, std::uint16_t bits) {
  double value = double_from_half(bits);
  if (value == std::trunc(value)) return append_number(text, static_cast<int>(value));
  Digits digits;
  for (int precision = 1;; ++precision) {
    auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::general, precision);
    double back = 0;
    std::from_chars(digits.data(), end.ptr, back);
    if (half_from_double(back) != bits && precision < 5) continue;
    text.append(digits.data(), end.ptr);
    return;
  }
}

// The integers' common form; false for other types.
bool append_integer(std::string& text, DataType type, const std::byte* element) {
  switch (type) {
    case DataType::uint8: append_number(text, unsigned{load<std::uint8_t>(element)}); return true;
    case DataType::uint16: append_number(text, load<std::uint16_t>(element)); return true;
    case DataType::uint32: append_number(text, load<std::uint32_t>(element)); return true;
    case DataType::uint64: append_number(text, load<std::uint64_t>(element)); return true;
    case DataType::int8: append_number(text, int{load<std::int8_t>(element)}); return true;
    case DataType::int16: append_number(text, load<std::int16_t>(element)); return true;
    case DataType::int32: append_number(text, load<std::int32_t>(element)); return true;
    case DataType::int64: append_number(text, load<std::int64_t>(element)); return true;
    default: return false;
  }
}

}  // namespace

Result<void> store_value(const text::Value& value, DataType type, std::byte* element) {
  switch (type) {
    case DataType::float32: return store_float(value, element);
    case DataType::float16: return store_half(value, element);
    case DataType::float64: return store_double(value, element);
    case DataType::uint8: return store_integer<std::uint8_t>(value, element);
    case DataType::uint16: return store_integer<std::uint16_t>(value, element);
    case DataType::uint32: return store_integer<std::uint32_t>(value, element);
    case DataType::uint64: return store_integer<std::uint64_t>(value, element);
    case DataType::int8: return store_integer<std::int8_t>(value, element);
    case DataType::int16: return store_integer<std::int16_t>(value, element);
    case DataType::int32: return store_integer<std::int32_t>(value, element);
    case DataType::int64: return store_integer<std::int64_t>(value, element);
    case DataType::unknown: break;
  }
  return text::error_at(value, ErrorCode::wrong_type, "a value needs a data type; it is UNKNOWN here");
}

std::uint16_t half_from_double(double value) noexcept {
  constexpr int kDroppedBits = 52 - 23;
  auto bits = std::bit_cast<std::uint64_t>(value);
  auto sign = static_cast<std::uint16_t>(bits >> 48 & 0x8000);
  std::uint64_t magnitude = bits & ~(std::uint64_t{1} << 63);
  if (magnitude > std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity()))
    return static_cast<std::uint16_t>(sign | kHalfQuietNan | (magnitude >> 42 & 0x3ff));
  if (magnitude >= std::bit_cast<std::uint64_t>(65520.0)) return sign | kHalfInfinity;
  // Half the smallest denormal is a tie, and 0 is even.
  if (magnitude <= std::bit_cast<std::uint64_t>(0x1p-25)) return sign;
  // To a float with the dropped bits' disjunction as its last bit (rounding to odd): no tie is made or lost, and the
  // second rounding is the only one. In integers, because the caller's rounding mode must not matter.
  std::uint64_t exponent = (magnitude >> 52) - 1023 + 127;
  std::uint64_t fraction = magnitude & ((std::uint64_t{1} << 52) - 1);
  bool sticky = (fraction & ((std::uint64_t{1} << kDroppedBits) - 1)) != 0;
  auto narrow = static_cast<std::uint32_t>(exponent << 23 | fraction >> kDroppedBits | (sticky ? 1 : 0));
  return static_cast<std::uint16_t>(sign | imath_float_to_half(std::bit_cast<float>(narrow)));
}

double double_from_half(std::uint16_t bits) noexcept { return static_cast<double>(imath_half_to_float(bits)); }

double load_double(DataType type, const std::byte* element) noexcept {
  switch (type) {
    case DataType::float32: return static_cast<double>(load<float>(element));
    case DataType::float16: return double_from_half(load<std::uint16_t>(element));
    case DataType::float64: return load<double>(element);
    case DataType::uint8: return load<std::uint8_t>(element);
    case DataType::uint16: return load<std::uint16_t>(element);
    case DataType::uint32: return load<std::uint32_t>(element);
    case DataType::uint64: return static_cast<double>(load<std::uint64_t>(element));
    case DataType::int8: return load<std::int8_t>(element);
    case DataType::int16: return load<std::int16_t>(element);
    case DataType::int32: return load<std::int32_t>(element);
    case DataType::int64: return static_cast<double>(load<std::int64_t>(element));
    case DataType::unknown: break;
  }
  return 0;
}

void append_printed(std::string& text, DataType type, const std::byte* element) {
  if (append_integer(text, type, element)) return;
  double value = load_double(type, element);
  if (std::isnan(value)) text += "nan";
  else append_number(text, value, std::chars_format::general, 6);
}

void append_shortest(std::string& text, DataType type, const std::byte* element) {
  if (append_integer(text, type, element)) return;
  const double value = load_double(type, element);
  if (std::isnan(value)) text += "nan";
  else if (value == 0) text += std::signbit(value) ? "-0" : "0";
  else if (type == DataType::float32 || std::isinf(value)) append_number(text, static_cast<float>(value));
  else if (type == DataType::float16) append_shortest_half(text, load<std::uint16_t>(element));
  else append_number(text, value);
}

void append_json(std::string& text, DataType type, const std::byte* element) {
  const double value = load_double(type, element);
  const std::string_view quote = std::isfinite(value) ? "" : "\"";
  text += quote;
  append_shortest(text, type, element);
  text += quote;
  if (value == 0 && std::signbit(value)) text += ".0";  // "-0" would read as +0
}

void append_hex(std::string& text, DataType type, const std::byte* element) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (std::size_t i = element_size(type); i-- > 0;) {
    auto byte = std::to_integer<unsigned>(element[i]);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
}

}  // namespace dmlrun
