// Operators made of a spec and of tensors known from outside, where the two must agree.
#pragma once

#include <span>

#include "engine/spec/spec.h"

namespace dmlrun::spec {

/// As spec.complete(bound), for callers who do not hold each file against its tensor themselves: every bound tensor
/// must be one of the operator's, of its type (DataType::unknown: not told), and its shape must be the tensor's sizes
/// or what a .npy file with the tensor's values may have. unknown_name, count_mismatch, npy_type_mismatch,
/// npy_shape_mismatch.
[[nodiscard]] Result<Operator> complete_checked(const Spec& spec, std::span<const BoundTensor> bound) noexcept;

}  // namespace dmlrun::spec
