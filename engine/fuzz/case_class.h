// What a campaign goes through and counts: operators with the values of their enumerations and the type of their first
// tensor, as the operators' tables have them.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dmlrun/operators.h"

namespace dmlrun::fuzz {

struct CaseClass {
  std::string op;    ///< "PADDING"
  std::string mode;  ///< "REFLECTION"; several enumerations: with commas between them; "" without one
  std::string type;  ///< "FLOAT32"
  /// "PADDING REFLECTION".
  [[nodiscard]] std::string row() const { return mode.empty() ? op : op + " " + mode; }
  friend auto operator<=>(const CaseClass&, const CaseClass&) = default;
};

/// Every class of these operators (none: of all) at the latest feature level. Those of one row are neighbours.
[[nodiscard]] std::vector<CaseClass> case_classes(std::span<const std::string> operators);

/// The class of a legal operator.
[[nodiscard]] CaseClass class_of(const Operator& op);

/// The numbers of `rows` rows in the order of a round, another one in each.
[[nodiscard]] std::vector<std::size_t> shuffled_rows(std::size_t rows, std::uint64_t seed, std::uint64_t round);

}  // namespace dmlrun::fuzz
