#include "engine/fuzz/edge_values.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/tensor/element.h"

namespace dmlrun::fuzz {

bool is_float(DataType type) {
  return type == DataType::float16 || type == DataType::float32 || type == DataType::float64;
}

float edge_float(Random& random) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity(), kMaxFloat = std::numeric_limits<float>::max();
  switch (random.below(7)) {
    case 0: return std::bit_cast<float>(static_cast<std::uint32_t>((127 - 20 + random.below(40)) << 23));
    case 1:
      return random.pick(
          {0.1f, 0.25f, 0.3f, 0.039215686f, 0.0078125f, 0.7f, 1.0f, 1.5f, 3.0f, 10.6f, -0.5f, -3.5f, -7.3f});
    case 2:
      return random.pick({kInfinity, -kInfinity, kMaxFloat, -kMaxFloat, 3.4e38f, -3.4e38f, 1e-45f, -1e-45f, 1.1e-38f,
                          1.1754944e-38f, 6e-8f, 2.9e-8f});
    case 3:
      return random.pick({255.5f, 256.0f, -129.0f, 127.9f, -0.9f, 65504.0f, 65519.996f, 65520.0f, -65520.0f,
                          2147483648.0f, -2147483904.0f, 4294967296.0f, 9.223372e18f, -9.223372e18f, 1.8446744e19f});
    case 4:
      return std::bit_cast<float>(
          static_cast<std::uint32_t>(0x7f800001 + random.below(0x7fffff) + random.below(2) * 0x80000000));
    case 5: return random.pick({0.0f, -0.0f, 1.0f, -1.0f});
    default: return std::bit_cast<float>(static_cast<std::uint32_t>(random.bits()));
  }
}

double beside_half(Random& random) {
  const auto bits = static_cast<std::uint16_t>(random.below(0x7bff));  // all finite ones but the largest
  const double middle = (double_from_half(bits) + double_from_half(static_cast<std::uint16_t>(bits + 1))) / 2;
  const double towards = random.pick({0.0, middle, std::numeric_limits<double>::infinity()});
  return std::copysign(std::nextafter(middle, towards), random.one_in(2) ? 1 : -1);
}

float plain_float(Random& random) {
  const std::uint32_t exponent = static_cast<std::uint32_t>(120 + random.below(10)) << 23;
  return std::bit_cast<float>(exponent | static_cast<std::uint32_t>(random.one_in(2) ? random.below(1u << 23) : 0));
}

void put_float(float value, DataType type, std::byte* element) {
  const auto wide = static_cast<double>(value);
  const std::uint16_t half = half_from_double(wide);
  if (type == DataType::float32) std::memcpy(element, &value, sizeof value);
  if (type == DataType::float64) std::memcpy(element, &wide, sizeof wide);
  if (type == DataType::float16) std::memcpy(element, &half, sizeof half);
}

void put_edge(Random& random, DataType type, std::byte* element) {
  if (type == DataType::float64 && random.one_in(4)) {
    const double wide = beside_half(random);
    return static_cast<void>(std::memcpy(element, &wide, sizeof wide));
  }
  if (is_float(type)) return put_float(edge_float(random), type, element);
  const std::uint64_t width = 8 * element_size(type);
  const std::uint64_t bits = random.pick<std::uint64_t>({0, 0, 1, 2, 3, width, ~std::uint64_t{0}, ~std::uint64_t{1}});
  const std::uint64_t top = random.one_in(2) ? std::uint64_t{1} << (width - 1) : 0;
  const std::uint64_t number = bits ^ top;
  std::memcpy(element, &number, element_size(type));
}

}  // namespace dmlrun::fuzz
