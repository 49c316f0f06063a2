// dmlrun completion bash|zsh: a script made from the option table, so that it cannot miss an option. For packages the
// word may also be `man`. The scripts call it with a second word, a spec or an operator, for its fields and tensors.
#include <optional>
#include <string>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/files/files.h"
#include "cli/job.h"
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

std::string words(const std::vector<std::string>& list) {
  std::string text;
  for (const std::string& word : list) (text += text.empty() ? "" : " ") += word;
  return text;
}

std::string option_words(Command command) {
  std::vector<std::string> list;
  for (const OptionInfo& option : options())
    if (takes(command, option)) list.emplace_back(option.name);
  return words(list);
}

std::string command_words() {
  std::vector<std::string> list{"run"};
  for (const CommandInfo& info : commands())
    if (!info.name.empty()) list.emplace_back(info.name);
  return words(list);
}

std::string backend_words() {
  std::vector<std::string> list = {"auto", "all"};
  for (const Backend& backend : backend_list()) list.emplace_back(backend.name);
  return words(list);
}

std::string name_words(std::span<const std::string_view> names) { return words({names.begin(), names.end()}); }

std::string operator_words() { return words({operator_types().begin(), operator_types().end()}); }

std::string function_words() {
  std::vector<std::string> list{"all"};
  for (const UnaryFunction& function : unary_functions()) list.emplace_back(function.name);
  for (const SampledFunction& function : sampled_functions()) list.emplace_back(function.name);
  return words(list);
}

std::string level_words() {
  std::vector<std::string> list;
  for (char major = '1'; major <= '9'; ++major)
    for (char minor = '0'; minor <= '9'; ++minor)
      if (std::string level = {major, '.', minor}; feature_level_from_name(level)) list.push_back(level);
  return words(list);
}

std::string limit_words() {
  std::vector<std::string> list;
  for (std::string_view name : limit_names()) list.push_back(std::string(name) + "=");
  return words(list);
}

/// A shell `case` over the commands: what to offer for words that begin with '-'. Both shells read it.
std::string options_case() {
  std::string text;
  for (const CommandInfo& info : commands())
    if (!info.name.empty())
      text += "    " + std::string(info.name) + ") options=\"" + option_words(info.command) + "\" ;;\n";
  return text + "    *) options=\"" + option_words(Command::run) + "\" ;;\n";
}

