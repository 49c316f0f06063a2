// One function per command. Each returns exit code 0 or 1 (values differ); everything else is a Failure.
#pragma once

#include <string>

#include "cli/options/options.h"
#include "cli/report/failure.h"
#include "cli/report/report.h"
#include "engine/text/document.h"

namespace dmlrun::cli {

ExitCode run(const Options& options, const Reporter& reporter);
/// The same for a file that turned out to be a model.
ExitCode run_model(const Options& options, text::Document document, const Reporter& reporter);
/// -s and -S alone.
ExitCode show_environment(const Options& options);
ExitCode check(const Options& options, const Reporter& reporter);
ExitCode generate(const Options& options, const Reporter& reporter);
ExitCode explain_spec(const Options& options, const Reporter& reporter);
ExitCode emit(const Options& options, const Reporter& reporter);
ExitCode run_fuzz(const Options& options, const Reporter& reporter);
ExitCode run_verify(const Options& options, const Reporter& reporter);
ExitCode run_bench(const Options& options, const Reporter& reporter);
ExitCode diff(const Options& options, const Reporter& reporter);
/// What `dmlrun backends` prints as text.
std::string backend_lines(const Options& options);
/// What -s and -S ask for, as text; "" when neither is given.
std::string environment_lines(const Options& options);
ExitCode list_backends(const Options& options, const Reporter& reporter);
ExitCode print_schema(const Options& options, const Reporter& reporter);
ExitCode list_operators(const Options& options, const Reporter& reporter);
ExitCode print_new_spec(const Options& options, const Reporter& reporter);
/// What `dmlrun help OPERATOR` prints, by the operator's short name. Failure exit 2 where it is not implemented.
std::string operator_help(std::string_view type);
ExitCode print_completion(const Options& options, const Reporter& reporter);

}  // namespace dmlrun::cli
