// Parts of plans that several operators need.
#pragma once

#include "dmlrun/operators.h"
#include "engine/plan/plan.h"

namespace dmlrun::operators {

/// The element of a type that is copied as bytes.
[[nodiscard]] plan::Element moved_element(DataType type) noexcept;
/// The element of a type that is computed with as a number.
[[nodiscard]] plan::Element numeric_element(DataType type) noexcept;
/// The unsigned integer element of the same size.
[[nodiscard]] plan::Element unsigned_element(plan::Element element) noexcept;
/// The bits of an integer, sign- or zero-extended to 64 bits.
[[nodiscard]] std::uint64_t widened_bits(const Scalar& integer) noexcept;
/// An axis of `count` positions from `begin` on, `step` apart.
[[nodiscard]] plan::Axis stepped(std::uint32_t count, std::int64_t begin, std::int64_t step);
/// An axis of `size` positions, 0 ... size - 1.
[[nodiscard]] plan::Axis whole(std::uint32_t size);
/// The operand that reads buffer `input`, whose layout is `tensor`'s.
[[nodiscard]] plan::Operand operand(std::uint32_t input, const TensorDesc& tensor, plan::Element element);
/// The operand that reads no buffer, but gives the coordinate on an axis of the output.
[[nodiscard]] plan::Operand coordinate_of(const TensorDesc& output, std::size_t axis);
/// A plan that writes `output`, still without axes.
[[nodiscard]] plan::Plan writes(const TensorDesc& output, plan::Element element);

}  // namespace dmlrun::operators
