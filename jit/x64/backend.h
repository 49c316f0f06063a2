// The back ends that generate code for the processor that the program runs on.
#pragma once

#include <cstdint>
#include <span>

#include "engine/run/backend.h"

namespace dmlrun {

/// Best first. They exist on every machine; unavailable() says where they do not work.
[[nodiscard]] std::span<const Backend> x64_backends() noexcept;

/// The names that CompileOptions::isa and ::tuning may hold.
[[nodiscard]] std::span<const std::string_view> x64_isa_names() noexcept;
[[nodiscard]] std::span<const std::string_view> x64_tuning_names() noexcept;
/// The memory that this process has for generated code.
struct CodeMemory {
  std::uint64_t budget = 0;    ///< most bytes
  std::uint64_t mapped = 0;    ///< bytes
  std::uint64_t used = 0;      ///< bytes of these that hold code
  std::uint64_t refusals = 0;  ///< builds that had no room
};
[[nodiscard]] CodeMemory code_memory() noexcept;
/// Takes effect at once; code that exists is not touched.
void set_code_memory(std::uint64_t budget) noexcept;

}  // namespace dmlrun
