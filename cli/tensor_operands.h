// Finds the tensors of files that are given without a tensor's name.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/options.h"
#include "engine/spec/spec.h"

namespace dmlrun::cli {

/// The files with a name each. Those without one go to the tensors that no other file names, in the operator's order:
/// to those that must be there or, where the files are more, to all; "null" leaves out an optional input. An array
/// takes what the others leave. Failure exit 2 where there are more files than tensors, or so few that it is not sure
/// which inputs are left out.
[[nodiscard]] std::vector<NamedFile> with_names(std::span<const NamedFile> files, std::string_view type,
                                                std::span<const spec::Spec::SlotName> slots, bool outputs);

/// The operator of a line, in which a number beside larger operands is one element that Strides of 0 repeat.
[[nodiscard]] Result<Operator> with_scalars(Result<Operator> op, const spec::Spec& spec, const Options& options);

/// Refuses a file whose name is that of no such tensor: failure exit 2, with the names that there are.
[[noreturn]] void refuse_name(const NamedFile& file, std::string_view option, std::string_view type,
                              std::span<const spec::Spec::SlotName> slots, bool outputs);

}  // namespace dmlrun::cli
