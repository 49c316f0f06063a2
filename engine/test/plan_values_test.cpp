// Values: every operation against the definitions of naive_values.h, one by one and in random lists; and their forms.
#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/key.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/test/catch.h"
#include "engine/test/random_values.h"
#include "engine/test/this_program.h"

using namespace dmlrun;
using plan::Element, plan::Op, plan::Type;
using plan_test::Bytes;

namespace {

Bytes interpreted(const plan::Plan& plan, const std::vector<Bytes>& inputs) {
  std::vector<const std::byte*> buffers;
  for (const Bytes& input : inputs) buffers.push_back(input.data());
  Bytes output(plan.output_span * plan::bytes_of(plan.output));
  plan::interpret(plan, buffers.data(), output.data(), 0, plan::element_count(plan));
  return output;
}

/// "" when all is well with these values of this plan.
std::string defect_of_values(const plan::Plan& plan, const std::vector<Bytes>& inputs) {
  if (std::string wrong = plan::check(plan); !wrong.empty()) return "refused: " + wrong;
  const Bytes expected = plan_test::NaiveWalk(plan).run(inputs);
  const plan::Plan normal = plan::normalize(plan);
  for (const plan::Plan& one : {plan, normal}) {
    if (std::string wrong = plan::check(one); !wrong.empty()) return "normal form refused: " + wrong;
    if (const auto at = plan_test::first_difference(expected, interpreted(one, inputs), plan.output))
      return "element " + std::to_string(*at) + " of " + plan::print(one);
    const auto parsed = plan::parse(plan::print(one));
    if (!parsed) return "parse: " + parsed.error().to_string();
    if (!(*parsed == one)) return "parse(print()) differs";
  }
  return plan::normalize(normal) == normal ? "" : "normalizing again changes it";
}

/// Two operands of these elements, each element of the one with each of the other; `make` gives the value.
template <class Make>
void check_pairs(Element element, Make make) {
  constexpr std::size_t kSide = 256;
  const std::size_t bytes = plan::bytes_of(element);
  plan::Plan plan;
  plan.output_strides[0] = 1;
  plan.output_span = kSide * kSide;
  plan.axes = {{{{kSide * kSide, 0, 1, plan::kUnchosen}}, {}, 0, {}}};
  std::vector<Bytes> inputs(2, Bytes(kSide * kSide * bytes));
  for (std::uint32_t o = 0; o < 2; ++o) {
    plan.operands.push_back({o, element, 0, kSide * kSide, {1}});
    for (std::size_t i = 0; i < kSide * kSide; ++i) {
      const std::size_t number = bytes == 2 ? i : o == 0 ? i / kSide : i % kSide;
      std::memcpy(&inputs[o][i * bytes], &number, bytes);
    }
  }
  plan::ValueList values(plan);
  const auto value = make(values, values.load(0), values.load(1));
  constexpr Element kStored[] = {Element::i32, Element::u32, Element::i64, Element::u64, Element::f32, Element::f64};
  plan.output = kStored[static_cast<std::size_t>(values.type_of_value(value))];
  values.store(value);
  INFO(plan::print(plan));
  REQUIRE(defect_of_values(plan, inputs) == "");
}

template <class Visit>
void for_each_type(Visit visit) {
  for (int type = 0; type < 6; ++type) visit(static_cast<Type>(type));
}

/// Every operation that takes numbers of this element, in each type that they can be converted to.
void check_operations(Element element) {
  for_each_type([&](Type type) {
    for (std::size_t o = static_cast<std::size_t>(Op::add); o < plan::kOperationCount; ++o) {
      const auto op = static_cast<Op>(o);
      const std::size_t arity = plan::operation(op).arity;
      const std::array<Type, 3> inputs = {op == Op::select ? Type::u32 : type, type, type};
      const auto cast = [&](plan::ValueList& values, plan::ValueList::Number x) {
        const bool is_cut = plan::is_float(values.type_of_value(x)) && !plan::is_float(type);
        return values.cast(is_cut ? Op::saturate : Op::convert, type, x);
      };
      if (plan::names_type(op)) continue;  // below
      if (!plan::type_given(op, type, inputs) || (plan::bytes_of(element) == 2 && arity > 1)) continue;
      check_pairs(element, [&](plan::ValueList& values, auto a, auto b) {
        const auto x = cast(values, a), y = cast(values, b);
        if (op == Op::select) return values.apply(op, {values.apply(Op::less, {x, y}), x, y});
        if (arity == 1) return values.apply(op, {x});
        return arity == 2 ? values.apply(op, {x, y}) : values.apply(op, {x, y, x});
      });
    }
    for (const Op op : {Op::convert, Op::saturate, Op::bit_cast}) {
      const Type from = plan::type_of(element);
      if (plan::type_given(op, type, {from, from, from}))
        check_pairs(element, [&](plan::ValueList& values, auto a, auto) { return values.cast(op, type, a); });
    }
  });
}

}  // namespace

