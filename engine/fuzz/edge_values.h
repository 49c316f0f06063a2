// Elements with difficult cases for scaling and conversion, and plain floats.
#pragma once

#include <cstddef>

#include "dmlrun/tensor.h"
#include "engine/fuzz/random.h"

namespace dmlrun::fuzz {

/// Powers of two, decimals, signed zeros, denormals, infinities, NaN payloads, neighbours of integer limits, any bits.
[[nodiscard]] float edge_float(Random& random);
/// The middle of two neighbouring FLOAT16, or a number next to it.
[[nodiscard]] double beside_half(Random& random);

/// From 2^-7 to 8, half of them powers of two.
[[nodiscard]] float plain_float(Random& random);

[[nodiscard]] bool is_float(DataType type);
/// Of FLOAT16 rounded.
void put_float(float value, DataType type, std::byte* element);
/// For integers: small numbers of either sign, both ends of the type, and its bits. For FLOAT64 numbers beside the
/// middle of two FLOAT16, too, which rounding to FLOAT32 on the way would change.
void put_edge(Random& random, DataType type, std::byte* element);

}  // namespace dmlrun::fuzz
