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
  // With the length a constant each memcpy is one instruction; this is the inner loop.
  switch (bytes) {
    case 1: std::memcpy(&bits, element, 1); break;
    case 2: std::memcpy(&bits, element, 2); break;
    case 4: std::memcpy(&bits, element, 4); break;
    default: std::memcpy(&bits, element, 8);
  }
  return bits;
}

// The bit pattern of the type's infinity; 0 for integer types.
std::uint64_t infinity_bits(DataType type) noexcept {
  switch (type) {
    case DataType::float16: return 0x7C00;
    case DataType::float32: return 0x7F80'0000;
    case DataType::float64: return 0x7FF0'0000'0000'0000;
    default: return 0;
  }
}

// Unsigned subtraction is exact here: the distance of two int64 fits into 64 bits.
template <class T>
std::uint64_t distance_of(T a, T b) noexcept {
  return a > b ? static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b)
               : static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
}

// How the bits of a type are to be read.
struct Format {
  explicit Format(DataType t) noexcept
      : type(t),
        bytes(element_size(t)),
        sign(bytes ? std::uint64_t{1} << (8 * bytes - 1) : 0),
        infinity(infinity_bits(t)),
        signed_integer(t == DataType::int8 || t == DataType::int16 || t == DataType::int32 || t == DataType::int64) {}

  [[nodiscard]] bool is_float() const noexcept { return infinity != 0; }
  [[nodiscard]] bool is_nan(std::uint64_t bits) const noexcept { return is_float() && (bits & ~sign) > infinity; }
  // Integers in the order of the values: both zeros of a float are 0.
  [[nodiscard]] std::int64_t ordered(std::uint64_t bits) const noexcept {
    if (is_float()) return bits & sign ? -static_cast<std::int64_t>(bits & ~sign) : static_cast<std::int64_t>(bits);
    std::size_t unused = 64 - 8 * bytes;
    return static_cast<std::int64_t>(bits << unused) >> unused;
  }
  [[nodiscard]] std::uint64_t distance(std::uint64_t a, std::uint64_t b) const noexcept {
    if (is_nan(a) || is_nan(b)) return is_nan(a) && is_nan(b) ? 0 : kNoDistance;
    return is_float() || signed_integer ? distance_of(ordered(a), ordered(b)) : distance_of(a, b);
  }

  DataType type;
  std::size_t bytes;
  std::uint64_t sign;
  std::uint64_t infinity;
  bool signed_integer;
};

// One pair of elements whose bytes differ.
struct Pair {
  const std::byte* expected;
  const std::byte* found;
  bool one_nan;
  std::uint64_t ulp;
};

// Infinite where one side is.
double absolute_of(const Format& format, const Pair& pair) noexcept {
  if (pair.ulp == 0) return 0;
  if (!format.is_float()) return static_cast<double>(pair.ulp);
  return std::fabs(load_double(format.type, pair.expected) - load_double(format.type, pair.found));
}

bool within(const Format& format, const Pair& pair, const Tolerance& tolerance) noexcept {
  if (pair.one_nan) return false;
  if (pair.ulp == 0) return true;
  if (tolerance.ulp && pair.ulp <= *tolerance.ulp) return true;
  if (!tolerance.relative && !tolerance.absolute) return false;
  // An infinity is as far from every number as one can be: |expected| * relative must not admit it.
  double expected = load_double(format.type, pair.expected), found = load_double(format.type, pair.found);
  if (!std::isfinite(expected) || !std::isfinite(found)) return false;
  double absolute = absolute_of(format, pair);
  if (tolerance.relative && absolute <= *tolerance.relative * std::fabs(expected)) return true;
  if (!tolerance.absolute) return false;
  if (format.is_float()) return absolute <= *tolerance.absolute;
  return *tolerance.absolute >= 0x1p64 ||
         (*tolerance.absolute >= 0 && pair.ulp <= static_cast<std::uint64_t>(*tolerance.absolute));
}

Difference difference(DataType type, const Pair& pair, const Dimensions& sizes, std::uint64_t element) {
  Difference d;
  d.element = element;
  d.ulp = pair.ulp;
  d.coordinates.resize(sizes.size());
  for (std::size_t axis = sizes.size(); axis-- > 0; element /= sizes[axis])
    d.coordinates[axis] = static_cast<std::uint32_t>(element % sizes[axis]);
  append_json(d.expected, type, pair.expected);
  append_json(d.found, type, pair.found);
  append_hex(d.expected_hex, type, pair.expected);
  append_hex(d.found_hex, type, pair.found);
  return d;
}

void count(Comparison& comparison, const Format& format, const Pair& pair, const Dimensions& sizes,
           std::uint64_t element) {
  ++comparison.different;
  if (pair.one_nan) {
    ++comparison.nan_against_number;
  } else if (pair.ulp == 0) {
    ++(format.is_nan(load_bits(format.bytes, pair.found)) ? comparison.unlike_nans : comparison.unlike_zeros);
  } else {
    comparison.largest_ulp = std::max(comparison.largest_ulp, pair.ulp);
    comparison.largest_absolute = std::max(comparison.largest_absolute, absolute_of(format, pair));
  }
  if (comparison.first.size() < kShown) comparison.first.push_back(difference(format.type, pair, sizes, element));
}

