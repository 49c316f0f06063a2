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
  switch (element) {
    case Element::x1:
    case Element::i8:
    case Element::u8: return 1;
    case Element::x2: return 2;
    case Element::x4:
    case Element::f32: return 4;
    case Element::x8: return 8;
  }
  return 1;
}

std::uint64_t element_count(const Plan& plan) noexcept {
  std::uint64_t product = 1;
  for (const Axis& axis : plan.axes) product *= extent(axis);
  return product;
}

}  // namespace dmlrun::plan
