// The interface between the module and the core library: plain C, so that the two may be built by different compilers.
// The module is a shared library of its own, because its code generator is large and slow to load.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dmlrun::jit::halide {

/// Both sides must say the same: the project's version, and a number that grows with every change of this file, of
/// kernel_call.h, or of the code that a plan becomes.
#define DMLRUN_MODULE_VERSION(project) project " 7"

/// The one symbol that a module exports: a function of type `const HalideModule*()`.
inline constexpr const char* kModuleSymbol = "dmlrun_halide_module";

/// All pointers are valid during the call only.
struct ModuleRequest {
  const char* plan;      ///< the text form, of a plan that passes check() and why_not_boxes()
  const char* target;    ///< as the generator writes it, without features that dmlrun decides; never null
  const char* function;  ///< name of the function in the object, which is for the loader: see kernel_call.h
};

/// The receiver of answers: `receive` is called once for each, before compile() returns.
struct ModuleAnswer {
  void* context;
  void (*receive)(void* context, const void* bytes, std::size_t size);
};

/// The outcome of a call. If it is not done, there is one answer: a sentence, without a position.
enum class ModuleOutcome : std::int32_t {
  done,
  failed,            ///< the generator, the driver or the device
  no_memory,         ///< in this process; no answer
  no_device_memory,  ///< of calls for devices only
  unknown_target,    ///< of compile_ahead() only: objects are not made for it
};

struct HalideModule {
  const char* version;  ///< DMLRUN_MODULE_VERSION of the module's build; the rest is read only if it is ours
  /// Answers with an object. May be called from several threads.
  ModuleOutcome (*compile)(const ModuleRequest* request, const ModuleAnswer* answer);
  /// The same for an object that other programs link: pipeline/ahead_of_time.h says what it holds. Any target.
  ModuleOutcome (*compile_ahead)(const ModuleRequest* request, const ModuleAnswer* answer);
};

}  // namespace dmlrun::jit::halide
