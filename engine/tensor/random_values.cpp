#include "engine/tensor/random_values.h"

#include <cmath>
#include <cstring>

#include "engine/tensor/element.h"

namespace dmlrun {
namespace {

double random_real(RandomUse use, RandomBits& random) {
  if (use == RandomUse::values) return (static_cast<double>(random.below(2049)) - 1024) / 64;
  double mantissa = static_cast<double>(64 + random.below(64)) / 64;
  return std::ldexp(mantissa, -static_cast<int>(random.below(8)));
}

void store_real(DataType type, double value, std::byte* element) {
  if (type == DataType::float64) {
    std::memcpy(element, &value, sizeof value);
  } else if (type == DataType::float32) {
    float narrow = static_cast<float>(value);
    std::memcpy(element, &narrow, sizeof narrow);
  } else {
    std::uint16_t half = half_from_double(value);
    std::memcpy(element, &half, sizeof half);
  }
}

}  // namespace

void fill_random(DataType type, RandomUse use, RandomBits& random, std::span<std::byte> elements) {
  const bool real = type == DataType::float16 || type == DataType::float32 || type == DataType::float64;
  const std::size_t size = element_size(type);
  for (std::size_t at = 0; at + size <= elements.size(); at += size) {
    if (real) {
      store_real(type, random_real(use, random), elements.data() + at);
    } else {
      std::uint64_t bits = random.next();
      // Byte by byte, lowest first: the file's order, whatever the machine's.
      for (std::size_t i = 0; i < size; ++i) elements[at + i] = static_cast<std::byte>(bits >> (8 * i));
    }
  }
}

}  // namespace dmlrun
