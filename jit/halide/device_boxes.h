// A plan's boxes as a device runs them: always the whole output, all bounds constants, one launch for each box.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/halide/boxes.h"

namespace dmlrun::jit::halide {

/// output[output_offset + sum of index * loop.output] = value, for every index of the loops. All numbers count units.
struct DeviceBox {
  Box::Value value = Box::Value::fill;
  std::uint32_t operand = 0;
  std::int64_t output_offset = 0;
  std::vector<std::int64_t> offsets;  ///< of each source
  std::vector<BoxLoop> loops;         ///< by falling output step
  /// How many iterations of the last loop are one vector. It divides their number; and where it is above 1, every
  /// vector begins at a multiple of it and its elements are neighbours.
  int lanes = 1;
};

/// What a device moves. Bytes are moved as units of 4 where everything begins and ends at multiples of 4, else in units
/// of their own size; elements of 8 bytes that are moved are two units, because not every device has numbers of 64
/// bits. Computed units are the elements of each buffer, or four of a byte.
struct DeviceBoxes {
  std::size_t unit_bytes = 1;           ///< of the output; and of all operands, where nothing is computed
  std::array<std::uint32_t, 2> fill{};  ///< the pattern of a unit at an even and at an odd place
  /// Whether four computed elements are one unit. Then `is_packed` says of which operands four elements are one
  /// unit, too; an element of the others is for all four.
  bool packs = false;
  std::vector<bool> is_packed;
  std::vector<DeviceBox> list;  ///< to be run in this order
};

/// Reads and writes of this many bytes are fastest on the devices that were measured.
inline constexpr int kVectorBytes = 16;

/// "" when a device can take the plan, else one sentence.
[[nodiscard]] std::string why_not_device_boxes(const plan::Plan& plan);

/// `most_lanes`: of a vector. Precondition: why_not_device_boxes(plan) is "".
[[nodiscard]] DeviceBoxes device_boxes_of(const plan::Plan& plan, int most_lanes);

/// Whether a part of the output's memory is not written.
[[nodiscard]] bool has_gaps(const plan::Plan& plan) noexcept;

}  // namespace dmlrun::jit::halide
