// dmlrun operators [WORD...], dmlrun help OPERATOR, dmlrun new OPERATOR: what the rows and examples say of operators.
#include <algorithm>
#include <string>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/examples.h"
#include "cli/options/one_liner.h"
#include "cli/report/json_text.h"
#include "cli/report/shell_word.h"
#include "cli/report/shell_words.h"
#include "dmlrun/spec.h"
#include "engine/fuzz/json_tree.h"
#include "engine/spec/field_words.h"
#include "engine/spec/json_text.h"
#include "engine/spec/operator_list.h"
#include "engine/spec/operator_page.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

/// The implemented operator that a person names. Failure exit 2.
std::string_view known_operator(std::string_view word) {
  const std::string_view type = spec::operator_named(word);
  if (!spec::is_implemented(type)) fail_usage(spec::why_not_named(word));
  return type;
}

/// Exit 2 for words that no operator has together; `text` has all of them.
[[noreturn]] void refuse_search(const std::vector<std::string>& words, const std::string& text) {
  std::string shown, remedy = what_is_meant(text, false);
  for (std::size_t i = 0; i < words.size(); ++i) {
    shown += (i == 0 ? "" : i + 1 < words.size() ? ", " : " and ") + in_quotes(words[i]);
    // Where the words are no operator's name, the first that finds nothing is told, or that each finds some.
    if (words.size() == 1 || !remedy.ends_with(kOperatorsAreListed)) continue;
    if (spec::search_operators({&words[i], 1}).empty())
      fail_usage("no operator has " + in_quotes(words[i]) + " in its name or line; " + what_is_meant(words[i], false));
  }
  if (words.size() > 1 && remedy.ends_with(kOperatorsAreListed)) remedy = "each word alone finds some";
  fail_usage("no operator has " + shown + " in its name or line; " + remedy);
}

std::string padded(std::string_view text, std::size_t width) {
  std::string made(text);
  made.resize(std::max(made.size(), width), ' ');
  return made + "  ";
}

}  // namespace

ExitCode operators_command(const Options& options, const Reporter& reporter) {
  std::string text;
  for (const std::string& word : options.operands) (text += text.empty() ? "" : " ") += word;
  const std::string_view remedy = spec::layout_remedy(text);
  const std::vector<spec::ListedOperator> list = spec::search_operators(options.operands);
  if (list.empty()) refuse_search(options.operands, text);
  StandardOutput out;
  if (options.format == Format::json) {
    const std::string json = json_array(list, [](const spec::ListedOperator& one) {
      return JsonObject()
          .add("name", one.type)
          .add("level", one.level)
          .add("state", name(one.stage))
          .add("summary", one.summary)
          .text();
    });
    out.print(JsonObject().add_raw("operators", json).text() + "\n");
    out.flush();
    return ExitCode::ok;
  }
  std::size_t widest = 0;
  for (const spec::ListedOperator& one : list) widest = std::max(widest, one.type.size());
  std::size_t implemented = 0;
  for (const spec::ListedOperator& one : list) {
    implemented += one.stage == spec::Stage::implemented ? 1 : 0;
    out.print(padded(one.type, widest) + padded(one.level, 3) + padded(name(one.stage), 11) + one.summary + "\n");
  }
  out.flush();
  if (!remedy.empty()) reporter.note(in_shell_words(remedy));
  if (options.operands.empty())
    reporter.note(std::to_string(implemented) + " of DirectML's " + std::to_string(list.size()) +
                  " operators are implemented; 'dmlrun help OPERATOR' tells more of one");
  return ExitCode::ok;
}

std::string operator_help(std::string_view word) {
  const std::string_view type = spec::operator_named(word);
  if (type.empty())
    fail_usage("'dmlrun help' knows no command or operator " + in_quotes(word) + "; " + what_is_meant(word));
  std::string text = in_shell_words(spec::operator_page(type));
  if (!spec::is_implemented(type)) return text;
  text += "\nExample:\n  dmlrun";
  const text::Document example = example_of(type);
  bool has_files = false;
  for (const std::string& part : spec::words_of_spec(type, example.root())) {
    text += " " + shell_word(part);
    has_files = has_files || part.ends_with(".npy");
  }
  return text + "\n      " + (has_files ? "where the .npy files hold the inputs; " : "") +
         "-o y.npy keeps the result\n  dmlrun new " + std::string(type) + " > spec.json && dmlrun spec.json\n";
}

namespace {

/// The fields of an example that the rest tells, outputs and counts, so that all specs are as short as most are.
std::vector<std::string> derived_fields(const text::Document& example) {
  fuzz::JsonTree spec = fuzz::tree_of(example.root());
  const Operator op = take(parse_spec(fuzz::print(spec)));
  const std::string complete = take(write_spec(op));
  std::vector<std::string> names;
  for (const DescField& field : op.desc().fields) {
    const bool is_output = std::ranges::any_of(op.outputs(), [&](const auto& slot) { return slot.name == field.name; });
    if (!is_output && !std::holds_alternative<std::monostate>(field.value)) continue;
    fuzz::JsonTree shorter = spec;
    fuzz::JsonTree* const desc = shorter.find("desc");
    if (desc == nullptr || desc->find(field.name) == nullptr) continue;
    desc->erase(field.name);
    const auto made = parse_spec(fuzz::print(shorter));
    if (!made || take(write_spec(*made)) != complete) continue;
    spec = std::move(shorter);
    names.emplace_back(field.name);
  }
  return names;
}

/// An object without these members.
spec::JsonText without(const text::Value& object, std::span<const std::string> names) {
  spec::JsonText made = spec::JsonText::object({});
  for (const text::Value member : object)
    if (std::ranges::find(names, member.key()) == names.end()) made.add(member.key(), spec::json_text(member));
  return made;
}

}  // namespace

ExitCode new_command(const Options& options, const Reporter&) {
  const std::string_view type = known_operator(options.operands.front());
  const text::Document example = example_of(type);
  spec::JsonText made = spec::JsonText::object({{"type", spec::JsonText::string(type)}});
  for (const text::Value member : example.root())
    for (const std::string_view kept : {"desc", "Desc", "inputs", "expected"})
      if (member.key() == kept)
        made.add(kept, kept == "desc" ? without(member, derived_fields(example)) : spec::json_text(member));
  for (const std::string_view tolerance : {"absTolerance", "relTolerance", "ulpTolerance"})
    if (const text::Value value = example.root().find(tolerance)) made.add(tolerance, spec::json_text(value));
  StandardOutput out;
  out.print(made.text() + "\n");
  out.flush();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
