// dmlrun check PATH...: every spec with expected values on every back end, every rejection refused as it says.
#include <algorithm>
#include <utility>

#include "cli/bound_spec.h"
#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/files/files.h"
#include "cli/model/model_check.h"
#include "cli/model/model_list.h"
#include "cli/options/option_values.h"
#include "cli/report/output_text.h"
#include "cli/report/rejection.h"
#include "cli/report/verdicts.h"
#include "engine/model/model.h"
#include "engine/tensor/compare.h"
#include "engine/text/document.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {
namespace {

bool below_rejected(const std::string& path) {
  return path.starts_with("rejected/") || path.find("/rejected/") != std::string::npos;
}

class Check {
 public:
  Check(const Options& options, const Reporter& reporter)
      : options_(options), verdicts_(reporter.format(), options.verbose) {
    if (options.backend == "all") backends_ = available_backends(options);
    else backends_.push_back(options.backend);
  }

  ExitCode execute() {
    std::vector<std::string> files;
    for (const std::string& path : options_.operands) require_there(path);
    for (const std::string& path : options_.operands) {
      if (!is_folder(path)) {
        files.push_back(path);
        continue;
      }
      std::vector<std::string> below = files_below(path, ".json");
      files.insert(files.end(), below.begin(), below.end());
    }
    if (options_.list) return list_models(options_, files);
    for (std::size_t i = 0; i < files.size(); ++i) {
      verdicts_.show_progress(i, files.size(), files[i]);
      check_file(files[i]);
    }
    if (verdicts_.is_empty())
      fail_usage("nothing to check: none of " + std::to_string(files.size()) +
                 " .json files has expected values or a rejection");
    return verdicts_.finish();
  }

 private:
  /// A path that the user mistyped is told before anything runs, not counted among the models that fail.
  static void require_there(const std::string& path) {
    if (path != "-" && !exists(path)) (void)InputFile(path);  // which fails, and names a near one
  }

  /// A spec without expected values is no example, unless those stand under a misspelt key.
  void check_without_values(const std::string& path, text::Value root) {
    constexpr std::string_view kKeys[] = {"expected", "rejection"};
    for (const text::Value member : root)
      if (const std::string_view near = text::nearest(member.key(), kKeys); !near.empty())
        return verdicts_.failed(
            path, "", in_quotes(member.key()) + " is not a known field; did you mean " + std::string(near) + "?");
    verdicts_.skipped(path, "", "no expected values");
  }

  void check_file(const std::string& path) {
    try {
      text::Document document = read_document(path, options_.validation.limits);
      text::Value root = document.root();
      bool is_object = root.is(text::Kind::object);
      text::Value rejection = is_object ? root.find("rejection") : text::Value();
      if (rejection) return check_rejection(path, std::move(document), rejection);
      if (below_rejected(path)) return verdicts_.failed(path, "", "a file below 'rejected' needs \"rejection\"");
      if (model::is_model(root)) {
        const Options options = options_for(string_member(root, "featureLevel"), {});
        return check_model(options, path, std::move(document), backends_, verdicts_);
      }
      if (!is_object || !(root.find("type") || root.find("desc") || root.find("Desc")))
        return verdicts_.skipped(path, "", "neither a spec nor a model");
      if (!root.find("expected")) return check_without_values(path, root);
      if (!root.find("expected").is(text::Kind::object) || root.find("expected").size() == 0)
        return verdicts_.failed(path, "", "\"expected\" holds no values: nothing would be compared");
      check_example(path, root);
    } catch (const Failure& failure) {
      if (category(failure.error.code) == ErrorCategory::interrupted) throw;
      // A path that the user typed is his mistake; one that was found is a test.
      if (std::find(options_.operands.begin(), options_.operands.end(), path) != options_.operands.end() &&
          failure.exit == ExitCode::file && failure.file == path && failure.error.where.empty())
        throw;
      verdicts_.failed(path, "", failure.file == path ? sentence(failure.error) : sentence(failure));
    }
  }

  /// The options for one file: a rejection or the root may name a feature level, a rejection may ask for --strict.
  [[nodiscard]] Options options_for(const std::string& level, text::Value strict) const {
    Options options = options_;
    if (!level.empty()) options.validation.level = read_feature_level(level);
    if (strict && strict.is(text::Kind::boolean)) options.strict = strict.boolean();
    return options;
  }

  void check_rejection(const std::string& path, text::Document document, text::Value rejection) {
    const text::Value root = document.root();
    const Rejection expected = Rejection::read(rejection);
    if (expected.code.empty()) return verdicts_.failed(path, "", "\"rejection\" needs \"code\"");
    std::string level = string_member(rejection, "level");
    if (level.empty()) level = string_member(root, "featureLevel");
    Options options = options_for(level, rejection.find("strict"));
    if (model::is_model(root)) return check_model_rejection(options, path, std::move(document), expected, verdicts_);
    try {
      BoundSpec bound(options, path, nullptr);
      Operator op = bound.complete_for_description();
    } catch (const Failure& failure) {
      const Rejection found = Rejection::of(failure);
      if (failure.exit != ExitCode::refused) throw;
      if (expected.is_met_by(found)) return verdicts_.passed(path, "");
      return verdicts_.failed(path, "", "refused with " + found.text() + "; " + expected.text() + " was expected");
    }
    verdicts_.failed(path, "", "was accepted; " + expected.text() + " was expected");
  }

  void check_example(const std::string& path, text::Value root) {
    Options options = options_for(string_member(root, "featureLevel"), {});
    BoundSpec bound(options, path, nullptr);
    Operator op = bound.complete();
    auto [buffers, expected] = bound.load(op);
    Inputs inputs(std::move(buffers));
    std::string reason;
    std::size_t ran = 0;
    for (std::string_view backend : backends_) {
      std::optional<Kernel> kernel = compile_unless_declined(op, compile_options(options_, backend), reason);
      if (!kernel) {
        verdicts_.skipped(path, backend, reason);
        continue;
      }
      ++ran;
      check_backend(path, bound, op, inputs, expected, *kernel, backend);
    }
    if (ran == 0) verdicts_.failed(path, "", "no back end takes it: " + reason);
  }

  void check_backend(const std::string& path, const BoundSpec& bound, const Operator& op, const Inputs& inputs,
                     const std::vector<std::optional<Expectation>>& expected, const Kernel& kernel,
                     std::string_view backend) {
    std::size_t compared = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (!expected[i]) continue;
      ++compared;
      const TensorSlot& slot = op.outputs()[i];
      Buffer found = produce_whole(kernel, op, inputs, i);
      Comparison comparison = compare(slot.desc.type, slot.desc.sizes, expected[i]->values.bytes(), found.bytes(),
                                      bound.tolerance().for_output(slot.computed), expected[i]->any_nan);
      if (!comparison.equal()) return verdicts_.failed(path, backend, shown_name(slot) + ": " + one_line(comparison));
    }
    if (compared == 0) return verdicts_.failed(path, backend, "nothing was compared");
    verdicts_.passed(path, backend);
  }

  const Options& options_;
  Verdicts verdicts_;
  std::vector<std::string_view> backends_;
};

}  // namespace

ExitCode check_command(const Options& given, const Reporter& reporter) {
  Options options = given;
  if (options.backend.empty()) options.backend = "all";
  require_device(options);
  return Check(options, reporter).execute();
}

}  // namespace dmlrun::cli
