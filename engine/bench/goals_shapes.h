// The rows of the table of goals: shapes that networks have, scaled to as many output bytes as a level of memory holds.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "dmlrun/operators.h"

namespace goals {

enum Region : std::size_t { kL1, kL2, kL3, kDram, kRegions };
inline constexpr std::array<const char*, kRegions> kRegionNames{"L1", "L2", "L3", "DRAM"};

struct Shape {
  std::string name;
  dmlrun::OperatorDesc (*make)(std::uint64_t output_bytes);  ///< about so many
};

/// What a goal is counted in.
enum class Unit : std::uint8_t {
  ratio,   ///< of memcpy's time for as many output bytes
  cycles,  ///< core cycles per 64 outputs
};

struct Goal {
  double value = 0;
  Unit unit = Unit::ratio;
};

struct Row {
  std::string name;
  std::array<Goal, kRegions> goals;
  std::vector<Shape> shapes;
};

[[nodiscard]] std::vector<Row> all_rows();

}  // namespace goals
