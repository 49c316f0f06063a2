#include "cli/fuzz/refused_case.h"

#include "cli/files/files.h"
#include "cli/fuzz/case_folder.h"
#include "cli/fuzz/child.h"
#include "cli/fuzz/worker.h"
#include "cli/report/shell_word.h"
#include "dmlrun/spec.h"
#include "engine/fuzz/mutation.h"
#include "engine/spec/write_spec.h"

namespace dmlrun::cli {
namespace {

constexpr double kTrialSeconds = 10;
const std::string kTaken = "accepted", kNotTaken = "refused as ";

/// kTaken, kNotTaken with the code, or what in_a_process() says of a fault.
std::string answer_to(const std::string& spec, double part) {
  return in_a_process(part * kLongestSmall, [&] {
    const auto op = parse_spec(spec);
    return op ? kTaken : kNotTaken + std::string(name(op.error().code));
  });
}

void write_texts(const std::string& folder, const std::string& spec) {
  write_text_file(folder + "/spec.json", spec + "\n");
  write_text_file(folder + "/model.json",
                  "{\"resources\": {}, \"dispatchables\": {\"operator\":\n" + spec + "},\n\"commands\": []}\n");
}

/// How many fields the desc has; 0 when one of its tensors has no type or no sizes. A model leaves none of that out.
std::size_t fields_of(fuzz::JsonTree spec) {
  fuzz::JsonTree* const desc = spec.find("desc");
  if (desc == nullptr) return 0;
  bool is_whole = true;
  fuzz::for_each(*desc, [&](fuzz::JsonTree& part) {
    const bool is_tensor = part.is(text::Kind::object) && (part.key.empty() || part.key.ends_with("Tensor"));
    if (is_tensor && (part.find("DataType") == nullptr || part.find("Sizes") == nullptr)) is_whole = false;
  });
  return is_whole ? desc->items.size() : 0;
}

/// As small as it gets in the time with the same answer, and all fields.
std::string smaller_text(const std::string& whole, const std::string& answer, double end) {
  std::string spec = whole;
  const auto document = text::Document::parse(spec);
  if (!document) return spec;
  fuzz::JsonTree tree = fuzz::tree_of(document->root());
  const std::size_t fields = fields_of(tree);
  const double until = std::min(now_in_seconds() + kTrialSeconds, end - kAlone * kLongestSmall);
  const auto consider = [&](const fuzz::JsonTree& smaller) {
    const std::string text = fuzz::print(smaller);
    if (now_in_seconds() > until || fields_of(smaller) != fields || answer_to(text, kAttempt) != answer) return false;
    spec = text;
    return true;
  };
  while (now_in_seconds() < until && fuzz::make_smaller(tree, consider)) {
  }
  return answer_to(spec, kAlone) == answer ? spec : whole;
}

}  // namespace

std::string write_refused_case(const FuzzSettings& settings, std::uint64_t number, const Verdict& found,
                               const std::string& code, const std::string& folder) {
  make_folders(folder);
  // Written before it is read: reading it may be what ends the process.
  (void)in_a_process(kAlone * kLongestSmall, [&] {
    fuzz::Cases cases(settings.seeds);
    cases.watch([&](std::string_view spec, const Desc* desc) {
      write_texts(folder, desc != nullptr ? spec::write_unchecked(*desc) : std::string(spec));
    });
    return cases.at(number).wrong;
  });
  if (!exists(folder + "/spec.json")) return {};
  const std::string spec = read_text(folder + "/spec.json", std::uint64_t{1} << 30), answer = answer_to(spec, kAlone);
  if (answer != kTaken && !answer.starts_with(kNotTaken)) {
    write_texts(folder, smaller_text(spec, answer, settings.end));
    return !answer.ends_with(found.message)
               ? ""
               : (found.message == kHung ? "timeout -s KILL 10 " : "") + own_program() + " explain ";
  }
  if (found.message.starts_with("ended ") || found.message == kHung) return {};
  if (code.empty())
    return answer != kTaken && found.message.starts_with("a legal desc ") ? own_program() + " explain " : "";
  write_text_file(folder + "/spec.json", "{\n  \"rejection\": {\"code\": \"" + code + "\"}," + spec.substr(1));
  return answer == kNotTaken + code ? "" : own_program() + " check ";
}

}  // namespace dmlrun::cli
