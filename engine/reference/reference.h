// The reference: each operator from its definition, one output coordinate at a time. Shares no code with lowering or
// with the plan, so that a mistake there cannot hide here.
// Defined in reference.cpp; activation_of() is in fused.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "dmlrun/operators.h"

namespace dmlrun::reference {

/// Whether there is a definition of that operator, by short name; the others need one.
[[nodiscard]] bool knows(std::string_view type) noexcept;

/// Writes elements first ... last - 1 (row-major) of output number `output_index` of a validated desc. inputs are the
/// buffers in the order of Operator::inputs(); `output` is where element `first` goes. Arithmetic needs the default
/// floating-point environment: the caller sets it (engine/tensor/floating_point.h). `activation` is
/// activation_of(desc).
void run(const Desc& desc, std::size_t output_index, const std::byte* const* inputs, std::byte* output,
         std::uint64_t first, std::uint64_t last, const Desc& activation = {}) noexcept;
/// The operator that is fused to a validated desc, for one FLOAT32 element, made before runs, which allocate nothing;
/// without a type where there is none.
[[nodiscard]] Desc activation_of(const Desc& desc);

/// Whether results may lie one unit in the last place away from what run() writes: those of formulas in double numbers
/// with functions of which neither side is correctly rounded, so that it may end on the other side of a middle.
[[nodiscard]] bool is_within_a_unit(const Desc& desc) noexcept;

/// Whether the operator's page allows such sizes and numbers: the second opinion on what Operator::make accepts. For
/// descs in the order of DirectML's fields, whose tensors are all right each by itself, whose arrays have an entry per
/// axis and whose data types agree; not a question of feature levels.
[[nodiscard]] bool is_legal(const Desc& desc) noexcept;

}  // namespace dmlrun::reference
