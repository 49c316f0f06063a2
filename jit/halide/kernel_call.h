// The calling convention of the module's kernels: int kernel(void** arguments) returns 0 for success. Arguments are
// pointers to
//   one KernelBuffer for each operand of the plan that reads a buffer, in order,
//   the members of KernelRange, in order,
//   one KernelBuffer for the output; its element 0 is the first element of the first coordinate that the call covers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dmlrun::jit::halide {

/// The part of the outermost axis that a call covers: a range [begin, end) of the coordinates of its head, its body and
/// its tail. Together these are one contiguous range.
struct KernelRange {
  std::uint32_t zero = 0;  ///< always 0; products are xor-ed with it, so that no compiler contracts product and sum
  std::int32_t count = 0;  ///< number of coordinates of the call
  std::int32_t head_begin = 0, head_end = 0;
  std::int32_t repeat_begin = 0, repeat_end = 0;  ///< repeats of the body
  std::int32_t body_begin = 0, body_end = 0;      ///< coordinates of each of these repeats
  std::int32_t tail_begin = 0, tail_end = 0;
};
inline constexpr std::size_t kRangeMembers = 10;

/// halide_dimension_t of Halide's run-time interface; the module asserts that the layouts agree.
struct KernelDimension {
  std::int32_t min, extent, stride;
  std::uint32_t flags;
};
/// halide_buffer_t of Halide's run-time interface; the module asserts that the layouts agree.
struct KernelBuffer {
  std::uint64_t device = 0;
  const void* device_interface = nullptr;
  std::uint8_t* host = nullptr;
  std::uint64_t flags = 0;
  std::uint8_t type_code = 1, type_bits = 8;
  std::uint16_t type_lanes = 1;
  std::int32_t dimensions = 1;
  KernelDimension* dimension = nullptr;
  void* padding = nullptr;
};

using KernelEntry = int(void** arguments);

}  // namespace dmlrun::jit::halide
