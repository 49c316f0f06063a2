// Short rows that lie one behind the other in the output, several at once: each output vector is shuffled together from
// a few 16-byte loads. Worked out before any instruction is chosen.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace dmlrun::jit {

/// What a byte of a row is made of: byte `offset` beyond where the row of an input begins, or a constant.
struct RowByte {
  static constexpr int kConstant = -1;
  int stream = kConstant;
  std::int64_t offset = 0;
  std::byte constant{};
};

/// Two 16-byte loads, one per half of a vector, and the shuffle of each half; bytes that come from elsewhere become 0.
struct GatherStep {
  struct Load {
    int stream = 0;
    std::int64_t offset = 0;
    friend bool operator==(const Load&, const Load&) = default;
  };
  std::array<Load, 2> loads;
  std::array<std::byte, 32> shuffle;
};

/// 32 output bytes: the steps' bytes and the constants, or-ed together.
struct GatherVector {
  std::vector<GatherStep> steps;
  bool has_constants = false;
  std::array<std::byte, 32> constants{};
};

struct RowGather {
  std::uint64_t rows = 1;      ///< that the vectors make, together
  std::uint64_t rows_behind = 0;  ///< that must lie behind these, because loads reach into their inputs
  std::vector<GatherVector> vectors;
};

/// `row` of at most 32 bytes; steps[s]: bytes of input stream s from row to row. Nothing where it would not pay, or where
/// loads could leave what the rows read.
[[nodiscard]] std::optional<RowGather> gather_rows(const std::vector<RowByte>& row,
                                                   const std::vector<std::int64_t>& steps);

}  // namespace dmlrun::jit
