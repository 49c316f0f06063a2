// Times of kernels with all data on the device, and the source of these kernels.
#include <algorithm>
#include <cstdio>
#include <thread>

#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/print.h"
#include "engine/tensor/floating_point.h"
#include "jit/halide/devices/device_boxes.h"
#include "jit/halide/devices/device_list.h"
#include "jit/halide/devices/device_module.h"
#include "jit/memory/probe.h"
#include "jit/test/device/bench_plans.h"
#include "jit/test/device/device_check.h"
#include "jit/test/device/device_plans.h"

namespace dmlrun::jit::test {
namespace {

using Bytes = std::vector<std::byte>;

halide::DeviceApi api_of(const std::string& backend) {
  return backend == "halide-cuda"    ? halide::DeviceApi::cuda
         : backend == "halide-metal" ? halide::DeviceApi::metal
                                     : halide::DeviceApi::opencl;
}

halide::ModuleAnswer into(std::string& text) {
  return {&text, [](void* context, const void* bytes, std::size_t size) {
            static_cast<std::string*>(context)->assign(static_cast<const char*>(bytes), size);
          }};
}

/// Floats from a quarter to a half, so that scales are ordinary; other bytes are any.
std::vector<Bytes> inputs_of(const plan::Plan& plan) {
  std::vector<Bytes> inputs;
  for (const plan::Operand& operand : plan.operands) {
    Bytes& bytes = inputs.emplace_back(operand.span * plan::bytes_of(operand.element));
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 2654435761u >> 13);
    if (operand.element == plan::Element::f32)
      for (std::size_t i = 3; i < bytes.size(); i += 4) bytes[i - 1] |= std::byte{0x80}, bytes[i] = std::byte{0x3e};
    if (operand.element == plan::Element::f16)
      for (std::size_t i = 1; i < bytes.size(); i += 2) bytes[i] = (bytes[i] & std::byte{3}) | std::byte{0x34};
  }
  return inputs;
}

/// Seconds of one run, or -1 with what is wrong. The result is compared first.
double measure(const halide::DeviceModule& module, const halide::DeviceChoice& device, const plan::Plan& plan,
               std::string& wrong) {
  const halide::ModuleAnswer answer = into(wrong);
  halide::DeviceKernel* kernel = nullptr;
  if (module.compile(plan::print(plan).c_str(), &device, &kernel, &answer) != halide::ModuleOutcome::done) return -1;
  const std::vector<Bytes> inputs = inputs_of(plan);
  std::vector<const void*> operands;
  std::vector<const std::byte*> buffers;
  for (const Bytes& input : inputs) operands.push_back(input.data()), buffers.push_back(input.data());
  Bytes found(plan.output_span * plan::bytes_of(plan.output)), expected(found.size());
  double seconds = 0, best = -1;
  for (int round = 0; round < 5; ++round) {
    if (module.measure(kernel, operands.data(), found.data(), 20, &seconds, &answer) != halide::ModuleOutcome::done)
      return -1;
    best = best < 0 ? seconds : std::min(best, seconds);
  }
  module.release(kernel);
  const std::uint64_t count = plan::element_count(plan), parts = std::max(std::thread::hardware_concurrency(), 1u);
  std::vector<std::thread> threads;
  for (std::uint64_t part = 0; part < parts; ++part)
    threads.emplace_back([&, part] {
      const DefaultFloatingPoint environment;
      const std::uint64_t first = count / parts * part, last = part + 1 == parts ? count : count / parts * (part + 1);
      plan::interpret(plan, buffers.data(), expected.data() + first * plan::bytes_of(plan.output), first, last);
    });
  for (std::thread& thread : threads) thread.join();
  if (found == expected) return best;
  wrong = "the result is wrong";
  return -1;
}

}  // namespace

