// dmlrun completion bash|zsh: a script made from the tables of commands and options. For packages the
// word may also be `man`. The scripts call it with a second word, a spec or an operator, for its fields and tensors.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/bound_spec.h"
#include "cli/commands/commands.h"
#include "cli/files/files.h"
#include "cli/options/man_page.h"
#include "cli/verify/functions.h"
#include "cli/verify/sampled_functions.h"
#include "dmlrun/operators.h"
#include "dmlrun/spec.h"
#include "engine/run/backends.h"
#include "engine/spec/field_words.h"
#include "engine/spec/operator_list.h"

namespace dmlrun::cli {
namespace {

/// With `between` from one to the next; what stands there twice, once.
std::string joined(const std::vector<std::string>& list, std::string_view between) {
  std::string text;
  for (auto word = list.begin(); word != list.end(); ++word)
    if (std::find(list.begin(), word, *word) == word) (text += text.empty() ? "" : between) += *word;
  return text;
}

/// name(item) of each item, behind some words.
template <class Range, class Name>
std::string words_of(std::vector<std::string> list, const Range& range, Name name) {
  for (const auto& item : range) list.emplace_back(name(item));
  return joined(list, " ");
}

std::string backend_words(std::vector<std::string> others) {
  return words_of(std::move(others), backend_list(), [](const Backend& backend) { return backend.name; });
}

std::string operator_words() {
  return words_of({}, operator_types(), [](auto type) { return type; });
}

/// Offered where a word was begun, so that an operator is found with and without its prefix.
std::string short_operator_words() {
  return words_of({}, spec::short_operator_names(), [](auto name) { return name; });
}

std::string command_words() {
  std::vector<std::string> list{"run"};
  for (const CommandInfo& info : commands())
    if (!info.name.empty()) list.emplace_back(info.name);
  return joined(list, " ");
}

std::string function_words() {
  const std::string first = words_of({"all"}, unary_functions(), [](const UnaryFunction& one) { return one.name; });
  return words_of({first}, sampled_functions(), [](const SampledFunction& one) { return one.name; });
}

std::string level_words() {
  std::vector<std::string> list;
  for (char major = '1'; major <= '9'; ++major)
    for (char minor = '0'; minor <= '9'; ++minor)
      if (std::string level = {major, '.', minor}; feature_level_from_name(level)) list.push_back(level);
  return joined(list, " ");
}

/// A shell `case` over the commands: what to offer for words that begin with '-'. Both shells read it.
std::string options_case() {
  std::string text;
  const auto add = [&](std::string_view name, Command command) {
    std::vector<std::string> list;
    for (const OptionInfo& option : options())
      if (takes(command, option)) list.emplace_back(option.name);
    text += "    " + std::string(name) + ") options=\"" + joined(list, " ") + "\" ;;\n";
  };
  for (const CommandInfo& info : commands())
    if (!info.name.empty()) add(info.name, info.command);
  add("*", Command::run);
  return text;
}

/// The names of all options with such a value, as a pattern of a shell's `case`.
template <class Condition>
std::string pattern(Condition is_such) {
  std::vector<std::string> names;
  for (const OptionInfo& option : options())
    for (const std::string_view name : {option.name, option.second_name})
      if (!name.empty() && is_such(option)) names.emplace_back(name);
  return joined(names, "|");
}

bool is_folder_name(const OptionInfo& option) { return option.value == "D" || option.value == "DIR"; }
/// A command begins with a file. What is no file, no folder and no known name is a number or a text.
bool is_file_name(const OptionInfo& option) {
  for (const std::string_view part : {"FILE", "file", ".json", "COMMAND"})
    if (option.value.find(part) != std::string_view::npos) return true;
  return false;
}
bool is_free(const OptionInfo& option) {
  return !option.value.empty() && !option.names && !is_folder_name(option) && !is_file_name(option);
}

/// `form`, a line of a `case`, for each option whose values are known names.
std::string values_case(std::string_view form) {
  std::string text;
  const auto add = [&](const std::string& options, const std::string& words) {
    const std::size_t mark = form.find('@');
    text += "    " + options + ") " + std::string(form.substr(0, mark)) + words + std::string(form.substr(mark + 1));
  };
  add("--backend", backend_words({"auto", "all"}));
  add("--feature-level|--dml_feature_level", level_words());
  add("--format", "asm bin source object header");
  for (const OptionInfo& option : options())
    if (option.names) add(std::string(option.name), words_of({}, option.names(), [](auto name) { return name; }));
  return text;
}

/// The script with words in the places of @names@.
std::string filled(std::string_view script, std::string_view values_form) {
  const std::pair<std::string_view, std::string> places[] = {
      {"options", options_case()},
      {"values", values_case(values_form)},
      {"folders", pattern(is_folder_name)},
      {"free", pattern(is_free)},
      {"backends", backend_words({})},
      {"limits", words_of({}, limit_names(), [](auto name) { return std::string(name) + "="; })},
      {"commands", command_words()},
      {"functions", function_words()},
      {"operators", operator_words()},
      {"short_operators", short_operator_words()},
  };
  std::string text(script);
  for (const auto& [name, words] : places) {
    const std::string place = "@" + std::string(name) + "@";
    for (std::size_t at = 0; (at = text.find(place, at)) != std::string::npos; at += words.size())
      text.replace(at, place.size(), words);
  }
  return text;
}

constexpr std::string_view kBashValues = "_dmlrun_any_case '@'; return ;;\n",
                           kZshValues = "compadd $any_case -- @; return ;;\n";

constexpr std::string_view kBash = R"sh(# bash completion for dmlrun: source <(dmlrun completion bash)
_dmlrun_offer() { mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen "$@" -- "$word"); }
# Words that begin so in any letter case; in small letters where all typed ones are, so that all begin alike.
_dmlrun_any_case() {
  local one names=$1
  [[ $word == *[A-Z]* || $word != *[a-z]* ]] || names=${names,,}
  for one in $names; do [[ ${one,,} != "${word,,}"* ]] || COMPREPLY+=("$one"); done
}
_dmlrun() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} options
  local spec=$command at=$COMP_CWORD
  COMPREPLY=()
  compopt +o nospace 2>/dev/null
  case $command in
