#include "cli/fuzz/finding.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "cli/failure.h"
#include "cli/files.h"
#include "cli/fuzz/case_folder.h"
#include "cli/fuzz/child.h"
#include "cli/fuzz/worker.h"
#include "cli/interrupt.h"
#include "dmlrun/spec.h"
#include "engine/fuzz/mutation.h"

namespace dmlrun::cli {
namespace {

constexpr double kSeconds = 20;
constexpr int kMostAttempts = 3000;

/// Judges again and again. Back ends are judged in a process of their own each time; a program already is one.
class Retrial {
 public:
  explicit Retrial(const FuzzSettings& settings)
      : settings_(settings), program_(settings.against.empty() ? Judge() : make_judge(settings)) {}

  std::optional<Verdict> operator()(const Operator& op, std::uint64_t number) const {
    Effort effort;
    if (program_) return program_(op, number, effort);
    const std::string text = in_a_process(10, [&] {
      const auto verdict = make_judge(settings_)(op, number, effort);
      return verdict ? verdict->who + "\n" + verdict->words : std::string();
    });
    if (text.empty()) return {};
    const std::size_t line = text.find('\n');
    return Verdict{text.substr(0, line), line == std::string::npos ? "" : text.substr(line + 1)};
  }

 private:
  const FuzzSettings& settings_;
  Judge program_;
};

/// Case 0 of the minimised spec alone: what `dmlrun fuzz --from FOLDER --count 1` runs.
struct Minimised {
  Operator op;
  Verdict verdict;
};

std::optional<Minimised> minimise(const FuzzSettings& settings, const Operator& op, const Verdict& found) {
  FuzzSettings narrow = settings;
  for (const std::vector<CompileOptions>* list : {&settings.variants, &settings.slow_variants})
    for (const CompileOptions& variant : *list)
      if (name_of(variant) == found.who) narrow.variants = {variant}, narrow.slow_variants = {};
  const Retrial judged(narrow);
  auto verdict = judged(op, 0);
  if (!verdict || verdict->who != found.who) return {};
  Minimised best{op, *verdict};
  const auto text = write_spec(op);
  const auto document = text ? text::Document::parse(*text) : Result<text::Document>(text.error());
  if (!document) return best;
  fuzz::Draft draft = fuzz::draft_of(document->root());
  fuzz::leave_out_derived(draft);
  const double until = now_in_seconds() + kSeconds;
  int attempts = 0;
  const auto consider = [&](const fuzz::Draft& smaller) {
    if (now_in_seconds() > until || ++attempts > kMostAttempts) return false;
    check_interrupted();
    auto candidate = parse_spec(fuzz::print(smaller));
    if (!candidate) return false;
    auto again = judged(*candidate, 0);
    if (!again || again->who != found.who) return false;
    best = {std::move(*candidate), std::move(*again)};
    return true;
  };
  while (now_in_seconds() < until && attempts < kMostAttempts && fuzz::make_smaller(draft, consider)) {
  }
  return best;
}

std::string for_the_shell(const std::string& text) {
  std::string safe = "'";
  for (const char c : text) c == '\'' ? safe += "'\\''" : safe += c;
  return safe + "'";
}

std::string words_of(const std::vector<std::string>& arguments) {
  std::string words;
  for (const std::string& argument : arguments) words += ' ' + (argument.starts_with("--") ? argument : for_the_shell(argument));
  return words;
}

std::string of_whom(const FuzzSettings& settings, const CompileOptions* variant) {
  if (!settings.against.empty()) return " --against " + for_the_shell(settings.against);
  return variant == nullptr ? "" : " --backends " + std::string(variant->backend);
}

}  // namespace

void minimise_and_write(const FuzzSettings& settings, Finding& finding) {
  const std::string seed = std::to_string(settings.seeds.seed), number = std::to_string(finding.number);
  finding.folder = settings.folder + "/seed-" + seed + "-case-" + number;
  const CompileOptions* variant = nullptr;
  for (const std::vector<CompileOptions>* list : {&settings.variants, &settings.slow_variants})
    for (const CompileOptions& one : *list)
      if (name_of(one) == finding.verdict.who) variant = &one;
  finding.command = "dmlrun fuzz --seed " + seed + " --first " + number + " --count 1" + words_of(settings.origin) +
                    of_whom(settings, variant);
  std::optional<Operator> op;
  const std::string made = in_a_process(10, [&] {
    return std::string(fuzz::Cases(settings.seeds).at(finding.number).op ? "operator" : "refusal");
  });
  if (made == "operator") op = fuzz::Cases(settings.seeds).at(finding.number).op;
  std::uint64_t inputs_number = finding.number;
  if (op) {
    if (auto small = minimise(settings, *op, finding.verdict)) {
      op = std::move(small->op);
      finding.verdict.words = small->verdict.words;
      finding.command = "dmlrun fuzz --from " + for_the_shell(finding.folder) + " --count 1 --seed " + seed +
                        of_whom(settings, variant);
      inputs_number = 0;
    }
  }
  const std::string words = finding.verdict.who + ": " + finding.verdict.words + "\n\nThis repeats it:\n  " +
                            finding.command + "\n" +
                            (op ? "spec.json is the operator with inputs and expected values, model.json the same for "
                                  "DxDispatch; actual/ has what came out, where something did.\n"
                                : "");
  make_folders(finding.folder);
  if (!op) return write_text_file(finding.folder + "/README.txt", words);
  const std::string done = in_a_process(30, [&] {
    write_reproducer(finding.folder, *op, case_inputs(*op, settings, inputs_number), words, variant);
    if (settings.against.empty()) return std::string();
    Effort effort;
    (void)make_judge(settings)(*op, inputs_number, effort);
    std::error_code error;
    std::filesystem::copy(settings.folder + "/.case-" + std::to_string(::getpid()) + "/result", finding.folder + "/actual",
                          std::filesystem::copy_options::overwrite_existing | std::filesystem::copy_options::recursive,
                          error);
    return std::string();
  });
  if (!done.empty()) write_text_file(finding.folder + "/README.txt", words + "Running it: " + done + "\n");
}

}  // namespace dmlrun::cli
