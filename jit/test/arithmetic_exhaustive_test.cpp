// Each operation over all bytes, pairs of bytes or halves, and numbers at the ends of the wider types; and lists whose
// values are all alive at once.
#include <string>

#include "engine/plan/print.h"
#include "engine/plan/value_list.h"
#include "engine/test/catch.h"
#include "engine/test/random.h"
#include "engine/test/random_values.h"
#include "jit/test/arithmetic_check.h"
#include "jit/x64/arithmetic/arithmetic_kernel.h"

namespace dmlrun::jit::test {
namespace {

using plan::Element;
using plan::Op;
using plan::Type;
using Number = plan::ValueList::Number;

constexpr Type kTypes[] = {Type::i32, Type::u32, Type::i64, Type::u64, Type::f32, Type::f64};
constexpr Element kStored[] = {Element::i32, Element::u32, Element::i64, Element::u64, Element::f32, Element::f64};

/// One axis, on which each operand has stride 1.
plan::Plan row_of(std::uint64_t count, const std::vector<Element>& operands) {
  plan::Plan plan;
  plan.axes = {{{{count, 0, 1, plan::kUnchosen}}, {}, 0, {}}};
  plan.output_strides[0] = 1;
  plan.output_span = count;
  for (const Element element : operands) {
    plan.operands.push_back({static_cast<std::uint32_t>(plan.operands.size()), element, 0, count, {}});
    plan.operands.back().strides[0] = 1;
  }
  return plan;
}

Number as(plan::ValueList& values, Type type, Number number) {
  const bool is_cut = plan::is_float(values.type_of_value(number)) && !plan::is_float(type);
  return values.cast(is_cut ? Op::saturate : Op::convert, type, number);
}

/// An operation of these operands, converted to the type that it is to take; nothing where there is none.
std::optional<plan::Plan> plan_of(Op op, Type type, std::uint64_t count, const std::vector<Element>& operands) {
  plan::Plan plan = row_of(count, operands);
  plan::ValueList values(plan);
  std::array<Type, 3> types{type, type, type};
  std::vector<Number> inputs;
  for (std::size_t i = 0; i < plan::operation(op).arity; ++i) {
    if (op == Op::select && i == 0) types[0] = Type::u32;
    inputs.push_back(as(values, types[i], values.load(static_cast<std::uint32_t>(i % operands.size()))));
  }
  const auto given = plan::type_given(op, type, types);
  if (!given) return std::nullopt;
  const Number result = inputs.size() == 1   ? values.apply(op, {inputs[0]})
                        : inputs.size() == 2 ? values.apply(op, {inputs[0], inputs[1]})
                                             : values.apply(op, {inputs[0], inputs[1], inputs[2]});
  plan.output = kStored[static_cast<std::size_t>(*given)];
  values.store(result);
  return plan;
}

template <class Visit>
void for_each_operation(Visit visit) {
  for (int op = static_cast<int>(Op::add); op < static_cast<int>(Op::convert); ++op)
    for (const Type type : kTypes) visit(static_cast<Op>(op), type);
}

void expect_right(ArithmeticCheck& check, const plan::Plan& plan, const std::vector<plan_test::Bytes>& inputs) {
  const std::string wrong = check.run(plan, inputs, 16);
  if (!wrong.empty()) FAIL(wrong << "; " << plan::print(plan));
}

template <class T>
plan_test::Bytes bytes_of(const std::vector<T>& numbers) {
  plan_test::Bytes bytes(numbers.size() * sizeof(T));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

}  // namespace

TEST_CASE("every operation over all pairs of bytes, in every type", "[arithmetic][exhaustive]") {
  ArithmeticCheck check;
  for (const Element element : {Element::i8, Element::u8})
    for (std::uint64_t part = 0; part < 16; ++part) {
      std::vector<std::uint8_t> x, y;
      for (std::uint32_t pair = 0; pair < 4096; ++pair) {
        x.push_back(static_cast<std::uint8_t>(part * 16 + pair / 256));
        y.push_back(static_cast<std::uint8_t>(pair));
      }
      for_each_operation([&](Op op, Type type) {
        if (const auto plan = plan_of(op, type, 4096, {element, element}))
          expect_right(check, *plan, {bytes_of(x), bytes_of(y)});
      });
    }
}

TEST_CASE("every operation over pairs of numbers at the ends of the types", "[arithmetic]") {
  ArithmeticCheck check;
  std::vector<std::uint64_t> ends = {0, 1, 2, 3, 5, 7, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 0xffff, 0x3f800000};
  for (int exponent = 15; exponent < 64; exponent += exponent < 52 ? 8 : 1)
    for (const std::uint64_t near : {0u, 1u}) ends.push_back((std::uint64_t{1} << exponent) - near);
  const std::size_t positive = ends.size();
  for (std::size_t i = 0; i < positive; ++i) ends.push_back(~ends[i] + 1);
  for (const double number : {0.0, 0.5, 1.5, 2.5, 1e300, 4e-320, 0x1p31, 0x1p32, 0x1p63, 0x1p64, 65520.0, 6e-8, 1e40}) {
    ends.push_back(std::bit_cast<std::uint64_t>(number));
    ends.push_back(std::bit_cast<std::uint64_t>(-number));
    ends.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(number)));
    ends.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(-number)));
  }
  ends.push_back(0x7ff0000000000000u);
  ends.push_back(0x7ff8000000000000u);
  ends.push_back(0x7fc00000u);
  ends.push_back(0x7f800000u);
  for (std::size_t first = 0; first < ends.size(); first += 16) {
    std::vector<std::uint64_t> x, y;
    std::vector<std::uint32_t> narrow_x, narrow_y;
    for (std::size_t i = first; i < std::min(first + 16, ends.size()); ++i)
      for (const std::uint64_t other : ends) {
        x.push_back(ends[i]);
        y.push_back(other);
        narrow_x.push_back(static_cast<std::uint32_t>(ends[i]));
        narrow_y.push_back(static_cast<std::uint32_t>(other));
      }
    for_each_operation([&](Op op, Type type) {
      const Element element = kStored[static_cast<std::size_t>(type)];
      const bool is_wide = plan::bytes_of(type) == 8;
      if (const auto plan = plan_of(op, type, x.size(), {element, element}))
        expect_right(check, *plan,
                     {is_wide ? bytes_of(x) : bytes_of(narrow_x), is_wide ? bytes_of(y) : bytes_of(narrow_y)});
    });
  }
}

