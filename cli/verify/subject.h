// The subject of a verification: a back end, or another program.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "cli/options/options.h"
#include "cli/verify/domains.h"
#include "cli/verify/functions.h"

namespace dmlrun::cli {

/// Gives the results of an operator with one output. For one thread.
using Subject = std::function<void(std::span<const std::span<const std::byte>> inputs, std::span<std::byte> results)>;

/// The operator of the function with tensors that are a chunk; FLOAT16 ones for the domain that narrows. Failure exit 3
/// where this build lacks it.
[[nodiscard]] Operator chunk_operator(const UnaryFunction& function, Domain domain);

/// The back end that the options name. Failure exit 5 where it does not take the operator.
[[nodiscard]] Subject backend_subject(const Options& options, const Operator& op, Domain domain);

/// What a program_subject() throws where the program answers `unsupported`.
struct ProgramDeclines {
  std::string why;
};

/// The program that --against names, asked in folders below `scratch`. Failure exit 2 where it does not answer its
/// first question, 5 where it answers otherwise than with a result.
[[nodiscard]] Subject program_subject(const Options& options, const Operator& op, const std::string& scratch);

}  // namespace dmlrun::cli
