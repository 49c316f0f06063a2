// What the module exports for processors.
#include <algorithm>
#include <cstddef>

#include "jit/halide/kernel_call.h"
#include "jit/halide/module_interface.h"
#include "jit/halide/pipeline/ahead_of_time.h"
#include "jit/halide/pipeline/expression.h"
#include "jit/halide/pipeline/module_call.h"
#include "jit/halide/pipeline/schedule_cpu.h"

namespace dmlrun::jit::halide {
namespace {

static_assert(sizeof(KernelBuffer) == sizeof(halide_buffer_t) && offsetof(KernelBuffer, host) == 16 &&
              offsetof(halide_buffer_t, host) == 16 &&
              offsetof(KernelBuffer, dimension) == offsetof(halide_buffer_t, dim));
static_assert(sizeof(KernelDimension) == sizeof(halide_dimension_t));

/// The features that are dmlrun's choice: checks are made by the caller, arithmetic is IEEE's, and products and sums
/// are fused by a plan or not at all.
Halide::Target target_of(const char* text, const plan::Plan& plan) {
  Halide::Target target(text);
  const bool fuses = std::any_of(plan.values.begin(), plan.values.end(),
                                 [](const plan::Value& value) { return value.op == plan::Op::fma; });
  if (fuses && target.has_feature(Halide::Target::AVX2)) target.set_feature(Halide::Target::FMA);
  return target.with_feature(Halide::Target::NoRuntime)
      .with_feature(Halide::Target::NoAsserts)
      .with_feature(Halide::Target::NoBoundsQuery)
      .with_feature(Halide::Target::StrictFloat);
}

Halide::Module kernel_module(const ModuleRequest& request) {
  const plan::Plan plan = plan_of(request.plan);
  const Boxes boxes = boxes_of(plan);
  const Halide::Target target = target_of(request.target, plan);
  Halide::Param<std::uint32_t> zero("zero");
  Halide::Param<std::int32_t> count("count"), head_begin("head_begin"), head_end("head_end"),
      repeat_begin("repeat_begin"), repeat_end("repeat_end"), body_begin("body_begin"), body_end("body_end"),
      tail_begin("tail_begin"), tail_end("tail_end");
  Pipeline pipeline = make_pipeline(
      plan, boxes,
      {zero, count, head_begin, head_end, repeat_begin, repeat_end, body_begin, body_end, tail_begin, tail_end},
      lanes_for_cpu, target);
  schedule_for_cpu(pipeline, boxes, target);
  std::vector<Halide::Argument> arguments = arguments_of(pipeline.operands);
  arguments.insert(arguments.end(), {zero, count, head_begin, head_end, repeat_begin, repeat_end, body_begin, body_end,
                                     tail_begin, tail_end});
  return Halide::Pipeline(pipeline.output)
      .compile_to_module(arguments, request.function, target, Halide::LinkageType::ExternalPlusArgv);
}

ModuleOutcome answer_with_object(const Halide::Module& module, const ModuleAnswer& answer) {
  const Halide::Buffer<std::uint8_t> object = module.compile_to_buffer();
  answer.receive(answer.context, object.data(), object.size_in_bytes());
  return ModuleOutcome::done;
}

ModuleOutcome compile(const ModuleRequest* request, const ModuleAnswer* answer) {
  return guarded(*answer, [&] { return answer_with_object(kernel_module(*request), *answer); });
}

ModuleOutcome compile_ahead(const ModuleRequest* request, const ModuleAnswer* answer) {
  return guarded(*answer, [&] {
    const Halide::Target target = ahead_of_time_target(request->target);
    return answer_with_object(ahead_of_time_module(plan_of(request->plan), request->function, target), *answer);
  });
}

}  // namespace
}  // namespace dmlrun::jit::halide

extern "C" __attribute__((visibility("default"))) const dmlrun::jit::halide::HalideModule* dmlrun_halide_module() {
  static const dmlrun::jit::halide::HalideModule module = {
      DMLRUN_MODULE_VERSION(DMLRUN_VERSION),
      dmlrun::jit::halide::compile,
      dmlrun::jit::halide::compile_ahead,
  };
  return &module;
}
