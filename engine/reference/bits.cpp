// DirectML's element-wise operators on bits: whatever the type, an element is the unsigned number that its bytes are.
#include <bit>

#include "engine/reference/elementwise.h"

namespace dmlrun::reference {
namespace {

bool is_float(DataType type) noexcept {
  return type == DataType::float16 || type == DataType::float32 || type == DataType::float64;
}

/// output = f(a, b, width in bits), each as 64 bits of which the low ones count.
template <auto f>
void of_two(const Run& run) noexcept {
  const Input a(run, 0, "ATensor"), b(run, 1, "BTensor");
  const std::size_t size = element_size(a.type);
  for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
    std::uint64_t x = 0, y = 0;
    std::memcpy(&x, a.at(at), size);
    std::memcpy(&y, b.at(at), size);
    const std::uint64_t result = f(x, y, 8 * size);
    std::memcpy(to, &result, size);
  });
}

/// output = f(x, its type), likewise.
template <auto f>
void of_one(const Run& run) noexcept {
  const Input input(run, 0, "InputTensor");
  for_each_element(run, output_of(run), [&](const Coordinates& at, std::byte* to) {
    std::uint64_t x = 0;
    std::memcpy(&x, input.at(at), element_size(input.type));
    const std::uint64_t result = f(x, input.type);
    std::memcpy(to, &result, element_size(output_of(run).type));
  });
}

std::uint64_t sign_bit(DataType type) noexcept { return std::uint64_t{1} << (8 * element_size(type) - 1); }

std::uint64_t negated(std::uint64_t x, DataType type) noexcept { return is_float(type) ? x ^ sign_bit(type) : 0 - x; }
std::uint64_t magnitude(std::uint64_t x, DataType type) noexcept {
  return (x & sign_bit(type)) == 0 ? x : negated(x, type);
}

using U64 = std::uint64_t;
constexpr ReferenceOperator kBits[] = {
    {"ELEMENT_WISE_ABS",
     on_bits_or_scaled<of_one<magnitude>,
                       [](auto x, const Desc&) { return decltype(x)() < x ? x : decltype(x)() - x; }>,
     has_equal_sizes},
    {"ACTIVATION_IDENTITY", of_one<[](U64 x, DataType) { return x; }>, has_equal_sizes},
    {"ELEMENT_WISE_IDENTITY",
     on_bits_or_scaled<of_one<[](U64 x, DataType) { return x; }>, [](auto x, const Desc&) { return x; }>,
     has_equal_sizes},
    {"ELEMENT_WISE_NEGATE", of_one<negated>, has_equal_sizes},
    {"ELEMENT_WISE_BIT_AND", of_two<[](U64 x, U64 y, std::size_t) { return x & y; }>, has_equal_sizes},
    {"ELEMENT_WISE_BIT_OR", of_two<[](U64 x, U64 y, std::size_t) { return x | y; }>, has_equal_sizes},
    {"ELEMENT_WISE_BIT_XOR", of_two<[](U64 x, U64 y, std::size_t) { return x ^ y; }>, has_equal_sizes},
    {"ELEMENT_WISE_BIT_NOT", of_one<[](U64 x, DataType) { return ~x; }>, has_equal_sizes},
    {"ELEMENT_WISE_BIT_COUNT", of_one<[](U64 x, DataType) { return static_cast<U64>(std::popcount(x)); }>,
     has_equal_sizes},
    {"ELEMENT_WISE_BIT_SHIFT_LEFT", of_two<[](U64 x, U64 y, std::size_t width) { return y < width ? (x << y) : 0; }>,
     has_equal_sizes},
    {"ELEMENT_WISE_BIT_SHIFT_RIGHT", of_two<[](U64 x, U64 y, std::size_t width) { return y < width ? (x >> y) : 0; }>,
     has_equal_sizes}};

}  // namespace

std::span<const ReferenceOperator> bit_operators() noexcept { return kBits; }

}  // namespace dmlrun::reference
