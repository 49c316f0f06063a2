// What the library says of an operator that the command line names, in the words of the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options/options.h"
#include "dmlrun/operators.h"
#include "dmlrun/result.h"

namespace dmlrun::cli {

/// Exit 2 for inputs without values.
[[noreturn]] void fail_unbound(const Options& options, const std::vector<std::string>& unbound);

/// Tells in options what the errors say of fields, and all that is missing in one sentence: "InputTensor has no values
/// and Repeats is missing; give its file or values, e.g. [1,2], as an operand and --Repeats". Exit 2 where only inputs
/// are.
void tell_in_words(const Options& options, Error& error);

/// What is said of numbers that their types do not have, spec::changed_numbers(), and of floats that are taken as bits.
[[nodiscard]] std::vector<std::string> rounded_fields(const Options& options, const Operator& op);

}  // namespace dmlrun::cli
