// The program with defects planted in it: linked from the same objects, and this stands before four of its functions
// (--wrap=NAME sends calls of NAME to __wrap_NAME, and those of __real_NAME to NAME). DMLRUN_PLANTED names the defect;
// without it nothing is wrong.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <span>
#include <string_view>

#include "dmlrun/kernel.h"
#include "engine/operators/tensor_rules.h"
#include "engine/plan/interpreter/interpret.h"

namespace dmlrun {
namespace {

bool is_planted(std::string_view defect) {
  const char* const text = std::getenv("DMLRUN_PLANTED");
  return text != nullptr && text == defect;
}

bool is_power_of_two(std::uint32_t number) { return (number & (number - 1)) == 0; }

}  // namespace

void right_interpret(const plan::Plan&, const std::byte* const*, std::byte*, std::uint64_t, std::uint64_t) noexcept
    asm("__real_" DMLRUN_INTERPRET);
void planted_interpret(const plan::Plan&, const std::byte* const*, std::byte*, std::uint64_t, std::uint64_t) noexcept
    asm("__wrap_" DMLRUN_INTERPRET);
bool right_check(operators::Checker&, const operators::FieldPath&, const TensorDesc&,
                 bool) asm("__real_" DMLRUN_CHECK_TENSOR);
bool planted_check(operators::Checker&, const operators::FieldPath&, const TensorDesc&,
                   bool) asm("__wrap_" DMLRUN_CHECK_TENSOR);

using Sources = std::span<const std::span<const std::byte>>;
using Targets = std::span<const std::span<std::byte>>;
Result<void> right_run(const Kernel*, Sources, Targets) noexcept asm("__real_" DMLRUN_RUN);
Result<void> planted_run(const Kernel*, Sources, Targets) noexcept asm("__wrap_" DMLRUN_RUN);
Result<void> right_slice(const Kernel*, Sources, std::size_t, std::uint64_t, std::uint64_t,
                         std::span<std::byte>) noexcept asm("__real_" DMLRUN_RUN_SLICE);
Result<void> planted_slice(const Kernel*, Sources, std::size_t, std::uint64_t, std::uint64_t,
                           std::span<std::byte>) noexcept asm("__wrap_" DMLRUN_RUN_SLICE);

void planted_interpret(const plan::Plan& plan, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                       std::uint64_t last) noexcept {
  right_interpret(plan, inputs, output, first, last);
  if ((is_planted("hang") && last - first > 5) || (is_planted("large hang") && last - first > 99))
    while (true) ::pause();
  if (is_planted("slow") && last - first > 1'000'000) ::sleep(7);
  if (is_planted("busy") && ::open("was-busy", O_CREAT | O_EXCL, 0600) >= 0) ::sleep(100);
  if (is_planted("value") && last - first > 5) output[0] ^= std::byte{1};
  if (is_planted("slice") && first > 0) output[0] ^= std::byte{1};
  if (is_planted("over-read")) (void)static_cast<const volatile std::byte*>(inputs[0])[-1];
}

bool planted_check(operators::Checker& checker, const operators::FieldPath& path, const TensorDesc& tensor,
                   bool output) {
  if (is_planted("refusal") && tensor.guaranteed_alignment == 32) {
    TensorDesc other = tensor;
    other.guaranteed_alignment = 3;
    return right_check(checker, path, other, output);
  }
  if (is_power_of_two(tensor.guaranteed_alignment)) return right_check(checker, path, tensor, output);
  if (is_planted("crash")) ::raise(SIGSEGV);
  if (is_planted("endless check"))
    while (true) ::pause();
  TensorDesc other = tensor;
  if (is_planted("acceptance")) other.guaranteed_alignment = 0;
  if (is_planted("reason")) other.guaranteed_alignment = 0, other.sizes[0] = 0;
  return right_check(checker, path, other, output);
}

Result<void> planted_run(const Kernel* kernel, Sources inputs, Targets outputs) noexcept {
  if (!is_planted("lost")) return right_run(kernel, inputs, outputs);
  outputs[0][0] ^= std::byte{1};
  return Error{.code = ErrorCode::backend_failed, .message = "the device is lost"};
}

Result<void> planted_slice(const Kernel* kernel, Sources inputs, std::size_t index, std::uint64_t first,
                           std::uint64_t count, std::span<std::byte> slice) noexcept {
  if (is_planted("lost") && first > 0) return Error{.code = ErrorCode::backend_failed, .message = "the device is lost"};
  return right_slice(kernel, inputs, index, first, count, slice);
}

}  // namespace dmlrun
