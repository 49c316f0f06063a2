// Back ends that run on devices: OpenCL, CUDA, Metal. All the same but for the interface.
#include "jit/halide/devices/device_backend.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "engine/fork/forks.h"
#include "engine/plan/print.h"
#include "engine/tensor/floating_point.h"
#include "jit/halide/devices/device_boxes.h"
#include "jit/halide/devices/device_interface.h"
#include "jit/halide/devices/device_list.h"
#include "jit/halide/devices/device_module.h"
#include "jit/halide/module.h"
#include "jit/memory/probe.h"

namespace dmlrun {
namespace {

using jit::halide::DeviceApi;
using jit::halide::DeviceModule;
using jit::halide::ModuleOutcome;

/// A sentence that the module answers with.
struct Words {
  std::string text;
  [[nodiscard]] jit::halide::ModuleAnswer answer() noexcept {
    return {&text, [](void* context, const void* bytes, std::size_t size) {
              try {
                static_cast<std::string*>(context)->assign(static_cast<const char*>(bytes), size);
              } catch (const std::bad_alloc&) {
                static_cast<std::string*>(context)->clear();
              }
            }};
  }
};

constexpr std::string_view kNames[] = {"halide-opencl", "halide-cuda", "halide-metal"};  // by DeviceApi

/// What a call came to; its words, of which drivers leave the end open, are read after it.
Result<void> result_of(ModuleOutcome outcome, std::string& words, DeviceApi api) {
  words.erase(words.find_last_not_of(" :\n") + 1);
  const std::string cannot = std::string(kNames[static_cast<std::size_t>(api)]) + " cannot: ";
  switch (outcome) {
    case ModuleOutcome::done: return {};
    case ModuleOutcome::no_memory: return Error{ErrorCode::out_of_memory};
    case ModuleOutcome::no_device_memory:
      return Error{.code = ErrorCode::out_of_memory, .message = cannot + "the device has no memory for it: " + words};
    default: return Error{.code = ErrorCode::backend_failed, .message = cannot + words};
  }
}

/// A device among all interfaces' devices.
struct NumberedDevice {
  DeviceApi api;
  std::size_t number;  ///< in devices_of(api)
  [[nodiscard]] std::uint64_t id() const noexcept { return (static_cast<std::uint64_t>(api) + 1) << 32 | number; }
  [[nodiscard]] jit::halide::DeviceChoice choice() const {
    const jit::halide::Device& device = jit::halide::devices_of(api).devices[number];
    return {api, device.platform.c_str(), device.index};
  }
};

class BlockMemory final : public DeviceMemory {
 public:
  BlockMemory(const DeviceModule& module, DeviceApi api, jit::halide::DeviceBlock* block) noexcept
      : module_(module), api_(api), block_(block) {}
  ~BlockMemory() override { module_.free(block_); }

  Result<void> upload(const std::byte* host) noexcept override {
    Words words;
    const jit::halide::ModuleAnswer answer = words.answer();
    return result_of(module_.upload(block_, host, &answer), words.text, api_);
  }
  Result<void> download(std::byte* host) noexcept override {
    Words words;
    const jit::halide::ModuleAnswer answer = words.answer();
    return result_of(module_.download(block_, host, &answer), words.text, api_);
  }
  [[nodiscard]] jit::halide::DeviceBlock* block() const noexcept { return block_; }

 private:
  const DeviceModule& module_;
  DeviceApi api_;
  jit::halide::DeviceBlock* block_;
};

/// The module's kernel; released at the end.
using KernelHandle = std::unique_ptr<jit::halide::DeviceKernel, void (*)(jit::halide::DeviceKernel*)>;

class DeviceExecutable final : public Executable {
 public:
  DeviceExecutable(const plan::Plan& plan, const DeviceModule& module, NumberedDevice device, KernelHandle kernel)
      : module_(module), device_(device), kernel_(std::move(kernel)), elements_(plan::element_count(plan)) {
    for (const plan::Operand& operand : plan.operands)
      if (operand.input != plan::kIndex) inputs_.push_back(operand.input);
  }

