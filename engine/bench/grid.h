// The built-in grid of cells, engine/bench/grid.json: shapes that networks have, at sizes from the first-level cache to
// main memory, and what each is to reach.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dmlrun/operators.h"
#include "engine/bench/workplace.h"

namespace dmlrun::bench {

/// Where the output has its place, by its bytes alone: the same on every machine, so that figures can be compared.
enum class Region : std::uint8_t { l1, l2, l3, dram };
inline constexpr std::size_t kRegions = 4;
[[nodiscard]] std::string_view region_name(Region region) noexcept;
[[nodiscard]] Region region_of(std::uint64_t output_bytes) noexcept;

/// The unit of a goal.
enum class Unit : std::uint8_t {
  none,         ///< there is no goal
  memcpy,       ///< times memcpy's time for as many output bytes
  cycles,       ///< core cycles per 64 output elements
  nanoseconds,  ///< per call
};

struct Goal {
  double value = 0;
  Unit unit = Unit::none;
};

struct Cell {
  std::string family;  ///< "tile", "padding", "join", "slice", "qadd", "elementwise"
  std::string name;    ///< unique in its family: the shape and its output's size, "u8 [N,1] x3, 256 KB"
  std::string row;     ///< of the table of goals, in words
  Operator op;
  std::vector<NamedValue> values;
  std::uint64_t output_bytes = 0;
  Region region = Region::l1;
  Goal goal;
};

/// How many times as fast as one two threads are to be; 0 where nothing is asked of them but not to be slower.
[[nodiscard]] double gain_goal(std::uint64_t output_bytes) noexcept;

/// A grid in the format of grid.json: goals by region, and shapes, each made once for every N that it lists.
[[nodiscard]] Result<std::vector<Cell>> parse_grid(std::string_view json);
/// grid.json. Its cells are legal: a test reads them.
[[nodiscard]] Result<std::vector<Cell>> built_in_grid();

/// "13.4 KB", in units of 1024.
[[nodiscard]] std::string size_name(std::uint64_t bytes);

}  // namespace dmlrun::bench
