#include "engine/operators/padding_value.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "engine/tensor/element.h"

namespace dmlrun::operators {
namespace {

template <class T>
void put(Scalar& scalar, T value) noexcept {
  std::memcpy(scalar.bytes.data(), &value, sizeof value);
}

template <class Integer>
Integer saturate(float value) noexcept {
  if (std::isnan(value)) return 0;
  // Both bounds as doubles: the lower one is a power of two or 0 and exact; the upper one rounds up to a power of two
  // for 64 bits, and values at or above it saturate.
  const double wide = std::trunc(static_cast<double>(value));
  if (wide <= static_cast<double>(std::numeric_limits<Integer>::min())) return std::numeric_limits<Integer>::min();
  if (wide >= static_cast<double>(std::numeric_limits<Integer>::max())) return std::numeric_limits<Integer>::max();
  return static_cast<Integer>(wide);
}

}  // namespace

Scalar padding_value(float value, DataType type) noexcept {
  Scalar scalar;
  scalar.type = type;
  switch (type) {
    case DataType::float32: put(scalar, value); break;
    case DataType::float64: put(scalar, static_cast<double>(value)); break;
    case DataType::float16: put(scalar, half_from_double(value)); break;
    case DataType::uint8: put(scalar, saturate<std::uint8_t>(value)); break;
    case DataType::uint16: put(scalar, saturate<std::uint16_t>(value)); break;
    case DataType::uint32: put(scalar, saturate<std::uint32_t>(value)); break;
    case DataType::uint64: put(scalar, saturate<std::uint64_t>(value)); break;
    case DataType::int8: put(scalar, saturate<std::int8_t>(value)); break;
    case DataType::int16: put(scalar, saturate<std::int16_t>(value)); break;
    case DataType::int32: put(scalar, saturate<std::int32_t>(value)); break;
    case DataType::int64: put(scalar, saturate<std::int64_t>(value)); break;
    case DataType::unknown: break;
  }
  return scalar;
}

}  // namespace dmlrun::operators
