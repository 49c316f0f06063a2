// One function per operator, each from its definition. See reference.h for the arbiter's own interface.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dmlrun/operators.h"

namespace dmlrun::reference {

/// As reference::is_legal.
bool is_legal_tile(const Desc& desc) noexcept;
bool is_legal_join(const Desc& desc) noexcept;
bool is_legal_padding(const Desc& desc) noexcept;
bool is_legal_quantized_linear_add(const Desc& desc) noexcept;
bool is_legal_slice(const Desc& desc) noexcept;
bool is_legal_slice1(const Desc& desc) noexcept;
bool is_legal_split(const Desc& desc) noexcept;

/// Elements first ... last - 1 (row-major) of one output of a validated desc.
struct Run {
  const Desc& desc;
  std::size_t output_index;
  const std::byte* const* inputs;  ///< in the order of Operator::inputs()
  std::byte* output;               ///< where element `first` goes
  std::uint64_t first, last;
};

void run_tile(const Run& run) noexcept;
void run_join(const Run& run) noexcept;
/// PADDING and PADDING1.
void run_padding(const Run& run) noexcept;
/// The caller's floating-point environment must be the default one: round to nearest even, no flushing of denormals.
void run_quantized_linear_add(const Run& run) noexcept;
void run_slice(const Run& run) noexcept;
void run_slice1(const Run& run) noexcept;
void run_split(const Run& run) noexcept;

}  // namespace dmlrun::reference
