// Builds the values of a plan in order; equal values are made once.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Values are numbered in the order of the list; store() ends it. Types must be valid; check() verifies them later.
class ValueList {
 public:
  using Number = std::uint32_t;

  explicit ValueList(Plan& plan) : plan_(plan) {}

  Number load(std::uint32_t operand) { return add({Op::load, type_of(plan_.operands[operand].element), {}, operand}); }
  /// A constant, converted by bits_of().
  Number constant(Type type, double number) { return add({Op::constant, type, {}, bits_of(type, number)}); }
  Number constant_bits(Type type, std::uint64_t bits) { return add({Op::constant, type, {}, bits}); }
  Number apply(Op op, std::initializer_list<Number> inputs);
  /// Applies convert, saturate or bit_cast; returns the input itself if it already has that type.
  Number cast(Op op, Type type, Number input) {
    return type_of_value(input) == type ? input : add({op, type, {input}, 0});
  }

  [[nodiscard]] Type type_of_value(Number number) const { return values_[number].type; }
  /// Makes this value, and those that it depends on, the plan's values.
  void store(Number number);

 private:
  Number add(const Value& value);

  Plan& plan_;
  std::vector<Value> values_;
};

}  // namespace dmlrun::plan