TEST_CASE("every operation of 8-bit numbers gives what it means for all pairs, in every type", "[exhaustive]") {
  check_operations(Element::i8);
  check_operations(Element::u8);
}

TEST_CASE("every operation of one input gives what it means for all 16-bit numbers, in every type", "[exhaustive]") {
  for (const Element element : {Element::i16, Element::u16, Element::f16}) check_operations(element);
}

TEST_CASE("random lists of values mean the same to the definition, the interpreter and the normal form") {
  const char* count = std::getenv("DMLRUN_VALUES_COUNT");
  const std::uint64_t cases = count ? std::strtoull(count, nullptr, 10) : 3000;
  const std::uint64_t first = std::uint64_t{dmlrun::test::random_seed()} << 24;
  for (std::uint64_t seed = first; seed < first + cases; ++seed) {
    const plan_test::RandomValues random(seed, seed % 10 == 0 ? 200 : 20);
    const std::string wrong = defect_of_values(random.plan, random.inputs);
    if (!wrong.empty())
      FAIL("seed " << seed << ": " << wrong << "\n  " << print(random.plan) << "\n  repeat: "
                   << dmlrun::test::this_program() << " \"random lists*\" --rng-seed " << dmlrun::test::random_seed());
  }
}

TEST_CASE("halves are loaded exactly and stored rounded once, from f32 and from f64") {
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    plan_test::Random random(seed);
    constexpr std::size_t kCount = 20000;
    for (const Element element : {Element::f32, Element::f64}) {
      const std::size_t bytes = plan::bytes_of(element);
      Bytes input(kCount * bytes), output(kCount * 2);
      for (std::size_t i = 0; i < kCount; ++i) {
        // Ties between neighbouring halves, and what is a little beside them.
        const auto half = static_cast<std::uint64_t>(random.in(0, 0x7bff));
        double number = (plan_test::number_of_half(half) + plan_test::number_of_half(half + 1)) / 2;
        if (half == 0x7bff) number = 65520;
        if (random.one_in(2)) number = std::nextafter(number, random.one_in(2) ? 0 : 1e9);
        if (random.one_in(2)) number = -number;
        plan_test::store(plan_test::scalar_of(plan::type_of(element), number), element, &input[i * bytes]);
      }
      plan::Plan plan;
      plan.output = Element::f16;
      plan.output_strides[0] = 1;
      plan.output_span = kCount;
      plan.axes = {{{{kCount, 0, 1, plan::kUnchosen}}, {}, 0, {}}};
      plan.operands = {{0, element, 0, kCount, {1}}};
      plan::ValueList values(plan);
      values.store(values.load(0));
      REQUIRE(defect_of_values(plan, {input}) == "");
    }
  }
}

TEST_CASE("as many values as there may be, all needed at once, are computed") {
  plan::Plan plan;
  plan.output = Element::f64;
  plan.output_strides[0] = 1;
  plan.output_span = 5;
  plan.axes = {{{{5, 0, 1, plan::kUnchosen}}, {}, 0, {}}};
  plan.operands = {{0, Element::u8, 0, 5, {1}}};
  plan::ValueList values(plan);
  // A sum from behind of roots of roots: 1 load, 1 conversion, 511 roots, 511 sums.
  std::vector<plan::ValueList::Number> roots = {values.cast(Op::convert, Type::f64, values.load(0))};
  while (roots.size() < 512) roots.push_back(values.apply(Op::square_root, {roots.back()}));
  auto sum = roots.back();
  for (std::size_t r = roots.size() - 1; r-- > 0;) sum = values.apply(Op::add, {roots[r], sum});
  values.store(sum);
  CHECK(plan.values.size() == 1024);
  const Bytes input = {std::byte{0}, std::byte{1}, std::byte{2}, std::byte{100}, std::byte{255}};
  CHECK(defect_of_values(plan, {input}) == "");
}

