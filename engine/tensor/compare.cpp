#include "engine/tensor/compare.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "engine/tensor/element.h"

namespace dmlrun {
namespace {

constexpr std::size_t kShown = 10;
constexpr std::size_t kBlockBytes = 4096;  // skipped together when equal
constexpr std::uint64_t kNoDistance = UINT64_MAX;

std::uint64_t load_bits(std::size_t bytes, const std::byte* element) noexcept {
  std::uint64_t bits = 0;
  std::memcpy(&bits, element, bytes);
  return bits;
}

// The bit pattern of the type's infinity; 0 for integer types.
std::uint64_t infinity_bits(DataType type) noexcept {
  switch (type) {
    case DataType::float16:
      return 0x7C00;
    case DataType::float32:
      return 0x7F80'0000;
    case DataType::float64:
      return 0x7FF0'0000'0000'0000;
    default:
      return 0;
  }
}

bool is_float(DataType type) noexcept { return infinity_bits(type) != 0; }

bool is_signed_integer(DataType type) noexcept {
  return type == DataType::int8 || type == DataType::int16 || type == DataType::int32 || type == DataType::int64;
}

bool is_nan(DataType type, std::uint64_t bits) noexcept {
  std::uint64_t sign = std::uint64_t{1} << (8 * element_size(type) - 1);
  return is_float(type) && (bits & ~sign) > infinity_bits(type);
}

// Floats' bit patterns as integers in the order of the values: both zeros are 0.
std::int64_t ordered(std::size_t bytes, std::uint64_t bits) noexcept {
  std::uint64_t sign = std::uint64_t{1} << (8 * bytes - 1);
  auto magnitude = static_cast<std::int64_t>(bits & ~sign);
  return bits & sign ? -magnitude : magnitude;
}

std::int64_t sign_extended(std::size_t bytes, std::uint64_t bits) noexcept {
  std::size_t unused = 64 - 8 * bytes;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

// Unsigned subtraction is exact here: the distance of two int64 fits into 64 bits.
template <class T>
std::uint64_t distance(T a, T b) noexcept {
  return a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
               : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
}

// One pair of elements whose bytes differ.
struct Pair {
  DataType type;
  const std::byte* expected;
  const std::byte* found;
  bool one_nan = false;
  std::uint64_t ulp = 0;
  double absolute = 0;  ///< infinite where an infinity is involved
};

Pair measure(DataType type, const std::byte* expected, const std::byte* found) noexcept {
  std::size_t bytes = element_size(type);
  Pair pair{type, expected, found, false, ulp_distance(type, expected, found), 0};
  pair.one_nan = is_nan(type, load_bits(bytes, expected)) != is_nan(type, load_bits(bytes, found));
  if (pair.one_nan || pair.ulp == 0) return pair;
  pair.absolute = is_float(type) ? std::fabs(load_double(type, expected) - load_double(type, found))
                                 : static_cast<double>(pair.ulp);
  return pair;
}

bool within(const Pair& pair, const Tolerance& tolerance) noexcept {
  if (pair.one_nan) return false;
  if (pair.ulp == 0) return true;
  if (tolerance.ulp && pair.ulp <= *tolerance.ulp) return true;
  double expected = load_double(pair.type, pair.expected), found = load_double(pair.type, pair.found);
  // An infinity is as far from every number as one can be: |expected| * relative must not admit it.
  if (!std::isfinite(expected) || !std::isfinite(found)) return false;
  if (tolerance.relative && pair.absolute <= *tolerance.relative * std::fabs(expected)) return true;
  if (!tolerance.absolute) return false;
  if (is_float(pair.type)) return pair.absolute <= *tolerance.absolute;
  return *tolerance.absolute >= 0x1p64 ||
         (*tolerance.absolute >= 0 && pair.ulp <= static_cast<std::uint64_t>(*tolerance.absolute));
}

Difference difference(const Pair& pair, const Dimensions& sizes, std::uint64_t element) {
  Difference d;
  d.element = element;
  d.ulp = pair.ulp;
  d.coordinates.resize(sizes.size());
  for (std::size_t axis = sizes.size(); axis-- > 0; element /= sizes[axis])
    d.coordinates[axis] = static_cast<std::uint32_t>(element % sizes[axis]);
  append_json(d.expected, pair.type, pair.expected);
  append_json(d.found, pair.type, pair.found);
  append_hex(d.expected_hex, pair.type, pair.expected);
  append_hex(d.found_hex, pair.type, pair.found);
  return d;
}

void count(Comparison& comparison, const Pair& pair, const Dimensions& sizes, std::uint64_t element) {
  ++comparison.different;
  if (pair.one_nan) {
    ++comparison.nan_against_number;
  } else {
    comparison.largest_ulp = std::max(comparison.largest_ulp, pair.ulp);
    comparison.largest_absolute = std::max(comparison.largest_absolute, pair.absolute);
  }
  if (comparison.first.size() < kShown) comparison.first.push_back(difference(pair, sizes, element));
}

std::string shortest(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string describe_one(const Difference& d) {
  std::string line = "  [";
  for (std::size_t i = 0; i < d.coordinates.size(); ++i) line += (i ? ", " : "") + std::to_string(d.coordinates[i]);
  line += "]: expected " + d.expected + " (0x" + d.expected_hex + "), found " + d.found + " (0x" + d.found_hex + ")";
  bool one_nan = (d.expected == "\"nan\"") != (d.found == "\"nan\"");
  return line + (one_nan ? "" : ", " + std::to_string(d.ulp) + " ULP");
}

}  // namespace

std::uint64_t ulp_distance(DataType type, const std::byte* a, const std::byte* b) noexcept {
  std::size_t bytes = element_size(type);
  if (bytes == 0) return 0;
  std::uint64_t x = load_bits(bytes, a), y = load_bits(bytes, b);
  if (is_float(type)) {
    bool x_nan = is_nan(type, x), y_nan = is_nan(type, y);
    if (x_nan || y_nan) return x_nan && y_nan ? 0 : kNoDistance;
    return distance(ordered(bytes, x), ordered(bytes, y));
  }
  if (is_signed_integer(type)) return distance(sign_extended(bytes, x), sign_extended(bytes, y));
  return distance(x, y);
}

Comparison compare(DataType type, const Dimensions& sizes, std::span<const std::byte> expected,
                   std::span<const std::byte> found, const Tolerance& tolerance, const std::vector<bool>& any_nan) {
  Comparison comparison;
  std::size_t bytes = element_size(type);
  if (bytes == 0) return comparison;
  comparison.elements = expected.size() / bytes;
  for (std::size_t block = 0; block < expected.size(); block += kBlockBytes) {
    std::size_t end = std::min(expected.size(), block + kBlockBytes);
    if (std::memcmp(expected.data() + block, found.data() + block, end - block) == 0) continue;
    for (std::size_t at = block; at < end; at += bytes) {
      const std::byte *e = expected.data() + at, *f = found.data() + at;
      std::uint64_t found_bits = load_bits(bytes, f);
      if (load_bits(bytes, e) == found_bits) continue;
      std::uint64_t element = at / bytes;
      if (element < any_nan.size() && any_nan[element] && is_nan(type, found_bits)) continue;
      Pair pair = measure(type, e, f);
      if (tolerance.exact() || !within(pair, tolerance)) count(comparison, pair, sizes, element);
    }
  }
  return comparison;
}

std::string describe(const Comparison& comparison) {
  if (comparison.equal()) return "all " + std::to_string(comparison.elements) + " values agree";
  std::uint64_t different = comparison.different, nans = comparison.nan_against_number;
  std::string text = std::to_string(different) + " of " + std::to_string(comparison.elements) + " values " +
                     (different == 1 ? "differs (" : "differ (");
  if (different > nans)
    text += "largest difference: " + shortest(comparison.largest_absolute) + ", " +
            std::to_string(comparison.largest_ulp) + " ULP" + (nans ? "; " : "");
  if (nans) text += "NaN against a number: " + std::to_string(nans);
  text += ")";
  for (const Difference& d : comparison.first) text += "\n" + describe_one(d);
  if (different > comparison.first.size())
    text += "\n  ... and " + std::to_string(different - comparison.first.size()) + " more";
  return text;
}

}  // namespace dmlrun
