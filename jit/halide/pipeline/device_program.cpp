#include "jit/halide/pipeline/device_program.h"

#include <algorithm>
#include <string_view>

namespace dmlrun::jit::halide {
namespace {

/// Whether lowered code calls the device; kernels are no longer part of it.
bool calls_device(const Halide::Module& module) {
  class Search : public Halide::Internal::IRGraphVisitor {
   public:
    bool found = false;

   private:
    using IRGraphVisitor::visit;
    void visit(const Halide::Internal::Call* call) override {
      found = found || std::string_view(call->name).starts_with("llvm.nvvm.");
      IRGraphVisitor::visit(call);
    }
  } search;
  for (const Halide::Internal::LoweredFunc& function : module.functions()) function.body.accept(&search);
  return search.found;
}

/// OpenCL's source says that it uses double only where it does: not every device has it.
Halide::Target target_of_device(const plan::Plan& plan, Halide::Target target) {
  const bool has_doubles = std::any_of(plan.values.begin(), plan.values.end(),
                                       [](const plan::Value& value) { return value.type == plan::Type::f64; });
  if (has_doubles && target.has_feature(Halide::Target::OpenCL)) target.set_feature(Halide::Target::CLDoubles);
  return target;
}

}  // namespace

DeviceProgram make_device_program(const plan::Plan& plan, const std::string& function, const Halide::Target& for_any) {
  const Halide::Target target = target_of_device(plan, for_any);
  const auto make = [&](DeviceFunctions functions) {
    const DevicePipeline pipeline = make_device_pipeline(plan, target, functions);
    return DeviceProgram{pipeline, Halide::Pipeline(pipeline.output)
                                       .compile_to_module(pipeline.arguments(), function, target,
                                                          Halide::LinkageType::ExternalPlusArgv)};
  };
  DeviceProgram program = make(DeviceFunctions::allowed);
  if (calls_device(program.module)) program = make(DeviceFunctions::avoided);
  return program;
}

}  // namespace dmlrun::jit::halide
