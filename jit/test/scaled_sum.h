// Plans of the kind that quantized additions become, with parameters that are hard to compute with.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "engine/plan/value_list.h"
#include "engine/test/random.h"

namespace dmlrun::jit::test {

/// Scales and zero points of a first and a second input and of the output; a zero point is a byte.
struct Parameters {
  float scale[3] = {1, 1, 1};
  std::optional<std::uint8_t> zero[3];
};

/// Bits of a mix: which of the first, the second and the output are i8.
inline constexpr unsigned kMixes = 8;

/// clamp(round(((a - za) * sa + (b - zb) * sb) / so) + zo), of which every parameter is an input of its own: a and b
/// are inputs 0 and 1, with strides of 1; behind them come the scales, then those zero points that there are.
inline plan::Plan scaled_sum(std::uint64_t count, unsigned mix, const Parameters& parameters) {
  using plan::Op;
  const auto byte = [&](unsigned n) { return mix >> n & 1 ? plan::Element::i8 : plan::Element::u8; };
  plan::Plan plan;
  plan.axes = {{{{count, 0, count > 1 ? 1 : 0, plan::kUnchosen}}, {}, 0, {}}};
  plan.output = byte(2);
  plan.output_strides[0] = 1;
  plan.output_span = count;
  const auto add = [&](plan::Element element, std::uint64_t span, std::int64_t stride) {
    const auto number = static_cast<std::uint32_t>(plan.operands.size());
    plan.operands.push_back({number, element, 0, span, {}});
    plan.operands.back().strides[0] = stride;
    return number;
  };
  for (unsigned n = 0; n < 2; ++n) add(byte(n), count, 1);
  for (unsigned n = 0; n < 3; ++n) add(plan::Element::f32, 1, 0);
  plan::ValueList values(plan);
  using Number = plan::ValueList::Number;
  const auto number = [&](std::uint32_t operand) {
    return values.cast(Op::convert, plan::Type::f32, values.load(operand));
  };
  const auto shift = [&](unsigned n, Op op, Number x) {
    return parameters.zero[n] ? values.apply(op, {x, number(add(byte(n), 1, 0))}) : x;
  };
  const auto scaled = [&](unsigned n) {
    const Number x = shift(n, Op::subtract, number(n));
    return values.apply(Op::multiply, {x, number(2 + n)});
  };
  const Number first = scaled(0), second = scaled(1);
  Number x = values.apply(Op::divide, {values.apply(Op::add, {first, second}), number(4)});
  x = shift(2, Op::add, values.apply(Op::round, {x}));
  x = values.apply(Op::maximum, {x, values.constant(plan::Type::f32, mix & 4 ? -128 : 0)});
  x = values.apply(Op::minimum, {x, values.constant(plan::Type::f32, mix & 4 ? 127 : 255)});
  values.store(values.cast(Op::saturate, plan::Type::i32, x));
  return plan;
}

/// The plan's inputs; `parameters` must live on.
inline std::vector<const std::byte*> inputs_of(const std::byte* a, const std::byte* b, const Parameters& parameters) {
  std::vector<const std::byte*> inputs = {a, b};
  for (const float& scale : parameters.scale) inputs.push_back(reinterpret_cast<const std::byte*>(&scale));
  for (const auto& zero : parameters.zero)
    if (zero) inputs.push_back(reinterpret_cast<const std::byte*>(&*zero));
  return inputs;
}

/// Ties, then each awkward number in each place, then `more` by chance.
inline std::vector<Parameters> edge_parameters(std::size_t more) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kTies[][3] = {{1, 1, 2},
                                {0.5f, 0.5f, 1},
                                {1, 1, 4},
                                {0.25f, 0.5f, 1},
                                {1.5f, 1.5f, 1},
                                {1, -1, 2},
                                {3, 1, 2},
                                {2, 2, 8},
                                {1e-20f, 1e-20f, 2e-20f},
                                {1, 1, -2},
                                {0.3f, 0.3f, 0.6f},
                                {200, 200, 1},
                                {1e-30f, 1e-30f, 2e-30f},
                                {1, 1, 0x1.fffffep0f},
                                {0x1.fffffep19f, 0x1p-40f, 1},
                                {0x1p20f, -1, 1},
                                {0x1p22f, -0x1.fffffep21f, -1},
                                {1e9f, 1e9f, 1},
                                {0x1p-104f, 0x1p-105f, 0x1.8p-105f}};
  const float kEdgeValues[] = {0.0f,
                               -0.0f,
                               std::numeric_limits<float>::denorm_min(),
                               -1.1e-38f,
                               std::numeric_limits<float>::min(),
                               std::numeric_limits<float>::max(),
                               -3e38f,
                               kInfinity,
                               -kInfinity,
                               std::numeric_limits<float>::quiet_NaN(),
                               std::bit_cast<float>(0xffc12345u),
                               0.1f,
                               -0.75f,
                               1e10f,
                               1e-10f,
                               0x1p-103f,
                               0x1p60f,
                               std::nextafter(1.0f, 2.0f)};
  std::vector<Parameters> sets;
  for (const auto& tie : kTies) sets.push_back({{tie[0], tie[1], tie[2]}, {}});
  for (const float edge : kEdgeValues) {
    sets.push_back({{edge, 0.3f, 0.7f}, {}});
    sets.push_back({{0.3f, edge, 1.0f}, {}});
    sets.push_back({{0.3f, 0.1f, edge}, {}});
    sets.push_back({{edge, edge, edge}, {}});
  }
  for (std::size_t i = 0; i < more; ++i) {
    dmlrun::test::Random random(31, i);
    Parameters set;
    for (float& scale : set.scale) {
      const float mantissa = 1 + static_cast<float>(random.below(1 << 23)) * 0x1p-23f;
      scale = std::ldexp(mantissa, static_cast<int>(random.below(17)) - 8);
    }
    sets.push_back(set);
  }
  for (std::size_t i = 0; i < sets.size(); ++i) {
    dmlrun::test::Random random(32, i);
    for (auto& zero : sets[i].zero)
      if (random.one_in(2)) zero = random.pick<std::uint8_t>({0, 1, 3, 127, 128, 200, 255});
  }
  return sets;
}

}  // namespace dmlrun::jit::test
