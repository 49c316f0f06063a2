// The values of a failure, kept while its operator is made smaller: a rounding that is wrong for ties alone needs them.
// In the end plain ones take their place where these do.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "cli/execution.h"

namespace dmlrun::cli {

/// Inputs for an operator `to`, taken from those of a similar one. The first element is the one that `from` has at
/// `at`, on axes as long as the output's; others follow, and after the last comes the first: along each axis where the
/// tensor has as many axes in both, else in their order. `at` is a place in an output, or empty for its first element.
/// Null where `from` lacks an input, or has it with another type.
[[nodiscard]] std::shared_ptr<const Inputs> kept_values(const Operator& from, const Inputs& inputs,
                                                        std::span<const std::uint32_t> at, const Operator& to);

/// The inputs with 1, 2, 3 ... instead of the values of input number `which` (nothing: of all), so that a finding shows
/// which elements go wrong.
[[nodiscard]] std::shared_ptr<const Inputs> plain_values(const Operator& op, const Inputs& inputs,
                                                         std::optional<std::size_t> which);

}  // namespace dmlrun::cli
