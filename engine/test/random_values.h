// Random lists of values: every operation, every type, every element; with inputs that are hard to compute with.
#pragma once

#include <array>
#include <limits>
#include <optional>

#include "engine/plan/value_list.h"
#include "engine/test/naive_values.h"
#include "engine/test/random_plan.h"

namespace dmlrun::plan_test {

/// One row of elements whose values are made of up to `most` others.
class RandomValues {
 public:
  RandomValues(std::uint64_t seed, std::int64_t most, std::uint64_t count = 0) : random_(seed) {
    const std::uint64_t elements = count > 0 ? count : static_cast<std::uint64_t>(random_.in(1, 70));
    plan.axes = {{{{elements, 0, elements > 1 ? 1 : 0, plan::kUnchosen}}, {}, 0, {}}};
    plan.output_strides[0] = 1;
    plan.output_span = elements;
    make_operands(elements);
    make_values(most);
  }

  plan::Plan plan;
  std::vector<Bytes> inputs;

 private:
  using Number = plan::ValueList::Number;
  using Op = plan::Op;
  using Type = plan::Type;

  void make_operands(std::uint64_t elements) {
    const auto operands = static_cast<std::uint32_t>(random_.in(1, 5));
    for (std::uint32_t o = 0; o < operands; ++o) {
      const auto element = static_cast<plan::Element>(random_.in(4, 14));
      plan::Operand operand{o, element, 0, elements, {}};
      operand.strides[0] = random_.one_in(4) ? 0 : 1;
      inputs.emplace_back(elements * plan::bytes_of(element));
      if (random_.one_in(10)) operand = {plan::kIndex, plan::Element::i64, 0, elements, operand.strides};
      else fill(inputs.back(), element);
      plan.operands.push_back(operand);
    }
  }

  void fill(Bytes& bytes, plan::Element element) {
    const std::size_t size = plan::bytes_of(element);
    for (std::size_t at = 0; at < bytes.size(); at += size) store(special(plan::type_of(element)), element, &bytes[at]);
  }

  /// Any bits, small numbers, and those at the ends.
  Scalar special(Type type) {
    const auto bits = static_cast<std::uint64_t>(
        random_.in(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()));
    if (random_.one_in(3)) return {type, is_wide(type) ? bits : bits & 0xffffffffu};
    if (!is_real(type)) {
      const int width = is_wide(type) ? 64 : 32;
      const Whole ends[] = {0,         1, -1, 2, -2, 31, 32, 63, 64, 127, 255, two_to(width - 1), two_to(width - 1) - 1,
                            two_to(31)};
      return scalar_of(type, ends[random_.in(0, 13)]);
    }
    const double ends[] = {0.0,      -0.0,      0.5,    -0.5,     1.5,    2.5,  1,     -1,        3,
                           1e-3,     1e9,       65504,  65519.99, 65520,  6e-8, 1e-40, 4e-320,    0x1p31,
                           -0x1p31,  0x1p32,    0x1p63, -0x1p63,  0x1p64, 1e30, 1e300, 8388607.5, 4503599627370495.5,
                           INFINITY, -INFINITY, NAN};
    const double number =
        random_.one_in(2) ? ends[random_.in(0, 29)] : static_cast<double>(random_.in(-4000, 4000)) / 16;
    return scalar_of(type, number);
  }

  Number any_of(Type type) {
    if (random_.one_in(8)) return constant(type);
    std::vector<Number> found;
    for (Number v = 0; v < made_.size(); ++v)
      if (values_.type_of_value(made_[v]) == type) found.push_back(made_[v]);
    if (found.empty())
      return converted(type,
                       made_[static_cast<std::size_t>(random_.in(0, static_cast<std::int64_t>(made_.size()) - 1))]);
    // Mostly late ones, so that lists get deep.
    const auto most = static_cast<std::int64_t>(found.size()) - 1;
    return found[static_cast<std::size_t>(random_.one_in(2) ? most : random_.in(0, most))];
  }

