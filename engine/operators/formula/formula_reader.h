// Reads a row's formula ("value") from left to right, and says what a desc decides in it. specs/README.md has the
// notation.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/operators/rows/operator_row.h"

namespace dmlrun::operators {

class FormulaReader {
 public:
  explicit FormulaReader(std::string_view formula) : rest_(formula) {}

  /// Takes these characters if they come next.
  bool take(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }
  /// A name or number, which ends at a parenthesis, comma or space.
  std::string_view word() {
    const std::string_view taken = rest_.substr(0, rest_.find_first_of("(), "));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  /// Passes over a comma and the expression behind it.
  void skip() {
    (void)take(", ");
    for (int depth = 0; depth > 0 || (rest_[0] != ',' && rest_[0] != ')'); rest_.remove_prefix(1))
      depth += rest_[0] == '(' ? 1 : rest_[0] == ')' ? -1 : 0;
  }

 private:
  std::string_view rest_;
};

/// The type of the first input, or of the output where there is none.
[[nodiscard]] DataType input_type(const OperatorRow& row, const Desc& desc);
/// Which branch of case(what, first, second, ...) is taken, from 0 on. Integers, which a tensor has, and ScaleBias
/// decide between two.
[[nodiscard]] std::uint64_t branch_of(const OperatorRow& row, const Desc& desc, std::string_view what);
/// The number of an activation's field; nothing where it has no such field.
[[nodiscard]] std::optional<float> activation_number(const FusedActivation& activation, std::string_view name);

}  // namespace dmlrun::operators