@options@  esac
  case $command in run|explain|gen|emit|bench) spec=${COMP_WORDS[2]} ;; esac
  if [[ $word == '=' ]]; then word=; before='='; elif [[ $before == '=' ]]; then (( --at )); fi
  [[ $before != '=' || ${COMP_WORDS[at-1]} != --* ]] || before=${COMP_WORDS[at-1]}
  [[ $before != -o ]] || before=--out
  case $before in
    '='|--against) _dmlrun_offer -f; compopt -o filenames 2>/dev/null; return ;;
@values@    --limit) _dmlrun_offer -W '@limits@'; compopt -o nospace 2>/dev/null; return ;;
    --operators|--backends) local names='@operators@' first=${word%"${word##*,}"}
      [[ $before == --backends ]] && names='@backends@'
      word=${word##*,}; _dmlrun_any_case "$names"; COMPREPLY=("${COMPREPLY[@]/#/$first}"); return ;;
    --in|--out|--expect) if [[ $command != emit || $before == --in ]]; then
      _dmlrun_offer -W "$("${COMP_WORDS[0]}" completion "${before#--}" "$spec" 2>/dev/null)"
      if (( ${#COMPREPLY[@]} > 0 )); then compopt -o nospace 2>/dev/null; return; fi
      _dmlrun_offer -f; compopt -o filenames 2>/dev/null; return; fi ;;
    @folders@) _dmlrun_offer -d; compopt -o filenames 2>/dev/null; return ;;
    @free@) return ;;
    --*) _dmlrun_any_case "$("${COMP_WORDS[0]}" completion "values=${before#--}" "$spec" 2>/dev/null)"
      (( ${#COMPREPLY[@]} > 0 )) && [[ $before != *[Tt]ensor* ]] && return ;;  # else a type or a file
  esac
  if [[ $word == -* ]]; then
    [[ $word != *[A-Z]* ]] || options=
    _dmlrun_any_case "$options $("${COMP_WORDS[0]}" completion fields "$spec" 2>/dev/null)"; return
  fi
  local names='@operators@'
  [[ -n $word ]] && names+=' @short_operators@'
  if (( COMP_CWORD >= 2 )); then
    case $command in
      schema|new) _dmlrun_any_case "$names"; return ;;
      verify) _dmlrun_any_case '@functions@'; return ;;
      completion) _dmlrun_offer -W 'bash zsh'; return ;;
      help) _dmlrun_any_case "@commands@ $names"; return ;;
      backends|operators) return ;;
    esac
  fi
  _dmlrun_offer -f
  if (( COMP_CWORD == 1 )); then _dmlrun_offer -W '@commands@'; fi
  if [[ -n $word && ($COMP_CWORD == 1 || ($COMP_CWORD == 2 && $spec != "$command")) ]]; then
    _dmlrun_any_case "$names"
  fi
  compopt -o filenames 2>/dev/null
}
complete -F _dmlrun dmlrun
)sh";