TEST_CASE("every element of 8 and 16 bits as every other one, by convert and by saturate", "[arithmetic][exhaustive]") {
  ArithmeticCheck check;
  std::vector<std::uint16_t> all;
  for (std::uint32_t bits = 0; bits < 16384; ++bits) all.push_back(static_cast<std::uint16_t>(bits));
  for (std::uint16_t part = 0; part < 4; ++part) {
    for (const Element from : {Element::i8, Element::u8, Element::i16, Element::u16, Element::f16})
      for (int to = static_cast<int>(Element::i8); to <= static_cast<int>(Element::f64); ++to)
        for (const Op op : {Op::convert, Op::saturate}) {
          const auto element = static_cast<Element>(to);
          const Type source = plan::type_of(from), type = plan::type_of(element);
          if (type != source && !plan::type_given(op, type, {source, source, source})) continue;
          const std::uint64_t count = plan::bytes_of(element) == 8 ? 8000 : 16384;
          plan::Plan plan = row_of(count, {from});
          plan::ValueList values(plan);
          plan.output = element;
          values.store(values.cast(op, type, values.load(0)));
          plan_test::Bytes input = bytes_of(all);
          input.resize(count * plan::bytes_of(from));
          expect_right(check, plan, {input});
        }
    for (std::uint16_t& bits : all) bits = static_cast<std::uint16_t>(bits + 16384);
  }
}

TEST_CASE("what lies beside a tie is rounded once", "[arithmetic]") {
  ArithmeticCheck check;
  // 64-bit integers beside ties of f32 that f64 does not tell from them, and doubles beside ties of halves that f32
  // does not.
  std::vector<std::uint64_t> integers, doubles;
  for (int exponent = 24; exponent < 64; ++exponent)
    for (const std::uint64_t odd : {1u, 3u, 5u})
      for (const std::int64_t near : {-1, 0, 1}) {
        const std::uint64_t tie = (std::uint64_t{1} << exponent) + (odd << (exponent - 24));
        integers.push_back(tie + static_cast<std::uint64_t>(near));
        integers.push_back(~integers.back() + 1);
      }
  for (std::uint16_t half = 0; half < 0x7c00; half = static_cast<std::uint16_t>(half + 97))
    for (const std::int64_t near : {-1, 0, 1}) {
      const double tie = (plan_test::number_of_half(half) + plan_test::number_of_half(half + 1u)) / 2;
      doubles.push_back(std::bit_cast<std::uint64_t>(tie) + static_cast<std::uint64_t>(near));
      doubles.push_back(doubles.back() | std::uint64_t{1} << 63);
    }
  const auto expect_stored = [&](Element from, Type as_type, Element to, const std::vector<std::uint64_t>& numbers) {
    plan::Plan plan = row_of(numbers.size(), {from});
    plan::ValueList values(plan);
    plan.output = to;
    values.store(as(values, as_type, values.load(0)));
    expect_right(check, plan, {bytes_of(numbers)});
  };
  for (const Element from : {Element::i64, Element::u64}) {
    expect_stored(from, Type::f32, Element::f32, integers);
    expect_stored(from, Type::f64, Element::f64, integers);
    expect_stored(from, Type::f64, Element::f16, integers);
  }
  expect_stored(Element::f64, Type::f64, Element::f16, doubles);
  expect_stored(Element::f64, Type::f32, Element::f32, doubles);
}

