#include "cli/operator_words.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <span>

#include "cli/examples.h"
#include "cli/files/files.h"
#include "cli/files/tensor_file.h"
#include "cli/report/failure.h"
#include "cli/report/shell_word.h"
#include "cli/tensor_operands.h"
#include "engine/spec/field_words.h"
#include "engine/spec/spec.h"
#include "engine/text/document.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {
namespace {

constexpr std::string_view kGive = "; give ";

/// Whether a file or another program's output is given as standard input.
bool has_standard_input() {
  struct stat status {};
  return ::fstat(STDIN_FILENO, &status) == 0 && (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode));
}

/// "A, B and C".
std::string in_a_row(const std::vector<std::string>& words) {
  std::string row;
  for (std::size_t i = 0; i < words.size(); ++i)
    row += (i == 0 ? "" : i + 1 < words.size() ? ", " : " and ") + words[i];
  return row;
}

std::string without_values(const std::vector<std::string>& unbound) {
  return in_a_row(unbound) + (unbound.size() > 1 ? " have no values" : " has no values");
}

std::string operand_remedy(std::size_t count) {
  return count > 1 ? "their files or values, e.g. [1,2], as operands" : "its file or values, e.g. [1,2], as an operand";
}

/// Inputs that must have values and have none: neither files nor values in the spec that the words made.
std::vector<std::string> unbound_inputs(const Options& options) {
  std::vector<std::string> unbound;
  const std::string& type = options.operands.front();
  const std::vector<spec::Spec::SlotName> slots = spec::Spec::slot_names(type);
  const std::vector<NamedFile> in = with_names(options.in, type, slots, false);
  const auto document = text::Document::parse(options.spec_text);
  const text::Value inputs = document ? document->root().find("inputs") : text::Value();
  for (const spec::Spec::SlotName& slot : slots) {
    const auto is_it = [&](const NamedFile& file) { return file.name == slot.name; };
    if (slot.output || slot.optional || (inputs && inputs.find(slot.name))) continue;
    if (std::none_of(in.begin(), in.end(), is_it)) unbound.emplace_back(slot.name);
  }
  return unbound;
}

/// Sizes that a tensor may have: those of the first input's file, with 3 on the axis that the line gives; else ":2,3".
std::string example_sizes(const Options& options) {
  const auto document = text::Document::parse(options.spec_text);
  const text::Value desc = document ? document->root().find("desc") : text::Value();
  const text::Value axis = desc ? desc.find("Axis") : text::Value();
  std::string sizes;
  for (const NamedFile& file : options.in) {
    if (!sizes.empty() || !file.file.ends_with(".npy") || !exists(file.file)) continue;
    std::vector<std::uint64_t> shape = TensorFile(file.file, {}).header().shape;
    if (axis)
      if (const auto at = text::read_unsigned(axis, kMaxRank); at && *at < shape.size()) shape[*at] = 3;
    for (const std::uint64_t size : shape) (sizes += sizes.empty() ? ":" : ",") += std::to_string(size);
  }
  return sizes.empty() ? ":2,3" : sizes;
}

/// "--ATensor INT8 or --ATensor UINT8": what the line says of a tensor whose type or sizes nothing tells.
std::string tensor_words(std::string_view type, const std::string& name, bool no_type, const std::string& sizes) {
  constexpr std::size_t kFew = 3;
  const std::string usual(no_type ? spec::usual_type(type, name) : "");
  std::string words = "--" + name + " " + usual + sizes;
  const std::span<const DataType> types = spec::types_of(type, name);
  for (const DataType other : types)
    if (no_type && types.size() <= kFew && dmlrun::name(other) != usual)
      words += " or --" + name + " " + std::string(dmlrun::name(other)) + sizes;
  return words;
}