  Number constant(Type type) {
    const Scalar scalar = special(type);
    const bool is_number = !is_real(type) || !std::isnan(real_of(scalar));
    if (!is_number) return values_.constant(type, NAN);
    return is_real(type) ? values_.constant(type, real_of(scalar)) : values_.constant_bits(type, scalar.bits);
  }

  Number converted(Type type, Number number) {
    const bool is_cut = is_real(values_.type_of_value(number)) && !is_real(type);
    return values_.cast(is_cut || (!is_real(type) && random_.one_in(3)) ? Op::saturate : Op::convert, type, number);
  }

  /// Bits of a NaN that was computed are any.
  Number cast_of_bits(Type type) {
    constexpr std::array<Type, 3> kNarrow = {Type::i32, Type::u32, Type::f32},
                                  kWide = {Type::i64, Type::u64, Type::f64};
    const Type from = (is_wide(type) ? kWide : kNarrow)[static_cast<std::size_t>(random_.in(0, 2))];
    Number number = any_of(from);
    if (is_real(from) && !is_real(type)) number = values_.apply(Op::maximum, {number, values_.constant(from, -2.5)});
    return values_.cast(Op::bit_cast, type, number);
  }

  Number next() {
    const auto op = static_cast<Op>(random_.in(static_cast<int>(Op::add), static_cast<int>(plan::kOperationCount) - 1));
    const auto type = static_cast<Type>(random_.in(0, 5));
    const auto real = random_.of({Type::f32, Type::f64});
    const auto integer = random_.of({Type::i32, Type::u32, Type::i64, Type::u64});
    switch (plan::operation(op).rule) {
      case plan::Rule::number: return apply(op, type);
      case plan::Rule::integer: return apply(op, integer);
      case plan::Rule::real: return apply(op, real);
      case plan::Rule::compare: return apply(op, type);
      case plan::Rule::select: return values_.apply(op, {any_of(Type::u32), any_of(type), any_of(type)});
      case plan::Rule::bit_cast: return cast_of_bits(type);
      default: return converted(type, any_of(static_cast<Type>(random_.in(0, 5))));
    }
  }

  Number apply(Op op, Type type) {
    switch (plan::operation(op).arity) {
      case 1: return values_.apply(op, {any_of(type)});
      case 2: {
        const Number x = any_of(type);
        return values_.apply(op, {x, any_of(type)});
      }
      default: {
        const Number x = any_of(type), y = any_of(type);
        return values_.apply(op, {x, y, any_of(type)});
      }
    }
  }

  void make_values(std::int64_t most) {
    for (std::uint32_t o = 0; o < plan.operands.size(); ++o) made_.push_back(values_.load(o));
    const Number first = made_[0];
    for (std::int64_t left = random_.in(1, most); left > 0; --left) made_.push_back(next());
    plan.output = static_cast<plan::Element>(random_.in(4, 14));
    const Type type = plan::type_of(plan.output);
    Number last = converted(type, made_.back());
    // What is folded into a constant alone would load nothing.
    const Number truth = values_.apply(Op::equal, {first, first});
    last = values_.apply(Op::select, {truth, last, any_of(type)});
    values_.store(last);
  }

  Random random_;
  plan::ValueList values_{plan};
  std::vector<Number> made_;
};

/// Whether two elements are equal, or both NaN.
inline bool same_element(const std::byte* a, const std::byte* b, plan::Element element) {
  if (std::memcmp(a, b, plan::bytes_of(element)) == 0) return true;
  if (!plan::is_float(element)) return false;
  return std::isnan(real_of(number_at(a, element))) && std::isnan(real_of(number_at(b, element)));
}

/// The number of the first element that differs; nothing when all are the same.
inline std::optional<std::size_t> first_difference(const Bytes& a, const Bytes& b, plan::Element element) {
  const std::size_t size = plan::bytes_of(element);
  for (std::size_t at = 0; at < a.size(); at += size)
    if (!same_element(&a[at], &b[at], element)) return at / size;
  return std::nullopt;
}

}  // namespace dmlrun::plan_test