std::string bash_script() {
  return "# bash completion for dmlrun: source <(dmlrun completion bash)\n"
         "_dmlrun() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} options\n"
         "  local spec=$command\n"
         "  COMPREPLY=()\n"
         "  compopt +o nospace 2>/dev/null\n"
         "  case $command in\n" +
         options_case() +
         "  esac\n"
         "  case $command in run|explain|gen|emit|bench) spec=${COMP_WORDS[2]} ;; esac\n"
         "  if [[ $word == '=' ]]; then word=; before='='; fi\n"
         "  case $before in\n"
         "    '=') mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); compopt -o filenames 2>/dev/null; return ;;\n"
         "    --backend) mapfile -t COMPREPLY < <(compgen -W '" +
         backend_words() +
         "' -- \"$word\"); return ;;\n"
         "    --isa) mapfile -t COMPREPLY < <(compgen -W '" +
         name_words(isa_names()) +
         "' -- \"$word\"); return ;;\n"
         "    --tuning) mapfile -t COMPREPLY < <(compgen -W '" +
         name_words(tuning_names()) +
         "' -- \"$word\"); return ;;\n"
         "    --grid) mapfile -t COMPREPLY < <(compgen -W '" +
         name_words(grid_names()) +
         "' -- \"$word\"); return ;;\n"
         "    --placement) mapfile -t COMPREPLY < <(compgen -W '" +
         name_words(placement_names()) +
         "' -- \"$word\"); return ;;\n"
         "    --feature-level|--dml_feature_level) mapfile -t COMPREPLY < <(compgen -W '" +
         level_words() +
         "' -- \"$word\"); return ;;\n"
         "    --limit) mapfile -t COMPREPLY < <(compgen -W '" +
         limit_words() +
         "' -- \"$word\"); compopt -o nospace 2>/dev/null; return ;;\n"
         "    --operators) mapfile -t COMPREPLY < <(compgen -P \"${word%\"${word##*,}\"}\" -W '" +
         operator_words() +
         "' -- \"${word##*,}\"); return ;;\n"
         "    --dir) mapfile -t COMPREPLY < <(compgen -d -- \"$word\"); compopt -o filenames 2>/dev/null; return ;;\n"
         "    --format) mapfile -t COMPREPLY < <(compgen -W 'asm bin source object header' -- \"$word\"); return ;;\n"
         "    --in|--out|--expect) if [[ $command != emit || $before == --in ]]; then\n"
         "      mapfile -t COMPREPLY < <(compgen -W \"$(\"${COMP_WORDS[0]}\" completion \"${before#--}\" \"$spec\" "
         "2>/dev/null)\" -- \"$word\")\n"
         "      compopt -o nospace 2>/dev/null; return; fi ;;\n"
         "    --ulp|--abs|--rel|--seed|--output|--filter) return ;;\n"
         "  esac\n"
         "  if [[ $word == -* ]]; then\n"
         "    options+=\" $(\"${COMP_WORDS[0]}\" completion fields \"$spec\" 2>/dev/null)\"\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\"); return\n"
         "  fi\n"
         "  if (( COMP_CWORD >= 2 )); then\n"
         "    case $command in\n"
         "      schema|new) mapfile -t COMPREPLY < <(compgen -W '" +
         operator_words() +
         "' -- \"$word\"); return ;;\n"
         "      verify) local names='" +
         function_words() +
         "'\n"
         "        [[ $word == *[a-z]* ]] && names=${names,,}\n"
         "        mapfile -t COMPREPLY < <(compgen -W \"$names\" -- \"$word\"); return ;;\n"
         "      completion) mapfile -t COMPREPLY < <(compgen -W 'bash zsh' -- \"$word\"); return ;;\n"
         "      help) mapfile -t COMPREPLY < <(compgen -W '" +
         command_words() + " " + operator_words() +
         "' -- \"$word\"); return ;;\n"
         "      backends|operators) return ;;\n"
         "    esac\n"
         "  fi\n"
         "  mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
         "  if (( COMP_CWORD == 1 )); then\n"
         "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W '" +
         command_words() +
         "' -- \"$word\")\n"
         "  fi\n"
         "  if [[ -n $word ]] && (( COMP_CWORD == 1 || (COMP_CWORD == 2 && ${#spec} > 0) )); then\n"
         "    local names='" +
         operator_words() +
         "'\n"
         "    [[ $word == *[A-Z]* ]] || names=${names,,}\n"
         "    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W \"$names\" -- \"$word\")\n"
         "  fi\n"
         "  compopt -o filenames 2>/dev/null\n"
         "}\n"
         "complete -F _dmlrun dmlrun\n";
}

