// A quotient that ends as a byte, without a division for each element.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/halide/pipeline/ending.h"
#include "jit/halide/pipeline/expression.h"

namespace dmlrun::jit::halide {

/// A value clamp(round(x / divisor) + zero point) whose divisor and zero point are the same for all elements, and
/// whose bounds are 0 to 255 or -128 to 127. What comes out never falls while x rises (or never rises, where the
/// divisor is below 0): so for each of the 256 values there is a greatest x up to which it stays below, its threshold,
/// whatever kind of number the divisor is. An element's value is guessed with a reciprocal, so that it is right or one
/// too large, and a comparison with the threshold of the guess settles which. That takes less than half as long as
/// exact division.
class Thresholds {
 public:
  /// Nothing, when the values are of another kind. `is_same`: of each operand, whether all elements share its number.
  static std::optional<Thresholds> of(const plan::Plan& plan, const std::vector<bool>& is_same, Generator generator);

  /// Sets the table up for these operands, of which only those count that are the same for all elements.
  void define(const std::vector<Halide::Expr>& operands, const Halide::Expr& zero);
  /// What byte_of() gives; of its bits above the lowest eight nothing is known.
  [[nodiscard]] Halide::Expr byte_of(const std::vector<Loaded>& operands, const Halide::Expr& zero) const;

  /// To be computed where all threads that use it see it. One dimension of kEntries numbers.
  [[nodiscard]] Halide::Func table() const { return table_; }
  static constexpr int kEntries = 257;

 private:
  Thresholds(const plan::Plan& plan, const Ending& ending, Generator generator)
      : plan_(&plan), ending_(ending), generator_(generator) {}

  [[nodiscard]] Halide::Expr uniform(std::uint32_t value, const std::vector<Halide::Expr>& operands) const;
  [[nodiscard]] Halide::Expr threshold(const Halide::Expr& value) const;
  [[nodiscard]] Halide::Expr guess(const Halide::Expr& scaled) const;
  [[nodiscard]] Halide::Expr is_below(const Halide::Expr& scaled, const Halide::Expr& entry) const;

  const plan::Plan* plan_;
  Ending ending_;
  Generator generator_;
  Halide::Func table_{"thresholds"};
  // All of them are the same for all elements. x and the divisor are multiplied by `sign_and_scale_`, exactly, which
  // makes the divisor positive, and large enough for a reciprocal.
  Halide::Expr sign_and_scale_, divisor_, zero_point_, reciprocal_, first_;
};

}  // namespace dmlrun::jit::halide
