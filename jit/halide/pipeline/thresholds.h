// Computes a quotient that becomes a byte without a division per element.
#pragma once

#include <Halide.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/halide/pipeline/ending.h"
#include "jit/halide/pipeline/expression.h"

namespace dmlrun::jit::halide {

/// A value clamp(round(x / divisor) + zero point) with uniform divisor and zero point and the bounds 0 to 255 or -128
/// to 127. It is monotonic in x (descending for a negative divisor), so each of the 256 results has a threshold: the
/// greatest x whose result is below it. This holds for any divisor. A reciprocal gives a guess that is exact or one too
/// large, and a comparison with the guess's threshold decides. That takes less than half the time of exact division.
class Thresholds {
 public:
  /// Recognises such a value as the plan's last one; nothing if it is of another kind. `is_same`: for each operand,
  /// whether all its elements are equal.
  static std::optional<Thresholds> of(const plan::Plan& plan, const std::vector<bool>& is_same, Generator generator);

  /// Defines the table for these operands; only uniform ones are used.
  void define(const std::vector<Halide::Expr>& operands, const Halide::Expr& zero);
  /// The result of byte_of(); bits above the lowest eight are undefined.
  [[nodiscard]] Halide::Expr byte_of(const std::vector<Loaded>& operands, const Halide::Expr& zero) const;

  /// The table: one dimension of 257 numbers. Compute it where all threads that use it can read it.
  [[nodiscard]] Halide::Func table() const { return table_; }

 private:
  Thresholds(const plan::Plan& plan, const Ending& ending, Generator generator)
      : plan_(&plan), ending_(ending), generator_(generator) {}

  [[nodiscard]] Halide::Expr uniform(std::uint32_t value, const std::vector<Halide::Expr>& operands) const;
  [[nodiscard]] Halide::Expr threshold(const Halide::Expr& value) const;
  [[nodiscard]] float float_of_first() const;
  [[nodiscard]] Halide::Expr guess(const Halide::Expr& scaled) const;
  [[nodiscard]] Halide::Expr is_below(const Halide::Expr& scaled, const Halide::Expr& entry) const;

  const plan::Plan* plan_;
  Ending ending_;
  Generator generator_;
  Halide::Func table_{"thresholds"};
  // All are uniform. x and the divisor are multiplied by `sign_and_scale_`, exactly, which makes the divisor positive
  // and large enough for a reciprocal.
  Halide::Expr sign_and_scale_, divisor_, zero_point_, reciprocal_, first_;
};

}  // namespace dmlrun::jit::halide
