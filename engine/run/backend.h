// The interface of a back end. backends.cpp lists the back ends, best first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/kernel.h"
#include "engine/plan/plan.h"
#include "engine/run/device/device_memory.h"

namespace dmlrun {

/// Code for one output of an operator. Immutable, shared by threads.
class Executable {
 public:
  virtual ~Executable() = default;
  /// Computes elements [first, last), as plan::interpret does; `output` is the address of element `first`.
  virtual void run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                   std::uint64_t last) const noexcept = 0;
  /// Computes elements [first, last), a chunk of a run of `whole` elements, whose other chunks run on other threads at
  /// the same time. Decisions that depend on the size, such as non-temporal stores, use `whole`.
  virtual void run_chunk(const std::byte* const* inputs, std::byte* output, std::uint64_t first, std::uint64_t last,
                         [[maybe_unused]] std::uint64_t whole) const noexcept {
    run(inputs, output, first, last);
  }
  /// Whether the executable needs a device or memory, so that a run may fail. Then it implements try_run() instead of
  /// run(). After a failure the output's content is undefined.
  [[nodiscard]] virtual bool can_fail() const noexcept { return false; }
  virtual Result<void> try_run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                               std::uint64_t last) const noexcept {
    run(inputs, output, first, last);
    return {};
  }
  /// The number of the device that the executable runs on, if its buffers may be in that device's memory; then it also
  /// implements the two functions below. 0: it runs on none.
  [[nodiscard]] virtual std::uint64_t device() const noexcept { return 0; }
  /// Allocates memory that all executables of this device can use. Fails with out_of_memory, also if the device's
  /// memory is full.
  virtual Result<std::unique_ptr<DeviceMemory>> allocate(std::uint64_t) const noexcept {
    return Error{ErrorCode::backend_failed};
  }
  /// Computes all elements, with buffers in the device's memory. Returns when the work is done.
  virtual Result<void> run_on_device(const DeviceAddress*, DeviceAddress) const noexcept {
    return Error{ErrorCode::backend_failed};
  }
  /// Whether run() gives the same bytes in any floating-point environment of its caller, and does not change it. Other
  /// executables are run in the default environment (tensor/floating_point.h); setting it takes longer than computing a
  /// few elements.
  [[nodiscard]] virtual bool keeps_environment() const noexcept { return false; }
  /// The elements of which `first` and `last` must be multiples, unless they are the end of the output.
  [[nodiscard]] virtual std::uint64_t slice_granularity() const noexcept { return 1; }
  /// The generated code, valid while this executable lives.
  [[nodiscard]] virtual std::vector<CodeSection> sections() const { return {}; }
  /// Approximate size of the executable in bytes: code, tables, a plan.
  [[nodiscard]] virtual std::uint64_t bytes() const noexcept { return sizeof(*this); }
};

/// One output of an operator: its definition and its plan, which is normalised.
struct CompileRequest {
  const Desc& desc;
  const plan::Plan& plan;
  std::size_t output;
  const CompileOptions& options;
};

/// What a back end's emit() generates for programs without dmlrun.
enum class EmitForm : std::uint8_t {
  object,  ///< object file with the function that c_header.h declares
  source,  ///< source text of a device's kernel
};
struct EmitRequest {
  std::string_view target;    ///< the object's target, in the code generator's syntax; "host": this machine
  std::string_view function;  ///< name of the object's function
};

/// The instruction set and tuning that the options select on this machine; static text.
struct InForce {
  std::string_view isa, tuning;
};

/// A back end: its names and functions.
struct Backend {
  std::string_view name;
  std::string_view description;
  std::string_view device;
  bool automatic;  ///< whether "auto" may choose it
  /// "" if the back end works on this machine with these options, else why not. May throw std::bad_alloc.
  std::string (*unavailable)(const CompileOptions&);
  std::string (*why_not)(const CompileRequest&);  ///< "" if it takes the request, else why not
  Result<std::unique_ptr<Executable>> (*build)(const CompileRequest&);
  /// The choices that build() makes for a request that the back end takes; makes them without executable memory. Null:
  /// it reports none.
  Result<std::vector<Choice>> (*strategy)(const CompileRequest&) = nullptr;
  InForce (*in_force)(const CompileOptions&) = nullptr;  ///< null: the back end has no such options
  /// A key of the options: equal keys mean that build() makes the same code of a plan. A back end with this function
  /// promises that the code depends only on the plan and the options in the key, so that all operators with an equal
  /// plan can share one Executable. Null: executables are not shared.
  std::uint64_t (*variant)(const CompileOptions&) = nullptr;
  /// A complete check, if unavailable() omits what takes long or needs memory; build() finds the same faults. Null:
  /// unavailable() checks everything.
  std::string (*unavailable_after_all)() = nullptr;
  /// A sentence about an option that does not work, though the back end does; else "". Null: all options work.
  std::string (*note)(const CompileOptions&) = nullptr;
  /// Descriptions of the devices, by number. Finding them may take a second. Null: there is nothing to choose.
  std::vector<std::string> (*devices)() = nullptr;
  /// Generates code for programs without dmlrun, also if the back end does not work on this machine. Fails with
  /// backend_unavailable for plans that it takes on no machine and if the code generator is not installed; with
  /// unknown_option for an unknown target. Null: it cannot.
  Result<std::string> (*emit)(const CompileRequest&, const EmitRequest&) = nullptr;
  /// The form that emit() generates.
  EmitForm emits{};
};

}  // namespace dmlrun
