// What the module exports for devices.
#include <chrono>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "jit/halide/devices/device_boxes.h"
#include "jit/halide/pipeline/device_calls.h"
#include "jit/halide/pipeline/device_program.h"

namespace dmlrun::jit::halide {
namespace {

using Halide::Internal::JITModule;

constexpr const char* kFunction = "kernel";

std::unique_ptr<DeviceKernel> make_kernel(const plan::Plan& plan, const DeviceChoice& device) {
  const Halide::Target target = device_target(device.api);
  const auto [pipeline, module] = make_device_program(plan, kFunction, target);
  auto kernel = std::make_unique<DeviceKernel>(DeviceKernel{device.api,
                                                            device.platform,
                                                            device.index,
                                                            has_gaps(plan),
                                                            JITModule(module, module.get_function_by_name(kFunction)),
                                                            {},
                                                            {}});
  const auto add = [&](Halide::Type type, std::uint64_t span, plan::Element element) {
    kernel->types.push_back(type);
    kernel->units.push_back(
        static_cast<std::int32_t>(span * plan::bytes_of(element) / static_cast<std::uint64_t>(type.bytes())));
  };
  for (std::size_t o = 0; o < plan.operands.size(); ++o)
    if (plan.operands[o].input != plan::kIndex)
      add(pipeline.operands[o].type(), plan.operands[o].span, plan.operands[o].element);
  add(pipeline.output.types()[0], plan.output_span, plan.output);
  (void)runtime_of(device.api);
  return kernel;
}

/// The buffers of a run. Their memory on the device is freed at the end.
class Buffers {
 public:
  Buffers(const DeviceKernel& kernel, const DeviceRuntime& runtime, const void* const* operands, void* output)
      : runtime_(runtime), dimensions_(kernel.types.size()), buffers_(kernel.types.size()) {
    for (std::size_t b = 0; b < buffers_.size(); ++b) {
      const bool is_output = b + 1 == buffers_.size();
      const void* host = is_output ? output : operands[b];
      dimensions_[b] = {0, kernel.units[b], 1, 0};
      buffers_[b] = {};
      buffers_[b].host = static_cast<std::uint8_t*>(const_cast<void*>(host));  // NOLINT: only the output is written
      buffers_[b].type = kernel.types[b];
      buffers_[b].dimensions = 1;
      buffers_[b].dim = &dimensions_[b];
      buffers_[b].set_host_dirty(!is_output);
    }
  }
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;
  ~Buffers() {
    CallContext context;
    for (halide_buffer_t& buffer : buffers_) runtime_.free(context.get(), &buffer);
  }

  [[nodiscard]] halide_buffer_t& output() noexcept { return buffers_.back(); }
  /// Brings it to the device.
  int upload_output(CallContext& context) {
    output().set_host_dirty(true);
    return runtime_.copy_to_device(context.get(), &output(), runtime_.device);
  }
  int launch(const DeviceKernel& kernel, CallContext& context) {
    void* user = context.get();
    std::uint32_t zero = 0;
    std::vector<void*> arguments = {&user};
    for (std::size_t b = 0; b + 1 < buffers_.size(); ++b) arguments.push_back(&buffers_[b]);
    arguments.push_back(&zero);
    arguments.push_back(&output());
    return kernel.code.argv_function()(arguments.data());
  }

 private:
  const DeviceRuntime& runtime_;
  std::vector<halide_dimension_t> dimensions_;
  std::vector<halide_buffer_t> buffers_;
};

/// The caller's output, or memory in its place where that begins beside the places that kernels want.
class AlignedOutput {
 public:
  AlignedOutput(const DeviceKernel& kernel, void* output)
      : output_(output),
        bytes_(static_cast<std::size_t>(kernel.units.back()) * static_cast<std::size_t>(kernel.types.back().bytes())) {
    if (reinterpret_cast<std::uintptr_t>(output) % kVectorBytes == 0) return;
    memory_.resize(bytes_ + kVectorBytes);
    const auto begin = reinterpret_cast<std::uintptr_t>(memory_.data());
    aligned_ = memory_.data() + (kVectorBytes - begin % kVectorBytes) % kVectorBytes;
    if (kernel.keeps_gaps) std::memcpy(aligned_, output, bytes_);
  }
  [[nodiscard]] void* get() const noexcept { return aligned_ ? aligned_ : output_; }
  void finish() const noexcept {
    if (aligned_) std::memcpy(output_, aligned_, bytes_);
  }