  Result<void> try_run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                       std::uint64_t last) const noexcept override {
    if (first == last) return {};
    try {
      std::vector<const void*> operands;
      for (const std::uint32_t input : inputs_) operands.push_back(inputs[input]);
      Words words;
      const jit::halide::ModuleAnswer answer = words.answer();
      const DefaultFloatingPoint environment;  // which threads that a driver starts here inherit
      return result_of(module_.run(kernel_.get(), operands.data(), output, &answer), words.text, device_.api);
    } catch (const std::bad_alloc&) {
      return Error{ErrorCode::out_of_memory};
    }
  }
  [[nodiscard]] std::uint64_t device() const noexcept override { return device_.id(); }
  Result<std::unique_ptr<DeviceMemory>> allocate(std::uint64_t bytes) const noexcept override {
    try {
      Words words;
      const jit::halide::ModuleAnswer answer = words.answer();
      const jit::halide::DeviceChoice choice = device_.choice();
      jit::halide::DeviceBlock* block = nullptr;
      const DefaultFloatingPoint environment;
      auto made = result_of(module_.allocate(&choice, bytes, &block, &answer), words.text, device_.api);
      if (!made) return std::move(made).error();
      return std::unique_ptr<DeviceMemory>(std::make_unique<BlockMemory>(module_, device_.api, block));
    } catch (const std::bad_alloc&) {
      return Error{ErrorCode::out_of_memory};
    }
  }
  Result<void> run_on_device(const DeviceAddress* inputs, DeviceAddress output) const noexcept override {
    try {
      std::vector<jit::halide::BlockAddress> operands;
      for (const std::uint32_t input : inputs_) operands.push_back(place(inputs[input]));
      const jit::halide::BlockAddress to = place(output);
      Words words;
      const jit::halide::ModuleAnswer answer = words.answer();
      const DefaultFloatingPoint environment;
      return result_of(module_.run_on_blocks(kernel_.get(), operands.data(), &to, &answer), words.text, device_.api);
    } catch (const std::bad_alloc&) {
      return Error{ErrorCode::out_of_memory};
    }
  }
  void run(const std::byte* const*, std::byte*, std::uint64_t, std::uint64_t) const noexcept override {}
  [[nodiscard]] bool can_fail() const noexcept override { return true; }
  [[nodiscard]] bool keeps_environment() const noexcept override { return true; }
  /// A device always computes everything.
  [[nodiscard]] std::uint64_t slice_granularity() const noexcept override { return elements_; }

 private:
  static jit::halide::BlockAddress place(const DeviceAddress& place) noexcept {
    return {static_cast<const BlockMemory*>(place.memory)->block(), place.offset};
  }

