#include "engine/plan/plan.h"

namespace dmlrun::plan {

std::uint64_t extent(const std::vector<Run>& runs) noexcept {
  std::uint64_t sum = 0;
  for (const Run& run : runs) sum += run.count;
  return sum;
}

std::uint64_t extent(const Axis& axis) noexcept {
  return extent(axis.head) + extent(axis.body) * axis.repeat + extent(axis.tail);
}

std::size_t bytes_of(Element element) noexcept {
  constexpr std::uint8_t kBytes[] = {1, 2, 4, 8, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
  return kBytes[static_cast<std::size_t>(element)];
}

Type type_of(Element element) noexcept {
  switch (element) {
    case Element::i8:
    case Element::i16:
    case Element::i32: return Type::i32;
    case Element::i64: return Type::i64;
    case Element::u64: return Type::u64;
    case Element::f16:
    case Element::f32: return Type::f32;
    case Element::f64: return Type::f64;
    default: return Type::u32;
  }
}

bool can_store(Type type, Element element) noexcept {
  return is_number(element) && is_float(type) == is_float(element) && bytes_of(element) <= bytes_of(type);
}

std::uint64_t element_count(const Plan& plan) noexcept {
  std::uint64_t product = 1;
  for (const Axis& axis : plan.axes) product *= extent(axis);
  return product;
}

}  // namespace dmlrun::plan