int bench(const CheckOptions& options) {
  std::string wrong;
  const halide::DeviceModule* module = halide::device_module(wrong);
  const halide::Device* device = halide::find_device(halide::devices_of(api_of(options.backend)), options.device);
  if (!module || !device) return std::printf("%s\n", wrong.c_str()), 1;
  std::printf("# %s on %s (%s)\n", options.backend.c_str(), device->name.c_str(), device->driver.c_str());
  const halide::DeviceChoice choice{api_of(options.backend), device->platform.c_str(), device->index};
  for (const BenchPlan& plan : options.plans.empty() ? bench_plans() : bench_plans(options.plans)) {
    if (plan.name.find(options.cases) == std::string::npos) continue;
    const double seconds = measure(*module, choice, *plan::parse(plan.plan), wrong);
    if (seconds < 0) return std::printf("%s: %s\n", plan.name.c_str(), wrong.c_str()), 1;
    std::printf("%-28s %9.1f us %8.0f GB/s\n", plan.name.c_str(), seconds * 1e6, plan.traffic / seconds / 1e9);
    std::fflush(stdout);
  }
  return 0;
}

int check_sources(const CheckOptions& options) {
  std::string text;
  const halide::DeviceModule* module = halide::device_module(text);
  if (!module) return std::printf("skipped: %s\n1 passed, 0 failed\n", text.c_str()), 0;
  const halide::ModuleAnswer answer = into(text);
  memory::SystemPages pages;
  const bool has_host_code = static_cast<bool>(memory::probe(pages, memory::CodeMapping::flip));
  std::uint64_t made = 0;
  for (std::uint64_t seed = options.first; made < options.count; ++seed) {
    const plan::Plan plan = device_plan(seed).plan;
    if (!plan::check(plan).empty() || !halide::why_not_device_boxes(plan).empty()) continue;
    ++made;
    const std::string words = plan::print(plan);
    // Told first: what LLVM does not like ends the process.
    std::printf("\rseed %llu", static_cast<unsigned long long>(seed)), std::fflush(stdout);
    const halide::DeviceChoice nowhere{api_of(options.backend), "", 0};
    halide::DeviceKernel* kernel = nullptr;
    bool is_made = module->source(words.c_str(), nowhere.api, &answer) == halide::ModuleOutcome::done;
    // The processor's part, too, is only made where the kernel is to run, and where code may be made.
    if (is_made && has_host_code && nowhere.api == halide::DeviceApi::cuda) {
      std::string why_not;
      const halide::ModuleAnswer compile_answer = into(why_not);
      is_made = module->compile(words.c_str(), &nowhere, &kernel, &compile_answer) == halide::ModuleOutcome::done;
      if (is_made) module->release(kernel);
      if (!is_made) text = why_not;
    }
    const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
    const bool is_contracted = has("fma.") || has("div.full") || has(".ftz");
    if (is_made && !(options.backend == "halide-cuda" && is_contracted)) continue;
    std::printf(": %s\n%s\n0 passed, 1 failed\n",
                is_made ? "a product is contracted, a quotient is not exact or a subnormal number is taken for 0"
                        : text.c_str(),
                words.c_str());
    return 1;
  }
  std::printf("\n%llu sources of %s%s\n1 passed, 0 failed\n", static_cast<unsigned long long>(made),
              options.backend.c_str(),
              has_host_code ? "" : ", without the processor's part: this process may not make memory executable");
  return 0;
}

int print_sources(const CheckOptions& options) {
  std::string text;
  const halide::DeviceModule* module = halide::device_module(text);
  if (!module) return std::printf("%s\n", text.c_str()), 1;
  const halide::ModuleAnswer answer = into(text);
  for (const BenchPlan& plan : bench_plans()) {
    if (plan.name.find(options.cases) == std::string::npos) continue;
    if (module->source(plan.plan.c_str(), api_of(options.backend), &answer) != halide::ModuleOutcome::done)
      return std::printf("%s: %s\n", plan.name.c_str(), text.c_str()), 1;
    std::printf("// %s: %s\n%s\n", plan.name.c_str(), plan.plan.c_str(), text.c_str());
  }
  return 0;
}

}  // namespace dmlrun::jit::test
