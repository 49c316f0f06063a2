// Exit codes, and nothing else: every ending of the program is decided here.
#include <new>
#include <span>
#include <string>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/interrupt.h"
#include "cli/perf_map.h"

namespace dmlrun::cli {
namespace {

ExitCode print(std::string_view text) {
  StandardOutput out;
  out.print(text);
  out.flush();
  return ExitCode::ok;
}

ExitCode execute(const Options& options, const Reporter& reporter) {
  if (options.help) return print(options.verb == Verb::run ? help_text() : help_text(options.verb));
  if (options.version) return print("dmlrun " DMLRUN_VERSION "\n");
  if (options.perf_map) write_perf_map();
  switch (options.verb) {
    case Verb::run:
      return run(options, reporter);
    case Verb::check:
      return check(options, reporter);
    case Verb::gen:
      return generate(options, reporter);
    case Verb::explain:
      return explain_spec(options, reporter);
    case Verb::emit:
      return emit(options, reporter);
    case Verb::fuzz:
      return run_fuzz(options, reporter);
    case Verb::diff:
      return diff(options, reporter);
    case Verb::backends:
      return list_backends(options, reporter);
    case Verb::schema:
      return print_schema(options, reporter);
    case Verb::completion:
      return print_completion(options, reporter);
  }
  return ExitCode::internal;
}

Failure failure_of(ErrorCode code) noexcept {
  Error error;
  error.code = code;
  return {std::move(error), {}, exit_code(code)};
}

ExitCode guarded_main(std::span<const std::string> arguments) {
  Reporter reporter(format_of(arguments));
  try {
    if (arguments.empty()) {
      reporter.detail(usage_text());
      fail_usage("nothing to do; dmlrun --help shows everything");
    }
    return execute(parse_options(arguments), reporter);
  } catch (const Failure& failure) {
    reporter.failure(failure);
    return failure.exit;
  } catch (const std::bad_alloc&) {
    reporter.failure(failure_of(ErrorCode::out_of_memory));
    return ExitCode::memory;
  } catch (...) {
    reporter.failure(failure_of(ErrorCode::internal));
    return ExitCode::internal;
  }
}

}  // namespace
}  // namespace dmlrun::cli

int main(int argc, char** argv) {
  dmlrun::cli::prepare_process();
  std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  return static_cast<int>(dmlrun::cli::guarded_main(arguments));
}
