// A strategy for output bytes that are computed as 32-bit numbers: a block has as many elements as a vector has bytes.
// Four vectors of numbers are computed for it, one after the other, and packed into one vector of bytes.
//
// If only bytes change from element to element, parts are interleaved: a part has every fourth group of four elements,
// so that neither unpacking nor packing crosses 16-byte lanes. Time relative to vectors of 16 elements (Zen 5, 4 KiB):
// quantized sums 0.4; comparisons of FLOAT32 0.9, without AVX-512 0.7.
#pragma once

#include <array>
#include <optional>

#include "engine/plan/plan.h"
#include "engine/plan/ranges.h"
#include "jit/x64/arithmetic/streams.h"
#include "jit/x64/arithmetic/vector_builder.h"

namespace dmlrun::jit::x64::arithmetic {

inline constexpr std::size_t kByteParts = 4;
inline constexpr std::uint32_t kFlip = 0x80808080;  ///< makes signed bytes unsigned ones, 128 more, and back
/// 2^-103 and 2^60: between them, quotients of bytes' multiples by scales lose nothing to subnormal numbers.
inline constexpr std::uint32_t kMinScale = 0x0c000000, kMaxScale = 0x5d800000;
using Parts = std::array<Virtual, kByteParts>;
using Words = std::array<Virtual, 2>;  ///< two vectors: of the first two parts, and of the others

[[nodiscard]] bool is_byte_load(const plan::Plan& plan, const plan::Value& value);
/// Packs two vectors of words into bytes, within 16-byte lanes, saturating to the range of `to`.
[[nodiscard]] Virtual bytes_of_words(VectorBuilder& b, Virtual low, Virtual high, plan::Element to);

[[nodiscard]] bool has_byte_parts(const plan::Plan& plan, bool has_avx512);
/// Whether parts take every fourth group of four elements.
[[nodiscard]] bool is_interleaved(const plan::Plan& plan, const std::vector<Stream>& streams);
/// The bytes of a block, and the vectors made of them once for all parts.
struct ByteBlock {
  Virtual bytes = kNone, flipped = kNone;
};
/// The numbers of a part of an interleaved block, unpacked from its bytes.
[[nodiscard]] Virtual unpacked(VectorBuilder& b, const ByteBlock& block, std::size_t part, bool is_signed);
/// The same as floats plus bias_of(), by the bits of 2^23, which take no conversion; a subtraction removes the bias.
/// Quantized sums take 0.85 of the time (Zen 5).
[[nodiscard]] Virtual unpacked_biased(VectorBuilder& b, ByteBlock& block, std::size_t part, bool is_signed);
/// 2^23, and for signed bytes 128 more.
[[nodiscard]] inline double bias_of(bool is_signed) { return 0x1p23 + (is_signed ? 128 : 0); }
/// Packs the parts' 32-bit integers, which are in `range`, into bytes.
[[nodiscard]] Virtual packed_parts(VectorBuilder& b, Parts parts, plan::Element to, const plan::Range& range,
                                   bool is_interleaved);

/// A plan::QuantizedEnding whose limits are those of the output, so that packing clamps.
struct Quantized {
  std::uint32_t number = 0;            ///< the value that is rounded
  std::optional<std::uint32_t> added;  ///< an integer, uniform in a run
};
/// The ending of a plan; nothing if it has no such one.
[[nodiscard]] std::optional<Quantized> quantized(const plan::Plan& plan, const std::vector<Variance>& variances);
/// Rounds a part's numbers to integers.
[[nodiscard]] Virtual nearest_integer(VectorBuilder& b, Virtual number);
/// Truncates a part's numbers to integers that packing to unsigned bytes limits.
[[nodiscard]] Virtual truncated_integer(VectorBuilder& b, Virtual number);
/// Packs two vectors of 32-bit integers into signed words, with saturation.
[[nodiscard]] Virtual signed_words(VectorBuilder& b, Virtual low, Virtual high);
/// Packs the parts' integers into words, with saturation.
[[nodiscard]] Words words_of_parts(VectorBuilder& b, const Parts& integers);
/// Adds `added` (words, or kNone) to words and packs the sums into bytes, with saturation.
[[nodiscard]] Virtual packed_quantized(VectorBuilder& b, Words words, Virtual added, plan::Element to,
                                       bool is_interleaved);

}  // namespace dmlrun::jit::x64::arithmetic
