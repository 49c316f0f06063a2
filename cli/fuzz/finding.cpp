#include "cli/fuzz/finding.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <new>

#include "cli/files/files.h"
#include "cli/fuzz/case_folder.h"
#include "cli/fuzz/child.h"
#include "cli/fuzz/judge.h"
#include "cli/fuzz/kept_values.h"
#include "cli/fuzz/refused_case.h"
#include "cli/fuzz/worker.h"
#include "cli/interrupt.h"
#include "cli/report/failure.h"
#include "cli/report/shell_word.h"
#include "dmlrun/spec.h"
#include "engine/fuzz/features.h"
#include "engine/fuzz/mutation.h"
#include "engine/fuzz/turns.h"

namespace dmlrun::cli {
namespace {

constexpr double kNarrowingSeconds = 20;
constexpr int kMaxAttempts = 3000;
constexpr double kLongestTrial = 10, kSecondsForFiles = 10;

/// The settings with at most `seconds` from now on, and less when the campaign's time is over.
FuzzSettings until_written(const FuzzSettings& settings, double seconds) {
  FuzzSettings hurried = settings;
  hurried.end = std::min(now_in_seconds() + seconds, settings.last_begin + kSecondsForCases + kSecondsForFindings);
  return hurried;
}

/// Sets of data that a smaller operator is tried on: a fault may need the right place of a buffer.
constexpr std::uint64_t kSets = 16;

/// A number that a child process leaves to its parent however it ends.
class SharedNumber {
 public:
  SharedNumber() {
    void* const memory = ::mmap(nullptr, sizeof *number_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    number_ = new (memory) std::atomic<std::uint64_t>(0);
  }
  SharedNumber(const SharedNumber&) = delete;
  SharedNumber& operator=(const SharedNumber&) = delete;
  ~SharedNumber() { ::munmap(number_, sizeof *number_); }
  std::atomic<std::uint64_t>& operator*() noexcept { return *number_; }

 private:
  std::atomic<std::uint64_t>* number_;
};

/// A failure of one operator alone, on the data and at the places of case `number`: what `dmlrun fuzz --no-mutate`
/// runs.
struct Failing {
  Operator op;
  std::uint64_t number;
  Verdict verdict;
  SharedInputs inputs;  ///< what a program was given; null for back ends
};

/// Judges again and again. Back ends are judged in a process of their own each time; a program already is one.
class Retrial {
 public:
  Retrial(const FuzzSettings& settings, const Verdict& found)
      : settings_(settings),
        program_(settings.against.empty() ? Judge() : make_judge(settings)),
        alone_(found.message.find(kAfterAnswer) != std::string::npos) {}

  /// A program is given these inputs.
  std::optional<Failing> operator()(const Operator& op, std::uint64_t number, SharedInputs inputs) {
    Trial trial;
    trial.alone = alone_;
    trial.inputs = inputs;
    auto verdict = program_(op, number, trial);
    return verdict ? std::optional(Failing{op, number, std::move(*verdict), std::move(inputs)}) : std::nullopt;
  }

  /// The first of `sets` cases from `number` on that fails or takes `longest` seconds.
  std::optional<Failing> operator()(const Operator& op, std::uint64_t number, std::uint64_t sets, double longest) {
    if (program_) return (*this)(op, number, inputs_of_program(settings_, op, number));
    const double seconds = std::min(longest, settings_.end - now_in_seconds());
    if (seconds <= 0) return {};
    const std::string text = in_a_process(seconds, [&] {
      const Judge judge = make_judge(settings_);
      for (std::uint64_t i = 0; i < sets; ++i) {
        Trial trial;
        *at_ = number + i;
        if (const auto verdict = judge(op, number + i, trial)) return verdict->subject + "\n" + verdict->message;
      }
      return std::string();
    });
    if (text.empty()) return {};
    const std::size_t line = std::min(text.find('\n'), text.size() - 1);
    Failing failing{op, *at_, {text.substr(0, line), text.substr(line + 1)}, {}};
    if (seconds < longest && failing.verdict.message == kHung) return {};
    return failing;
  }

