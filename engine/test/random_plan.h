// Plans that no operator makes, with buffers for them.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>

#include "engine/plan/value_list.h"
#include "engine/test/naive_walk.h"

namespace dmlrun::plan_test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// From low to high, both included.
  std::int64_t in(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }
  bool one_in(std::int64_t n) { return in(1, n) == 1; }
  template <class T>
  T of(std::initializer_list<T> values) {
    return *(values.begin() + in(0, static_cast<std::int64_t>(values.size()) - 1));
  }

 private:
  std::mt19937_64 engine_;
};

/// How far apart the elements of operands are: any distance, or 2 to 9 on every axis, mostly along rows of whole
/// vectors.
enum class Spacing : std::uint8_t { any, apart };

class RandomPlan {
 public:
  explicit RandomPlan(std::uint64_t seed, Spacing spacing = Spacing::any) : random_(seed), spacing_(spacing) { make(); }

  plan::Plan plan;
  std::vector<Bytes> inputs;  ///< exactly as long as the spans

 private:
  using Run = plan::Run;

  void make() {
    const bool computes = random_.one_in(4);
    const auto rank = static_cast<std::size_t>(random_.of({0, 1, 1, 2, 2, 2, 3, 3, 4, 5}));
    most_per_axis_ = rank < 2 ? 300 : rank == 2 ? 24 : rank == 3 ? 9 : 5;
    elements(computes);
    const bool names = !computes && operands_ > 1 && !random_.one_in(4);
    const auto naming_axis = static_cast<std::size_t>(random_.in(0, 4));
    for (std::size_t a = 0; a < rank; ++a) {
      named_ = kNobody;
      if (names && a == naming_axis % std::max<std::size_t>(rank, 1)) named_ = kEverybody;
      if (names && random_.one_in(1) && several_name_) named_ = random_.one_in(2) ? several_name_ : kNobody;
      plan.axes.push_back(axis());
    }
    operand_layouts();
    output_layout();
    if (computes) make_values();
  }

  void elements(bool computes) {
    using plan::Element;
    may_advance_ = !computes;
    operands_ = static_cast<std::size_t>(random_.in(1, 4));
    several_name_ = random_.one_in(8) ? static_cast<std::int32_t>(random_.in(0, static_cast<int>(operands_) - 1)) : 0;
    plan.output = computes ? random_.of({Element::i8, Element::u8, Element::f32})
                           : random_.of({Element::x1, Element::x2, Element::x4, Element::x8, Element::u8});
    if (spacing_ == Spacing::apart && !computes && random_.one_in(2)) plan.output = Element::x4;
    for (std::size_t o = 0; o < operands_; ++o) {
      plan::Operand operand;
      operand.input = static_cast<std::uint32_t>(o);
      operand.element = computes ? random_.of({Element::i8, Element::u8, Element::f32}) : plan.output;
      plan.operands.push_back(operand);
    }
    if (random_.one_in(2)) std::reverse(plan.operands.begin(), plan.operands.end());
    for (std::size_t b = 0; b < plan::bytes_of(plan.output); ++b)
      plan.fill[b] = static_cast<std::byte>(random_.in(0, 255));
    if (random_.one_in(3)) std::fill_n(plan.fill.begin(), plan::bytes_of(plan.output), std::byte{0x11});
    is_tidy_ = random_.one_in(2);
  }

  Run run() {
    Run run;
    run.count = static_cast<std::uint64_t>(random_.one_in(3) ? 1 : random_.in(1, std::max(2, most_per_axis_ / 4)));
    if (random_.one_in(6)) {
      run.source = plan::kFill;
      return run;
    }
    run.begin = is_tidy_ ? random_.of({0, 0, 1}) : random_.in(-3, 9);
    run.step = random_.of({1, 1, 1, -1, 0, 2, -3, 7});
    if (is_tidy_ && random_.one_in(2)) run.step = 1;
    if (run.count == 1) run.step = 0;
    if (named_ == kEverybody && !random_.one_in(5))
      run.source = static_cast<std::int32_t>(random_.in(0, static_cast<int>(operands_) - 1));
    if (named_ >= 0 && random_.one_in(2)) run.source = named_;
    return run;
  }

  std::vector<Run> runs(std::int64_t low, std::int64_t high) {
    std::vector<Run> list(static_cast<std::size_t>(random_.in(low, high)));
    for (std::size_t r = 0; r < list.size(); ++r) {
      list[r] = run();
      // Often one that continues the run before.
      if (r > 0 && random_.one_in(3) && list[r].source != plan::kFill && list[r - 1].source != plan::kFill) {
        const Run& before = list[r - 1];
        list[r].begin = before.begin + static_cast<std::int64_t>(before.count) * before.step;
        if (list[r].count > 1) list[r].step = before.step;
      }
    }
    return list;
  }