  const DeviceModule& module_;
  NumberedDevice device_;
  KernelHandle kernel_;
  std::vector<std::uint32_t> inputs_;
  std::uint64_t elements_;
};

/// Whether generated code may run here as the generator's own run time wants it: written, then made executable.
const std::string& why_no_host_code() {
  return once([]() -> const auto& {
    static const std::string reason = [] {
      jit::memory::SystemPages pages;
      const auto outcome = jit::memory::probe(pages, jit::memory::CodeMapping::flip);
      return outcome ? std::string()
                     : "this process may not make memory executable, which the part of it that drives the device needs";
    }();
    return reason;
  });
}

std::string no_such_device(const jit::halide::DeviceList& list, std::string_view wanted) {
  std::string text = "there is no device \"" + std::string(wanted.substr(0, 60)) + "\"; there is ";
  for (std::size_t d = 0; d < list.devices.size(); ++d)
    text += (d == 0 ? "" : ", ") + std::to_string(d) + " (" + list.devices[d].name + ")";
  return text;
}

template <DeviceApi kApi>
std::string unavailable(const CompileOptions& options) {
  if (jit::halide::module_file().empty()) return std::string(jit::halide::kNotInstalled);
  if (!why_no_host_code().empty()) return why_no_host_code();
  const jit::halide::DeviceList& list = jit::halide::devices_of(kApi);
  if (list.devices.empty()) return list.why_none;
  if (!jit::halide::find_device(list, options.device)) return no_such_device(list, options.device);
  return {};
}

std::string module_unavailable() {
  std::string why_not;
  (void)jit::halide::device_module(why_not);
  return why_not;
}

bool divides(const plan::Plan& plan) {
  return std::any_of(plan.values.begin(), plan.values.end(), [](const plan::Value& value) {
    return value.type == plan::Type::f32 && (value.op == plan::Op::divide || value.op == plan::Op::square_root);
  });
}

/// "" when there is source for the plan, for any device of the interface.
template <DeviceApi kApi>
std::string why_not_source(const plan::Plan& plan) {
  const auto is_long = [](const plan::Value& value) { return plan::bytes_of(value.type) == 8; };
  if (kApi == DeviceApi::metal && std::any_of(plan.values.begin(), plan.values.end(), is_long))
    return "for Metal, Halide has no numbers of 64 bits, which the plan computes with";
  return jit::halide::why_not_device_boxes(plan);
}

template <DeviceApi kApi>
std::string why_not(const CompileRequest& request) {
  const jit::halide::Device* device = jit::halide::find_device(jit::halide::devices_of(kApi), request.options.device);
  if (device && !device->divides_exactly && divides(request.plan))
    return "the device \"" + device->name + "\" has no correctly rounded division of float32, which the plan needs";
  return why_not_source<kApi>(request.plan);
}

template <DeviceApi kApi>
Result<std::unique_ptr<Executable>> build(const CompileRequest& request) {
  std::string reason;
  const DeviceModule* module = jit::halide::device_module(reason);
  const jit::halide::DeviceList& list = jit::halide::devices_of(kApi);
  const jit::halide::Device* device = jit::halide::find_device(list, request.options.device);
  if (!module || !device) return Error{.code = ErrorCode::backend_unavailable, .message = std::move(reason)};
  const NumberedDevice numbered{kApi, static_cast<std::size_t>(device - list.devices.data())};
  const jit::halide::DeviceChoice choice = numbered.choice();
  Words words;
  const jit::halide::ModuleAnswer answer = words.answer();
  jit::halide::DeviceKernel* kernel = nullptr;
  const DefaultFloatingPoint environment;
  const ModuleOutcome outcome = module->compile(plan::print(request.plan).c_str(), &choice, &kernel, &answer);
  if (auto compiled = result_of(outcome, words.text, kApi); !compiled) return std::move(compiled).error();
  return std::unique_ptr<Executable>(
      std::make_unique<DeviceExecutable>(request.plan, *module, numbered, KernelHandle(kernel, module->release)));
}

template <DeviceApi kApi>
Result<std::vector<Choice>> strategy(const CompileRequest& request) {
  const jit::halide::DeviceBoxes boxes = jit::halide::device_boxes_of(request.plan, jit::halide::most_lanes(kApi));
  std::size_t vectors = 0;
  for (const jit::halide::DeviceBox& box : boxes.list) vectors += box.lanes > 1;
  std::vector<Choice> choices;
  choices.push_back({"boxes of the output",
                     std::to_string(boxes.list.size()) + ", " + std::to_string(vectors) +
                         " of them in vectors; units of " + std::to_string(boxes.unit_bytes) + " bytes",
                     {{"one kernel that asks which run it is in", "every element would pay for the question"}}});
  return choices;
}

template <DeviceApi kApi>
Result<std::string> emit(const CompileRequest& request, const EmitRequest&) {
  std::string reason = why_not_source<kApi>(request.plan);
  const DeviceModule* module = reason.empty() ? jit::halide::device_module(reason) : nullptr;
  if (!module) return Error{.code = ErrorCode::backend_unavailable, .message = std::move(reason)};
  Words words;
  const jit::halide::ModuleAnswer answer = words.answer();
  const ModuleOutcome outcome = module->source(plan::print(request.plan).c_str(), kApi, &answer);
  if (outcome == ModuleOutcome::done) return std::move(words.text);
  return result_of(outcome, words.text, kApi).error();
}

/// The number of the device.
template <DeviceApi kApi>
std::uint64_t variant(const CompileOptions& options) {
  const jit::halide::DeviceList& list = jit::halide::devices_of(kApi);
  const jit::halide::Device* device = jit::halide::find_device(list, options.device);
  return device ? static_cast<std::uint64_t>(device - list.devices.data()) : list.devices.size();
}

template <DeviceApi kApi>
std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const jit::halide::Device& device : jit::halide::devices_of(kApi).devices)
    names.push_back(device.name + ", " + device.driver);
  return names;
}

template <DeviceApi kApi>
constexpr Backend backend(std::string_view description) {
  Backend backend{};
  backend.name = kNames[static_cast<std::size_t>(kApi)];
  backend.description = description;
  backend.device = "device";
  backend.automatic = false;  // bringing the inputs and fetching the output takes longer than the work
  backend.unavailable = unavailable<kApi>;
  backend.why_not = why_not<kApi>;
  backend.build = build<kApi>;
  backend.strategy = strategy<kApi>;
  backend.variant = variant<kApi>;
  backend.unavailable_after_all = module_unavailable;
  backend.devices = names<kApi>;
  backend.emit = emit<kApi>;
  backend.emits = EmitForm::source;
  return backend;
}

constexpr std::array kBackends = {
    backend<DeviceApi::opencl>("kernels made by Halide for an OpenCL device"),
    backend<DeviceApi::cuda>("kernels made by Halide for a CUDA device"),
    backend<DeviceApi::metal>("kernels made by Halide for Apple's Metal"),
};

}  // namespace

std::span<const Backend> device_backends() noexcept { return kBackends; }

}  // namespace dmlrun
