// dmlrun bench: the built-in grid, a spec or the dispatches of a model, in rounds with memcpy and memset.
#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "cli/bench_report/results.h"
#include "cli/bound_spec.h"
#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/files/files.h"
#include "cli/files/output_file.h"
#include "cli/interrupt.h"
#include "cli/model/model_file.h"
#include "cli/model/session.h"
#include "cli/report/json_text.h"
#include "dmlrun/spec.h"
#include "engine/bench/grid.h"
#include "engine/bench/machine.h"
#include "engine/bench/measure.h"
#include "engine/model/model.h"
#include "engine/text/letter_case.h"

namespace dmlrun::cli {
namespace {

using bench::Cell;

/// One cell of the full grid in this many is also measured with fewer instructions: each set but the newest.
constexpr std::size_t kIsaStep = 5;

/// What is said of a cell whose output is not the reference's.
constexpr std::string_view kWrong = "wrong result";

bench::Effort effort_of(const std::string& grid, unsigned threads) {
  bench::Effort effort;
  if (grid == "quick") effort = {6, 2e-3};
  if (threads != 1) effort.clock = bench::seconds;
  return effort;
}

/// One cell in one of the ways in which it is measured.
struct Work {
  const Cell* cell;
  bool is_skewed = false;
  std::string isa{};
  unsigned threads = 1;
};

Cell cell_of(std::string name, const Operator& op) {
  Cell cell{text::lower_case(op.type()), std::move(name), "", op, {}, 0, bench::Region::l1, {}};
  for (const TensorSlot& output : op.outputs()) cell.output_bytes += buffer_bytes(output.desc);
  cell.region = bench::region_of(cell.output_bytes);
  cell.name += ", " + bench::size_name(cell.output_bytes);
  return cell;
}

/// Whether standard output is for the table, and not for a file.
bool prints_table(const Options& options) { return options.bench.json != "-" && options.bench.html != "-"; }

bool is_for_terminal() { return StandardOutput::terminal_columns() > 0; }

/// What stands above the cells. Only a terminal is told what the columns are: on standard error where the table goes
/// elsewhere.
std::string table_head(const Results& results, const Reporter& reporter) {
  if (!is_for_terminal() && Reporter::is_terminal()) reporter.detail(table_legend());
  return machine_line(results) + (is_for_terminal() ? table_legend() : "") + table_heading();
}

class BenchRun {
 public:
  BenchRun(const Options& options, const Reporter& reporter)
      : options_(options), reporter_(reporter), threads_(options.threads > 0 ? options.threads : bench::cores()) {
    results_.cpu = bench::processor_name();
    results_.system = bench::system_name();
    results_.version = DMLRUN_VERSION;
    results_.moment = bench::moment();
    results_.grid = options.bench.grid;
    std::copy_n(bench::cache_bytes().begin(), 3, results_.caches);
    results_.cores = bench::cores();
    results_.load_before = bench::load();
  }

  void grid(const std::vector<Cell>& cells) {
    std::vector<Work> work;
    const bool is_full = options_.bench.grid == "full";
    const std::string& placement = options_.bench.placement;
    std::vector<unsigned> threads{threads_};
    if (is_full && threads_ == 1 && results_.cores > 1) threads.push_back(2);
    for (const unsigned count : threads)
      for (const bool is_skewed : {false, true}) {
        if (placement == (is_skewed ? "equal" : "skew") || (placement.empty() && is_skewed && !is_full)) continue;
        for (const Cell& cell : cells) work.push_back({&cell, is_skewed, options_.isa, count});
      }
    if (is_full && options_.isa.empty())
      for (std::size_t isa = 0; isa + 1 < isa_names().size(); ++isa)
        for (std::size_t i = 0; i < cells.size(); i += kIsaStep)
          work.push_back({&cells[i], false, std::string(isa_names()[isa])});
    measure(work);
    if (options_.bench.filter.empty()) growth();
  }

