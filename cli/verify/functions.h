// The functions that are correctly rounded, by the operators that compute them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace dmlrun::cli {

/// A function of one number.
struct UnaryFunction {
  std::string_view name;  ///< the operator's, without ELEMENT_WISE_
  std::string_view type;  ///< the operator
  /// The function in the C library's double numbers: within kFilterError of the value, relative to it.
  double (*near)(double);
};

/// How far UnaryFunction::near may be off. Every result that is nearer than eight times this to a middle of two numbers
/// is decided by long arithmetic.
inline constexpr double kFilterError = 0x1p-43;

/// All of them, in the order of the documentation.
[[nodiscard]] std::span<const UnaryFunction> unary_functions() noexcept;
/// By name or operator, in any of its spellings; null where there is none.
[[nodiscard]] const UnaryFunction* find_function(std::string_view text) noexcept;

/// What is given, and what a result is rounded to.
enum class Domain : std::uint8_t {
  float32,  ///< FLOAT32 tensors
  float16,  ///< FLOAT16 tensors
};
inline constexpr Domain kDomains[] = {Domain::float32, Domain::float16};
[[nodiscard]] std::string_view name(Domain domain) noexcept;

/// Inputs are taken in chunks of this many, by their bits.
inline constexpr std::size_t kChunk = std::size_t{1} << 20;
/// How many chunks all inputs of a domain are, and how many inputs each of them has.
[[nodiscard]] std::size_t chunks_of(Domain domain) noexcept;
[[nodiscard]] std::size_t inputs_per_chunk(Domain domain) noexcept;

/// Bytes of an input, and of a result.
[[nodiscard]] std::size_t input_bytes(Domain domain) noexcept;
[[nodiscard]] std::size_t result_bytes(Domain domain) noexcept;

/// The number that an input's bits are.
[[nodiscard]] double input_value(Domain domain, std::uint32_t bits) noexcept;

/// A result's bits: the number rounded once to nearest even; every NaN is the same one.
[[nodiscard]] std::uint32_t rounded(Domain domain, double value) noexcept;
/// A result's bits with every NaN as rounded() has it.
[[nodiscard]] std::uint32_t one_nan(Domain domain, std::uint32_t bits) noexcept;
/// How far a result is from the value, in units of the last place of the value's own binade: infinity where one of them
/// is a NaN.
[[nodiscard]] double ulps_between(Domain domain, std::uint32_t result, double value) noexcept;

}  // namespace dmlrun::cli
