// A case as files: what another program reads, and what stays of a failure.
#pragma once

#include <string>
#include <vector>

#include "cli/execution.h"
#include "cli/fuzz/settings.h"

namespace dmlrun::cli {

/// The inputs of a case as buffers of exactly the tensors' size.
[[nodiscard]] Inputs case_inputs(const Operator& op, const FuzzSettings& settings, std::uint64_t number);

/// spec.json and every input as a .npy file of its values as specs have them: of shape Sizes, but 1 on axes of stride
/// 0.
void write_question(const std::string& folder, const Operator& op, const Inputs& inputs);

/// spec.json, inputs, then model.json and expected outputs; what the variant gave lies below actual/. The reference and
/// the variant are run: call it where a fault does no harm.
void write_reproducer(const std::string& folder, const Operator& op, const Inputs& inputs,
                      const CompileOptions* variant);

/// Replaces a text file.
void write_text_file(const std::string& path, const std::string& text);

}  // namespace dmlrun::cli
