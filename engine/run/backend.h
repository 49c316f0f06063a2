// What a back end offers. Back ends are listed, best first, in backends.cpp.
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
  /// run() as part of a run of `whole` elements, whose others are computed by other threads at the same time: what a
  /// size decides, such as whether the caches are bypassed, is to be decided by that one.
  virtual void run_part(const std::byte* const* inputs, std::byte* output, std::uint64_t first, std::uint64_t last,
                        [[maybe_unused]] std::uint64_t whole) const noexcept {
    run(inputs, output, first, last);
  }
  /// Executables that may fail, because they ask others for memory or work, have this instead of run(). Elements that
  /// were not computed are left as they were, or not: only success says what they are.
  [[nodiscard]] virtual bool can_fail() const noexcept { return false; }
  virtual Result<void> try_run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                               std::uint64_t last) const noexcept {
    run(inputs, output, first, last);
    return {};
  }
  /// A number for each device, where the executable runs on one and its buffers may lie there: then it also has the two
  /// functions below. 0: it has not.
  [[nodiscard]] virtual std::uint64_t device() const noexcept { return 0; }
  /// Memory for all executables of this device. Fails with out_of_memory, of the device's too.
  virtual Result<std::unique_ptr<DeviceMemory>> allocate(std::uint64_t) const noexcept {
    return Error{ErrorCode::backend_failed};
  }
  /// As try_run() of all elements, but for places in the device's memory. The work is done when this returns.
  virtual Result<void> run_on_device(const DeviceAddress*, DeviceAddress) const noexcept {
    return Error{ErrorCode::backend_failed};
  }
  /// Whether run() gives the same bytes in any floating-point environment of its caller, and leaves it as it was.
  /// Others are run in the default one (tensor/floating_point.h), which costs more than computing few elements.
  [[nodiscard]] virtual bool keeps_environment() const noexcept { return false; }
  /// first and last must be multiples of this, or the end.
  [[nodiscard]] virtual std::uint64_t slice_granularity() const noexcept { return 1; }
  /// What was generated, valid as long as this lives.
  [[nodiscard]] virtual std::vector<CodeSection> sections() const { return {}; }
  /// About how much memory it holds: code, tables, a plan.
  [[nodiscard]] virtual std::uint64_t bytes() const noexcept { return sizeof(*this); }
};

/// One output of an operator: its definition and its plan.
struct CompileRequest {
  const Desc& desc;
  const plan::Plan& plan;
  std::size_t output;
  const CompileOptions& options;
};

/// What other programs can be given of a task.
enum class EmitForm : std::uint8_t {
  object,  ///< to be linked, with the function that c_header.h declares
  source,  ///< of what runs on a device
};
struct EmitRequest {
  EmitForm form;
  std::string_view target;    ///< what the object is for, as the generator of code writes it; "host": this machine
  std::string_view function;  ///< the object's function
};

/// What options come to on this machine; static text.
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
  std::string (*why_not)(const CompileRequest&);  ///< "" when it takes the task, else why not
  Result<std::unique_ptr<Executable>> (*build)(const CompileRequest&);
  /// The choices that build() makes for a task that it takes, found by making them, without executable memory. Null:
  /// nothing is told.
  Result<std::vector<Choice>> (*strategy)(const CompileRequest&) = nullptr;
  InForce (*in_force)(const CompileOptions&) = nullptr;  ///< null: there is nothing to choose
  /// A number that tells apart the options for which build() makes different code of one plan. With it the back end
  /// says that build() reads nothing else of a task than the plan and what the number is made of, so that all operators
  /// of that plan may share one Executable. Null: every kernel is built on its own.
  std::uint64_t (*variant)(const CompileOptions&) = nullptr;
  /// Where unavailable() is "" without a close look, because that takes time and memory: what a close look finds.
  /// build() finds it, too. Null: there is nothing more to find.
  std::string (*unavailable_after_all)() = nullptr;
  /// "" or what does not work as these options want it, though the back end itself works. Null: there is no such thing.
  std::string (*note)(const CompileOptions&) = nullptr;
  /// The devices by number, for people; asking for them may take a second. Null: there is nothing to choose.
  std::vector<std::string> (*devices)() = nullptr;
  /// Whether or not the back end works here, and for plans that it takes on some machine. Fails with
  /// backend_unavailable for other plans, forms that it lacks, and where what generates the code is not installed; with
  /// unknown_option for a target. Null: it makes nothing for others.
  Result<std::string> (*emit)(const CompileRequest&, const EmitRequest&) = nullptr;
  /// What it makes by emit().
  EmitForm emits{};
};

}  // namespace dmlrun
