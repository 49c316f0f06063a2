// Shared by the module's device functions: serialisation, and conversion of exceptions and error codes to outcomes.
#pragma once

#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "jit/halide/device_interface.h"
#include "jit/halide/pipeline/device_runtime.h"

namespace dmlrun::jit::halide {

/// A compiled kernel of a device.
struct DeviceKernel {
  DeviceApi api;
  std::string platform;
  std::int32_t index;
  bool keeps_gaps;
  Halide::Internal::JITModule code;
  std::vector<Halide::Type> types;  ///< type of each operand's units, then of the output's
  std::vector<std::int32_t> units;  ///< number of each operand's units, then of the output's
  [[nodiscard]] DeviceChoice device() const noexcept { return {api, platform.c_str(), index}; }
};

/// The mutex that serialises calls, because Halide's compiler and device run times have global state.
std::mutex& turn();

/// The run time of an interface, made at the first call. Throws as DeviceRuntime's constructor.
DeviceRuntime& runtime_of(DeviceApi api);

/// Copies memory of the interface's current device to the host, then calls DeviceRuntime::choose(). Returns 0 or an
/// error code of the run time.
int choose_device(DeviceRuntime& runtime, const DeviceChoice& device, CallContext& context);

/// Writes at most 4 KiB of `text` to the answer, and returns `outcome`.
DeviceOutcome answer_with(const ModuleAnswer& answer, std::string_view text, DeviceOutcome outcome);
/// The outcome for an error code of the run time; the answer gets the context's sentence.
DeviceOutcome outcome_of(int code, const CallContext& context, const ModuleAnswer& answer);

/// Throws compile-time errors, which Halide would print before it ends the process. Ignores warnings: they are about
/// schedules, which users do not write.
class DeviceReporter final : public Halide::CompileTimeErrorReporter {
 public:
  void warning(const char*) override {}
  void error(const char* text) override { throw std::runtime_error(text); }
};

/// Runs `body` while holding turn(), and turns exceptions into outcomes.
template <class Body>
DeviceOutcome guarded(const ModuleAnswer& answer, const Body& body) {
  static DeviceReporter reporter;
  try {
    const std::lock_guard lock(turn());
    Halide::set_custom_compile_time_error_reporter(&reporter);
    return body();
  } catch (const Halide::Error& error) {  // not a std::exception
    return answer_with(answer, error.what(), DeviceOutcome::failed);
  } catch (const std::bad_alloc&) {
    return DeviceOutcome::no_memory;
  } catch (const std::exception& error) {
    return answer_with(answer, error.what(), DeviceOutcome::failed);
  }
}

/// A row of `count` units in a device's memory.
struct DeviceRow {
  halide_dimension_t dimension{};
  halide_buffer_t buffer{};
  DeviceRow(Halide::Type type, std::int32_t first, std::int32_t count) {
    dimension = {first, count, 1, 0};
    buffer.type = type;
    buffer.dimensions = 1;
    buffer.dim = &dimension;
  }
  DeviceRow(const DeviceRow&) = delete;
  DeviceRow& operator=(const DeviceRow&) = delete;
};

// Functions of DeviceModule, documented there.
DeviceOutcome allocate_block(const DeviceChoice* device, std::uint64_t bytes, DeviceBlock** block,
                             const ModuleAnswer* answer);
DeviceOutcome upload_block(DeviceBlock* block, const void* host, const ModuleAnswer* answer);
DeviceOutcome download_block(DeviceBlock* block, void* host, const ModuleAnswer* answer);
void free_block(DeviceBlock* block);
DeviceOutcome run_on_blocks(DeviceKernel* kernel, const BlockAddress* operands, const BlockAddress* output,
                            const ModuleAnswer* answer);

}  // namespace dmlrun::jit::halide
