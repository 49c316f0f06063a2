// One function per operator: elements first ... last - 1 of its output. See reference.h for the parameters.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dmlrun/operators.h"

namespace dmlrun::reference {

void run_tile(const TileDesc& desc, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
              std::uint64_t last) noexcept;
void run_join(const JoinDesc& desc, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
              std::uint64_t last) noexcept;
void run_padding(const PaddingDesc& desc, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                 std::uint64_t last) noexcept;
void run_padding1(const Padding1Desc& desc, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                  std::uint64_t last) noexcept;
/// The caller's floating-point environment must be the default one: round to nearest even, no flushing of denormals.
void run_quantized_linear_add(const QuantizedLinearAddDesc& desc, const std::byte* const* inputs, std::byte* output,
                              std::uint64_t first, std::uint64_t last) noexcept;
void run_slice(const SliceDesc& desc, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
               std::uint64_t last) noexcept;
void run_slice1(const Slice1Desc& desc, const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                std::uint64_t last) noexcept;
/// Elements of output number `index`.
void run_split(const SplitDesc& desc, std::size_t index, const std::byte* const* inputs, std::byte* output,
               std::uint64_t first, std::uint64_t last) noexcept;

}  // namespace dmlrun::reference
