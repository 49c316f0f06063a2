// The fast path of a run: checks the buffers and collects their addresses, up to fixed numbers of inputs and outputs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <span>

#include "engine/run/buffer_checks.h"

namespace dmlrun {

/// Up to kManyInputs input pointers are kept on the stack, so that a run allocates nothing. Up to kFewInputs a smaller
/// array is used, so that few inputs need little stack.
inline constexpr std::size_t kManyInputs = 1024, kFewInputs = 64;

/// Up to this many inputs the pointers take one or two cache lines, which leaves the cache to the data.
inline constexpr std::size_t kVeryFewInputs = 8;

inline constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();

/// Up to this many output pointers are kept on the stack.
inline constexpr std::size_t kFewOutputs = 16;

/// Address and size of a caller's buffer; specialised for types other than spans.
template <class Buffer>
struct BufferAccess {
  static auto data(const Buffer& buffer) noexcept { return buffer.data(); }
  static std::uint64_t size(const Buffer& buffer) noexcept { return buffer.size(); }
};

/// Whether an input is not null, has at least `needed` bytes, and does not overlap the output's `bytes` bytes.
template <class Input>
[[nodiscard, gnu::always_inline]] inline bool is_apart(const Input& input, std::uint64_t needed,
                                                       const std::byte* output, std::uint64_t bytes) noexcept {
  const auto address = [](const std::byte* byte) { return reinterpret_cast<std::uintptr_t>(byte); };
  const std::byte* const data = BufferAccess<Input>::data(input);
  // An overlap: the input begins above output - needed and below output + bytes, modulo 2^64.
  return BufferAccess<Input>::size(input) >= needed && data &&
         address(data) - address(output) + needed - 1 >= needed + bytes - 1;
}

/// The only output, if the kernel has one and it is large enough; else null.
template <class Output>
[[nodiscard]] inline std::byte* only_output(const KernelState& kernel, const Output& output) noexcept {
  if (kernel.output_bytes == 0 || BufferAccess<Output>::size(output) < kernel.output_bytes) [[unlikely]]
    return nullptr;
  return BufferAccess<Output>::data(output);
}

/// is_apart() for the rare inputs that begin near the output; out of line, so that the other inputs' code is short.
template <class Input>
[[nodiscard, gnu::noinline, gnu::cold]] bool is_apart_nearby(const Input& input, std::uint64_t needed,
                                                             const std::byte* output, std::uint64_t bytes) noexcept {
  return is_apart(input, needed, output, bytes);
}

/// Whether take(i) is true for each i below `count`. Precondition: count <= most. Unrolled, because a loop's backward
/// jumps would take longer than everything else.
template <std::size_t most, std::size_t i = 0, class Take>
[[gnu::always_inline]] inline bool take_up_to(std::size_t count, const Take& take) noexcept {
  if (i == count) return true;
  if (!take(i)) [[unlikely]]
    return false;
  if constexpr (i + 1 < most) return take_up_to<most, i + 1>(count, take);
  return true;
}

/// The addresses near an output: an input that begins elsewhere cannot overlap it.
struct Near {
  Near(const KernelState& kernel, const std::byte* output) noexcept
      : first(reinterpret_cast<std::uintptr_t>(output) - (kernel.largest_input_bytes - 1)),
        bytes(kernel.largest_input_bytes + kernel.output_bytes - 1) {}
  std::uintptr_t first;
  std::uint64_t bytes;
};

/// Whether an input is not null, has at least `needed` bytes, and does not overlap the output; stores its address in
/// `collected`. Separate ifs instead of `&&`, so that the compiler emits branches and no arithmetic on comparisons.
template <class Input>
[[nodiscard, gnu::always_inline]] inline bool collect_input(const KernelState& kernel, const Near& near,
                                                            const Input& input, std::uint64_t needed,
                                                            const std::byte* output,
                                                            const std::byte*& collected) noexcept {
  const std::byte* const data = BufferAccess<Input>::data(input);
  collected = data;
  if (BufferAccess<Input>::size(input) < needed) [[unlikely]]
    return false;
  if (!data) [[unlikely]]
    return false;
  if (reinterpret_cast<std::uintptr_t>(data) - near.first < near.bytes) [[unlikely]]
    return is_apart_nearby(input, needed, output, kernel.output_bytes);
  return true;
}

/// collect_input() of all inputs. Precondition: there are as many as the kernel has.
template <class Input>
[[nodiscard, gnu::noinline]] bool collect_many(const KernelState& kernel, const Input* inputs, const std::byte* output,
                                               const std::byte** collected) noexcept {
  const std::size_t count = kernel.inputs.size();
  const std::uint64_t alike = kernel.input_bytes;
  const KernelState::Buffer* const buffers = kernel.inputs.data();
  const Near near(kernel, output);
  const auto take = [&](std::size_t i, std::uint64_t needed) {
    return collect_input(kernel, near, inputs[i], needed, output, collected[i]);
  };
  if (alike == 0) {
    for (std::size_t i = 0; i < count; ++i)
      if (!take(i, buffers[i].bytes)) [[unlikely]]
        return false;
    return true;
  }
  std::size_t i = 0;
  // Unrolled: the processor mispredicts the end of a loop of some dozens of iterations.
  for (; i + 4 <= count; i += 4) {
    if (!take(i, alike)) [[unlikely]]
      return false;
    if (!take(i + 1, alike)) [[unlikely]]
      return false;
    if (!take(i + 2, alike)) [[unlikely]]
      return false;
    if (!take(i + 3, alike)) [[unlikely]]
      return false;
  }
  for (; i < count; ++i)
    if (!take(i, alike)) [[unlikely]]
      return false;
  return true;
}

/// collect_input() of at most kVeryFewInputs inputs. Precondition: there are as many as the kernel has.
template <class Input>
[[nodiscard, gnu::always_inline]] inline bool collect_few(const KernelState& kernel, const Input* inputs,
                                                          const std::byte* output,
                                                          const std::byte** collected) noexcept {
  const KernelState::Buffer* const buffers = kernel.inputs.data();
  const Near near(kernel, output);
  return take_up_to<kVeryFewInputs>(kernel.inputs.size(), [&](std::size_t i) {
    return collect_input(kernel, near, inputs[i], buffers[i].bytes, output, collected[i]);
  });
}

/// Checks the buffers of a kernel with one output and stores the inputs' addresses in `collected`, which has room for
/// `most` pointers. Returns the output's address if check_buffers() would find no fault; null otherwise, and always for
/// kernels with several outputs. Small kernels run for a few nanoseconds, so everything is compared once, by branches
/// that are not taken.
template <std::size_t most, class Input, class Output>
[[nodiscard, gnu::always_inline]] inline std::byte* collect(const KernelState& kernel, std::span<const Input> inputs,
                                                            const Output& to, const std::byte** collected) noexcept {
  std::byte* const output = only_output(kernel, to);
  if (!output) [[unlikely]]
    return nullptr;
  if (inputs.size() > most) [[unlikely]]
    return nullptr;
  if (inputs.size() != kernel.inputs.size()) [[unlikely]]
    return nullptr;
  if constexpr (most <= kVeryFewInputs) return collect_few(kernel, inputs.data(), output, collected) ? output : nullptr;
  return collect_many(kernel, inputs.data(), output, collected) ? output : nullptr;
}

/// collect() for one input, the most frequent case: it needs only registers that a function need not save.
template <class Input, class Output>
[[nodiscard, gnu::always_inline]] inline std::byte* collect_one(const KernelState& kernel, const Input& input,
                                                                const Output& to,
                                                                const std::byte*& collected) noexcept {
  std::byte* const output = only_output(kernel, to);
  if (!output || kernel.inputs.size() != 1) [[unlikely]]
    return nullptr;
  if (!is_apart(input, kernel.input_bytes, output, kernel.output_bytes)) [[unlikely]]
    return nullptr;
  collected = BufferAccess<Input>::data(input);
  return output;
}

/// An array for the addresses of `inputs` inputs; null if the kernel has another number of inputs, or memory runs out.
[[nodiscard]] inline std::unique_ptr<const std::byte* []> room_for(const KernelState& kernel,
                                                                   std::size_t inputs) noexcept {
  const bool is_known = inputs == kernel.inputs.size();
  return std::unique_ptr<const std::byte*[]>(is_known ? new (std::nothrow) const std::byte*[inputs] : nullptr);
}

/// The buffers' addresses for a kernel with several outputs.
struct CollectedOutputs {
  std::array<const std::byte*, kVeryFewInputs> inputs;
  std::array<std::byte*, kFewOutputs> outputs;
};

/// Checks the buffers of a kernel with 2 to kFewOutputs outputs and at most kVeryFewInputs inputs, and stores their
/// addresses in `collected`. True if check_buffers() would find no fault; false otherwise, and for other kernels.
template <class Input, class Output>
[[nodiscard]] inline bool collect_outputs(const KernelState& kernel, std::span<const Input> inputs,
                                          std::span<const Output> outputs, CollectedOutputs& collected) noexcept {
  if (outputs.size() < 2 || outputs.size() > kFewOutputs || outputs.size() != kernel.outputs.size()) return false;
  if (inputs.size() > kVeryFewInputs || inputs.size() != kernel.inputs.size()) return false;
  for (std::size_t i = 0; i < inputs.size(); ++i) collected.inputs[i] = BufferAccess<Input>::data(inputs[i]);
  std::uintptr_t end = 0;  // of the outputs so far
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    std::byte* const output = BufferAccess<Output>::data(outputs[i]);
    const std::uint64_t bytes = kernel.outputs[i].bytes;
    if (!output || BufferAccess<Output>::size(outputs[i]) < bytes) return false;
    for (std::size_t k = 0; k < inputs.size(); ++k)
      if (!is_apart(inputs[k], kernel.inputs[k].bytes, output, bytes)) return false;
    const auto address = reinterpret_cast<std::uintptr_t>(output);
    for (std::size_t other = 0; address < end && other < i; ++other)
      if (overlap(output, bytes, collected.outputs[other], kernel.outputs[other].bytes)) return false;
    if (address + bytes < address) return false;  // no such memory; check_buffers() tells what is wrong
    end = std::max<std::uintptr_t>(end, address + bytes);
    collected.outputs[i] = output;
  }
  return true;
}