/// visit(pair, element) for each pair that the tolerance does not admit.
template <class Visit>
void visit_differences(const Format& format, std::span<const std::byte> expected, std::span<const std::byte> found,
                       const Tolerance& tolerance, const std::vector<bool>& any_nan, Visit visit) {
  const std::size_t bytes = format.bytes;
  for (std::size_t block = 0; block < expected.size(); block += kBlockBytes) {
    std::size_t end = std::min(expected.size(), block + kBlockBytes);
    if (std::memcmp(expected.data() + block, found.data() + block, end - block) == 0) continue;
    for (std::size_t at = block; at < end; at += bytes) {
      const std::byte *e = expected.data() + at, *f = found.data() + at;
      std::uint64_t expected_bits = load_bits(bytes, e), found_bits = load_bits(bytes, f);
      if (expected_bits == found_bits) continue;
      std::uint64_t element = at / bytes;
      if (element < any_nan.size() && any_nan[element] && format.is_nan(found_bits)) continue;
      if (tolerance.equal_nans && format.is_nan(expected_bits) && format.is_nan(found_bits)) continue;
      Pair pair{e, f, format.is_nan(expected_bits) != format.is_nan(found_bits),
                format.distance(expected_bits, found_bits)};
      if (tolerance.exact() || !within(format, pair, tolerance)) visit(pair, element);
    }
  }
}

std::string shortest(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

std::string describe_one(const Difference& d, bool integers) {
  std::string line = "  [";
  for (std::size_t i = 0; i < d.coordinates.size(); ++i) line += (i ? ", " : "") + std::to_string(d.coordinates[i]);
  line += "]: expected " + d.expected + " (0x" + d.expected_hex + "), found " + d.found + " (0x" + d.found_hex + ")";
  const bool is_nan = d.found == "\"nan\"";
  if ((d.expected == "\"nan\"") != is_nan) return line;
  if (d.ulp == 0) return line + (is_nan ? ", another NaN" : ", the sign of zero");
  return integers ? line : line + ", " + std::to_string(d.ulp) + " ULP";
}

}  // namespace

std::uint64_t ulp_distance(DataType type, const std::byte* a, const std::byte* b) noexcept {
  Format format(type);
  if (format.bytes == 0) return 0;
  return format.distance(load_bits(format.bytes, a), load_bits(format.bytes, b));
}

Comparison compare(DataType type, const Dimensions& sizes, std::span<const std::byte> expected,
                   std::span<const std::byte> found, const Tolerance& tolerance, const std::vector<bool>& any_nan) {
  Comparison comparison;
  const Format format(type);
  if (format.bytes == 0) return comparison;
  comparison.elements = expected.size() / format.bytes;
  comparison.integers = !format.is_float();
  visit_differences(format, expected, found, tolerance, any_nan,
                    [&](const Pair& pair, std::uint64_t element) { count(comparison, format, pair, sizes, element); });
  return comparison;
}

void for_each_difference(DataType type, std::span<const std::byte> expected, std::span<const std::byte> found,
                         const Tolerance& tolerance, const std::function<void(const DifferentPair&)>& visit) {
  const Format format(type);
  if (format.bytes == 0) return;
  visit_differences(format, expected, found, tolerance, {}, [&](const Pair& pair, std::uint64_t element) {
    visit({element, pair.ulp, pair.one_nan});
  });
}

std::string describe(const Comparison& comparison) {
  if (comparison.equal()) return "all " + std::to_string(comparison.elements) + " values agree";
  const std::uint64_t different = comparison.different;
  std::string text = std::to_string(different) + " of " + std::to_string(comparison.elements) + " values " +
                     (different == 1 ? "differs (" : "differ (");
  const std::uint64_t distances =
      different - comparison.nan_against_number - comparison.unlike_nans - comparison.unlike_zeros;
  std::string kinds;
  if (distances > 0)
    kinds = "largest difference: " + (comparison.integers ? std::to_string(comparison.largest_ulp)
                                                          : shortest(comparison.largest_absolute) + ", " +
                                                                std::to_string(comparison.largest_ulp) + " ULP");
  const auto add = [&](const char* words, std::uint64_t count) {
    if (count > 0) kinds += (kinds.empty() ? "" : "; ") + std::string(words) + ": " + std::to_string(count);
  };
  add("sign of zero", comparison.unlike_zeros);
  add("bits of NaN", comparison.unlike_nans);
  add("NaN against a number", comparison.nan_against_number);
  text += kinds + ")";
  for (const Difference& d : comparison.first) text += "\n" + describe_one(d, comparison.integers);
  if (different > comparison.first.size())
    text += "\n  ... and " + std::to_string(different - comparison.first.size()) + " more";
  return text;
}

}  // namespace dmlrun
