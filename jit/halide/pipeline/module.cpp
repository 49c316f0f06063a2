// What the module exports. The only place where exceptions of the generator end.
#include <algorithm>
#include <cstddef>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "engine/plan/fold_values.h"
#include "engine/plan/print.h"
#include "jit/halide/kernel_call.h"
#include "jit/halide/module_interface.h"
#include "jit/halide/pipeline/ahead_of_time.h"
#include "jit/halide/pipeline/expression.h"
#include "jit/halide/pipeline/schedule_cpu.h"

namespace dmlrun::jit::halide {
namespace {

static_assert(sizeof(KernelBuffer) == sizeof(halide_buffer_t) && offsetof(KernelBuffer, host) == 16 &&
              offsetof(halide_buffer_t, host) == 16 &&
              offsetof(KernelBuffer, dimension) == offsetof(halide_buffer_t, dim));
static_assert(sizeof(KernelDimension) == sizeof(halide_dimension_t));

/// Throws what would be printed before the process ends; warnings are about schedules, which users do not write.
class Reporter final : public Halide::CompileTimeErrorReporter {
 public:
  void warning(const char*) override {}
  void error(const char* text) override { throw std::runtime_error(text); }
};

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

plan::Plan plan_of(const char* text) {
  auto plan = plan::parse(text);
  if (!plan) throw std::runtime_error("the plan cannot be read: " + plan.error().to_string());
  plan::fold_values(*plan);  // else Halide does, and prints doubles that it made as floats
  return std::move(*plan);
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

std::int32_t refuse(const ModuleAnswer& answer, const char* sentence, std::int32_t outcome) {
  std::string_view text(sentence);
  text = text.substr(0, text.find_last_not_of("\n ") + 1);
  // All that Halide's wheel says of errors within itself.
  if (text == "Error:") text = "Halide failed within itself and gives no reason";
  answer.receive(answer.context, text.data(), text.size());
  return outcome;
}

/// Answers with the object of what `make` makes; nothing is thrown any more.
std::int32_t compile_as(Halide::Module (*make)(const ModuleRequest&), const ModuleRequest& request,
                        const ModuleAnswer& answer) {
  // The generator keeps some state of its own per process.
  static std::mutex one_at_a_time;
  static Reporter reporter;
  try {
    const std::lock_guard lock(one_at_a_time);
    Halide::set_custom_compile_time_error_reporter(&reporter);
    const Halide::Buffer<std::uint8_t> object = make(request).compile_to_buffer();
    answer.receive(answer.context, object.data(), object.size_in_bytes());
    return 0;
  } catch (const UnsuitableTarget& error) {
    return refuse(answer, error.what(), 3);
  } catch (const Halide::Error& error) {  // not a std::exception
    return refuse(answer, error.what(), 1);
  } catch (const std::bad_alloc&) {
    return 2;
  } catch (const std::exception& error) {
    return refuse(answer, error.what(), 1);
  }
}

std::int32_t compile(const ModuleRequest* request, const ModuleAnswer* answer) {
  return compile_as(kernel_module, *request, *answer);
}

std::int32_t compile_ahead(const ModuleRequest* request, const ModuleAnswer* answer) {
  const auto make = [](const ModuleRequest& wanted) {
    return ahead_of_time_module(plan_of(wanted.plan), wanted.function, ahead_of_time_target(wanted.target));
  };
  return compile_as(make, *request, *answer);
}

}  // namespace
}  // namespace dmlrun::jit::halide

extern "C" __attribute__((visibility("default"))) const dmlrun::jit::halide::HalideModule* dmlrun_halide_module() {
  static const dmlrun::jit::halide::HalideModule module = {
      DMLRUN_MODULE_VERSION(DMLRUN_VERSION),
      DMLRUN_HALIDE_VERSION,
      dmlrun::jit::halide::compile,
      dmlrun::jit::halide::compile_ahead,
  };
  return &module;
}
