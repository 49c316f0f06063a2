#include "jit/halide/pipeline/ahead_of_time.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "jit/halide/pipeline/expression.h"
#include "jit/halide/pipeline/module_call.h"
#include "jit/halide/pipeline/pipeline.h"
#include "jit/halide/pipeline/schedule_cpu.h"
#include "jit/halide/whole_boxes.h"

namespace dmlrun::jit::halide {
namespace {

using Halide::Target;

/// What a target may have besides its processor: more of the processor, and what is set for every kernel anyway. The
/// others would bring a device, a run time, checks or another name of the function; some end the process.
bool may_have(const Target& target, Target::Feature feature) {
  static constexpr Target::Feature kX86[] = {Target::SSE41,
                                             Target::AVX,
                                             Target::AVX2,
                                             Target::F16C,
                                             Target::FMA,
                                             Target::AVXVNNI,
                                             Target::AVX512,
                                             Target::AVX512_Skylake,
                                             Target::AVX512_Cannonlake,
                                             Target::AVX512_Zen4,
                                             Target::AVX512_Zen5,
                                             Target::AVX512_SapphireRapids};
  static constexpr Target::Feature kArm[] = {Target::NoNEON,  Target::ARMDotProd, Target::ARMFp16, Target::ARMv8a,
                                             Target::ARMv81a, Target::ARMv82a,    Target::ARMv83a, Target::ARMv84a,
                                             Target::ARMv85a, Target::ARMv86a,    Target::ARMv87a, Target::ARMv88a,
                                             Target::ARMv89a};
  static constexpr Target::Feature kWebAssembly[] = {Target::WasmSimd128, Target::WasmBulkMemory, Target::WasmMvpOnly};
  static constexpr Target::Feature kEvery[] = {Target::NoRuntime, Target::NoAsserts, Target::NoBoundsQuery,
                                               Target::StrictFloat};
  const auto is_in = [&](const auto& list) {
    return std::find(std::begin(list), std::end(list), feature) != std::end(list);
  };
  return is_in(kEvery) || (target.arch == Target::X86 && is_in(kX86)) || (target.arch == Target::ARM && is_in(kArm)) ||
         (target.arch == Target::WebAssembly && is_in(kWebAssembly));
}

constexpr const char* kKnown =
    "x86-32, x86-64, arm-64 or wasm-32, then linux, windows, osx, ios, android, fuchsia, noos or "
    "wasmrt, then features, as in arm-64-android, wasm-32-wasmrt-wasm_simd128 or x86-64-windows-avx-avx2";

bool has_known_processor(const Target& target) {
  switch (target.arch) {
    case Target::ARM:
      // With 32 bits LLVM ends the process on some plans, and vectors take subnormal numbers for 0.
      if (target.bits == 32) return false;
      [[fallthrough]];
    case Target::X86:
      return target.os != Target::WebAssemblyRuntime && target.os != Target::QuRT && target.vector_bits == 0;
    case Target::WebAssembly: return target.os == Target::WebAssemblyRuntime && target.bits == 32;
    default: return false;
  }
}

std::optional<Target> parse(const std::string& text) {
  try {
    if (!text.empty() && Target::validate_target_string(text)) return Target(text);
  } catch (const Halide::Error&) {  // features that contradict each other
  } catch (const std::runtime_error&) {
  }
  return std::nullopt;
}

/// "x86-64-linux"
std::string machine_of(const Target& target) {
  const std::string text = target.to_string();
  std::size_t end = 0;
  for (int dashes = 0; dashes < 3 && end != std::string::npos; ++dashes) end = text.find('-', end + 1);
  return text.substr(0, end);
}

}  // namespace

Target ahead_of_time_target(const std::string& text) {
  // Halide asks the driver what "cuda" alone means, by way of code that it makes: where none may be made, it ends the
  // process.
  if (("-" + text + "-").find("-cuda-") != std::string::npos)
    throw UnsuitableTarget("'" + text + "' has the feature cuda, which objects for this processor cannot have");
  const auto parsed = parse(text);
  // Halide completes an incomplete target from this machine; only "host" may mean that.
  const bool is_complete =
      parsed && (text == "host" || text.rfind("host-", 0) == 0 || text.rfind(machine_of(*parsed), 0) == 0);
  if (!is_complete) throw UnsuitableTarget("'" + text + "' is no target; a target is host, or " + kKnown);
  if (!has_known_processor(*parsed))
    throw UnsuitableTarget("no objects are made for '" + text + "'; a target is host, or " + kKnown);
  for (int f = 0; f < Target::FeatureEnd; ++f) {
    const auto feature = static_cast<Target::Feature>(f);
    if (parsed->has_feature(feature) && !may_have(*parsed, feature))
      throw UnsuitableTarget("'" + text + "' has the feature " + Target::feature_to_name(feature) +
                             ", which objects for this processor cannot have");
  }
  return parsed->with_feature(Target::NoRuntime)
      .with_feature(Target::NoAsserts)
      .with_feature(Target::NoBoundsQuery)
      .with_feature(Target::StrictFloat);
}

Halide::Module ahead_of_time_module(const plan::Plan& plan, const std::string& function, const Target& target) {
  // Loops of constants only: of bounds that it knows and that no vector divides, Halide makes masks that LLVM takes for
  // constants, and fails.
  const Boxes boxes = whole_boxes_of(plan);
  CallRange all;
  all.count = 1;
  Pipeline pipeline = make_pipeline(plan, boxes, all, lanes_for_cpu, target);
  schedule_for_cpu(pipeline, boxes, target);
  const std::vector<Halide::Argument> arguments = arguments_of(pipeline.operands);
  return Halide::Pipeline(pipeline.output)
      .compile_to_module(arguments, function, target, Halide::LinkageType::External);
}

}  // namespace dmlrun::jit::halide
