// dmlrun SPEC.json: run one operator, write or print its outputs, compare them with what is expected.
#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "cli/bound_spec.h"
#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/files/files.h"
#include "cli/operator_words.h"
#include "cli/options/one_liner.h"
#include "cli/options/option_values.h"
#include "cli/report/json_text.h"
#include "cli/report/output_text.h"
#include "engine/model/model.h"
#include "engine/tensor/compare.h"
#include "engine/tensor/npy.h"

namespace dmlrun::cli {
namespace {

/// One back end, or with --backend all every one that works here and takes the operator.
std::vector<Kernel> compile_kernels(const Operator& op, const Options& options, const std::string& spec_path) {
  std::vector<Kernel> kernels;
  if (options.backend != "all") {
    kernels.push_back(take(compile(op, compile_options(options, options.backend)), spec_path));
    return kernels;
  }
  std::string reason;
  for (std::string_view name : available_backends(options))
    if (std::optional<Kernel> kernel = compile_unless_declined(op, compile_options(options, name), reason))
      kernels.push_back(std::move(*kernel));
  if (kernels.empty()) fail(ErrorCode::backend_unavailable, "no back end takes this operator: " + reason, spec_path);
  return kernels;
}

class Run {
 public:
  Run(const Options& options, text::Document document, const Reporter& reporter)
      : options_(options),
        reporter_(reporter),
        bound_(options, options.operands.front(), std::move(document), &reporter) {}

  /// Writes or prints each output in turn, and compares it with other back ends' and with what is expected.
  ExitCode execute() {
    Operator op = bound_.complete();
    for (const std::string& words : rounded_fields(options_, op)) reporter_.note(words);
    auto [buffers, expected] = bound_.load(op);
    if (std::none_of(expected.begin(), expected.end(), [](const auto& one) { return one.has_value(); }))
      refuse_given(options_, kTolerances,
                   "comparisons; without --expect, or \"expected\" in a spec, nothing is compared");
    Inputs inputs(std::move(buffers));
    std::vector<Kernel> kernels = compile_kernels(op, options_, bound_.path());
    std::vector<std::string> destinations = bound_.destinations(op);
    std::vector<std::optional<OutputFile>> files(destinations.size());
    // Before computing: a folder that is missing should not cost a run.
    for (std::size_t i = 0; i < files.size(); ++i)
      if (!destinations[i].empty()) {
        require_replaceable("--out", destinations[i], bound_.files_kept());
        files[i].emplace(destinations[i], options_.durability);
      }
    OutputText text(out_, options_.format, op, kernels.front().backend());
    for (std::size_t i = 0; i < files.size(); ++i) {
      bool whole = kernels.size() > 1 || expected[i].has_value();
      auto source = [&](const Consumer& consumer) { produce(kernels.front(), op, inputs, i, consumer); };
      if (!whole) {
        emit(op.outputs()[i], files[i], destinations[i], text, source);
        continue;
      }
      Buffer values = produce_whole(kernels.front(), op, inputs, i);
      emit(op.outputs()[i], files[i], destinations[i], text,
           [&](const Consumer& consumer) { consumer(values.bytes()); });
      compare_backends(op, inputs, i, kernels, values);
      if (expected[i]) compare_expected(op.outputs()[i], *expected[i], values);
    }
    text.end(comparisons_);
    out_.flush();
    for (const std::string& note : notes_) reporter_.note(note);
    for (std::optional<OutputFile>& file : files)
      if (file) file->commit();
    if (options_.backend == "all" && options_.format == Format::text) tell_agreement(kernels);
    if (bound_.drops_expected())
      reporter_.note("given inputs replace those of the spec: its expected values were not compared");
    return differ_ ? ExitCode::comparison_failed : ExitCode::ok;
  }

 private:
  template <class Source>
  void emit(const TensorSlot& slot, std::optional<OutputFile>& file, const std::string& destination, OutputText& text,
            const Source& source) {
    if (!file) {
      text.begin_values(slot);
      source([&](std::span<const std::byte> bytes) { text.values(slot.desc.type, bytes); });
      text.end_values();
      return;
    }
    text.file(slot, destination);
    const std::size_t rank = bound_.is_number(slot.desc) ? 0 : slot.desc.sizes.size();
    file->write(npy_header(slot.desc.type, {slot.desc.sizes.begin(), rank}));
    source([&](std::span<const std::byte> bytes) { file->write(bytes); });
  }

