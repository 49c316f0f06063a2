// dmlrun MODEL.json: the commands of a DxDispatch model in their order.
#include <algorithm>
#include <utility>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/files/files.h"
#include "cli/interrupt.h"
#include "cli/model/model_comparison.h"
#include "cli/model/model_file.h"
#include "cli/model/model_text.h"
#include "cli/model/sampling.h"
#include "cli/model/session.h"
#include "cli/model/targets.h"
#include "cli/model/written_file.h"
#include "cli/options/option_values.h"
#include "cli/report/json_text.h"
#include "engine/text/counted.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

class ModelRun {
 public:
  ModelRun(const Options& options, text::Document document, const Reporter& reporter)
      : options_(options),
        reporter_(reporter),
        file_(options, options.operands.front(), std::move(document), &reporter),
        text_(out_, options.format, options.dxdispatch.verbosity) {}

  ExitCode execute() {
    refuse_useless_tolerances();
    file_.load(&reporter_);
    require_targets(file_);
    const model::Model& model = file_.model();
    const bool all = options_.backend == "all";
    session_.emplace(file_, file_.take_buffers(), compile_options(options_, all ? "" : options_.backend));
    if (all) others_.emplace(options_, file_, *session_);
    if (options_.format == Format::text) out_.print(environment_lines(options_));  // goes out with the next line
    text_.running_on(session_->state().backend_names());
    for (std::size_t i = 0; i < model.dispatchables.size(); ++i)
      text_.compiled(model.dispatchables[i], session_->compile_ms(i));
    report_skipped();
    run_commands();
    if (others_ && options_.format == Format::text)
      reporter_.note(text::counted(comparisons_.size(), "result") + " compared, " + std::to_string(differing_) +
                     (differing_ == 1 ? " differs" : " differ"));
    if (options_.skip_unsupported && !report_ran()) return ExitCode::refused;
    return differing_ > 0 ? ExitCode::comparison_failed : ExitCode::ok;
  }

 private:
  void refuse_useless_tolerances() const {
    const std::vector<model::Command>& commands = file_.model().commands;
    if (std::all_of(commands.begin(), commands.end(), [](const auto& command) { return command.expected.empty(); }))
      refuse_given(options_, kTolerances,
                   "comparisons; without \"expected\" in a model's command, nothing is compared with it");
  }

  void report_skipped() const {
    for (const model::Dispatchable& dispatchable : file_.model().dispatchables)
      if (!dispatchable.op)
        reporter_.note("skipped dispatchable " + in_quotes(dispatchable.name) + ": it is " + dispatchable.unsupported);
    for (const model::Command& command : file_.model().commands)
      if (!command.skipped.empty())
        reporter_.note("skipped command " + std::to_string(command.index) + ": " + command.skipped);
  }

  /// False where the model has dispatches and none of them ran.
  [[nodiscard]] bool report_ran() const {
    std::size_t all = 0, ran = 0;
    for (const model::Command& command : file_.model().commands) {
      if (command.kind != model::Command::Kind::dispatch) continue;
      ++all;
      ran += command.skipped.empty() ? 1 : 0;
    }
    reporter_.note(std::to_string(ran) + " of " + std::to_string(all) + " dispatches ran");
    return ran > 0 || all == 0;
  }

  /// What fails on the way still leaves whole lines, or a whole JSON object, on standard output.
  void run_commands() {
    try {
      for (std::size_t i = 0; i < file_.model().commands.size(); ++i) run_command(i);
    } catch (const Failure&) {
      end_after_failure();
      throw;
    }
    end();
  }

  void end() {
    text_.end(comparisons_);
    out_.flush();
    for (const std::string& note : notes_) reporter_.note(note);
  }

  void end_after_failure() noexcept {
    try {
      end();
    } catch (...) {  // a standard output that cannot be written may be what failed
    }
  }

  void run_command(std::size_t index) {
    const model::Command& command = file_.model().commands[index];
    if (!command.skipped.empty()) return;
    check_interrupted();
    if (!options_.dxdispatch.print_commands) return execute(index, command);
    text_.start_command(command);
    try {
      execute(index, command);
    } catch (const Failure& failure) {
      end_failed(command, failure);
      throw;
    }
    text_.end_command(command);
  }

  void end_failed(const model::Command& command, const Failure& failure) noexcept {
    try {
      text_.end_command(command, failure.error.message.empty() ? failure.error.to_string() : failure.error.message);
    } catch (...) {  // a standard output that cannot be written may be what failed
    }
  }

  void execute(std::size_t index, const model::Command& command) {
    switch (command.kind) {
      case model::Command::Kind::dispatch: dispatch(index, command); break;
      case model::Command::Kind::print: print(index, command); break;
      case model::Command::Kind::write_file: write(command); break;
    }
  }

  void dispatch(std::size_t index, const model::Command& command) {
    const Samples samples = sample_dispatch(*session_, index, options_.dxdispatch);
    text_.dispatched(file_.model().dispatchables[command.dispatchable].name, samples);
    if (others_) others_->compare_with(index, [this](ModelComparison c) { judge(std::move(c)); });
    for (ModelComparison& comparison : compare_dispatch(file_, *session_, index)) judge(std::move(comparison));
  }

  void print(std::size_t index, const model::Command& command) {
    text_.printed(file_.model().resources[command.resource].name, file_.content(command.resource).type,
                  session_->printed(command.resource), command.verbose);
    if (auto comparison = compare_print(file_, *session_, index)) judge(std::move(*comparison));
  }

  void write(const model::Command& command) {
    const std::string path = file_.target(command);
    placed(command.where.find("targetPath"), file_.path(), [&] {
      write_resource(file_.model(), command, file_.content(command.resource), session_->resource(command.resource),
                     path, options_.durability);
    });
    text_.written(file_.model().resources[command.resource].name, path);
  }

  void judge(ModelComparison comparison) {
    comparisons_.push_back(comparison.json());
    if (comparison.result.equal()) return;
    ++differing_;
    if (options_.format == Format::json) return notes_.push_back(comparison.sentence());
    out_.flush();
    reporter_.note(comparison.sentence());
    reporter_.detail(describe(comparison.result));
  }

  const Options& options_;
  const Reporter& reporter_;
  StandardOutput out_;
  ModelFile file_;
  ModelText text_;
  std::optional<Session> session_;
  std::optional<OtherBackends> others_;
  std::vector<std::string> comparisons_;
  std::vector<std::string> notes_;  ///< of JSON, which is one line that nothing interrupts
  std::size_t differing_ = 0;
};

}  // namespace

ExitCode run_model(const Options& options, text::Document document, const Reporter& reporter) {
  return ModelRun(options, std::move(document), reporter).execute();
}

}  // namespace dmlrun::cli
