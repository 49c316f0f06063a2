// Values of up to 256 steps over up to 24 operands: more than there are registers for.

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/print.h"
#include "engine/plan/value_list.h"
#include "engine/test/catch.h"
#include "engine/test/random.h"
#include "engine/test/sanitized.h"
#include "jit/test/elementwise_kernel.h"

namespace dmlrun::jit::test {
namespace {

using dmlrun::test::Random;
using plan::Element;
using plan::Op;

class LargePlan {
 public:
  explicit LargePlan(std::uint64_t seed) : random_(seed, 0) {
    const bool is_bytes = random_.one_in(2);
    plan.output = is_bytes ? random_.pick({Element::i8, Element::u8}) : random_.pick({Element::f32, Element::u8});
    const std::uint64_t rows = random_.one_in(2) ? 1 : random_.between(2, 5),
                        columns = random_.between(1, random_.one_in(6) ? 1200 : 300);
    const plan::Run row{rows, 0, rows > 1 ? 1 : 0, plan::kUnchosen},
        column{columns, 0, columns > 1 ? 1 : 0, plan::kUnchosen};
    plan.axes = {{{row}, {}, 0, {}}, {{column}, {}, 0, {}}};
    plan.output_strides = {static_cast<std::int64_t>(columns), 1};
    plan.output_span = rows * columns;
    const std::uint64_t operands = random_.between(1, random_.one_in(4) ? 3 : 24);
    const std::uint64_t fixed = random_.between(1, 6);
    for (std::uint32_t o = 0; o < operands; ++o) {
      const Element element =
          is_bytes ? random_.pick({Element::i8, Element::u8}) : random_.pick({Element::i8, Element::u8, Element::f32});
      plan::Operand operand{o, element, static_cast<std::int64_t>(random_.below(3)), rows * columns + 3, {}};
      if (!random_.one_in(fixed))
        operand.strides = {random_.one_in(3) ? 0 : static_cast<std::int64_t>(columns), random_.one_in(4) ? 0 : 1};
      plan.operands.push_back(operand);
      inputs.emplace_back(operand.span * plan::bytes_of(element));
      fill(inputs.back(), element);
    }
    make_values(random_.between(3, random_.one_in(2) ? 40 : 230));
  }

  plan::Plan plan;
  std::vector<std::vector<std::byte>> inputs;

 private:
  void fill(std::vector<std::byte>& bytes, Element element) {
    random_.fill(bytes);
    for (std::size_t at = 0; element == Element::f32 && at < bytes.size(); at += 4) {
      const float value = (static_cast<float>(random_.below(2000)) - 1000.0f) * random_.pick({0.5f, 1e-3f, 1e9f, 0.0f});
      std::memcpy(&bytes[at], &value, 4);
    }
  }

  using Number = plan::ValueList::Number;

  Number number() {
    if (random_.one_in(4))
      return values_.constant(plan::Type::f32, random_.pick({0.5f, -3.0f, 0.0f, 7.0f, 1e20f, -0.0f}));
    return values_.cast(Op::convert, plan::Type::f32,
                        values_.load(static_cast<std::uint32_t>(random_.below(plan.operands.size()))));
  }

  void make_values(std::uint64_t steps) {
    constexpr std::size_t kMaxDepth = 8;
    std::vector<Number> stack = {values_.cast(Op::convert, plan::Type::f32, values_.load(0))};
    const auto join = [&] {
      const Number y = stack.back();
      stack.pop_back();
      const Op op =
          random_.pick({Op::subtract, Op::subtract, Op::add, Op::multiply, Op::divide, Op::maximum, Op::minimum});
      stack.back() = values_.apply(op, {stack.back(), y});
    };
    for (std::uint64_t step = 1; step < steps; ++step) {
      if (stack.size() < kMaxDepth && (stack.size() < 2 || random_.one_in(2))) stack.push_back(number());
      else if (random_.one_in(8)) stack.back() = values_.apply(Op::round, {stack.back()});
      else join();
    }
    while (stack.size() > 1) join();
    Number x = stack.back();
    if (plan.output == Element::f32) return values_.store(x);
    const bool is_signed = plan.output == Element::i8;
    if (random_.one_in(2)) {
      x = values_.apply(Op::round, {x});
      if (random_.one_in(2)) x = values_.apply(Op::add, {x, number()});
    }
    x = values_.apply(Op::maximum, {x, values_.constant(plan::Type::f32, is_signed ? -128 : 0)});
    x = values_.apply(Op::minimum, {x, values_.constant(plan::Type::f32, is_signed ? 127 : 255)});
    values_.store(values_.cast(Op::saturate, plan::Type::i32, x));
  }

  Random random_;
  plan::ValueList values_{plan};
};

/// Any NaN is as good as any other: which of two NaNs goes on is not defined.
bool same(const plan::Plan& plan, const std::vector<std::byte>& a, const std::vector<std::byte>& b) {
  if (plan.output != Element::f32) return a == b;
  for (std::size_t at = 0; at < a.size(); at += 4) {
    float x, y;
    std::memcpy(&x, &a[at], 4);
    std::memcpy(&y, &b[at], 4);
    if (std::memcmp(&a[at], &b[at], 4) != 0 && (x == x || y == y)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("expressions that need more than the registers give the interpreter's bytes", "[elementwise]") {
  std::uint64_t made = 0, declined = 0;
  const x64::Tuning& tuning = x64::tuning_of(x64::this_processor());
  for (std::uint64_t seed = 1; seed <= dmlrun::test::repeats(1500); ++seed) {
    const LargePlan one(seed);
    REQUIRE(plan::check(one.plan) == "");
    std::vector<const std::byte*> inputs;
    for (const auto& input : one.inputs) inputs.push_back(input.data());
    const std::size_t bytes = one.plan.output_span * plan::bytes_of(one.plan.output);
    std::vector<std::byte> expected(bytes), found(bytes);
    plan::interpret(one.plan, inputs.data(), expected.data(), 0, one.plan.output_span);
    for (const x64::Isa isa : usable_isas()) {
      INFO("seed " << seed << ", " << name(isa));
      const std::string why_not = x64::arithmetic::why_not_kernel(one.plan, isa, tuning);
      if (!why_not.empty()) {
        ++declined;
        if (why_not.find("longer than") == std::string::npos && why_not.find("bytes of the stack") == std::string::npos)
          FAIL(why_not);
        continue;
      }
      const ElementwiseKernel kernel(one.plan, isa, tuning);
      ++made;
      kernel.run(inputs.data(), found.data(), 0, one.plan.output_span);
      if (!same(one.plan, expected, found)) FAIL("wrong bytes: " << plan::print(one.plan));
    }
  }
  CAPTURE(made, declined);
  CHECK(made > 10 * declined);
}

}  // namespace dmlrun::jit::test
