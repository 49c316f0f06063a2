#include "engine/operators/families/lowering.h"

#include <cstring>

namespace dmlrun::operators {
namespace {

plan::Strides plan_strides(const TensorDesc& tensor) {
  plan::Strides strides{};
  const Dimensions given = strides_of(tensor);
  // The stride of an axis of size 1 is never used; 0 makes plans that mean the same equal.
  for (std::size_t i = 0; i < given.size(); ++i) strides[i] = tensor.sizes[i] > 1 ? given[i] : 0;
  return strides;
}

}  // namespace

plan::Element moved_element(DataType type) noexcept {
  switch (element_size(type)) {
    case 1: return plan::Element::x1;
    case 2: return plan::Element::x2;
    case 4: return plan::Element::x4;
    default: return plan::Element::x8;
  }
}

plan::Element numeric_element(DataType type) noexcept {
  using plan::Element;
  constexpr Element kNumbers[] = {Element::x1,  Element::f32, Element::f16, Element::u32, Element::u16, Element::u8,
                                  Element::i32, Element::i16, Element::i8,  Element::f64, Element::u64, Element::i64};
  return kNumbers[static_cast<std::size_t>(type)];
}

plan::Element unsigned_element(plan::Element element) noexcept {
  using plan::Element;
  switch (plan::bytes_of(element)) {
    case 1: return Element::u8;
    case 2: return Element::u16;
    case 4: return Element::u32;
    default: return Element::u64;
  }
}

std::uint64_t widened_bits(const Scalar& integer) noexcept {
  std::uint64_t bits = 0;
  std::memcpy(&bits, integer.bytes.data(), element_size(integer.type));
  const std::size_t unused = 64 - 8 * element_size(integer.type);
  if (plan::is_signed(plan::type_of(numeric_element(integer.type))))
    bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused);
  return bits;
}

plan::Axis stepped(std::uint32_t count, std::int64_t begin, std::int64_t step) {
  plan::Axis axis;
  axis.head.push_back({count, begin, count == 1 ? 0 : step, plan::kUnchosen});
  return axis;
}

plan::Axis whole(std::uint32_t size) { return stepped(size, 0, 1); }

plan::Operand operand(std::uint32_t input, const TensorDesc& tensor, plan::Element element) {
  plan::Operand result;
  result.input = input;
  result.element = element;
  result.span = buffer_bytes(tensor) / element_size(tensor.type);
  result.strides = plan_strides(tensor);
  return result;
}

plan::Operand coordinate_of(const TensorDesc& output, std::size_t axis) {
  plan::Operand index{plan::kIndex, plan::Element::i64, 0, output.sizes[axis], {}};
  index.strides[axis] = 1;
  return index;
}

plan::Plan writes(const TensorDesc& output, plan::Element element) {
  plan::Plan plan;
  plan.output = element;
  plan.output_strides = plan_strides(output);
  plan.output_span = buffer_bytes(output) / element_size(output.type);
  return plan;
}

}  // namespace dmlrun::operators