/// What specs call "OutputTensor has no DataType; give it in the desc ...". Lines and columns say nothing of a spec
/// that the command line wrote.
void tell_of_fields(const Options& options, Error& error) {
  const std::string& type = options.operands.front();
  error.position = {};
  std::string& text = error.message;
  if (const std::size_t needs = text.find("; " + type + " needs it"); needs != std::string::npos) {
    text.resize(needs);
    const std::string field = text.substr(0, text.find(' ')), value = example_value(type, field);
    text += std::string(kGive) + "--" + field + (value.empty() ? "" : ", e.g. " + shell_word(value));
  }
  constexpr std::string_view kParts = "; the outputs' Sizes were expected";
  if (const std::size_t parts = text.find(kParts); parts != std::string::npos) {
    const std::size_t begin = parts + kParts.size(), end = std::min(text.find(';', begin), text.size());
    std::string words = "; give each part's Sizes, --OutputTensors";  // [2, 3] [2, 1] as :2,3 :2,1
    for (std::size_t i = std::min(text.find('[', begin), end); i < end; ++i)
      if (text[i] == '[') words += " :";
      else if (text[i] != ' ' && text[i] != ']') words += text[i];
    text.replace(parts, end - parts, words);
  }
  const std::size_t remedy = text.find("; give it in the desc");
  if (error.code != ErrorCode::missing_field || remedy == std::string::npos) return;
  const std::size_t end = text.find_first_of(" [");
  const std::string name = text.substr(0, end);
  const bool is_given = error.where == "/desc/" + name;  // in part, and nothing is given twice
  const bool no_type = is_given || text.find("no DataType") < remedy;
  const bool no_sizes = is_given || text.find("no Sizes") < remedy;
  const bool has_files = text.find(".npy", remedy) != std::string::npos;
  const bool is_of_list = text[end] == '[';
  text.resize(remedy);
  text += std::string(kGive) + (is_of_list ? "--" + name + " as JSON, a list of one number as [3]"
                                           : tensor_words(type, name, no_type, no_sizes ? example_sizes(options) : ""));
  if (has_files) text += ", or a .npy file that tells";
}

}  // namespace

void fail_unbound(const Options& options, const std::vector<std::string>& unbound) {
  const bool is_line = !options.spec_text.empty();
  const std::string name = unbound.front().substr(0, unbound.front().find('['));
  fail_usage(without_values(unbound) + ": give " + (is_line ? operand_remedy(unbound.size()) + ", or " : "") + "--in " +
             name + "=file.npy" + (is_line ? "" : ", or \"inputs\" in the spec") +
             (is_line && has_standard_input() ? "; the operand - is standard input" : ""));
}

std::vector<std::string> rounded_fields(const Options& options, const Operator& op) {
  const auto document = text::Document::parse(options.spec_text);
  const text::Value desc = document ? document->root().find("desc") : text::Value();
  std::vector<std::string> told = spec::changed_numbers(desc, op);
  const text::Value inputs = document ? document->root().find("inputs") : text::Value();
  for (const TensorSlot& slot : op.inputs()) {
    const bool is_given = inputs && inputs.find(slot.name) && !(desc && desc.find(slot.name));
    if (!is_given || !spec::works_on_bits(op.type()) || !name(slot.desc.type).starts_with("FLOAT")) continue;
    told.push_back(std::string(slot.name) + " is " + std::string(name(slot.desc.type)) + ", whose bits are taken; --" +
                   std::string(slot.name) + " UINT32 takes whole numbers");
    break;
  }
  return told;
}

void tell_in_words(const Options& options, Error& error) {
  std::vector<Error> rest = std::move(error.others), all{error};
  std::move(rest.begin(), rest.end(), std::back_inserter(all));
  for (Error& each : all) tell_of_fields(options, each);
  rest.clear();
  const bool misses = error.code == ErrorCode::missing_field && options.command == Command::run;
  const std::vector<std::string> unbound = misses ? unbound_inputs(options) : std::vector<std::string>();
  std::vector<std::string> facts{without_values(unbound)}, remedies{operand_remedy(unbound.size())};
  for (Error& each : all) {
    const std::size_t give = each.message.find(kGive);
    const std::string subject = each.message.substr(0, each.message.find_first_of(" ["));
    const bool is_missing = each.code == ErrorCode::missing_field && give != std::string::npos;
    if (unbound.empty() || !is_missing) {
      rest.push_back(std::move(each));
    } else if (std::find(unbound.begin(), unbound.end(), subject) == unbound.end()) {
      facts.push_back(each.message.substr(0, give));
      remedies.push_back(each.message.substr(give + kGive.size()));
    }
  }
  if (!unbound.empty() && facts.size() == 1 && rest.empty()) fail_unbound(options, unbound);
  if (!unbound.empty()) {
    Error told{.code = error.code, .where = error.where};
    told.message = in_a_row(facts) + std::string(kGive) + in_a_row(remedies);
    rest.insert(rest.begin(), std::move(told));
  }
  error = std::move(rest.front());
  error.others.assign(std::make_move_iterator(rest.begin() + 1), std::make_move_iterator(rest.end()));
}

}  // namespace dmlrun::cli
