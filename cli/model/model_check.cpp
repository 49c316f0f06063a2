#include "cli/model/model_check.h"

#include <optional>
#include <utility>

#include "cli/interrupt.h"
#include "cli/model/model_comparison.h"
#include "cli/model/model_file.h"
#include "cli/model/session.h"
#include "cli/report/output_text.h"

namespace dmlrun::cli {
namespace {

/// The first difference, on one line; "" when every expected value was met.
std::string first_difference(const ModelFile& file, const Session& session) {
  const std::vector<model::Command>& commands = file.model().commands;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    check_interrupted();
    if (!commands[i].skipped.empty() || commands[i].kind == model::Command::Kind::write_file) continue;
    std::vector<ModelComparison> comparisons;
    if (commands[i].kind == model::Command::Kind::dispatch) {
      session.dispatch(i);
      comparisons = compare_dispatch(file, session, i);
    } else if (auto comparison = compare_print(file, session, i)) {
      comparisons.push_back(std::move(*comparison));
    }
    for (const ModelComparison& comparison : comparisons)
      if (!comparison.result.equal()) return comparison.sentence() + ": " + one_line(comparison.result);
  }
  return {};
}

/// The model on one back end; nothing, with the reason, where that declines one of its dispatchables.
std::optional<Session> open_session(const ModelFile& file, const CompileOptions& how, std::string& reason) {
  try {
    return std::optional<Session>(std::in_place, file, file.initial_buffers(), how);
  } catch (const Failure& failure) {
    if (failure.exit != ExitCode::backend) throw;
    reason = failure.error.to_string();
    return std::nullopt;
  }
}

}  // namespace

void check_model(const Options& options, const std::string& path, text::Document document,
                 const std::vector<std::string_view>& backends, Verdicts& verdicts) {
  ModelFile file(options, path, std::move(document), nullptr);
  if (!file.has_expected()) return verdicts.skipped(path, "", "no expected values");
  file.load(nullptr);
  std::string reason;
  std::size_t ran = 0;
  for (std::string_view backend : backends) {
    const std::optional<Session> session = open_session(file, compile_options(options, backend), reason);
    if (!session) {
      verdicts.skipped(path, backend, reason);
      continue;
    }
    ++ran;
    const std::string difference = first_difference(file, *session);
    if (difference.empty()) verdicts.passed(path, backend);
    else verdicts.failed(path, backend, difference);
  }
  if (ran == 0) verdicts.failed(path, "", "no back end takes it: " + reason);
}

void check_model_rejection(const Options& options, const std::string& path, text::Document document,
                           const Rejection& expected, Verdicts& verdicts) {
  try {
    ModelFile file(options, path, std::move(document), nullptr);
    file.load(nullptr);
  } catch (const Failure& failure) {
    const Rejection found = Rejection::of(failure);
    if (category(failure.error.code) == ErrorCategory::interrupted) throw;
    if (expected.is_met_by(found)) return verdicts.passed(path, "");
    return verdicts.failed(path, "", "refused with " + found.text() + "; " + expected.text() + " was expected");
  }
  verdicts.failed(path, "", "was accepted; " + expected.text() + " was expected");
}

}  // namespace dmlrun::cli
