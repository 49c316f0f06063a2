#include "engine/operators/families/element_of_float.h"

#include <cstring>

#include "engine/plan/scalar.h"
#include "engine/tensor/element.h"

namespace dmlrun::operators {
namespace {

template <class T>
void put(Scalar& scalar, T value) noexcept {
  std::memcpy(scalar.bytes.data(), &value, sizeof value);
}

}  // namespace

Scalar element_of_float(float value, DataType type) noexcept {
  Scalar scalar;
  scalar.type = type;
  switch (type) {
    case DataType::float32: put(scalar, value); break;
    case DataType::float64: put(scalar, static_cast<double>(value)); break;
    case DataType::float16: put(scalar, half_from_double(value)); break;
    case DataType::uint8: put(scalar, plan::scalar::saturated<std::uint8_t>(value)); break;
    case DataType::uint16: put(scalar, plan::scalar::saturated<std::uint16_t>(value)); break;
    case DataType::uint32: put(scalar, plan::scalar::saturated<std::uint32_t>(value)); break;
    case DataType::uint64: put(scalar, plan::scalar::saturated<std::uint64_t>(value)); break;
    case DataType::int8: put(scalar, plan::scalar::saturated<std::int8_t>(value)); break;
    case DataType::int16: put(scalar, plan::scalar::saturated<std::int16_t>(value)); break;
    case DataType::int32: put(scalar, plan::scalar::saturated<std::int32_t>(value)); break;
    case DataType::int64: put(scalar, plan::scalar::saturated<std::int64_t>(value)); break;
    case DataType::unknown: break;
  }
  return scalar;
}

}  // namespace dmlrun::operators
