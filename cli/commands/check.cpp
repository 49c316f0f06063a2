// dmlrun check PATH...: every spec with expected values on every back end, every rejection refused as it says.
#include <algorithm>
#include <utility>

#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/files.h"
#include "cli/job.h"
#include "cli/json_text.h"
#include "cli/option_values.h"
#include "engine/tensor/compare.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

bool below_rejected(const std::string& path) {
  return path.starts_with("rejected/") || path.find("/rejected/") != std::string::npos;
}

/// "3 of 24 values differ ...; first at [0, 1]: expected 1, found 2".
std::string one_line(const Comparison& comparison) {
  std::string report = describe(comparison);
  std::string text = report.substr(0, report.find('\n'));
  if (comparison.first.empty()) return text;
  const Difference& d = comparison.first.front();
  return text + "; first at " + json_array(d.coordinates, [](std::uint32_t c) { return std::to_string(c); }) +
         ": expected " + d.expected + ", found " + d.found;
}

/// What a rejection file says of its refusal.
struct Rejection {
  std::string code, pointer, rule;
  [[nodiscard]] std::string text() const {
    return code + " at " + in_quotes(pointer) + (rule.empty() ? " without a rule" : " by " + rule);
  }
  friend bool operator==(const Rejection&, const Rejection&) = default;
};

class Check {
 public:
  Check(const Options& options, const Reporter& reporter) : options_(options), reporter_(reporter) {
    if (options.backend.empty() || options.backend == "all")
      backends_ = available_backends();
    else
      backends_.push_back(options.backend);
  }

  ExitCode execute() {
    std::vector<std::string> files;
    for (const std::string& path : options_.operands) {
      if (!is_folder(path)) {
        files.push_back(path);
        continue;
      }
      std::vector<std::string> below = files_below(path, ".json");
      files.insert(files.end(), below.begin(), below.end());
    }
    for (std::size_t i = 0; i < files.size(); ++i) {
      progress_.show(i, files.size(), files[i]);
      check_file(files[i]);
    }
    progress_.clear();
    if (passed_ + failed_ == 0)
      fail_usage("nothing to check: none of " + std::to_string(files.size()) +
                 " .json files has expected values or a rejection");
    if (reporter_.format() == Format::json) {
      JsonObject object;
      object.add("passed", passed_).add("failed", failed_).add("skipped", skipped_);
      object.add_raw("failures", json_array(failures_, [](const std::string& f) { return f; }));
      out_.print(object.text() + "\n");
    } else {
      out_.print(std::to_string(passed_) + " passed, " + std::to_string(failed_) + " failed\n");
    }
    out_.flush();
    return failed_ == 0 ? ExitCode::ok : ExitCode::comparison_failed;
  }

 private:
  void check_file(const std::string& path) {
    try {
      Result<text::Document> document =
          text::Document::parse(read_text(path, options_.validation.limits.document_bytes), options_.validation.limits);
      if (!document) return failed(path, "", document.error().to_string());
      text::Value root = document->root();
      bool is_object = root.is(text::Kind::object);
      text::Value rejection = is_object ? root.find("rejection") : text::Value();
      if (rejection) return check_rejection(path, root, rejection);
      if (below_rejected(path)) return failed(path, "", "a file below 'rejected' needs \"rejection\"");
      if (!is_object || !root.find("expected")) return skipped(path, "no expected values");
      if (!root.find("expected").is(text::Kind::object) || root.find("expected").size() == 0)
        return failed(path, "", "\"expected\" holds no values: nothing would be compared");
      check_example(path, root);
    } catch (const Failure& failure) {
      if (category(failure.error.code) == ErrorCategory::interrupted) throw;
      // A path that the user typed is his mistake; one that was found is a test.
      if (std::find(options_.operands.begin(), options_.operands.end(), path) != options_.operands.end() &&
          failure.exit == ExitCode::file && failure.file == path)
        throw;
      failed(path, "", failure.file == path ? failure.error.to_string() : sentence(failure));
    }
  }

  static std::string member(text::Value object, std::string_view key) {
    text::Value value = object.is(text::Kind::object) ? object.find(key) : text::Value();
    return value && value.is(text::Kind::string) ? std::string(value.string()) : std::string();
  }

