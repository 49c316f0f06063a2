// Which class of cases comes when: every row (operator and mode) once in each round, shuffled, and with each of its types
// in turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/fuzz/case_class.h"

namespace dmlrun::fuzz {

class Turns {
 public:
  /// Of these operators (none: all) as far as there is a generator for them; `strided`: also other layouts than packed.
  Turns(std::span<const std::string> operators, bool strided);
  [[nodiscard]] bool empty() const noexcept { return rows_.empty(); }
  /// The number of the shape class that is generated at place `number`.
  [[nodiscard]] std::size_t at(std::uint64_t seed, std::uint64_t number) const;

 private:
  /// For each row, and in it for each type, the shape classes.
  std::vector<std::vector<std::vector<std::size_t>>> rows_;
};

}  // namespace dmlrun::fuzz
