#include "cli/fuzz/judge.h"

#include <algorithm>
#include <memory>
#include <span>

#include "cli/fuzz/case_folder.h"
#include "cli/fuzz/program.h"
#include "cli/fuzz/result_files.h"
#include "cli/fuzz/scratch.h"
#include "dmlrun/spec.h"
#include "engine/fuzz/differential_run.h"
#include "engine/spec/tensor_names.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

/// What the files of an operator with strides hold, in a line below the finding's; "" where no tensor has Strides.
std::string words_of_strides(const Operator& op) {
  std::string inputs, outputs;
  const auto name_all = [](std::span<const TensorSlot> slots, std::string& names) {
    for (const TensorSlot& slot : slots) {
      if (slot.desc.strides.empty()) continue;
      (names += names.empty() ? "" : ", ") += shown_name(slot) + " " + sizes_json(slot.desc.strides);
    }
  };
  name_all(op.inputs(), inputs);
  name_all(op.outputs(), outputs);
  if (inputs.empty() && outputs.empty()) return {};
  std::string words(kStridesAre);
  words += inputs + (inputs.empty() || outputs.empty() ? "" : ", ") + outputs +
           "; a result's file has the shape Sizes, whatever the strides";
  if (!inputs.empty()) words += ", and an input's has extent 1 on axes of stride 0";
  return words;
}

/// The program is asked in a new folder each time.
class ProgramJudge {
 public:
  explicit ProgramJudge(const FuzzSettings& settings) : settings_(settings), program_(settings.against) {}

  std::optional<Verdict> operator()(const Operator& op, std::uint64_t number, Trial& trial) {
    return judge(op, number, trial, "");
  }

  /// With what it wrote copied to `kept`, unless that is "".
  std::optional<Verdict> judge(const Operator& given, std::uint64_t number, Trial& trial, const std::string& kept) {
    // As the question says it: JSON has one NaN.
    const Operator op = take(parse_spec(take(write_spec(given))));
    const SharedInputs shared = trial.inputs ? trial.inputs : inputs_of_program(settings_, op, number);
    const Inputs& inputs = *shared;
    const OwnFolder folder(settings_.scratch);
    write_question(folder.path(), op, inputs);
    const Answer answer = program_.ask(folder.path(), static_cast<double>(settings_.deadline), settings_.end);
    trial.before = answer.before;
    if (!kept.empty()) keep_results(folder.path(), op, answer.errors, kept);
    if (answer.kind == Answer::Kind::unsupported) {
      trial.passed_over = true;
      trial.why = answer.words.empty() ? "no reason given" + last_words(answer.errors) : answer.words;
      return {};
    }
    if (answer.kind == Answer::Kind::cut) {
      trial.unfinished = true;
      return {};
    }
    ++trial.comparisons;
    Verdict verdict{"the program", {}};
    if (answer.kind != Answer::Kind::ok) verdict.message = answer.words + last_words(answer.errors);
    else verdict.message = compare_results(folder.path(), op, inputs, settings_.tolerance, verdict);
    if (!verdict.message.empty() && answer.kind == Answer::Kind::ok) verdict.message += words_of_strides(op);
    if (verdict.message.empty() && trial.alone) verdict.message = program_.finish();
    if (verdict.message.empty()) return {};
    return verdict;
  }

 private:
  const FuzzSettings& settings_;
  Program program_;
};

/// Kernels are kept for the next case, which mostly has the same operator.
class BackendJudge {
 public:
  explicit BackendJudge(const FuzzSettings& settings) : settings_(settings), all_(settings.variants) {
    all_.insert(all_.end(), settings.slow_variants.begin(), settings.slow_variants.end());
  }

  std::optional<Verdict> operator()(const Operator& op, std::uint64_t number, Trial& trial) {
    if (!run_ || &run_->op().state() != &op.state()) {
      run_.emplace(op, settings_.is_slow(number) ? all_ : settings_.variants);
    }
    fuzz::DifferentialCounts counts;
    const auto finding = run_->judge(settings_.seeds.seed, number, counts);
    trial.comparisons += counts.comparisons;
    if (!finding) return {};
    return Verdict{name_of(finding->variant), finding->words};
  }

 private:
  const FuzzSettings& settings_;
  std::vector<CompileOptions> all_;
  std::optional<fuzz::DifferentialRun> run_;
};

}  // namespace

std::string name_of(const CompileOptions& variant) {
  return std::string(variant.backend) + (variant.isa.empty() ? "" : " with no more than " + std::string(variant.isa));
}

double longest_case(const FuzzSettings& settings, const Operator& op, std::uint64_t number) noexcept {
  if (!settings.against.empty()) return kLongestCase + static_cast<double>(settings.deadline);
  const auto compiles_long = [](const CompileOptions& variant) { return variant.backend.starts_with("halide"); };
  const std::vector<CompileOptions>& variants = settings.variants;
  if (std::any_of(variants.begin(), variants.end(), compiles_long) ||
      (!settings.slow_variants.empty() && settings.is_slow(number)))
    return longest_compiled(op.outputs().size());
  constexpr double kByte = 2e-8;  // for each run of a variant and each look at what it gave, where that is slow
  double bytes = 0;
  for (const std::span<const TensorSlot> slots : {op.inputs(), op.outputs()})
    for (const TensorSlot& slot : slots)
      bytes += 8 * static_cast<double>(element_count(slot.desc)) + static_cast<double>(buffer_bytes(slot.desc));
  return std::max(kLongestSmall, kByte * bytes * static_cast<double>(1 + variants.size()));
}

std::string probe(const FuzzSettings& settings, std::span<const Operator> questions) {
  Program program(settings.against);
  std::string words;
  for (const Operator& op : questions) {
    const OwnFolder folder(settings.scratch);
    write_question(folder.path(), op, case_inputs(op, settings, 0));
    const Answer answer =
        program.ask(folder.path(), static_cast<double>(settings.deadline), std::numeric_limits<double>::infinity());
    const std::string why = why_no_answer(answer);
    if (why.empty()) return {};
    if (words.empty()) words = why;
  }
  return words;
}

SharedInputs inputs_of_program(const FuzzSettings& settings, const Operator& op, std::uint64_t number) {
  if (!settings.given.empty()) return settings.given[settings.seeds.group(number) % settings.given.size()];
  return std::make_shared<const Inputs>(case_inputs(op, settings, number));
}

void keep_answer(const FuzzSettings& settings, const Operator& op, SharedInputs inputs, const std::string& folder) {
  Trial trial;
  trial.inputs = std::move(inputs);
  (void)ProgramJudge(settings).judge(op, 0, trial, folder);
}

Judge make_judge(const FuzzSettings& settings) {
  if (!settings.against.empty()) {
    return [judge = std::make_shared<ProgramJudge>(settings)](const Operator& op, std::uint64_t number, Trial& trial) {
      return (*judge)(op, number, trial);
    };
  }
  return [judge = std::make_shared<BackendJudge>(settings)](const Operator& op, std::uint64_t number, Trial& trial) {
    return (*judge)(op, number, trial);
  };
}

}  // namespace dmlrun::cli
