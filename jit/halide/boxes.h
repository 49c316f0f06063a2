// Splits a plan into boxes: each is a box of the output, written by loops with affine indices, so that no loop tests
// which run it is in. Independent of Halide.
//
// The outermost axis is special: a call of a kernel covers a range of its coordinates, so the bounds of the loops over
// that axis are arguments of the call. All other loop bounds are constants.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit::halide {

/// The coordinates of the outermost axis that a box covers: those of the axis' head, body or tail, or all of the call.
enum class AxisPart : std::uint8_t { head, body, tail, all };

/// A loop of a box, with constant bounds.
struct BoxLoop {
  std::int64_t extent = 1;            ///< iterations, at least 2
  std::int64_t output = 0;            ///< step of the output per iteration, in elements
  std::vector<std::int64_t> sources;  ///< step of each source per iteration, in elements
};

/// A box: for each coordinate c in [first, last) that the call covers, and each iteration of the loops,
/// output[row(c) + output_offset + loop steps] = value, where row(c) is the first element of outermost coordinate c.
struct Box {
  enum class Value : std::uint8_t {
    fill,     ///< the plan's fill pattern; no sources
    move,     ///< the element of operand `operand`; one source
    compute,  ///< the plan's last value; its operands are the sources, in order
    copy,     ///< an output element that an earlier box wrote; one source, relative to the row, as output_offset
  };
  Value value = Value::fill;
  std::uint32_t operand = 0;
  AxisPart part = AxisPart::all;
  std::int64_t first = 0;  ///< coordinates of the part; `first` and `last` are 0 for AxisPart::all
  std::int64_t last = 0;
  std::int64_t output_offset = 0;
  std::vector<std::int64_t> offsets;  ///< offset of each source at coordinate `first`
  std::vector<std::int64_t> steps;    ///< step of each source per outermost coordinate
  std::vector<std::int64_t> repeats;  ///< additional step of each source per repeat of the body
  std::vector<BoxLoop> loops;         ///< by descending output step
};

/// A plan as boxes; running them in order gives its output.
struct Boxes {
  std::vector<Box> list;
  std::int64_t head = 0;  ///< coordinates of the outermost axis' head
  std::int64_t body = 0;  ///< coordinates of one repeat of its body
  std::int64_t repeat = 0;
  bool advances = false;          ///< whether the body's sources move from one repeat to the next
  std::int64_t tail = 0;          ///< coordinates of its tail
  std::int64_t row_stride = 0;    ///< output elements from an outermost coordinate to the next
  std::int64_t row_elements = 1;  ///< elements of one outermost coordinate
  [[nodiscard]] std::int64_t extent() const noexcept { return head + body * repeat + tail; }
};

/// Limits on a plan's inputs, on the runs of all its axes together (an axis has at least one, a join's axis one per
/// input), and on boxes, because each box takes milliseconds to compile.
inline constexpr std::size_t kMaxInputs = 32;
inline constexpr std::size_t kMaxRuns = 64;
inline constexpr std::size_t kMaxBoxes = 64;

/// "" if the plan can be split into at most kMaxBoxes boxes whose indices fit 32 bits, else a sentence that says what
/// is too large. Takes time in proportion to the number of runs.
[[nodiscard]] std::string why_not_boxes(const plan::Plan& plan);

/// Splits a plan into boxes. Precondition: check(plan) and why_not_boxes(plan) are both "".
[[nodiscard]] Boxes boxes_of(const plan::Plan& plan);

}  // namespace dmlrun::jit::halide
