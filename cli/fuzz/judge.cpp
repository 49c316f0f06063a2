// Who is judged: dmlrun's own back ends, or a program.
#include <unistd.h>

#include <memory>

#include "cli/case_text.h"
#include "cli/files.h"
#include "cli/fuzz/case_folder.h"
#include "cli/fuzz/program.h"
#include "cli/fuzz/settings.h"
#include "engine/fuzz/differential.h"

namespace dmlrun::cli {
namespace {

/// The program is asked in a folder of this process. A finding leaves what it wrote there for its reproducer.
class ProgramJudge {
 public:
  explicit ProgramJudge(const FuzzSettings& settings)
      : settings_(settings),
        folder_(settings.folder + "/.case-" + std::to_string(::getpid())),
        program_((make_folders(folder_), settings.against), folder_ + "/stderr.txt") {}

  std::optional<Verdict> operator()(const Operator& op, std::uint64_t number, bool& passed_over) {
    const Inputs inputs = case_inputs(op, settings_, number);
    for (const TensorSlot& slot : op.outputs()) ::unlink((folder_ + "/result/" + plain_name(slot) + ".npy").c_str());
    write_question(folder_, op, inputs);
    const Answer answer = program_.ask(folder_, static_cast<double>(settings_.deadline));
    if (answer.kind == Answer::Kind::unsupported) {
      passed_over = true;
      return {};
    }
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

}  // namespace

std::string name_of(const CompileOptions& variant) {
  return std::string(variant.backend) + (variant.isa.empty() ? "" : " with no more than " + std::string(variant.isa));
}

Judge make_judge(const FuzzSettings& settings) {
  if (!settings.against.empty()) {
    return [judge = std::make_shared<ProgramJudge>(settings)](const Operator& op, std::uint64_t number,
                                                              bool& passed_over) { return (*judge)(op, number, passed_over); };
  }
  return [&settings, all = [&] {
            std::vector<CompileOptions> both = settings.variants;
            both.insert(both.end(), settings.slow_variants.begin(), settings.slow_variants.end());
            return both;
          }()](const Operator& op, std::uint64_t number, bool&) -> std::optional<Verdict> {
    fuzz::DifferentialCounts counts;
    const auto finding = fuzz::judge(op, settings.seeds.seed, number,
                                     number % settings.slow_every == 0 ? all : settings.variants, counts);
    if (!finding) return {};
    return Verdict{name_of(finding->variant), finding->words};
  };
}

}  // namespace dmlrun::cli