std::string zsh_script() {
  return "#compdef dmlrun\n"
         "# zsh completion for dmlrun: source <(dmlrun completion zsh)\n"
         "_dmlrun() {\n"
         "  local word=${words[CURRENT]} before=${words[CURRENT-1]} command=${words[2]} spec=${words[2]} options\n"
         "  case $command in\n" +
         options_case() +
         "  esac\n"
         "  case $command in run|explain|gen|emit|bench) spec=${words[3]} ;; esac\n"
         "  case $before in\n"
         "    --backend) compadd -- " +
         backend_words() +
         "; return ;;\n"
         "    --isa) compadd -- " +
         name_words(isa_names()) +
         "; return ;;\n"
         "    --tuning) compadd -- " +
         name_words(tuning_names()) +
         "; return ;;\n"
         "    --grid) compadd -- " +
         name_words(grid_names()) +
         "; return ;;\n"
         "    --placement) compadd -- " +
         name_words(placement_names()) +
         "; return ;;\n"
         "    --feature-level|--dml_feature_level) compadd -- " +
         level_words() +
         "; return ;;\n"
         "    --limit) compadd -S '' -- " +
         limit_words() +
         "; return ;;\n"
         "    --operators) compset -P '*,'; compadd -- " +
         operator_words() +
         "; return ;;\n"
         "    --dir) _files -/; return ;;\n"
         "    --format) compadd -- asm bin source object header; return ;;\n"
         "    --in|--out|--expect) if [[ $command == emit && $before == --out ]] || compset -P '*='; then _files\n"
         "      else compadd -S '' -- ${(f)\"$(${words[1]} completion ${before#--} $spec 2>/dev/null)\"}; fi; return "
         ";;\n"
         "    --ulp|--abs|--rel|--seed|--output|--filter) return ;;\n"
         "  esac\n"
         "  if [[ $word == -* ]]; then\n"
         "    compadd -- ${=options} ${(f)\"$(${words[1]} completion fields $spec 2>/dev/null)\"}; return\n"
         "  fi\n"
         "  if (( CURRENT > 2 )); then\n"
         "    case $command in\n"
         "      schema|new) compadd -- " +
         operator_words() +
         "; return ;;\n"
         "      verify) local names='" +
         function_words() +
         "'\n"
         "        [[ $word == *[a-z]* ]] && names=${(L)names}; compadd -- ${=names}; return ;;\n"
         "      completion) compadd -- bash zsh; return ;;\n"
         "      help) compadd -- " +
         command_words() + " " + operator_words() +
         "; return ;;\n"
         "      backends|operators) return ;;\n"
         "    esac\n"
         "  else\n"
         "    compadd -- " +
         command_words() +
         "\n"
         "  fi\n"
         "  if [[ -n $word && ($CURRENT == 2 || ($CURRENT == 3 && $spec == $word)) ]]; then\n"
         "    local names='" +
         operator_words() +
         "'\n"
         "    [[ $word == *[A-Z]* ]] || names=${(L)names}\n"
         "    compadd -- ${=names}\n"
         "  fi\n"
         "  _files\n"
         "}\n"
         "compdef _dmlrun dmlrun\n";
}

}  // namespace

namespace {

/// What the scripts ask for: the fields of an operator, or of a spec's, or its tensors for --in and --out.
ExitCode print_words(const std::string& what, const std::string& spec, const Limits& limits) {
  std::string_view type = spec::operator_named(spec);
  std::optional<text::Document> document;
  if (type.empty() && exists(spec) && !is_folder(spec) && !is_device(spec)) {
    document.emplace(read_document(spec, limits));
    if (const text::Value named = document->root().find("type"); named && named.is(text::Kind::string))
      type = spec::operator_named(named.string());
  }
  StandardOutput out;
  for (const spec::FieldOption& field : spec::field_options(type)) {
    if (what == "fields") out.print("--" + std::string(field.name) + "\n");
    else if (what == "in" ? field.input : field.output) out.print(std::string(field.name) + "=\n");
  }
  out.flush();
  return ExitCode::ok;
}

}  // namespace

ExitCode print_completion(const Options& options, const Reporter&) {
  const std::string& shell = options.operands.front();
  if (options.operands.size() > 1) return print_words(shell, options.operands[1], options.validation.limits);
  StandardOutput out;
  if (shell == "man") {
    out.print(man_page());
    out.flush();
    return ExitCode::ok;
  }
  if (shell != "bash" && shell != "zsh") fail_usage("unknown shell " + in_quotes(shell) + "; known are bash and zsh");
  out.print(shell == "bash" ? bash_script() : zsh_script());
  out.flush();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