  void compare_backends(const Operator& op, const Inputs& inputs, std::size_t index, const std::vector<Kernel>& kernels,
                        const Buffer& values) {
    const TensorSlot& slot = op.outputs()[index];
    for (std::size_t k = 1; k < kernels.size(); ++k) {
      Buffer other = produce_whole(kernels[k], op, inputs, index);
      Comparison comparison = compare(slot.desc.type, slot.desc.sizes, values.bytes(), other.bytes(),
                                      Tolerance{}.for_output(slot.computed));
      if (!comparison.equal()) deviating_.emplace(kernels[k].backend());
      judge(slot, comparison, std::string(kernels.front().backend()), std::string(kernels[k].backend()));
    }
  }

  void compare_expected(const TensorSlot& slot, const Expectation& expected, const Buffer& values) {
    Comparison comparison = compare(slot.desc.type, slot.desc.sizes, expected.values.bytes(), values.bytes(),
                                    bound_.tolerance().for_output(slot.computed), expected.any_nan);
    judge(slot, comparison, "expected", "");
    if (!comparison.equal() || expected.file.empty() || options_.format == Format::json) return;
    out_.flush();
    reporter_.note(shown_name(slot) + " is as expected in " + shown_path(expected.file) + ": " + describe(comparison));
  }

  /// `against` is "expected" or the back end whose values count as expected.
  void judge(const TensorSlot& slot, const Comparison& comparison, const std::string& against,
             const std::string& backend) {
    JsonObject object;
    object.add("tensor", shown_name(slot)).add("against", against);
    if (!backend.empty()) object.add("backend", backend);
    comparisons_.push_back(object.add_raw("result", comparison_json(comparison)).text());
    if (comparison.equal()) return;
    differ_ = true;
    const std::string note = backend.empty() ? shown_name(slot) + " is not as expected"
                                             : "back ends differ in " + shown_name(slot) + ": " + against +
                                                   " counts as expected, " + backend + " as found";
    if (options_.format == Format::json) return notes_.push_back(note);
    out_.flush();
    reporter_.note(note);
    reporter_.detail(describe(comparison));
  }

  /// How many agreed, for people: JSON has each comparison.
  void tell_agreement(const std::vector<Kernel>& kernels) {
    const std::string all = std::to_string(kernels.size());
    if (kernels.size() == 1)
      reporter_.note("of the back ends only " + std::string(kernels.front().backend()) +
                     " takes this: nothing was compared");
    else if (deviating_.empty()) reporter_.note("all " + all + " back ends agree");
    else
      reporter_.note(std::to_string(kernels.size() - deviating_.size()) + " of " + all + " back ends agree with " +
                     std::string(kernels.front().backend()));
  }

  const Options& options_;
  const Reporter& reporter_;
  StandardOutput out_;
  BoundSpec bound_;
  std::vector<std::string> comparisons_;
  std::vector<std::string> notes_;                ///< for after the JSON, which is one line
  std::set<std::string, std::less<>> deviating_;  ///< back ends
  bool differ_ = false;
};

}  // namespace

namespace {

/// Where the file lies: as given or else, as DxDispatch looks for its models, below --input_path.
std::string located(const std::string& given, const std::optional<std::string>& input_path) {
  if (!input_path || given.starts_with('/') || given == "-" || exists(given)) return given;
  std::string below = *input_path + (input_path->ends_with('/') ? "" : "/") + given;
  return exists(below) ? below : given;
}

}  // namespace

ExitCode run_command(const Options& given, const Reporter& reporter) {
  for (const std::string& note : given.notes) reporter.note(note);
  if (given.operands.empty()) return show_environment(given);
  require_device(given);
  Options options = given;
  if (given.spec_text.empty()) {
    options.operands.front() = located(given.operands.front(), given.dxdispatch.input_path);
    refuse_unknown_word(options.command, options.operands.front());
  }
  text::Document document = spec_document(options, options.operands.front());
  if (model::is_model(document.root())) {
    refuse_options_of_specs(options);
    if (!options.out.empty()) reporter.note("-o (--pix_capture_name) has no effect on a model: nothing is captured");
    return run_model(options, std::move(document), reporter);
  }
  refuse_options_of_models(options);
  return Run(options, std::move(document), reporter).execute();
}

}  // namespace dmlrun::cli