  void spec(text::Document document, const std::string& path) {
    BoundSpec bound(options_, path, std::move(document), &reporter_);
    const Cell cell = cell_of(path, bound.complete_for_description());
    text::Errors errors;
    given_ = bound.load_given(cell.op, errors);
    bound.refuse(errors, cell.op);
    std::vector<Work> work;
    for (const bool is_skewed : {false, true})
      if (options_.bench.placement != (is_skewed ? "equal" : "skew"))
        work.push_back({&cell, is_skewed, options_.isa, threads_});
    measure(work);
  }

  void model(text::Document document, const std::string& path) {
    if (!options_.bench.placement.empty())
      fail_usage("--placement is for the grid and for specs; the buffers of a model lie where they lie");
    ModelFile file(options_, path, std::move(document), &reporter_);
    file.load(&reporter_);
    const CompileOptions compile_as = compile_options(options_, options_.backend);
    Session session(file, file.take_buffers(), compile_as);
    for (std::size_t i = 0; i < file.model().commands.size(); ++i) {
      const model::Command& command = file.model().commands[i];
      if (command.kind != model::Command::Kind::dispatch || !command.skipped.empty()) continue;
      const model::Dispatchable& dispatchable = file.model().dispatchables[command.dispatchable];
      const Cell cell = cell_of(dispatchable.name, *dispatchable.op);
      progress_.show(i, file.model().commands.size(), cell.name);
      const Kernel kernel = take(compile(*dispatchable.op, compile_as), path);
      const bench::Figures figures =
          bench::measure(*dispatchable.op, kernel, session.state().inputs(i), session.state().outputs(i),
                         effort_of(options_.bench.grid, threads_), check_interrupted);
      add(result_of({&cell, false, options_.isa, threads_}, figures));
    }
    if (results_.cells.empty()) reporter_.note("the model dispatches nothing, so nothing was measured");
  }

  [[nodiscard]] bool has_figures() const noexcept { return has_figures_; }

  /// Nothing was measured: every cell failed.
  [[nodiscard]] const std::string* failure_of_all() const {
    for (const CellResult& cell : results_.cells)
      if (cell.error.empty()) return nullptr;
    return results_.cells.empty() ? nullptr : &results_.cells.front().error;
  }

  Results& finish(bool is_interrupted) {
    progress_.clear();
    results_.is_partial = is_interrupted;
    if (!is_interrupted) results_.copy_trap = bench::copy_trap(effort_of(options_.bench.grid, 1));
    results_.load_after = bench::load();
    return results_;
  }

 private:
  /// Lines wait for the first cell that has figures, or is wrong: what measures nothing is a failure, and prints
  /// nothing.
  void print(const CellResult& cell) {
    waiting_ += table_line(cell, is_for_terminal());
    const bool had_figures = std::exchange(has_figures_, has_figures_ || cell.error.empty() || cell.error == kWrong);
    if (!has_figures_ || !prints_table(options_)) return;
    progress_.clear();
    out_.print((had_figures ? "" : table_head(results_, reporter_)) + waiting_);
    out_.flush();
    waiting_.clear();
  }

  void measure(const std::vector<Work>& work) {
    const double begin = bench::seconds();
    double done = 0, left = 0;
    for (const Work& one : work) left += cost(one);
    for (std::size_t i = 0; i < work.size(); ++i) {
      std::optional<double> seconds_left;
      if (i > 0) seconds_left = (bench::seconds() - begin) / done * left;
      progress_.show(i, work.size(), work[i].cell->name, seconds_left);
      measure(work[i]);
      done += cost(work[i]), left -= cost(work[i]);
    }
  }

  void measure(const Work& work) {
    CompileOptions compile_as = compile_options(options_, options_.backend);
    if (!work.isa.empty()) compile_as.isa = work.isa;
    compile_as.threads = work.threads;
    std::vector<std::span<const std::byte>> given;
    for (const Buffer& buffer : given_) given.push_back(buffer.bytes());
    add(result_of(
        work,
        bench::measure(work.cell->op, compile_as, work.is_skewed ? bench::Placement::skewed : bench::Placement::equal,
                       effort_of(options_.bench.grid, work.threads), {work.cell->values, given}, check_interrupted)));
  }

