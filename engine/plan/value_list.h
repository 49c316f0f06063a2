// Builds the values of a plan in order; equal values are made once.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "engine/plan/plan.h"

namespace dmlrun::plan {

/// Numbers of values are those of the list; store() ends it. Types must be right: check() looks at them later.
class ValueList {
 public:
  using Number = std::uint32_t;

  explicit ValueList(Plan& plan) : plan_(plan) {}

  Number load(std::uint32_t operand) { return add({Op::load, type_of(plan_.operands[operand].element), {}, operand}); }
  /// As bits_of().
  Number constant(Type type, double number) { return add({Op::constant, type, {}, bits_of(type, number)}); }
  Number constant_bits(Type type, std::uint64_t bits) { return add({Op::constant, type, {}, bits}); }
  Number apply(Op op, std::initializer_list<Number> inputs);
  /// convert, saturate or bit_cast; the input itself where it has that type.
  Number cast(Op op, Type type, Number input) {
    return type_of_value(input) == type ? input : add({op, type, {input}, 0});
  }

  [[nodiscard]] Type type_of_value(Number number) const { return values_[number].type; }
  /// This value, and the values that it depends on, become the plan's.
  void store(Number number);

 private:
  Number add(const Value& value);

  Plan& plan_;
  std::vector<Value> values_;
};

}  // namespace dmlrun::plan