TEST_CASE("values have one normal form") {
  const auto normal = [](const std::string& text) {
    const auto parsed = plan::parse(text);
    if (!parsed) FAIL(text << parsed.error().to_string());
    REQUIRE(plan::check(*parsed) == "");
    return plan::print(plan::normalize(*parsed));
  };
  const auto row = [](const std::string& from, const std::string& to, const std::string& values) {
    return "output " + to + " strides 1 span 9; axes [9@0]; %0 = input 0 " + from + " offset 0 strides 1 span 9; " +
           values;
  };
  // Constants are folded, unless they come to NaN; nothing is commuted.
  CHECK(normal(row("f32", "f32", "value add(%0, multiply(f32 2, f32 3))")) ==
        row("f32", "f32", "value add(%0, f32 6)"));
  CHECK(normal(row("i32", "i32", "value add(i32 7, subtract(%0, negate(i32 -2147483648)))")) ==
        row("i32", "i32", "value add(i32 7, subtract(%0, i32 -2147483648))"));
  CHECK(normal(row("f32", "f32", "value add(%0, divide(f32 0, f32 0))")) ==
        row("f32", "f32", "value add(%0, divide(f32 0, f32 0))"));
  // A product with 1 and a quotient by 1 are what they are made of, also where that is the last value.
  CHECK(normal(row("f32", "f32", "value divide(add(multiply(f64 1, convert.f64(%0)), f64 2), f64 1)")) ==
        row("f32", "f32", "value add(convert.f64(%0), f64 2)"));
  CHECK(normal(row("i32", "i32", "v1 = divide(%0, i32 1); value add(multiply(v1, i32 1), v1)")) ==
        row("i32", "i32", "value add(%0, %0)"));
  CHECK(normal(row("f32", "f32", "value add(divide(f32 1, %0), multiply(%0, f32 -1))")) ==
        row("f32", "f32", "value add(divide(f32 1, %0), multiply(%0, f32 -1))"));
  // What becomes equal by folding exists once.
  CHECK(normal(
            row("f32", "f32", "value fma(square_root(add(%0, f32 3)), square_root(add(%0, add(f32 1, f32 2))), %0)")) ==
        row("f32", "f32", "v1 = square_root(add(%0, f32 3)); value fma(v1, v1, %0)"));
  // What is stored as it was loaded is moved.
  CHECK(normal(row("f32", "f32", "value %0")) ==
        "output x4 strides 1 span 9; axes [9@0]; %0 = input 0 x4 offset 0 strides 1 span 9");
  CHECK(normal(row("i8", "u8", "value %0")) ==
        "output x1 strides 1 span 9; axes [9@0]; %0 = input 0 x1 offset 0 strides 1 span 9");
  CHECK(normal(row("f32", "f16", "value %0")) == row("f32", "f16", "value %0"));
}

TEST_CASE("an operand that reads no buffer gives the positions") {
  const auto plan = plan::parse(
      "output i64 strides 5,1 span 15; axes [3@0] [2@3- 3@0]; %0 = index i64 offset 100 strides "
      "10,1 span 200; value multiply(%0, i64 3)");
  if (!plan) FAIL(plan.error().to_string());
  CHECK(defect_of_values(*plan, {}) == "");
  std::int64_t first[5];
  std::memcpy(first, interpreted(*plan, {}).data(), sizeof first);
  CHECK(std::vector<std::int64_t>(first, first + 5) == std::vector<std::int64_t>{309, 306, 300, 303, 306});
}

TEST_CASE("keys tell values apart by operation, type, inputs and immediates") {
  const auto key = [](const std::string& values) {
    const auto parsed =
        plan::parse("output f32 span 1; %0 = input 0 f32 offset 0 span 1; %1 = input 1 f32 offset 0 span 1; " + values);
    if (!parsed) FAIL(values << parsed.error().to_string());
    return plan::key_of(*parsed).words;
  };
  std::vector<std::vector<std::uint64_t>> keys;
  for (const char* values :
       {"value add(%0, %1)", "value add(%1, %0)", "value subtract(%0, %1)", "value add(%0, f32 1)",
        "value add(%0, f32 2)", "value convert.f32(convert.f64(%0))", "value convert.f32(saturate.i32(%0))"})
    keys.push_back(key(values));
  for (std::size_t a = 0; a < keys.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) CHECK(keys[a] != keys[b]);
}