  /// Roughly how long a cell takes, by a small one's time: more than calls, filling and comparing its buffers.
  [[nodiscard]] static double cost(const Work& work) {
    constexpr double kTwice = 16 << 20;
    return 1 + static_cast<double>(work.cell->output_bytes) / kTwice;
  }

  [[nodiscard]] static CellResult result_of(const Work& work, const bench::Figures& figures) {
    const Cell& cell = *work.cell;
    CellResult result;
    result.family = cell.family, result.name = cell.name, result.row = cell.row;
    result.output_bytes = cell.output_bytes;
    result.region = bench::region_name(cell.region);
    result.backend = figures.backend;
    result.is_skewed = work.is_skewed;
    result.threads = work.threads;
    result.isa = work.isa;
    result.ratio_memcpy = figures.ratio, result.ratio_memset = figures.fill_ratio;
    result.noise = figures.noise;
    result.nanoseconds = figures.nanoseconds, result.least_nanoseconds = figures.least_nanoseconds;
    result.cycles = figures.cycles;
    result.gain = figures.gain, result.gain_memcpy = figures.copy_gain, result.gain_memset = figures.fill_gain;
    result.error = figures.error;
    // The goals are for one thread and all instructions.
    if (!figures.error.empty() || !work.isa.empty() || work.threads != 1) return result;
    if (cell.goal.unit == bench::Unit::memcpy) result.goal = cell.goal.value;
    if (cell.goal.unit == bench::Unit::cycles) result.goal = figures.ratio * cell.goal.value / figures.cycles;
    if (cell.goal.unit == bench::Unit::nanoseconds) result.goal = figures.ratio * cell.goal.value / figures.nanoseconds;
    return result;
  }

  void add(CellResult result) {
    results_.cells.push_back(std::move(result));
    print(results_.cells.back());
    check_interrupted();
  }

  void growth() {
    results_.growth =
        bench::measure_growth(compile_options(options_, options_.backend), [&](std::size_t done, std::size_t all) {
          progress_.show(done, all, "how costs grow");
          check_interrupted();
        });
  }

