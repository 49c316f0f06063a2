// Parts of plans that several operators need.
#pragma once

#include "dmlrun/operators.h"
#include "engine/plan/plan.h"

namespace dmlrun::operators {

/// Elements of that size, moved as bytes.
[[nodiscard]] plan::Element moved(DataType type) noexcept;
/// The number that an element of that type is.
[[nodiscard]] plan::Element number_of(DataType type) noexcept;
/// The unsigned integer of its size.
[[nodiscard]] plan::Element bits_of(plan::Element element) noexcept;
/// The bits of an integer, as those of one of 64 bits.
[[nodiscard]] std::uint64_t widened_bits(const Scalar& integer) noexcept;
/// An axis of `count` positions from `begin` on, `step` apart.
[[nodiscard]] plan::Axis stepped(std::uint32_t count, std::int64_t begin, std::int64_t step);
/// An axis that is read from end to end.
[[nodiscard]] plan::Axis whole(std::uint32_t size);
/// How buffer `input`, laid out as `tensor`, is read.
[[nodiscard]] plan::Operand operand(std::uint32_t input, const TensorDesc& tensor, plan::Element element);
/// Reads no buffer: the position on an axis of the output.
[[nodiscard]] plan::Operand coordinate_of(const TensorDesc& output, std::size_t axis);
/// A plan without axes yet that writes `output`.
[[nodiscard]] plan::Plan writes(const TensorDesc& output, plan::Element element);

}  // namespace dmlrun::operators
