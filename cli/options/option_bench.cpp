// The values of bench's own options.
#include "cli/options/option_values.h"
#include "cli/report/failure.h"
#include "cli/report/shell_word.h"

namespace dmlrun::cli {

std::span<const std::string_view> grid_names() noexcept {
  static constexpr std::string_view kNames[] = {"quick", "standard", "full"};
  return kNames;
}

std::span<const std::string_view> placement_names() noexcept {
  static constexpr std::string_view kNames[] = {"equal", "skew", "both"};
  return kNames;
}

BenchOptions read_bench_options(const std::function<const std::string*(std::string_view)>& one) {
  BenchOptions bench;
  if (const std::string* text = one("--grid")) bench.grid = read_name("grid", *text, grid_names());
  if (const std::string* text = one("--placement")) bench.placement = read_name("placement", *text, placement_names());
  const auto take = [&](std::string_view option, std::string& into) {
    if (const std::string* text = one(option)) into = *text;
  };
  take("--filter", bench.filter);
  take("--json", bench.json);
  take("--html", bench.html);
  require_extension("--json", bench.json, ".json");
  require_extension("--html", bench.html, ".html");
  take("--compare", bench.compare);
  take("--read", bench.read);
  return bench;
}

/// Combinations that say nothing, and the line that the report shows.
void check_bench(Options& options, std::span<const std::string> arguments) {
  const BenchOptions& bench = options.bench;
  const bool has_file = !options.operands.empty();
  if (has_file && !bench.filter.empty())
    fail_usage("--filter chooses cells of the built-in grid; a file is given, too");
  if (has_file && (options.list || !bench.read.empty()))
    fail_usage((options.list ? "--list" : "--read") +
               std::string(" measures nothing; a file to measure is given, too"));
  if (options.list && !bench.read.empty()) fail_usage("--list and --read are two things; give one of them");
  constexpr std::string_view kMeasuring[] = {"--grid",    "--placement", "--backend", "--isa",
                                             "--threads", "--tuning",    "--device",  "--limit"};
  if (!bench.read.empty()) {
    refuse_given(options, kMeasuring, "measuring; --read measures nothing");
    if (!bench.filter.empty()) fail_usage("--filter chooses what is measured; --read measures nothing");
  }
  constexpr std::string_view kShowing[] = {"--html", "--compare"};
  if (options.list) {
    refuse_given(options, kShowing, "results; --list measures nothing");
    refuse_given(options, kMeasuring, "measuring; --list measures nothing");
  }
  constexpr std::string_view kLimit[] = {"--limit"};
  if (!has_file) refuse_given(options, kLimit, "files; the cells of the grid are built in");
  if (!bench.json.empty() && bench.json == bench.html) fail_usage("--json and --html name the same file");
  options.bench.command = "dmlrun";
  for (const std::string& word : arguments) options.bench.command += " " + shell_word(word);
}

}  // namespace dmlrun::cli
