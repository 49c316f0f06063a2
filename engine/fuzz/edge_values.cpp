#include "engine/fuzz/edge_values.h"

#include <bit>
#include <cmath>
#include <limits>

#include "engine/tensor/element.h"

namespace dmlrun::fuzz {

float edge_float(Random& random) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity(), kMost = std::numeric_limits<float>::max();
  switch (random.below(7)) {
    case 0: return std::bit_cast<float>(static_cast<std::uint32_t>((127 - 20 + random.below(40)) << 23));
    case 1:
      return random.pick(
          {0.1f, 0.25f, 0.3f, 0.039215686f, 0.0078125f, 0.7f, 1.0f, 1.5f, 3.0f, 10.6f, -0.5f, -3.5f, -7.3f});
    case 2:
      return random.pick({kInfinity, -kInfinity, kMost, -kMost, 3.4e38f, -3.4e38f, 1e-45f, -1e-45f, 1.1e-38f,
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

}  // namespace dmlrun::fuzz
