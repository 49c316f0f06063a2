#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dmlrun/operators.h"

namespace dmlrun::spec {

/// Fills a buffer for each of op.inputs(), gaps as well: as fill_random() does, scales as scales. The same on every
/// machine for the same seed. Precondition: each span has buffer_bytes() of its tensor.
void fill_random_inputs(const Operator& op, std::uint64_t seed, std::span<const std::span<std::byte>> buffers);

}  // namespace dmlrun::spec
