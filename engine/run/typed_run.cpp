// Runs on arrays of numbers: their types and lengths are compared with the tensors'.
#include <string>

#include "dmlrun/run.h"
#include "engine/run/buffer_checks.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun {
namespace {

bool stands_for(DataType given, DataType needed) noexcept {
  return given == needed || given == DataType::unknown || (given == DataType::uint16 && needed == DataType::float16);
}

/// Shorter buffers are refused by Kernel::run().
Result<void> check_array(const KernelState::Buffer& buffer, DataType needed, DataType given, std::uint64_t bytes) {
  if (!stands_for(given, needed))
    return buffer_error(ErrorCode::type_mismatch, buffer,
                        "an array of " + std::string(name(given)) + " was given; " + std::string(name(needed)) +
                            (needed == DataType::float16 ? ", as UINT16, was expected" : " was expected"));
  if (bytes <= buffer.bytes) return {};
  return buffer_error(ErrorCode::size_mismatch, buffer,
                      "an array of " + std::to_string(bytes) + " bytes was given; " + std::to_string(buffer.bytes) +
                          " bytes were expected, exactly the tensor's");
}

}  // namespace

Result<void> run_typed(const Kernel& kernel, InputSpans inputs, std::span<std::byte> output,
                       std::span<const DataType> types) noexcept {
  return or_out_of_memory([&]() -> Result<void> {
    const KernelState& state = kernel.state();
    if (const std::size_t outputs = state.outputs.size(); outputs != 1)
      return Error{.code = ErrorCode::buffer_count,
                   .where = "outputs",
                   .message = "the kernel has " + std::to_string(outputs) +
                              " outputs; one is expected here, and Kernel::run() takes several"};
    if (auto ok = check_input_count(state, inputs.size()); !ok) return ok;
    const OperatorState& op = state.op.state();
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (auto ok = check_array(state.inputs[i], op.inputs[i].desc.type, types[i], inputs[i].size()); !ok) return ok;
    if (auto ok = check_array(state.outputs[0], op.outputs[0].desc.type, types.back(), output.size()); !ok) return ok;
    return kernel.run(inputs, {&output, 1});
  });
}

}  // namespace dmlrun