  const Options& options_;
  const Reporter& reporter_;
  const unsigned threads_;     ///< of the cells that are asked for, never 0
  std::vector<Buffer> given_;  ///< a spec's inputs; empty where nothing is given for them
  Results results_;
  StandardOutput out_;
  Progress progress_;
  std::string waiting_;
  bool has_figures_ = false;
};

/// Cells whose "family: name" contains --filter. Failure exit 2 when there is none.
std::vector<Cell> chosen_cells(const Options& options) {
  std::vector<Cell> cells = take(bench::built_in_grid());
  const std::string& filter = options.bench.filter;
  std::erase_if(cells,
                [&](const Cell& cell) { return (cell.family + ": " + cell.name).find(filter) == std::string::npos; });
  if (cells.empty())
    fail_usage("no cell has " + in_quotes(filter) + " in its name; 'dmlrun bench --list' shows the names");
  return cells;
}

/// As many digits as it takes to read the same number again.
std::string exact(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string cell_as_json(const Cell& cell) {
  JsonObject values;
  for (const bench::NamedValue& value : cell.values) values.add_raw(value.name, exact(value.value));
  JsonObject object;
  object.add("family", cell.family).add("name", cell.name).add("row", cell.row);
  object.add("output_bytes", cell.output_bytes).add("region", bench::region_name(cell.region));
  constexpr std::string_view kUnits[] = {"none", "memcpy", "cycles", "nanoseconds"};
  object.add("goal_unit", kUnits[static_cast<std::size_t>(cell.goal.unit)]);
  object.add_raw("goal", exact(cell.goal.value)).add_raw("values", values.text());
  return object.add_raw("spec", take(write_spec(cell.op))).text();
}

void list_cells(const Options& options, const std::vector<Cell>& cells) {
  std::string text;
  for (const Cell& cell : cells) text += cell.family + ": " + cell.name + "\n";
  if (!options.bench.json.empty()) text = json_array(cells, cell_as_json) + "\n";
  OutputFile out(options.bench.json.empty() ? "-" : options.bench.json, options.durability);
  out.write(text);
  out.commit();
}

void measure_all(const Options& options, BenchRun& run) {
  if (options.operands.empty()) return run.grid(chosen_cells(options));
  const std::string& path = options.operands.front();
  text::Document document = spec_document(options, path);
  if (!model::is_model(document.root())) return run.spec(std::move(document), path);
  refuse_options_of_specs(options);
  run.model(std::move(document), path);
}

/// What was measured, also where that was interrupted: then with the Failure to end with.
Results measured(const Options& options, const Reporter& reporter, std::optional<Failure>& interruption) {
  BenchRun run(options, reporter);
  try {
    measure_all(options, run);
  } catch (const Failure& failure) {
    if (failure.error.code != ErrorCode::interrupted || !run.has_figures()) throw;
    interruption = failure;
    forget_interruption();
  }
  if (const std::string* why = run.failure_of_all(); why && *why != kWrong)
    fail(*why == bench::kNoMemory ? ErrorCode::out_of_memory : ErrorCode::backend_unavailable,
         "nothing was measured: " + *why);
  return std::move(run.finish(interruption.has_value()));
}

Results read_again(const Options& options, const Reporter& reporter) {
  Results results = read_results(options.bench.read);
  StandardOutput out;
  if (!prints_table(options)) return results;
  out.print(table_head(results, reporter));
  for (const CellResult& cell : results.cells) out.print(table_line(cell, is_for_terminal()));
  out.flush();
  return results;
}

/// Failure exit 2 where the results would replace one another, or a file that is read.
void require_own_files(const Options& options) {
  const BenchOptions& bench = options.bench;
  std::vector<std::string> read = options.operands;
  read.insert(read.end(), {bench.read, bench.compare});
  require_replaceable("--json", bench.json, read);
  require_replaceable("--html", bench.html, read);
  const std::optional<FileIdentity> json = identity_of(bench.json);
  if (json && json == identity_of(bench.html)) fail_usage("--json and --html name the same file");
}

}  // namespace

ExitCode bench_command(const Options& options, const Reporter& reporter) {
  require_own_files(options);
  if (options.list) {
    list_cells(options, chosen_cells(options));
    return ExitCode::ok;
  }
  require_device(options);
  // Before measuring: a file that cannot be read or written should not cost minutes.
  std::optional<Results> old;
  if (!options.bench.compare.empty()) old = read_results(options.bench.compare);
  std::optional<OutputFile> json, page;
  if (!options.bench.json.empty()) json.emplace(options.bench.json, options.durability);
  if (!options.bench.html.empty()) page.emplace(options.bench.html, options.durability);
  std::optional<Failure> interruption;
  Results results =
      options.bench.read.empty() ? measured(options, reporter, interruption) : read_again(options, reporter);
  if (results.command.empty()) results.command = options.bench.command;
  if (json) json->write(to_json(results)), json->commit();
  if (page) page->write(to_page(results)), page->commit();
  if (prints_table(options)) {
    StandardOutput out;
    out.print(summary_lines(results));
    if (old) out.print(comparison_lines(results, *old));
    out.flush();
  }
  if (interruption) throw std::move(*interruption);
  const bool is_wrong = std::any_of(results.cells.begin(), results.cells.end(),
                                    [](const CellResult& cell) { return cell.error == kWrong; });
  return is_wrong ? ExitCode::comparison_failed : ExitCode::ok;
}

}  // namespace dmlrun::cli
