// A plan as one Halide function: an update definition for each box, over buffers seen as one long row of elements.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/halide/boxes.h"

namespace dmlrun::jit::halide {

/// The part of the output that a call covers, as KernelRange. Where all boxes are of Part::all, `count` is enough.
struct CallRange {
  Halide::Expr zero;  ///< an unsigned 0 that the compiler does not see; undefined: the output's begin is taken for it
  Halide::Expr count, head_begin, head_end, repeat_begin, repeat_end, body_begin, body_end, tail_begin, tail_end;
};

/// The loops of a box's update definition, so that a schedule can be given to them.
struct BoxStage {
  int update = 0;
  Halide::RVar lane, vector;  ///< the innermost loop of constants: lanes of a vector, and vectors; ...
  int lanes = 0;              ///< ... 0 lanes where the box has no such loop
  int vectors = 0;
  std::vector<Halide::RVar> loops;      ///< the other loops of constants, innermost first
  std::vector<int> extents;             ///< of `loops`
  std::vector<Halide::RVar> outermost;  ///< loops over what the call covers, innermost first
};

struct Pipeline {
  Halide::Func output;
  std::vector<Halide::ImageParam> operands;  ///< of the plan; undefined: it reads no buffer
  std::vector<BoxStage> stages;
};

/// The vector length for a box's innermost loop of `extent` iterations: at most `extent`.
using ChooseLanes = int (*)(const Box& box, std::int64_t extent, int element_bytes, const Halide::Target& target);

/// The pipeline without a schedule. Elements that are moved are unsigned integers of their size.
[[nodiscard]] Pipeline make_pipeline(const plan::Plan& plan, const Boxes& boxes, const CallRange& range,
                                     ChooseLanes choose, const Halide::Target& target);

}  // namespace dmlrun::jit::halide