constexpr std::string_view kZsh = R"sh(#compdef dmlrun
# zsh completion for dmlrun: source <(dmlrun completion zsh)
_dmlrun() {
  local word=${words[CURRENT]} before=${words[CURRENT-1]} command=${words[2]} spec=${words[2]} options
  local any_case=(-M 'm:{a-zA-Z}={A-Za-z}')
  case $command in
@options@  esac
  case $command in run|explain|gen|emit|bench) spec=${words[3]} ;; esac
  [[ $before != -o ]] || before=--out
  case $before in
@values@    --limit) compadd -S '' -- @limits@; return ;;
    --operators) compset -P '*,'; compadd $any_case -- @operators@; return ;;
    --backends) compset -P '*,'; compadd $any_case -- @backends@; return ;;
    --in|--out|--expect) if [[ $command == emit && $before == --out ]] || compset -P '*='; then _files
      else local names=(${(f)"$(${words[1]} completion ${before#--} $spec 2>/dev/null)"})
        if (( $#names )); then compadd -S '' -- $names; else _files; fi; fi; return ;;
    --against) _files; return ;;
    @folders@) _files -/; return ;;
    @free@) return ;;
    --*) local values=(${(f)"$(${words[1]} completion values=${before#--} $spec 2>/dev/null)"})
      if (( $#values )); then compadd $any_case -- $values; [[ $before == *[Tt]ensor* ]] || return; fi ;;
  esac
  local names='@operators@ @short_operators@'
  [[ $word == *[A-Z]* ]] || names=${(L)names}
  if [[ $word == -* ]]; then
    compadd $any_case -- ${=options} ${(f)"$(${words[1]} completion fields $spec 2>/dev/null)"}; return
  fi
  if (( CURRENT > 2 )); then
    case $command in
      schema|new) [[ -n $word ]] && compadd $any_case -- ${=names}; compadd -- @operators@; return ;;
      verify) local names='@functions@'
        [[ $word == *[a-z]* ]] && names=${(L)names}; compadd $any_case -- ${=names}; return ;;
      completion) compadd -- bash zsh; return ;;
      help) [[ -n $word ]] && compadd $any_case -- ${=names}; compadd -- @commands@ @operators@; return ;;
      backends|operators) return ;;
    esac
  else
    compadd -- @commands@
  fi
  if [[ -n $word && ($CURRENT == 2 || ($CURRENT == 3 && $spec == $word)) ]]; then
    compadd $any_case -- ${=names}
  fi
  _files
}
# As a file of $fpath this text is the function itself until its first call, which would offer nothing.
if [[ ${funcstack[1]} == _dmlrun ]]; then _dmlrun "$@"; else compdef _dmlrun dmlrun; fi
)sh";

/// Whether a file of --out or --expect needs no name: there is one output, and files are offered instead.
bool has_one_output(const std::vector<spec::FieldOption>& fields) {
  std::vector<std::string_view> kinds;
  for (const spec::FieldOption& field : fields)
    if (field.output) kinds.push_back(field.kind);
  return kinds.size() == 1 && !kinds.front().starts_with("tensor[]");
}

/// What the scripts ask for: the fields of an operator, or of a spec's, its tensors for --in and --out, or
/// the values of a field.
ExitCode print_words(const std::string& what, const std::string& word, const Limits& limits) {
  std::string_view type = spec::operator_named(word);
  const std::string spec = spec_in_folder(word);
  std::optional<text::Document> document;
  if (type.empty() && exists(spec) && !is_folder(spec) && !is_device(spec)) {
    document.emplace(read_document(spec, limits));
    if (const text::Value named = document->root().find("type"); named && named.is(text::Kind::string))
      type = spec::operator_named(named.string());
  }
  StandardOutput out;
  constexpr std::string_view kValues = "values=";
  if (what.starts_with(kValues))
    for (const std::string_view value : spec::field_values(type, what.substr(kValues.size())))
      out.print(std::string(value) + "\n");
  else {
    const std::vector<spec::FieldOption> fields = spec::field_options(type);
    for (const spec::FieldOption& field : fields) {
      if (what == "fields") out.print("--" + std::string(field.name) + "\n");
      else if (what == "in" ? field.input : field.output && !has_one_output(fields))
        out.print(std::string(field.name) + "=\n");
    }
  }
  out.flush();
  return ExitCode::ok;
}

}  // namespace

ExitCode completion_command(const Options& options, const Reporter&) {
  const std::string& shell = options.operands.front();
  if (options.operands.size() > 1) return print_words(shell, options.operands[1], options.validation.limits);
  StandardOutput out;
  if (shell == "man") {
    out.print(man_page());
    out.flush();
    return ExitCode::ok;
  }
  if (shell != "bash" && shell != "zsh") fail_usage("unknown shell " + in_quotes(shell) + "; known are bash and zsh");
  out.print(shell == "bash" ? filled(kBash, kBashValues) : filled(kZsh, kZshValues));
  out.flush();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