 private:
  void* output_;
  std::size_t bytes_;
  std::vector<std::uint8_t> memory_;
  std::uint8_t* aligned_ = nullptr;
};

int run_once(const DeviceKernel& kernel, const DeviceRuntime& runtime, Buffers& buffers, CallContext& context) {
  // What lies in gaps must come back as it is.
  if (kernel.keeps_gaps)
    if (const int code = buffers.upload_output(context); code != 0) return code;
  if (const int code = buffers.launch(kernel, context); code != 0) return code;
  return runtime.copy_to_host(context.get(), &buffers.output());
}

ModuleOutcome compile_for_device(const char* plan, const DeviceChoice* device, DeviceKernel** kernel,
                                 const ModuleAnswer* answer) {
  return guarded(*answer, [&] {
    *kernel = make_kernel(plan_of(plan), *device).release();
    return ModuleOutcome::done;
  });
}

ModuleOutcome run(DeviceKernel* kernel, const void* const* operands, void* output, const ModuleAnswer* answer) {
  return guarded(*answer, [&] {
    DeviceRuntime& runtime = runtime_of(kernel->api);
    CallContext context;
    if (const int code = choose_device(runtime, kernel->device(), context); code != 0)
      return outcome_of(code, context, *answer);
    const AlignedOutput aligned(*kernel, output);
    Buffers buffers(*kernel, runtime, operands, aligned.get());
    const int code = run_once(*kernel, runtime, buffers, context);
    if (code == 0) aligned.finish();
    return outcome_of(code, context, *answer);
  });
}

ModuleOutcome measure(DeviceKernel* kernel, const void* const* operands, void* output, std::int32_t runs,
                      double* seconds, const ModuleAnswer* answer) {
  return guarded(*answer, [&] {
    DeviceRuntime& runtime = runtime_of(kernel->api);
    CallContext context;
    if (const int code = choose_device(runtime, kernel->device(), context); code != 0)
      return outcome_of(code, context, *answer);
    const AlignedOutput aligned(*kernel, output);
    Buffers buffers(*kernel, runtime, operands, aligned.get());
    int code = run_once(*kernel, runtime, buffers, context);
    const auto begin = std::chrono::steady_clock::now();
    for (std::int32_t r = 0; r < runs && code == 0; ++r) code = buffers.launch(*kernel, context);
    if (code == 0) code = runtime.synchronize(context.get(), &buffers.output());
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (code == 0) code = runtime.copy_to_host(context.get(), &buffers.output());
    aligned.finish();
    *seconds = elapsed.count() / std::max<std::int32_t>(runs, 1);
    return outcome_of(code, context, *answer);
  });
}

void release(DeviceKernel* kernel) {
  const std::lock_guard lock(call_mutex());
  delete kernel;
}

ModuleOutcome source(const char* plan, DeviceApi api, const ModuleAnswer* answer) {
  return guarded(*answer, [&] {
    const Halide::Target target = source_target(api);
    const Halide::Module module = make_device_program(plan_of(plan), kFunction, target).module;
    const Halide::Buffer<std::uint8_t> code = module.get_device_code_buffer();
    const std::string_view text(reinterpret_cast<const char*>(code.data()), code.size_in_bytes());
    answer->receive(answer->context, text.data(), text.find_last_not_of('\0') + 1);
    return ModuleOutcome::done;
  });
}

}  // namespace
}  // namespace dmlrun::jit::halide

extern "C" __attribute__((visibility("default"))) const dmlrun::jit::halide::DeviceModule* dmlrun_halide_devices() {
  using namespace dmlrun::jit::halide;
  static const DeviceModule module = {compile_for_device, run,          measure,        release,    source,
                                      allocate_block,     upload_block, download_block, free_block, run_on_blocks};
  return &module;
}