  plan::Axis axis() {
    plan::Axis axis;
    do {
      axis = {};
      if (spacing_ == Spacing::apart && !random_.one_in(3)) {
        const std::int64_t unit = most_per_axis_ >= 8 ? random_.of({1, 4, 8}) : 1;
        axis.head = {
            {static_cast<std::uint64_t>(unit * random_.in(2, std::max<std::int64_t>(most_per_axis_ / unit, 2))), 0, 1,
             plan::kUnchosen}};
        return axis;
      }
      if (random_.one_in(4)) {  // One whole run: what folds.
        axis.head = {{static_cast<std::uint64_t>(random_.in(1, most_per_axis_)), 0, 1, plan::kUnchosen}};
        if (axis.head[0].count == 1) axis.head[0].step = 0;
        if (random_.one_in(4)) axis.head[0].step = 0;
        return axis;
      }
      axis.head = runs(0, 3);
      axis.body = runs(0, 3);
      if (!axis.body.empty()) axis.repeat = static_cast<std::uint64_t>(random_.in(1, 4));
      if (!axis.body.empty() && may_advance_ && random_.one_in(3)) axis.advance = random_.of({1, 1, 1, 2, 3, -1, -4});
      if (random_.one_in(2)) axis.tail = runs(0, 3);
      // Pieces of the body around it: what rotates.
      const auto moved = [&](Run run, std::int64_t times) {
        if (run.source != plan::kFill) run.begin += times * axis.advance;
        return run;
      };
      if (!axis.body.empty() && random_.one_in(3))
        axis.tail = {moved(axis.body.front(), static_cast<std::int64_t>(axis.repeat))};
      if (!axis.body.empty() && random_.one_in(3)) axis.head.push_back(moved(axis.body.back(), -1));
      if (!axis.body.empty() && random_.one_in(6))
        axis.body.insert(axis.body.end(), axis.head.begin(), axis.head.end());
    } while (plan::extent(axis) == 0 || plan::extent(axis) > static_cast<std::uint64_t>(most_per_axis_));
    return axis;
  }

  /// Strides first; then the offset and the span that put every position of the box of positions inside.
  void operand_layouts() {
    for (plan::Operand& operand : plan.operands) {
      std::int64_t packed = 1, low = 0, high = 0;
      const bool is_packed = is_tidy_ || random_.one_in(2);
      for (std::size_t a = plan.axes.size(); a-- > 0;) {
        std::int64_t first = 1 << 20, last = -(1 << 20);
        for (const Mapped& mapped : map_of(plan.axes[a]))
          if (mapped.source != plan::kFill) {
            first = std::min(first, mapped.position);
            last = std::max(last, mapped.position);
          }
        if (first > last) first = last = 0;
        std::int64_t stride = is_packed ? packed : random_.in(-4, 9);
        if (random_.one_in(10)) stride = 0;
        if (spacing_ == Spacing::apart) stride = random_.in(2, 9);
        packed *= last + 1 - std::min<std::int64_t>(first, 0);
        operand.strides[a] = stride;
        low += std::min(first * stride, last * stride);
        high += std::max(first * stride, last * stride);
      }
      operand.offset = -low + random_.of({0, 0, 3});
      operand.span = static_cast<std::uint64_t>(high + operand.offset + 1 + random_.of({0, 0, 5}));
    }
    inputs.resize(plan.operands.size());
    for (const plan::Operand& operand : plan.operands) {
      Bytes& buffer = inputs[operand.input];
      buffer.resize(operand.span * plan::bytes_of(operand.element));
      for (std::byte& byte : buffer) byte = static_cast<std::byte>(random_.in(0, 255));
      if (operand.element == plan::Element::f32)
        for (std::size_t at = 0; at < buffer.size(); at += 4) {
          const float value = static_cast<float>(random_.in(-600, 600)) * random_.of({0.5f, 1e-3f, 1e9f, 0.0f});
          std::memcpy(&buffer[at], &value, 4);
        }
    }
  }

  void output_layout() {
    std::vector<std::size_t> order(plan.axes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (random_.one_in(4)) std::shuffle(order.begin(), order.end(), std::mt19937_64(7));
    const bool has_gaps = random_.one_in(4);
    std::int64_t stride = has_gaps && random_.one_in(2) ? 2 : 1;
    std::int64_t last = 0;
    for (std::size_t i = order.size(); i-- > 0;) {
      const auto extent = static_cast<std::int64_t>(plan::extent(plan.axes[order[i]]));
      plan.output_strides[order[i]] = stride;
      last += (extent - 1) * stride;
      stride *= extent;
      if (has_gaps) stride += random_.in(0, 2);
    }
    plan.output_span = static_cast<std::uint64_t>(last + 1 + (random_.one_in(4) ? 3 : 0));
  }

  void make_values() {
    using plan::Op;
    plan::ValueList values(plan);
    using Number = plan::ValueList::Number;
    const auto constant = [&](double number) { return values.constant(plan::Type::f32, number); };
    const auto load = [&] {
      const auto operand = static_cast<std::uint32_t>(random_.in(0, static_cast<int>(operands_) - 1));
      return values.cast(Op::convert, plan::Type::f32, values.load(operand));
    };
    Number x = load();
    for (std::int64_t left = random_.in(0, 6); left > 0; --left) {
      if (random_.one_in(5)) {
        x = values.apply(Op::round, {x});
        continue;
      }
      const Number y = random_.one_in(2) ? load() : constant(random_.of({0.5, -3.0, 0.0, 1e20, 0.1, -0.0}));
      x = values.apply(random_.of({Op::subtract, Op::add, Op::multiply, Op::divide, Op::maximum, Op::minimum}), {x, y});
    }
    if (plan.output == plan::Element::f32) return values.store(x);
    const bool is_signed = plan.output == plan::Element::i8;
    x = values.apply(Op::maximum, {x, constant(is_signed ? -128 : 0)});
    x = values.apply(Op::minimum, {x, constant(is_signed ? 127 : 255)});
    values.store(values.cast(Op::saturate, plan::Type::i32, x));
  }

  static constexpr std::int32_t kNobody = -1;
  static constexpr std::int32_t kEverybody = -2;

  Random random_;
  Spacing spacing_ = Spacing::any;
  std::size_t operands_ = 1;
  int most_per_axis_ = 0;
  bool is_tidy_ = false;
  bool may_advance_ = false;
  std::int32_t named_ = kNobody;
  std::int32_t several_name_ = 0;  ///< when not 0, several axes may name this operand
};

}  // namespace dmlrun::plan_test
