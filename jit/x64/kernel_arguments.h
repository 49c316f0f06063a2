// How generated code is called: with one pointer to a block of data.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dmlrun::jit::x64 {

/// The arguments of a kernel; they lie in data memory, so no address or range of a call is an immediate in the code.
/// Kernels only read them.
struct KernelArguments {
  const std::byte* const* inputs;  ///< where each input's element 0 lies
  std::byte* output;               ///< where output element `first` goes
  std::uint64_t first;             ///< of the outputs' elements in the plan's order, the first to write ...
  std::uint64_t last;              ///< ... and the first after it not to write
  void* workspace = nullptr;       ///< memory of this call, for kernels that need some
  std::uint64_t whole = 0;         ///< elements of the run that the call is part of; at least last - first
};

/// Generated code reads the members at these offsets, in bytes.
inline constexpr std::size_t kInputsOffset = offsetof(KernelArguments, inputs);
inline constexpr std::size_t kOutputOffset = offsetof(KernelArguments, output);
inline constexpr std::size_t kFirstOffset = offsetof(KernelArguments, first);
inline constexpr std::size_t kLastOffset = offsetof(KernelArguments, last);
inline constexpr std::size_t kWorkspaceOffset = offsetof(KernelArguments, workspace);
inline constexpr std::size_t kWholeOffset = offsetof(KernelArguments, whole);

/// The calling convention is that of System V for x86-64.
using KernelFunction = void(const KernelArguments*);

struct CopyFrame;
/// The second entry of kernels that move bytes, for calls that want all of the output. It takes in registers what the
/// code would load first, because each store of a call costs a cycle. Copies of 64 bytes take 0.5 of the time by it, 1
/// KiB 0.73, 4 KiB 0.89 (Intel Xeon).
using CopyFunction = void(std::byte* output, const std::byte* const* inputs, const std::byte* tables, CopyFrame* frame);

}  // namespace dmlrun::jit::x64
