// A strategy for quotients by a uniform divisor that are rounded to bytes next: two products with a reciprocal in place
// of a division.
//
// With y = 1 / d and z = (1 - y d) / d, both rounded, s y + s z is not always the rounded s / d, but rounds to the same
// integer up to 600 in size (jit/test/rounded_quotients_test.cpp tries every mantissa of d); larger ones saturate, also
// after a byte is added. That holds for d from 2^-103 to 2^60 in size and finite s. Other operands, and quotients of
// 2^15 or more in size, give or may give a word of -32768: a block with such a word falls back to division.
//
// Sums of bytes take 23.1 cycles per 64, divided 40 (Granite Rapids); 28.8 and 32.5 (Zen 4). Floats that are loaded
// take 12.2, divided 25.1 (Zen 4). Where scales of bytes are given, one look at these saves 3 of 48 operations; where
// floats are loaded, looking at flags saves 3 of 21.
#pragma once

#include <array>
#include <span>

#include "jit/x64/arithmetic/byte_parts.h"

namespace dmlrun::jit::x64::arithmetic {

/// Whether what is rounded is such a quotient, in calls that are worth a reciprocal.
[[nodiscard]] bool has_rounded_quotients(const plan::Plan& plan, const Quantized& quantized,
                                         const std::vector<Variance>& variances, bool has_avx512);
struct Reciprocal {
  Virtual divisor = kNone, nearest = kNone, rest = kNone;
  LaneMask in_doubt;  ///< where words are not looked at: whether all are divided
};
/// The reciprocal of a divisor, computed in the current section. `scales`, if any: two numbers; what is divided is the
/// sum of each times a number below 2^9 in size.
[[nodiscard]] Reciprocal reciprocal_of(VectorBuilder& b, Virtual divisor, std::span<const Virtual> scales = {});
/// The words of the rounded quotients of each part's numbers.
[[nodiscard]] Words rounded_quotients(VectorBuilder& b, const Parts& numbers, const Reciprocal& reciprocal);
/// Adds a fast path where floats are loaded and divided: no word is looked at, because all that may be wrong is NaN or
/// beyond 32 bits where it is converted, which raises the processor's invalid flag. Blocks may be computed again, as
/// such floats are never where the bytes go. To be called after the general path has made its constants.
void add_watched_quotients(VectorBuilder& b, VectorCode& code, const plan::Plan& plan,
                           const std::vector<Stream>& streams, const Value& quotient, const Reciprocal& reciprocal,
                           Virtual added);

}  // namespace dmlrun::jit::x64::arithmetic
