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
  /// As plan::interpret: elements first ... last - 1; `output` is where element `first` goes.
  virtual void run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                   std::uint64_t last) const noexcept = 0;
  /// run() as part of a run of `whole` elements, whose other parts run on other threads at the same time. Decisions
  /// that depend on the size, such as non-temporal stores, use `whole`.
  virtual void run_part(const std::byte* const* inputs, std::byte* output, std::uint64_t first, std::uint64_t last,
                        [[maybe_unused]] std::uint64_t whole) const noexcept {
    run(inputs, output, first, last);
  }
  /// Executables that can fail, because they need a device or memory, implement this instead of run(). After a failure
  /// the output's content is undefined.
  [[nodiscard]] virtual bool can_fail() const noexcept { return false; }
  virtual Result<void> try_run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                               std::uint64_t last) const noexcept {
    run(inputs, output, first, last);
    return {};
  }
  /// A number for each device, where the executable runs on one and its buffers may lie there: then it also implements
  /// the two functions below. 0: it does not.
  [[nodiscard]] virtual std::uint64_t device() const noexcept { return 0; }
  /// Memory for all executables of this device. Fails with out_of_memory, also for the device's memory.
  virtual Result<std::unique_ptr<DeviceMemory>> allocate(std::uint64_t) const noexcept {
    return Error{ErrorCode::backend_failed};
  }
  /// As try_run() of all elements, with addresses in the device's memory. The work is done when this returns.
  virtual Result<void> run_on_device(const DeviceAddress*, DeviceAddress) const noexcept {
    return Error{ErrorCode::backend_failed};
  }
  /// Whether run() gives the same bytes in any floating-point environment of its caller, and leaves it unchanged. Other
  /// executables are run in the default environment (tensor/floating_point.h), which costs more than computing few
  /// elements.
  [[nodiscard]] virtual bool keeps_environment() const noexcept { return false; }
  /// first and last must be multiples of this, or the end of the output.
  [[nodiscard]] virtual std::uint64_t slice_granularity() const noexcept { return 1; }
  /// The generated code, valid as long as this lives.
  [[nodiscard]] virtual std::vector<CodeSection> sections() const { return {}; }
  /// The memory that it holds, approximately: code, tables, a plan.
  [[nodiscard]] virtual std::uint64_t bytes() const noexcept { return sizeof(*this); }
};

/// One output of an operator: its definition and its plan.
struct CompileRequest {
  const Desc& desc;
  const plan::Plan& plan;
  std::size_t output;
  const CompileOptions& options;
};

/// What emit() can make for other programs.
enum class EmitForm : std::uint8_t {
  object,  ///< to be linked, with the function that c_header.h declares
  source,  ///< source text of what runs on a device
};
struct EmitRequest {
  EmitForm form;
  std::string_view target;    ///< the object's target, as the code generator writes it; "host": this machine
  std::string_view function;  ///< the object's function
};

/// What the options select on this machine; static text.
struct InForce {
  std::string_view isa, tuning;
};

struct Backend {
  std::string_view name;
  std::string_view description;
  std::string_view device;
  bool automatic;  ///< whether "auto" may choose it
  /// "" where it works on this machine under these options, else why not. May throw std::bad_alloc.
  std::string (*unavailable)(const CompileOptions&);
  std::string (*why_not)(const CompileRequest&);  ///< "" when it takes the request, else why not
  Result<std::unique_ptr<Executable>> (*build)(const CompileRequest&);
  /// The choices that build() makes for a request that it takes, found by making them, without executable memory. Null:
  /// none are reported.
  Result<std::vector<Choice>> (*strategy)(const CompileRequest&) = nullptr;
  InForce (*in_force)(const CompileOptions&) = nullptr;  ///< null: there is nothing to choose
  /// A number that is equal for options with which build() makes the same code of a plan. A back end with this function
  /// promises that build() reads nothing else of a request than the plan and what the number is made of, so that all
  /// operators with that plan can share one Executable. Null: every kernel is built on its own.
  std::uint64_t (*variant)(const CompileOptions&) = nullptr;
  /// A thorough check, where that takes time and memory and unavailable() therefore checks less; build() finds the same
  /// faults. Null: unavailable() checks everything.
  std::string (*unavailable_after_all)() = nullptr;
  /// "" or which of these options does not work, though the back end does. Null: all options work.
  std::string (*note)(const CompileOptions&) = nullptr;
  /// The devices by number, for people; asking for them may take a second. Null: there is nothing to choose.
  std::vector<std::string> (*devices)() = nullptr;
  /// Whether or not the back end works here, and for plans that it takes on some machine. Fails with
  /// backend_unavailable for other plans, forms that it lacks, and where what generates the code is not installed; with
  /// unknown_option for a target. Null: it makes nothing for others.
  Result<std::string> (*emit)(const CompileRequest&, const EmitRequest&) = nullptr;
  /// The form of what emit() makes.
  EmitForm emits{};
};

}  // namespace dmlrun