TEST_CASE("floats that become limited integers are truncated, and NaN becomes 0", "[arithmetic]") {
  ArithmeticCheck check;
  std::vector<std::uint32_t> singles;
  std::vector<std::uint64_t> doubles;
  for (std::uint32_t i = 0; i < 6000; ++i) {
    singles.push_back(i % 3 == 0 ? i * 0x2f0d1b35u : std::bit_cast<std::uint32_t>((static_cast<float>(i) - 3000) / 8));
    doubles.push_back(i % 3 == 0 ? i * 0x2f0d1b352f0d1b35u
                                 : std::bit_cast<std::uint64_t>((static_cast<double>(i) - 3000) / 8));
  }
  constexpr double kLimits[][2] = {{0, 255}, {-128, 127}, {0, 65535},    {-32768, 32767}, {-1, 0},
                                   {5, 90},  {-90, -5},   {0, 16777216}, {-16777217, 3},  {7, -7}};
  for (const auto& limits : kLimits)
    for (const Element from : {Element::f32, Element::f64}) {
      plan::Plan plan = row_of(singles.size(), {from});
      plan.output = Element::i32;
      plan::ValueList values(plan);
      const Number whole = values.cast(Op::saturate, Type::i32, values.load(0));
      const Number above = values.apply(Op::maximum, {whole, values.constant(Type::i32, limits[0])});
      values.store(values.apply(Op::minimum, {above, values.constant(Type::i32, limits[1])}));
      expect_right(check, plan, {from == Element::f32 ? bytes_of(singles) : bytes_of(doubles)});
    }
}

TEST_CASE("values that are all alive at once lie on the stack", "[arithmetic]") {
  ArithmeticCheck check;
  for (const Type type : kTypes)
    for (const std::uint32_t alive : {10u, 20u, 40u, 90u, 180u}) {
      const Element element = kStored[static_cast<std::size_t>(type)];
      plan::Plan plan = row_of(70, {element, Element::u8});
      plan::ValueList values(plan);
      const Number x = values.load(0), shift = as(values, type, values.load(1));
      std::vector<Number> made = {x};
      while (made.size() < alive)
        made.push_back(values.apply(made.size() % 3 == 0 ? Op::subtract : Op::add, {made.back(), shift}));
      // The first ones are read last.
      Number sum = made.back();
      for (std::size_t i = made.size() - 1; i-- > 0;) {
        sum = values.apply(Op::maximum, {values.apply(Op::subtract, {sum, made[i]}), made[i]});
        if (i % 7 == 0)
          sum = values.apply(Op::select, {values.apply(Op::less, {made[i], made[i + 1]}), sum, made[i / 2]});
      }
      // Others, after those: they get the same places.
      made = {sum};
      while (made.size() < alive / 3) made.push_back(values.apply(Op::subtract, {shift, made.back()}));
      for (const Number number : made) sum = values.apply(Op::minimum, {values.apply(Op::add, {sum, number}), number});
      plan.output = element;
      values.store(sum);
      std::vector<plan_test::Bytes> inputs = {plan_test::Bytes(70 * plan::bytes_of(element)), plan_test::Bytes(70)};
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        for (auto& input : inputs) dmlrun::test::Random(seed, input.size()).fill(input);
        expect_right(check, plan, inputs);
      }
    }
}

TEST_CASE("plans small enough not to be tried have less code than is allowed", "[arithmetic]") {
  constexpr std::size_t kValues = 64, kOperands = 8, kRuns = 16;
  for (const x64::Isa isa : {x64::Isa::avx2, x64::Isa::avx512})
    for (const Element element : {Element::u8, Element::i16, Element::f16, Element::f32, Element::i64, Element::f64})
      for (const Op op : {Op::divide, Op::remainder, Op::maximum, Op::multiply}) {
        plan::Plan plan = row_of(70 * kRuns, std::vector<Element>(kOperands, element));
        const Type type = element == Element::i64                              ? Type::i64
                          : element == Element::f64                            ? Type::f64
                          : element == Element::f16 || element == Element::f32 ? Type::f32
                                                                               : Type::i32;
        if (op == Op::remainder && plan::is_float(type)) continue;
        for (plan::Axis& axis : plan.axes) {
          axis = {};
          for (std::size_t run = 0; run < kRuns; ++run)
            axis.head.push_back({70, static_cast<std::int64_t>(run % 3), static_cast<std::int64_t>(run % 4) - 1});
        }
        plan::ValueList values(plan);
        std::vector<Number> made;
        for (std::uint32_t i = 0; i < kOperands; ++i) made.push_back(values.load(i));
        for (std::size_t i = kOperands; i < kValues; ++i)
          made.push_back(values.apply(op, {made.back(), made[made.size() - 8]}));
        plan.output = element;
        values.store(made.back());
        const auto kernel = x64::arithmetic::make_kernel(plan, isa, x64::Tuning{});
        REQUIRE(kernel);
        REQUIRE(plan.values.size() == kValues);
        CHECK(kernel->bytes.size() <= x64::arithmetic::kMaxKernelBytes * 3 / 4);
      }
}

}  // namespace dmlrun::jit::test
