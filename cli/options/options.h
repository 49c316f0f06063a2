// The command line as data. options.cpp reads it (CLI11 is known only there), option_table.cpp lists what there is.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/files/output_file.h"
#include "cli/model/dxdispatch.h"
#include "cli/report/report.h"
#include "dmlrun/kernel.h"
#include "dmlrun/operators.h"
#include "engine/tensor/compare.h"

namespace dmlrun::cli {

enum class Command : unsigned {
  run,
  check,
  gen,
  explain,
  emit,
  fuzz,
  verify,
  diff,
  backends,
  schema,
  completion,
  bench,
  operators,
  new_spec,
  help
};

/// A row of the commands: `name` is "" for the form without a command.
struct CommandInfo {
  Command command;
  std::string_view name, operands, summary, examples;
  std::size_t least_operands, most_operands;
};
[[nodiscard]] std::span<const CommandInfo> commands();

/// What becomes of an option: those of DxDispatch that mean nothing here are taken with a note, so that scripts keep
/// working, or refused.
enum class Treatment { read, noted, refused };

/// A row of the options: `value` is "" for a flag; `commands` has bit 1 << Command for each command that takes it. The
/// summary of an option that is not read says why.
struct OptionInfo {
  std::string_view name, second_name, value, summary;
  unsigned commands;
  /// The values that it takes, where these are known names; else null.
  std::span<const std::string_view> (*names)() noexcept = nullptr;
  Treatment treatment = Treatment::read;
};
/// Ours, then DxDispatch's.
[[nodiscard]] std::span<const OptionInfo> options();
/// DxDispatch's, every one but --dml_feature_level, which is the second name of one of ours.
[[nodiscard]] std::span<const OptionInfo> dxdispatch_options();
[[nodiscard]] bool takes(Command command, const OptionInfo& option) noexcept;

/// What --grid and --placement take.
[[nodiscard]] std::span<const std::string_view> grid_names() noexcept;
[[nodiscard]] std::span<const std::string_view> placement_names() noexcept;

/// The names that --limit takes, in the order of Limits.
[[nodiscard]] std::vector<std::string_view> limit_names();

/// Name=file of --in, --out and --expect; without a name, the tensor follows from the place among the others.
struct NamedFile {
  std::string name, file;
};

/// What fuzz takes, and verify in part; "" and nothing where it was not given.
struct FuzzOptions {
  /// The most elements of a spec's tensor where --max-elements does not say, and the most that it may say.
  static constexpr std::uint64_t kMaxElements = std::uint64_t{1} << 25;
  std::string from, against;
  bool no_mutate = false, given_inputs = false, strided = false;
  std::vector<std::string> operators, backends;  ///< none: all
  std::optional<std::uint64_t> count, duration, max_failures, max_elements, inputs_per_case, deadline;
  std::uint64_t first = 0, jobs = 0;  ///< jobs 0: as many as there are cores
  std::uint64_t shard = 1, shards = 1;
};

/// What only emit takes; "" where it was not given.
struct EmitOptions {
  std::string format, target, function;
  std::string file;  ///< "": standard output
};

/// What only verify takes, beside some of fuzz; "" where it was not given.
struct VerifyOptions {
  std::string hashes, type;
  std::uint64_t samples = 1u << 20;
};

/// What only bench takes; "" where it was not given.
struct BenchOptions {
  std::string grid = "standard", filter, placement, json, html, compare, read;
  std::string command;  ///< the command line, for the report
};

struct Options {
  Command command = Command::run;
  bool help = false, short_help = false, version = false;
  std::vector<std::string> operands;  ///< of commands that take a spec, that alone
  std::string spec_text;              ///< where the operand names an operator: the spec that the fields make
  std::vector<NamedFile> in, out, expect;
  std::string backend;  ///< "" when not given
  std::string isa, tuning, device;
  unsigned threads = 1;
  Validation validation;
  bool strict = false, verbose = false, completed_spec = false;
  Format format = Format::text;
  Durability durability = Durability::as_the_system_likes;
  Tolerance tolerance;
  std::optional<std::uint64_t> seed;
  std::string folder;   ///< of gen, fuzz and emit
  std::string picture;  ///< where explain and diff draw; "" when not given
  std::optional<std::uint64_t> output;
  bool perf_map = false;
  EmitOptions emit;
  FuzzOptions fuzz;
  VerifyOptions verify;
  BenchOptions bench;
  std::vector<std::string> notes;       ///< sentences about options that have no effect
  std::vector<std::string_view> given;  ///< the first names of all options that were given
  std::string code_folder;              ///< where compiled code is kept; "": nowhere
  // For models.
  DxDispatchOptions dxdispatch;
  bool skip_unsupported = false, any_alignment = false;
  bool list = false;       ///< of check and bench
  bool of_models = false;  ///< of schema
  bool show_backends = false, show_versions = false;
};

/// What the options say about compiling for a back end. Views of `options`.
[[nodiscard]] CompileOptions compile_options(const Options& options, std::string_view backend);

/// Whether the arguments ask for JSON, as far as can be told of arguments that may not parse.
[[nodiscard]] Format format_of(std::span<const std::string> arguments);

/// Failure exit 2 with one sentence for everything that is wrong.
[[nodiscard]] Options parse_options(std::span<const std::string> arguments);

/// Failure exit 2 when one of the options only means something for the other kind of file.
void refuse_options_of_models(const Options& options);
void refuse_options_of_specs(const Options& options);

/// One line per command.
[[nodiscard]] std::string usage_text();
/// The text of -h.
[[nodiscard]] std::string short_help_text();
/// The text of --help: for the whole program, or for one command.
[[nodiscard]] std::string help_text();
[[nodiscard]] std::string help_text(Command command);

}  // namespace dmlrun::cli
