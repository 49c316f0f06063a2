// dmlrun fuzz: every back end, or another program, against the reference.
#include <unistd.h>

#include <algorithm>
#include <iomanip>
#include <map>
#include <sstream>
#include <thread>

#include "cli/bound_spec.h"
#include "cli/commands/commands.h"
#include "cli/execution.h"
#include "cli/files/files.h"
#include "cli/fuzz/campaign.h"
#include "cli/fuzz/campaign_text.h"
#include "cli/fuzz/child.h"
#include "cli/fuzz/judge.h"
#include "cli/fuzz/scratch.h"
#include "cli/report/shell_word.h"
#include "engine/fuzz/features.h"
#include "engine/run/backends.h"
#include "engine/text/counted.h"
#include "engine/text/printable.h"

namespace dmlrun::cli {
namespace {

const std::string kAnswered = "answered\n";
/// Seconds that drivers have to tell their devices.
constexpr double kLongestQuestion = 60;

/// The built-in examples that are no larger than --max-elements.
std::vector<Operator> small_examples(const Options& options) {
  std::vector<Operator> examples = fuzz::built_in_examples(options.fuzz.operators);
  std::erase_if(examples, [&](const Operator& op) {
    return !fuzz::is_small(op, options.fuzz.max_elements.value_or(FuzzOptions::kMaxElements));
  });
  return examples;
}

/// The operators of the specs below a folder; what is no spec, or none without files that are not there, or too large,
/// is passed over. With --given-inputs `given` gets the inputs of each.
std::vector<Operator> read_examples(const Options& options, const Reporter& reporter,
                                    std::vector<SharedInputs>& given) {
  const std::string& from = options.fuzz.from;
  if (from.empty()) return small_examples(options);
  if (!is_folder(from)) fail(ErrorCode::cannot_open, "is not a folder", from);
  std::vector<Operator> examples;
  std::size_t too_large = 0;
  for (const std::string& path : files_below(from, ".json")) {
    try {
      Options plain;
      BoundSpec bound(plain, path, nullptr);
      if (bound.may_wait()) continue;
      Operator op = options.fuzz.given_inputs ? bound.complete() : bound.complete_for_description();
      if (!fuzz::is_small(op, options.fuzz.max_elements.value_or(FuzzOptions::kMaxElements))) {
        ++too_large;
        continue;
      }
      if (!fuzz::is_among(options.fuzz.operators, fuzz::case_class(fuzz::class_of(op.desc())))) continue;
      if (options.fuzz.given_inputs) given.push_back(std::make_shared<const Inputs>(bound.load(op).inputs));
      examples.push_back(std::move(op));
    } catch (const Failure& failure) {
      if (failure.error.code == ErrorCode::interrupted) throw;
    }
  }
  if (options.fuzz.no_mutate && examples.empty())
    fail(ErrorCode::cannot_open,
         std::string("holds no spec of these operators") + (options.fuzz.given_inputs ? " with inputs" : "") +
             ", and --no-mutate makes no others",
         from);
  if (examples.empty())
    reporter.note(from + " holds no spec of these operators" +
                  (too_large > 0 ? " that is as small as --max-elements" : "") + ": every case is generated");
  return examples;
}

/// By name, why back ends do not work here, for those that do not. Asked in a process of its own: a driver may start
/// threads when it is asked for its devices, and the workers, which are copies of this process, would wait for them.
std::map<std::string, std::string, std::less<>> unavailable_backends(const Options& options,
                                                                     const std::vector<std::string_view>& names) {
  const std::string answer = in_a_process(kLongestQuestion, [&] {
    std::string lines = kAnswered;
    for (const Backend& backend : backend_list())
      if (std::find(names.begin(), names.end(), backend.name) != names.end())
        lines += std::string(backend.name) + "\t" + backend.unavailable(compile_options(options, backend.name)) + "\n";
    return lines;
  });
  std::map<std::string, std::string, std::less<>> reasons;
  if (!answer.starts_with(kAnswered))
    fail(ErrorCode::backend_unavailable,
         "a driver failed when it was asked for its devices: " + answer.substr(answer.rfind('\n') + 1));
  for (std::size_t begin = kAnswered.size(), end; (end = answer.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    const std::size_t tab = answer.find('\t', begin);
    if (tab + 1 < end) reasons.emplace(answer.substr(begin, tab - begin), answer.substr(tab + 1, end - tab - 1));
  }
  return reasons;
}

/// The requested back ends, or all that work here; machine code also with the instruction sets of older processors of
/// the same kind.
void choose_variants(const Options& options, FuzzSettings& settings) {
  const std::vector<std::string>& wanted = options.fuzz.backends;
  const auto add = [&](std::string_view name) {
    const bool slow = name.starts_with("halide") && wanted.empty();
    (slow ? settings.slow_variants : settings.variants).push_back({name});
    if (name == "jit-avx512") settings.variants.push_back({name, "avx512"});
  };
  std::vector<std::string_view> names;
  for (const Backend& backend : backend_list()) {
    if (backend.name == "reference") continue;
    const bool is_named = std::find(wanted.begin(), wanted.end(), backend.name) != wanted.end();
    if (is_named || (wanted.empty() && !backend.devices)) names.push_back(backend.name);
  }
  const auto reasons = unavailable_backends(options, names);
  for (const std::string_view name : names) {
    const auto reason = reasons.find(name);
    if (reason == reasons.end()) add(name);
    else if (!wanted.empty()) fail(ErrorCode::backend_unavailable, std::string(name) + " cannot: " + reason->second);
  }
}

/// What a command needs beside seed and number to make the same case.
std::vector<std::string> origin_of(const Options& options) {
  std::vector<std::string> words;
  const auto add = [&](const char* option, const std::string& value) { words.insert(words.end(), {option, value}); };
  if (!options.fuzz.from.empty()) add("--from", absolute_path(options.fuzz.from));
  if (options.fuzz.strided) words.emplace_back("--strided");
  if (options.fuzz.no_mutate) words.emplace_back("--no-mutate");
  if (options.fuzz.given_inputs) words.emplace_back("--given-inputs");
  std::string operators;
  for (const std::string& type : options.fuzz.operators) operators += (operators.empty() ? "" : ",") + type;
  if (!operators.empty()) add("--operators", operators);
  if (options.fuzz.max_elements) add("--max-elements", std::to_string(*options.fuzz.max_elements));
  if (options.fuzz.inputs_per_case) add("--inputs-per-case", std::to_string(*options.fuzz.inputs_per_case));
  return words;
}

/// What decides which results of a program pass.
std::vector<std::string> judging_of(const Options& options, const FuzzSettings& settings) {
  std::vector<std::string> words{"--deadline", std::to_string(settings.deadline)};
  const auto add = [&](const char* option, const auto& value) {
    if (!value) return;
    std::ostringstream text;  // as many digits as tell it from every other value
    text << std::setprecision(17) << *value;
    words.insert(words.end(), {option, text.str()});
  };
  add("--ulp", options.tolerance.ulp);
  add("--abs", options.tolerance.absolute);
  add("--rel", options.tolerance.relative);
  return words;
}

FuzzSettings settings_of(const Options& options, const Reporter& reporter) {
  FuzzSettings settings;
  settings.seeds.seed = options.seed.value_or(1);
  settings.seeds.operators = options.fuzz.operators;
  settings.seeds.most_elements = options.fuzz.max_elements.value_or(settings.seeds.most_elements);
  settings.seeds.generated_elements = options.fuzz.max_elements.value_or(settings.seeds.generated_elements);
  settings.seeds.sets = options.fuzz.inputs_per_case.value_or(options.fuzz.against.empty() ? 8 : 1);
  settings.seeds.examples = read_examples(options, reporter, settings.given);
  settings.seeds.unchanged = options.fuzz.no_mutate;
  settings.seeds.illegal = options.fuzz.against.empty();
  settings.seeds.strided = options.fuzz.strided || options.fuzz.against.empty();
  settings.classes = fuzz::case_classes(options.fuzz.operators);
  // Half of the cases are generated, and four in five of these take a turn.
  const std::uint64_t turns = fuzz::Turns(options.fuzz.operators, true).until_all();
  if (settings.seeds.sets > 1) settings.seeds.alone = turns * 5 / 2 / settings.seeds.sets * settings.seeds.sets;
  settings.against = options.fuzz.against;
  settings.tolerance = options.tolerance;
  settings.first = options.fuzz.first;
  settings.count = options.fuzz.count.value_or(0);
  settings.shard = options.fuzz.shard - 1;
  settings.shards = options.fuzz.shards;
  settings.seconds = options.fuzz.duration.value_or(options.fuzz.count ? 0 : 60);
  // A program that hangs is to be found in whatever time there is.
  settings.deadline =
      options.fuzz.deadline.value_or(settings.seconds > 0 ? std::min<std::uint64_t>(settings.seconds, 10) : 10);
  settings.jobs = options.fuzz.jobs > 0 ? options.fuzz.jobs : std::max(1u, std::thread::hardware_concurrency());
  settings.failures = options.fuzz.max_failures.value_or(10);
  settings.folder = absolute_path(options.folder.empty() ? "fuzz-findings" : options.folder);
  if (!options.folder.empty()) settings.again = " --dir " + shell_quoted(settings.folder + "/repeated");
  if (settings.against.empty()) choose_variants(options, settings);
  settings.origin = origin_of(options);
  for (const std::string& name : options.fuzz.backends)
    settings.backends += (settings.backends.empty() ? "" : ",") + name;
  settings.judging = judging_of(options, settings);
  return settings;
}

/// Made unless it is there; removed again when it was made here and nothing is in it.
class FindingsFolder {
 public:
  explicit FindingsFolder(const std::string& path) : path_(path), is_new_(!exists(path)) { make_folders(path); }
  FindingsFolder(const FindingsFolder&) = delete;
  FindingsFolder& operator=(const FindingsFolder&) = delete;
  ~FindingsFolder() {
    if (is_new_) ::rmdir(path_.c_str());
  }

 private:
  const std::string& path_;
  bool is_new_;
};

/// One sentence about a program that answers nothing, instead of a finding for each case. A finding that is repeated
/// may be just that.
void require_answers(const Options& options, const FuzzSettings& settings) {
  constexpr std::size_t kQuestions = 3;
  if (settings.against.empty() || options.fuzz.no_mutate) return;
  const std::vector<Operator> examples = fuzz::built_in_examples(options.fuzz.operators);
  std::vector<Operator> questions;
  for (std::size_t i = 0; i < std::min(kQuestions, examples.size()); ++i) {
    auto question = fuzz::packed(examples[i * examples.size() / kQuestions]);
    if (question) questions.push_back(std::move(*question));
  }
  const std::string words = probe(settings, questions);
  if (!words.empty()) fail_usage("--against: " + in_quotes(settings.against) + " " + words);
}

/// Refusals are compared with the reference's, too, but no program is asked for them.
bool compared_nothing(const FuzzSettings& settings, const FuzzCounts& counts) {
  return counts[kComparisons] == 0 && (!settings.against.empty() || counts[kIllegal] + counts[kRefused] == 0);
}

/// Why nothing was compared, in a sentence.
std::string why_nothing(const FuzzSettings& settings, const FuzzCounts& counts) {
  if (settings.cases() == 0)
    return "none of the " + std::to_string(settings.count) + " cases is this shard's; fewer shards have one each";
  std::string reasons;
  const auto add = [&](Count count, const char* words) {
    if (counts[count] > 0) reasons += ", " + std::to_string(counts[count]) + words;
  };
  add(kPassedOver, " unsupported by the program");
  add(kRefused, " refused mutations");
  add(kUnfinished, " unfinished when the time was over");
  // Mostly a program that reads spec.json otherwise than it is written.
  if (counts[kPassedOver] > 0) reasons += "; 'dmlrun fuzz --help' says what a program is given";
  return text::counted(counts[kCases], "case") + reasons;
}

}  // namespace

ExitCode fuzz_command(const Options& options, const Reporter& reporter) {
  FuzzSettings settings = settings_of(options, reporter);
  if (options.format == Format::json && text::find_bad_byte(settings.folder) != std::string::npos)
    fail_usage("--dir names a folder that JSON cannot: its name is no UTF-8; without --json it can be used");
  const FindingsFolder folder(settings.folder);
  ExitCode code = ExitCode::ok;
  {
    const Scratch scratch(settings.folder);
    settings.scratch = scratch.path();
    require_answers(options, settings);
    if (settings.seconds > 0) settings.last_begin = now_in_seconds() + static_cast<double>(settings.seconds);
    settings.end = settings.last_begin + kSecondsForCases;
    Campaign campaign(settings, reporter);
    try {
      campaign.run();
    } catch (const Failure&) {
      report_unfinished(settings, campaign, reporter);
      throw;
    }
    print_campaign(settings, campaign, options.format);
    if (!campaign.findings().empty()) {
      code = ExitCode::comparison_failed;
    } else if (compared_nothing(settings, campaign.counts())) {
      reporter.note("nothing was compared: " + why_nothing(settings, campaign.counts()));
      code = ExitCode::refused;
    }
  }
  return code;
}

}  // namespace dmlrun::cli
