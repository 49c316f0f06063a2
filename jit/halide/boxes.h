// Cuts a plan into boxes: each is a box of the output, written by loops with affine indices, so that no loop tests
// which run it is in. Independent of Halide.
//
// The outermost axis is special: a call of a kernel works on a range of its coordinates, so the loops over that axis
// have bounds that are known when the kernel is called. All other loops are constants.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/plan/plan.h"

namespace dmlrun::jit::halide {

/// The coordinates of the outermost axis that a box covers: those of one list of the axis, or all of the call.
enum class Part : std::uint8_t { head, body, tail, all };

struct BoxLoop {
  std::int64_t extent = 1;            ///< at least 2
  std::int64_t output = 0;            ///< by how many elements the output moves per iteration
  std::vector<std::int64_t> sources;  ///< and each source of the box
};

/// Elements written by: for each coordinate c of [first, last) that the call covers, for each iteration of the loops,
/// output[row(c) + output_offset + ...] = value, where row(c) is where the outermost coordinate's elements begin.
struct Box {
  enum class Value : std::uint8_t {
    fill,     ///< the plan's pattern; no sources
    move,     ///< the element of operand `operand`; one source
    compute,  ///< the plan's last value; its operands are the sources, in order
    copy,     ///< what an earlier box wrote to the output; one source, counted from the row as output_offset is
  };
  Value value = Value::fill;
  std::uint32_t operand = 0;
  Part part = Part::all;
  std::int64_t first = 0;  ///< coordinates of the part; both 0 for all
  std::int64_t last = 0;
  std::int64_t output_offset = 0;
  std::vector<std::int64_t> offsets;  ///< of each source, at coordinate `first`
  std::vector<std::int64_t> steps;    ///< by how much each source moves from an outermost coordinate to the next
  std::vector<std::int64_t> repeats;  ///< and, beyond that, from one repeat of the body to the next
  std::vector<BoxLoop> loops;         ///< by falling output step: the last one moves the least
};

/// A plan as boxes; running them in order gives its output.
struct Boxes {
  std::vector<Box> list;
  std::int64_t head = 0;  ///< coordinates of the outermost axis' head ...
  std::int64_t body = 0;  ///< ... of one body ...
  std::int64_t repeat = 0;
  bool advances = false;          ///< whether what the body reads moves on from one repeat to the next
  std::int64_t tail = 0;          ///< ... and of its tail
  std::int64_t row_stride = 0;    ///< output elements from an outermost coordinate to the next
  std::int64_t row_elements = 1;  ///< elements of one outermost coordinate
  [[nodiscard]] std::int64_t extent() const noexcept { return head + body * repeat + tail; }
};

/// The most inputs of a plan, runs of all its axes (every axis has one or more, a join's axis one per input), and
/// boxes: each box costs milliseconds to compile.
inline constexpr std::size_t kMaxInputs = 32;
inline constexpr std::size_t kMaxRuns = 64;
inline constexpr std::size_t kMaxBoxes = 64;

/// "" when the plan can be cut into at most kMaxBoxes boxes whose indices fit 32 bits, else one sentence that says
/// what is too large. Linear in the number of runs.
[[nodiscard]] std::string why_not_boxes(const plan::Plan& plan);

/// Precondition: check(plan) and why_not_boxes(plan) are both "".
[[nodiscard]] Boxes boxes_of(const plan::Plan& plan);

}  // namespace dmlrun::jit::halide
