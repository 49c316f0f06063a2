// One function per command. Each returns exit code 0 or 1 (values differ); everything else is a Failure.
#pragma once

#include <string>

#include "cli/options/options.h"
#include "cli/report/failure.h"
#include "cli/report/report.h"
#include "engine/text/document.h"

namespace dmlrun::cli {

ExitCode run_command(const Options& options, const Reporter& reporter);
/// run_command() for a file that turned out to be a model.
ExitCode run_model(const Options& options, text::Document document, const Reporter& reporter);
/// -s and -S alone.
ExitCode show_environment(const Options& options);
ExitCode check_command(const Options& options, const Reporter& reporter);
ExitCode gen_command(const Options& options, const Reporter& reporter);
ExitCode explain_command(const Options& options, const Reporter& reporter);
ExitCode emit_command(const Options& options, const Reporter& reporter);
ExitCode fuzz_command(const Options& options, const Reporter& reporter);
ExitCode verify_command(const Options& options, const Reporter& reporter);
ExitCode bench_command(const Options& options, const Reporter& reporter);
ExitCode diff_command(const Options& options, const Reporter& reporter);
/// What `dmlrun backends` prints as text.
std::string backend_lines(const Options& options);
/// What -s and -S ask for, as text; "" when neither is given.
std::string environment_lines(const Options& options);
ExitCode backends_command(const Options& options, const Reporter& reporter);
ExitCode schema_command(const Options& options, const Reporter& reporter);
ExitCode operators_command(const Options& options, const Reporter& reporter);
ExitCode new_command(const Options& options, const Reporter& reporter);
/// What `dmlrun help OPERATOR` prints, by the operator's short name. Failure exit 2 where it is not implemented.
std::string operator_help(std::string_view type);
ExitCode completion_command(const Options& options, const Reporter& reporter);

}  // namespace dmlrun::cli