/// Runs a kernel on collected buffers, in the environment and on the threads that it needs. Precondition: at most
/// kFewOutputs outputs.
[[nodiscard]] Result<void> run_with_care(const KernelState& kernel, const std::byte* const* inputs,
                                         std::span<std::byte* const> outputs) noexcept;
/// Runs a kernel with one output. Precondition: the kernel is plain.
[[gnu::always_inline]] inline void run_plain(const KernelState& kernel, const std::byte* const* inputs,
                                             std::byte* output) noexcept {
  const CompiledOutput& compiled = kernel.compiled[0];
  compiled.executable->run(inputs, output, 0, compiled.elements);
}
[[nodiscard]] inline Result<void> run(const KernelState& kernel, const std::byte* const* inputs,
                                      std::byte* output) noexcept {
  if (!kernel.is_plain) return run_with_care(kernel, inputs, {&output, 1});
  run_plain(kernel, inputs, output);
  return {};
}
[[nodiscard]] inline Result<void> run(const KernelState& kernel, const CollectedOutputs& buffers) noexcept {
  const std::size_t count = kernel.compiled.size();
  if (!kernel.is_plain) return run_with_care(kernel, buffers.inputs.data(), {buffers.outputs.data(), count});
  for (std::size_t i = 0; i < count; ++i)
    kernel.compiled[i].executable->run(buffers.inputs.data(), buffers.outputs[i], 0, kernel.compiled[i].elements);
  return {};
}

}  // namespace dmlrun
