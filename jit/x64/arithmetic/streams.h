// The inputs of a kernel: one stream per operand, and how often its position changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/x64/arithmetic/vector_code.h"

namespace dmlrun::jit::x64::arithmetic {

/// The first streams, so many, have their address in a register.
inline constexpr std::size_t kStreamsInRegisters = 6;

struct Stream {
  std::uint32_t operand = 0;
  Variance variance = Variance::per_element;
};

/// One of each operand that values load: those that change per element first, then per run, then the others.
[[nodiscard]] std::vector<Stream> streams_of(const plan::Plan& plan);
/// The load of floats that only this conversion to doubles takes, which the processor makes in one instruction; else
/// null. Precondition: the variances of the values before are known.
[[nodiscard]] const plan::Value* loaded_as_double(const plan::Plan& plan, const plan::Value& value,
                                                  const std::vector<Variance>& variances);
/// The number of the stream that a value loads from.
[[nodiscard]] std::uint32_t stream_of(const std::vector<Stream>& streams, const plan::Value& load);
/// How often each value of the plan changes: as often as what it is made of.
[[nodiscard]] std::vector<Variance> variances_of(const plan::Plan& plan, const std::vector<Stream>& streams);
/// Where an operand that never changes is read, in elements.
[[nodiscard]] std::int64_t fixed_position(const plan::Plan& plan, const plan::Operand& operand);
/// Bytes that a position counts: of an index, which has no memory, one.
[[nodiscard]] inline std::int64_t position_bytes(const plan::Operand& operand) noexcept {
  return operand.input == plan::kIndex ? 1 : static_cast<std::int64_t>(plan::bytes_of(operand.element));
}

}  // namespace dmlrun::jit::x64::arithmetic
