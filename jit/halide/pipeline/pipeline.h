// Translates a plan to one Halide function: an update definition per box, over buffers as one-dimensional arrays.
#pragma once

#include <Halide.h>

#include <string>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/halide/boxes.h"

namespace dmlrun::jit::halide {

/// The part of the output that a call covers, as in KernelRange. If all boxes are of AxisPart::all, only `count` is
/// used.
struct CallRange {
  Halide::Expr zero;  ///< an unsigned 0 that compilers do not know; undefined: the output's min is used
  Halide::Expr count, head_begin, head_end, repeat_begin, repeat_end, body_begin, body_end, tail_begin, tail_end;
};

/// The loops of a box's update definition, so that a schedule can be given to them.
struct BoxStage {
  int update = 0;
  Halide::RVar lane, vector;            ///< the innermost constant loop, split into lanes of a vector and vectors
  int lanes = 0;                        ///< extent of `lane`; 0: the box has no constant loop
  int vectors = 0;                      ///< extent of `vector`
  std::vector<Halide::RVar> outermost;  ///< loops over the call's coordinates, innermost first
};

struct Pipeline {
  Halide::Func output;
  std::vector<Halide::ImageParam> operands;  ///< the plan's operands; undefined: reads no buffer
  std::vector<BoxStage> stages;
};

/// The vector length for a box's innermost loop of `extent` iterations: at most `extent`.
using ChooseLanes = int (*)(const Box& box, std::int64_t extent, int element_bytes, const Halide::Target& target);

/// The pipeline without a schedule. Copied elements are unsigned integers of their size.
[[nodiscard]] Pipeline make_pipeline(const plan::Plan& plan, const Boxes& boxes, const CallRange& range,
                                     ChooseLanes choose, const Halide::Target& target);

}  // namespace dmlrun::jit::halide
