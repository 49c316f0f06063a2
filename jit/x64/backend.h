// The back ends that generate code for the processor that the program runs on.
#pragma once

#include <span>

#include "engine/run/backend.h"

namespace dmlrun {

/// Best first. They exist on every machine; unavailable() says where they do not work.
[[nodiscard]] std::span<const Backend> x64_backends() noexcept;

/// The names that CompileOptions::isa and ::tuning may hold.
[[nodiscard]] std::span<const std::string_view> x64_isa_names() noexcept;
[[nodiscard]] std::span<const std::string_view> x64_tuning_names() noexcept;

}  // namespace dmlrun
