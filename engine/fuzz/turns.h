// The order in which a campaign goes through the classes of cases: every row (operator and mode) once per round,
// shuffled, and with each of its types in turn.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/fuzz/shape_class.h"

namespace dmlrun::fuzz {

/// Operator, values of its enumerations, and the type of its first tensor: shape classes whatever their ranks and
/// layouts.
struct CaseClass {
  std::string op;    ///< "PADDING"
  std::string mode;  ///< "REFLECTION"; several enumerations: with commas between them; "" without one
  std::string type;  ///< "FLOAT32"
  /// "PADDING REFLECTION".
  [[nodiscard]] std::string row() const { return mode.empty() ? op : op + " " + mode; }
  friend auto operator<=>(const CaseClass&, const CaseClass&) = default;
};

[[nodiscard]] CaseClass case_class(const ShapeClass& shape);
/// Whether these operators (none: all), "PADDING", or rows, "PADDING REFLECTION", have the class.
[[nodiscard]] bool is_among(std::span<const std::string> operators, const CaseClass& one);
/// Every class of these at the latest feature level. Those of one row are neighbours.
[[nodiscard]] std::vector<CaseClass> case_classes(std::span<const std::string> operators);

/// The numbers of `rows` rows in the order of a round, another one in each.
[[nodiscard]] std::vector<std::size_t> shuffled_rows(std::size_t rows, std::uint64_t seed, std::uint64_t round);

class Turns {
 public:
  /// For what is_among() these; `strided`: layouts other than packed, too.
  Turns(std::span<const std::string> operators, bool strided);
  [[nodiscard]] bool empty() const noexcept { return rows_.empty(); }
  /// After this many turns each class has come once: every row has one type per round.
  [[nodiscard]] std::size_t until_all() const;
  /// The number of the shape class that is generated at place `number`.
  [[nodiscard]] std::size_t at(std::uint64_t seed, std::uint64_t number) const;

 private:
  /// For each row, and in it for each type, the shape classes.
  std::vector<std::vector<std::vector<std::size_t>>> rows_;
};

}  // namespace dmlrun::fuzz