  /// The options for one file: a rejection or the root may name a feature level, a rejection may ask for --strict.
  [[nodiscard]] Options options_for(const std::string& level, text::Value strict) const {
    Options options = options_;
    if (!level.empty()) options.validation.level = read_feature_level(level);
    if (strict && strict.is(text::Kind::boolean)) options.strict = strict.boolean();
    return options;
  }

  void check_rejection(const std::string& path, text::Value root, text::Value rejection) {
    Rejection expected{member(rejection, "code"), member(rejection, "pointer"), member(rejection, "rule")};
    if (expected.code.empty()) return failed(path, "", "\"rejection\" needs \"code\", \"pointer\" and \"rule\"");
    std::string level = member(rejection, "level");
    if (level.empty()) level = member(root, "featureLevel");
    Options options = options_for(level, rejection.find("strict"));
    try {
      Job job(options, path, nullptr);
      Operator op = job.complete_for_description();
    } catch (const Failure& failure) {
      Rejection found{std::string(name(failure.error.code)), failure.error.where, failure.error.rule};
      if (failure.exit != ExitCode::refused) throw;
      if (found == expected) return passed(path, "");
      return failed(path, "", "refused with " + found.text() + "; " + expected.text() + " was expected");
    }
    failed(path, "", "was accepted; " + expected.text() + " was expected");
  }

  void check_example(const std::string& path, text::Value root) {
    Options options = options_for(member(root, "featureLevel"), {});
    Job job(options, path, nullptr);
    Operator op = job.complete();
    Inputs inputs(job.load_inputs(op));
    std::vector<std::optional<Expectation>> expected = job.load_expected(op);
    std::string reason;
    std::size_t ran = 0;
    for (std::string_view backend : backends_) {
      std::optional<Kernel> kernel = compile_unless_declined(op, compile_options(options_, backend), reason);
      if (!kernel) {
        skipped(path + " [" + std::string(backend) + "]", reason);
        continue;
      }
      ++ran;
      check_backend(path, job, op, inputs, expected, *kernel, backend);
    }
    if (ran == 0) failed(path, "", "no back end takes it: " + reason);
  }

  void check_backend(const std::string& path, const Job& job, const Operator& op, const Inputs& inputs,
                     const std::vector<std::optional<Expectation>>& expected, const Kernel& kernel,
                     std::string_view backend) {
    std::size_t compared = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (!expected[i]) continue;
      ++compared;
      const TensorSlot& slot = op.outputs()[i];
      Buffer found = produce_whole(kernel, op, inputs, i);
      Comparison comparison = compare(slot.desc.type, slot.desc.sizes, expected[i]->values.bytes(), found.bytes(),
                                      job.tolerance(), expected[i]->any_nan);
      if (!comparison.equal()) return failed(path, backend, shown_name(slot) + ": " + one_line(comparison));
    }
    if (compared == 0) return failed(path, backend, "nothing was compared");
    passed(path, backend);
  }

  static std::string label(const std::string& path, std::string_view backend) {
    return shown_path(path) + (backend.empty() ? "" : " [" + std::string(backend) + "]");
  }

  void line(const std::string& text) {
    if (reporter_.format() == Format::json) return;
    progress_.clear();
    out_.print(text + "\n");
  }

  void passed(const std::string& path, std::string_view backend) {
    ++passed_;
    if (options_.verbose) line("passed " + label(path, backend));
  }

  void failed(const std::string& path, std::string_view backend, const std::string& why) {
    ++failed_;
    std::string shown = text::printable(why, 4096);
    line("FAILED " + label(path, backend) + ": " + shown);
    JsonObject object;
    failures_.push_back(object.add("file", path).add("backend", backend).add("message", shown).text());
  }

  void skipped(const std::string& path, const std::string& why) {
    ++skipped_;
    if (options_.verbose) line("skipped " + label(path, "") + ": " + text::printable(why, 4096));
  }

  const Options& options_;
  const Reporter& reporter_;
  StandardOutput out_;
  Progress progress_;
  std::vector<std::string_view> backends_;
  std::vector<std::string> failures_;
  std::uint64_t passed_ = 0, failed_ = 0, skipped_ = 0;
};

}  // namespace

ExitCode check(const Options& options, const Reporter& reporter) { return Check(options, reporter).execute(); }

}  // namespace dmlrun::cli
