// Who is judged: dmlrun's own back ends, or a program.
#include <unistd.h>

#include <memory>

#include "cli/case_text.h"
#include "cli/files.h"
#include "cli/fuzz/case_folder.h"
#include "cli/fuzz/program.h"
#include "cli/fuzz/settings.h"
#include "engine/fuzz/contest.h"

namespace dmlrun::cli {
namespace {

/// The program is asked in a folder of this process. A finding leaves what it wrote there for its reproducer.
class ProgramJudge {
 public:
  explicit ProgramJudge(const FuzzSettings& settings)
      : settings_(settings),
        folder_(settings.folder + "/.case-" + std::to_string(::getpid())),
        program_((make_folders(folder_), settings.against), folder_ + "/stderr.txt") {}

  std::optional<Verdict> operator()(const Operator& op, std::uint64_t number, Effort& effort) {
    const Inputs inputs = case_inputs(op, settings_, number);
    for (const TensorSlot& slot : op.outputs()) ::unlink((folder_ + "/result/" + plain_name(slot) + ".npy").c_str());
    write_question(folder_, op, inputs);
    const Answer answer = program_.ask(folder_, static_cast<double>(settings_.deadline));
    if (answer.kind == Answer::Kind::unsupported) {
      effort.passed_over = true;
      return {};
    }
    ++effort.comparisons;
    std::string wrong = answer.kind == Answer::Kind::ok ? compare_results(folder_, op, inputs, settings_.tolerance)
                                                        : answer.words;
    if (wrong.empty()) return {};
    return Verdict{"the program", std::move(wrong)};
  }

 private:
  const FuzzSettings& settings_;
  std::string folder_;
  Program program_;
};

/// Kernels are kept for the next case, which mostly has the same operator.
class BackendJudge {
 public:
  explicit BackendJudge(const FuzzSettings& settings) : settings_(settings), all_(settings.variants) {
    all_.insert(all_.end(), settings.slow_variants.begin(), settings.slow_variants.end());
  }

  std::optional<Verdict> operator()(const Operator& op, std::uint64_t number, Effort& effort) {
    if (!contest_ || &contest_->op().state() != &op.state()) {
      contest_.emplace(op, settings_.is_slow(number) ? all_ : settings_.variants);
    }
    fuzz::DifferentialCounts counts;
    const auto finding = contest_->judge(settings_.seeds.seed, number, counts);
    effort.comparisons += counts.comparisons;
    if (!finding) return {};
    return Verdict{name_of(finding->variant), finding->words};
  }

 private:
  const FuzzSettings& settings_;
  std::vector<CompileOptions> all_;
  std::optional<fuzz::Contest> contest_;
};

}  // namespace

std::string name_of(const CompileOptions& variant) {
  return std::string(variant.backend) + (variant.isa.empty() ? "" : " with no more than " + std::string(variant.isa));
}

Judge make_judge(const FuzzSettings& settings) {
  if (!settings.against.empty()) {
    return [judge = std::make_shared<ProgramJudge>(settings)](const Operator& op, std::uint64_t number, Effort& effort) {
      return (*judge)(op, number, effort);
    };
  }
  return [judge = std::make_shared<BackendJudge>(settings)](const Operator& op, std::uint64_t number, Effort& effort) {
    return (*judge)(op, number, effort);
  };
}

}  // namespace dmlrun::cli
