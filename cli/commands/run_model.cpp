// dmlrun MODEL.json: the commands of a DxDispatch model in their order.
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <ctime>
#include <utility>

#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/json_text.h"
#include "cli/model/model_comparison.h"
#include "cli/model/model_file.h"
#include "cli/model/model_text.h"
#include "cli/model/session.h"
#include "cli/model/written_file.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

void sleep_until(Clock::time_point when) {
  for (;;) {
    check_interrupted();
    const Milliseconds left = when - Clock::now();
    if (left.count() <= 0) return;
    timespec time{};
    time.tv_sec = static_cast<std::time_t>(left.count() / 1000);
    time.tv_nsec = static_cast<long>((left.count() - static_cast<double>(time.tv_sec) * 1000) * 1e6);
    nanosleep(&time, nullptr);
  }
}

class ModelRun {
 public:
  ModelRun(const Options& options, text::Document document, const Reporter& reporter)
      : options_(options),
        reporter_(reporter),
        file_(options, options.operands.front(), std::move(document), &reporter),
        text_(out_, options.format, options.dxdispatch.verbosity) {}

  ExitCode execute() {
    file_.load(&reporter_);
    const model::Model& model = file_.model();
    for (const model::Command& command : model.commands)
      if (command.kind == model::Command::Kind::write_file && command.skipped.empty())
        require_writable(file_.target(command));
    const bool all = options_.backend == "all";
    CompileOptions how;
    if (!all && !options_.backend.empty()) how.backend = options_.backend;
    session_.emplace(file_, file_.take_buffers(), how);
    if (all) others_.emplace(file_, *session_);
    text_.running_on(session_->backend_names());
    for (std::size_t i = 0; i < model.dispatchables.size(); ++i)
      text_.compiled(model.dispatchables[i], session_->compile_ms(i));
    report_skipped();
    for (std::size_t i = 0; i < model.commands.size(); ++i) run_command(i);
    text_.end(comparisons_);
    out_.flush();
    return differ_ ? ExitCode::comparison_failed : ExitCode::ok;
  }

 private:
  void report_skipped() const {
    for (const model::Dispatchable& dispatchable : file_.model().dispatchables)
      if (!dispatchable.op)
        reporter_.note("skipped dispatchable " + in_quotes(dispatchable.name) + ": it is " + dispatchable.unsupported);
    for (const model::Command& command : file_.model().commands)
      if (!command.skipped.empty())
        reporter_.note("skipped command " + std::to_string(command.index) + ": " + command.skipped);
  }

  void run_command(std::size_t index) {
    const model::Command& command = file_.model().commands[index];
    if (!command.skipped.empty()) return;
    check_interrupted();
    if (options_.dxdispatch.print_commands) text_.start_command(command);
    switch (command.kind) {
      case model::Command::Kind::dispatch:
        dispatch(index, command);
        break;
      case model::Command::Kind::print:
        print(index, command);
        break;
      case model::Command::Kind::write_file:
        write(command);
        break;
    }
    if (options_.dxdispatch.print_commands) text_.end_command(command);
  }

  void dispatch(std::size_t index, const model::Command& command) {
    const DxDispatchOptions& o = options_.dxdispatch;
    Samples samples(o.warmup);
    const Clock::time_point begin = Clock::now();
    Clock::time_point start = begin, end = begin;
    for (;;) {
      for (std::uint32_t i = 0; i < o.repeat; ++i) session_->dispatch(index);
      end = Clock::now();
      samples.add(Milliseconds(end - start).count() / o.repeat);
      const bool enough = o.milliseconds ? Milliseconds(end - begin).count() >= *o.milliseconds
                                         : samples.count() >= o.iterations;
      if (enough) break;
      check_interrupted();
      if (o.interval_ms != 0) sleep_until(start + std::chrono::milliseconds(o.interval_ms));
      start = o.interval_ms != 0 ? Clock::now() : end;
    }
    text_.dispatched(file_.model().dispatchables[command.dispatchable].name, samples);
    constexpr double kLong = 10;  // milliseconds after which somebody may be waiting for the line
    if (Milliseconds(end - begin).count() > kLong) out_.flush();
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
    write_resource(command, file_.content(command.resource), session_->resource(command.resource), path,
                   options_.durability);
    text_.written(file_.model().resources[command.resource].name, path);
  }

  void judge(ModelComparison comparison) {
    comparisons_.push_back(comparison.json());
    if (comparison.result.equal()) return;
    differ_ = true;
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
  bool differ_ = false;
};

}  // namespace

ExitCode run_model(const Options& options, text::Document document, const Reporter& reporter) {
  return ModelRun(options, std::move(document), reporter).execute();
}

}  // namespace dmlrun::cli