 private:
  const FuzzSettings& settings_;
  Judge program_;
  bool alone_;  ///< else the program is not started anew, which may take long
  SharedNumber at_;
};

std::vector<CompileOptions> all_variants(const FuzzSettings& settings) {
  std::vector<CompileOptions> all = settings.variants;
  all.insert(all.end(), settings.slow_variants.begin(), settings.slow_variants.end());
  return all;
}

/// How long a trial may take: what hung is given a part of the time after which it has.
double longest_trial(const FuzzSettings& settings, const Operator& op, std::uint64_t number, const Verdict& found,
                     double part) {
  return found.message == kHung ? part * longest_case(settings, op, number) : kLongestTrial;
}

bool is_same(const Verdict& one, const Verdict& other) {
  return one.subject == other.subject && (one.message == kHung) == (other.message == kHung) &&
         may_be_rounding(one) == may_be_rounding(other);
}

/// The failure again, with the settings narrowed to the one back end that has it, or to none: then the reference has
/// it. A fault does not say whose it is.
std::optional<Failing> repeat(FuzzSettings& settings, const Operator& op, std::uint64_t number, const Verdict& found) {
  const auto fails_with = [&](std::vector<CompileOptions> variants) -> std::optional<Failing> {
    settings.variants = std::move(variants);
    auto failing = Retrial(settings, found)(op, number, 1, longest_trial(settings, op, number, found, kAlone));
    return failing && is_same(failing->verdict, found) ? failing : std::nullopt;
  };
  const std::vector<CompileOptions> all = all_variants(settings);
  settings.slow_variants.clear();
  if (found.subject == "dmlrun" && settings.against.empty())
    if (auto failing = fails_with({})) return failing;
  for (const CompileOptions& variant : all)
    if (name_of(variant) == found.subject || found.subject == "dmlrun")
      if (auto failing = fails_with({variant})) return failing;
  return fails_with(all);
}

/// With plain values for all inputs, or else for those that need no others.
void put_plain_values(double until, Retrial& judged, Failing& best) {
  const std::size_t count = best.op.inputs().size();
  for (std::size_t i = 0; i <= (count > 1 ? count : 0); ++i) {
    if (now_in_seconds() > until) return;
    check_interrupted();
    const std::optional<std::size_t> which = i == 0 ? std::nullopt : std::optional(i - 1);
    auto failing = judged(best.op, best.number, plain_values(best.op, *best.inputs, which));
    if (!failing || !is_same(failing->verdict, best.verdict)) continue;
    best = std::move(*failing);
    if (i == 0) return;
  }
}

/// As small as it gets in the time.
Failing made_smaller(const FuzzSettings& narrow, Failing best) {
  const auto text = write_spec(best.op);
  const auto document = text ? text::Document::parse(*text) : Result<text::Document>(text.error());
  if (!document) return best;
  fuzz::JsonTree tree = fuzz::tree_of(document->root());
  Retrial judged(narrow, best.verdict);
  const Failing whole = best;
  const bool hung = best.verdict.message == kHung;
  // In the end it must have hung for longer than the attempts are given.
  const double sure = hung ? kAlone * longest_case(narrow, best.op, best.number) : 0, until = narrow.end - sure;
  int attempts = 0;
  const auto accept = [&](std::optional<Failing> failing) {
    if (!failing || !is_same(failing->verdict, whole.verdict)) return false;
    best = std::move(*failing);
    return true;
  };
  const auto consider = [&](const fuzz::JsonTree& smaller) {
    if (now_in_seconds() > until || ++attempts > kMaxAttempts) return false;
    check_interrupted();
    const auto candidate = parse_spec(fuzz::print(smaller));
    if (!candidate) return false;
    const SharedInputs kept =
        best.inputs ? kept_values(best.op, *best.inputs, best.verdict.first_difference, *candidate) : nullptr;
    if (kept && accept(judged(*candidate, whole.number, kept))) return true;
    // Other values than the failure's may do, too.
    if (best.inputs && !narrow.given.empty()) return false;
    return accept(judged(*candidate, whole.number, kSets,
                         longest_trial(narrow, *candidate, whole.number, whole.verdict, kAttempt)));
  };
  while (now_in_seconds() < until && attempts < kMaxAttempts && fuzz::make_smaller(tree, consider)) {
  }
  if (!hung && best.inputs && narrow.given.empty()) put_plain_values(until, judged, best);
  if (!hung || &best.op.state() == &whole.op.state()) return best;
  FuzzSettings whenever = narrow;  // the last attempt may have gone on for longer than `until`
  whenever.end = now_in_seconds() + 2 * sure;
  return Retrial(whenever, best.verdict)(best.op, best.number, 1, sure) ? best : whole;
}

std::string words_of(const std::vector<std::string>& arguments) {
  std::string words;
  for (const std::string& argument : arguments)
    words += ' ' + (argument.starts_with("--") ? argument : shell_quoted(argument));
  return words;
}

std::string of_whom(const FuzzSettings& settings, const CompileOptions* variant) {
  if (!settings.against.empty()) return " --against " + shell_quoted(settings.against) + words_of(settings.judging);
  const std::string backends = variant != nullptr ? std::string(variant->backend) : settings.backends;
  return backends.empty() ? "" : " --backends " + backends;
}

std::string command(const FuzzSettings& settings, std::uint64_t number, const std::string& origin,
                    const CompileOptions* variant) {
  // A command for the shell may name files from where it was given.
  const std::string at = settings.against.empty() ? "" : "cd " + shell_quoted(absolute_path("")) + " && ";
  return at + own_program() + " fuzz --seed " + std::to_string(settings.seeds.seed) + " --first " +
         std::to_string(number) + " --count 1" + origin + of_whom(settings, variant) + settings.again;
}

/// What runs the operator of a folder. Which back ends judge it follows from the number of sets when it is not known
/// whose it is.
std::string command_of_folder(const FuzzSettings& settings, std::uint64_t number, const std::string& folder,
                              const CompileOptions* variant, bool has_inputs) {
  return command(settings, number,
                 std::string(" --no-mutate") + (has_inputs ? " --given-inputs" : "") + " --from " +
                     shell_quoted(folder) +
                     (variant != nullptr ? "" : " --inputs-per-case " + std::to_string(settings.seeds.sets)),
                 variant);
}

constexpr std::string_view kOperator = "operator";

/// Of a case: kOperator, the refusal of an illegal desc, "", or how making it ends.
std::string what_is_made(const FuzzSettings& settings, std::uint64_t number, double seconds) {
  return in_a_process(seconds, [&] {
    const fuzz::Case again = fuzz::Cases(settings.seeds).at(number);
    return std::string(again.op ? kOperator : again.refusal ? name(*again.refusal) : "");
  });
}

/// A signal may come any time from here on; then this is what stays.
void write_as_found(const FuzzSettings& settings, const std::optional<Operator>& op, Finding& finding) {
  const std::string folder =
      settings.folder + "/seed-" + std::to_string(settings.seeds.seed) + "-case-" + std::to_string(finding.number);
  make_folders(folder);
  finding.folder = folder;
  if (op) {
    write_text_file(folder + "/spec.json", take(write_spec(*op)));
    finding.command = command_of_folder(settings, finding.number, folder, nullptr, false);
  }
  write_text_file(folder + "/README.txt", finding.verdict.subject + ": " + finding.verdict.message +
                                              "\n\nThis runs it:\n  " + finding.command + "\n");
}

std::string words_without_operator(const Finding& finding) {
  return finding.verdict.subject + ": " + finding.verdict.message + "\n\nThis repeats it:\n  " + finding.command +
         "\nspec.json is what was to be checked, model.json the same for DxDispatch. A right dmlrun explains what is "
         "legal, and refuses anything else with exit code 3; if spec.json has a \"rejection\", so it must be "
         "refused.\n";
}

std::string words_with_operator(const Finding& finding, bool goes_wrong, bool has_inputs) {
  return finding.verdict.subject + ": " + finding.verdict.message + "\n\n" +
         (goes_wrong ? "This repeats it" : "Alone it did not go wrong again in the time that there was. This runs it") +
         (has_inputs ? ", and needs this folder, whose name follows --from, and the program that it names"
                     : ", and needs nothing but this folder, whose name follows --from") +
         ":\n  " + finding.command +
         "\nspec.json is the operator with inputs and expected values, model.json the same for DxDispatch; actual/ has "
         "what came out of a run of the whole, if anything did. A fault that takes slices or the right place of a "
         "buffer, such as a byte read too far, shows only by the command above.\n";
}

/// Inputs, expected values and what comes out; how that ends, where it does not end well.
std::string write_values(const FuzzSettings& settings, const Failing& failing, const CompileOptions* variant,
                         const std::string& folder, double seconds) {
  return in_a_process(seconds, [&] {
    if (failing.inputs) {
      write_reproducer(folder, failing.op, *failing.inputs, nullptr);
      keep_answer(until_written(settings, kSecondsForFiles), failing.op, failing.inputs, folder);
    } else {
      write_reproducer(folder, failing.op, case_inputs(failing.op, settings, failing.number), variant);
    }
    return std::string();
  });
}

}  // namespace

std::string kind_of(const Finding& finding) {
  const Verdict& verdict = finding.verdict;
  std::string kind = verdict.subject + "\t" + verdict.operator_and_mode + "\t";
  if (may_be_rounding(verdict)) kind += "rounding ";
  if (verdict.operator_and_mode.empty()) return kind + std::to_string(finding.number);
  const std::string_view words = std::string_view(verdict.message).substr(0, verdict.message.find_first_of("'\"\n("));
  for (std::size_t begin = 0; begin < words.size();) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    const std::string_view word = words.substr(begin, end - begin);
    begin = end + 1;
    if (word.find_first_of("0123456789") != std::string_view::npos || word == "values" || word == "value") continue;
    kind += word == "differs" ? "differ" : word;
    kind += ' ';
  }
  return kind;
}

std::string command_of(const FuzzSettings& settings, std::uint64_t number) {
  return command(settings, number, words_of(settings.origin), nullptr);
}

bool minimise_and_write(const FuzzSettings& settings, Finding& finding, bool is_sure) {
  const bool hung = finding.verdict.message == kHung;
  FuzzSettings narrow = until_written(settings, kNarrowingSeconds);
  const std::string made = what_is_made(settings, finding.number, hung ? kAlone * kLongestSmall : kLongestTrial);
  std::optional<Operator> op;
  if (made == kOperator) op = fuzz::Cases(settings.seeds).at(finding.number).op;
  SharedInputs inputs = op && !settings.against.empty() ? inputs_of_program(settings, *op, finding.number) : nullptr;
  finding.command = command_of(settings, finding.number);
  if (is_sure) write_as_found(settings, op, finding);
  auto failing = op ? repeat(narrow, *op, finding.number, finding.verdict) : std::nullopt;
  if (!is_sure && !failing && !made.ends_with(kHung)) return false;
  if (!is_sure) write_as_found(settings, op, finding);
  if (!op) {
    const std::string start = write_refused_case(narrow, finding.number, finding.verdict, made, finding.folder);
    if (!start.empty()) finding.command = start + shell_quoted(finding.folder + "/spec.json");
    write_text_file(finding.folder + "/README.txt", words_without_operator(finding));
    return true;
  }
  const bool goes_wrong = failing.has_value();
  const CompileOptions* const variant = goes_wrong && narrow.variants.size() == 1 ? narrow.variants.data() : nullptr;
  if (goes_wrong) {
    *failing = made_smaller(narrow, std::move(*failing));
    finding.verdict.message = failing->verdict.message;
    finding.verdict.ulp = std::max(finding.verdict.ulp, failing->verdict.ulp);
    finding.verdict.operator_and_mode = fuzz::case_class(fuzz::class_of(failing->op.desc())).row();
    if (variant != nullptr) finding.verdict.subject = name_of(*variant);
    if (narrow.variants.empty() && settings.against.empty()) finding.verdict.subject = "reference";
  } else {
    failing = Failing{*op, finding.number, finding.verdict, inputs};
  }
  const bool has_inputs = failing->inputs != nullptr;
  finding.command = command_of_folder(settings, failing->number, finding.folder, variant, has_inputs);
  const std::string words = words_with_operator(finding, goes_wrong, has_inputs);
  write_text_file(finding.folder + "/README.txt", words);
  const std::string done =
      write_values(settings, *failing, hung ? nullptr : variant, finding.folder, hung ? kLongestSmall : 30);
  if (!done.empty()) write_text_file(finding.folder + "/README.txt", words + "Running it: " + done + "\n");
  return true;
}

}  // namespace dmlrun::cli
