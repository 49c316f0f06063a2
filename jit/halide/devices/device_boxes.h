// A plan's boxes for a device: they cover the whole output, all bounds are constants, and each box is one launch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/halide/boxes.h"
#include "jit/halide/devices/device_interface.h"

namespace dmlrun::jit::halide {

/// A box: for every index of the loops, output[output_offset + sum of index * loop.output] = value. All numbers count
/// units.
struct DeviceBox {
  Box::Value value = Box::Value::fill;
  std::uint32_t operand = 0;
  std::int64_t output_offset = 0;
  std::vector<std::int64_t> offsets;  ///< offset of each source
  std::vector<BoxLoop> loops;         ///< by descending output step
  /// Iterations of the last loop that make one vector; a divisor of that loop's extent. If above 1, every vector begins
  /// at a multiple of it and its elements are contiguous.
  int lanes = 1;
};

/// A plan's boxes, and their unit. Copied elements are moved in units of 4 bytes if everything begins and ends at
/// multiples of 4, else in units of an element; copied elements of 8 bytes are two units, because not every device has
/// 64-bit numbers. With values a unit is an element of each buffer, or four elements of one byte.
struct DeviceBoxes {
  std::size_t unit_bytes = 1;           ///< bytes of the output's units; without values also of the operands'
  std::array<std::uint32_t, 2> fill{};  ///< the fill pattern of units with an even and an odd number
  /// Whether four computed elements are one unit. Then `is_packed` says which operands have four elements per unit,
  /// too; of the others one element is used for all four.
  bool packs = false;
  std::vector<bool> is_packed;
  std::vector<DeviceBox> list;  ///< in the order in which they must run
};

/// Bytes of a vector: accesses of this size are fastest on the devices that were measured.
inline constexpr int kVectorBytes = 16;

/// The most lanes that a vector may have in an interface's language.
[[nodiscard]] int most_lanes(DeviceApi api) noexcept;

/// "" if a device can run the plan, else a sentence why not.
[[nodiscard]] std::string why_not_device_boxes(const plan::Plan& plan);

/// A plan's boxes, with vectors of at most `most_lanes` lanes. Precondition: why_not_device_boxes(plan) is "".
[[nodiscard]] DeviceBoxes device_boxes_of(const plan::Plan& plan, int most_lanes);

/// Whether the output has gaps: bytes between its elements that are not written.
[[nodiscard]] bool has_gaps(const plan::Plan& plan) noexcept;

}  // namespace dmlrun::jit::halide
