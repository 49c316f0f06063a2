// Which command a line of words runs, the texts of help, and every ending of the program.
#include <unistd.h>

#include <new>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/interrupt.h"
#include "cli/operator_words.h"
#include "cli/report/perf_map.h"

namespace dmlrun::cli {
namespace {

ExitCode print(std::string_view text) {
  StandardOutput out;
  out.print(text);
  out.flush();
  return ExitCode::ok;
}

/// The text of `dmlrun help`, `dmlrun help COMMAND` and `dmlrun help OPERATOR`.
std::string text_of_help(const std::vector<std::string>& operands) {
  if (operands.empty()) return help_text();
  const std::string& word = operands.front();
  if (word == "run") return help_text(Command::run);
  for (const CommandInfo& info : commands())
    if (!info.name.empty() && info.name == word) return help_text(info.command);
  return operator_help(word);
}

/// The text of --help and -h behind a command, an operator, or nothing.
std::string text_of_option(const Options& options) {
  if (!options.operands.empty()) return operator_help(options.operands.front());
  if (options.command != Command::run) return help_text(options.command);
  return options.short_help ? short_help_text() : help_text();
}

ExitCode execute_command(const Options& options, const Reporter& reporter);

ExitCode execute(const Options& options, const Reporter& reporter) {
  try {
    return execute_command(options, reporter);
  } catch (Failure& failure) {
    if (!options.spec_text.empty() && failure.file == options.operands.front()) tell_in_words(options, failure.error);
    throw;
  }
}

ExitCode execute_command(const Options& options, const Reporter& reporter) {
  if (options.help) return print(text_of_option(options));
  if (options.version) return print("dmlrun " DMLRUN_VERSION "\n");
  std::optional<PerfMap> perf_map;
  if (options.perf_map) perf_map.emplace(reporter);
  if (options.command != Command::emit) note_limits(options, reporter);
  switch (options.command) {
    case Command::run: return run_command(options, reporter);
    case Command::check: return check_command(options, reporter);
    case Command::gen: return gen_command(options, reporter);
    case Command::explain: return explain_command(options, reporter);
    case Command::emit: return emit_command(options, reporter);
    case Command::fuzz: return fuzz_command(options, reporter);
    case Command::verify: return verify_command(options, reporter);
    case Command::bench: return bench_command(options, reporter);
    case Command::diff: return diff_command(options, reporter);
    case Command::backends: return backends_command(options, reporter);
    case Command::schema: return schema_command(options, reporter);
    case Command::operators: return operators_command(options, reporter);
    case Command::new_spec: return new_command(options, reporter);
    case Command::completion: return completion_command(options, reporter);
    case Command::help: return print(text_of_help(options.operands));
  }
  return ExitCode::internal;
}

Failure failure_of(ErrorCode code) noexcept { return {{code}, {}, exit_code(code)}; }

/// Where there is no memory even for the sentence, a shorter one that needs none.
ExitCode tell(const Reporter& reporter, const Failure& failure) noexcept {
  if (failure.exit == ExitCode::broken_pipe) return failure.exit;
  try {
    reporter.failure(failure);
  } catch (...) {
    constexpr std::string_view kWords = "dmlrun: out of memory\n";
    (void)!::write(STDERR_FILENO, kWords.data(), kWords.size());
  }
  return failure.exit;
}

ExitCode guarded_main(int argc, char** argv) noexcept {
  Format format = Format::text;
  try {
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    format = format_of(arguments);
    const Reporter reporter(format);
    prepare_last_words([&](const Failure& failure) { return reporter.failure_lines(failure); });
    if (arguments.empty()) {
      reporter.detail(usage_text());
      fail_usage("nothing to do; dmlrun --help shows everything");
    }
    return execute(parse_options(arguments), reporter);
  } catch (const Failure& failure) {
    return tell(Reporter(format), failure);
  } catch (const std::bad_alloc&) {
    return tell(Reporter(format), failure_of(ErrorCode::out_of_memory));
  } catch (...) {
    return tell(Reporter(format), failure_of(ErrorCode::internal));
  }
}

}  // namespace
}  // namespace dmlrun::cli

int main(int argc, char** argv) {
  dmlrun::cli::prepare_process();
  return static_cast<int>(dmlrun::cli::guarded_main(argc, argv));
}
