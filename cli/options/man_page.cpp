#include "cli/options/man_page.h"

#include "cli/options/options.h"
#include "dmlrun/spec.h"

namespace dmlrun::cli {
namespace {

/// Text that troff prints as it is.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) (out += "\\&") += c;
    else out += c;
  }
  return out;
}

std::string synopsis_line(const CommandInfo& info) {
  std::string text = ".br\n.B dmlrun";
  if (!info.name.empty()) text += " " + std::string(info.name);
  if (!info.operands.empty()) text += "\n.I " + escaped(info.operands);
  return text + "\n[options]\n";
}

std::string option_entry(const OptionInfo& option) {
  std::string text = ".TP\n.B " + escaped(option.name);
  if (!option.second_name.empty()) text += ", " + escaped(option.second_name);
  if (!option.value.empty()) text += " \\fI" + escaped(option.value) + "\\fR";
  return text + "\n" + escaped(option.summary) + "\n";
}

/// What a command does and the options that it takes.
std::string command_section(const CommandInfo& info) {
  std::string title = info.name.empty() ? "dmlrun SPEC [INPUT...]" : "dmlrun " + std::string(info.name);
  std::string text = ".SS " + escaped(title) + "\n" + escaped(info.summary) + "\n";
  for (const OptionInfo& option : options())
    if (takes(info.command, option) && option.treatment == Treatment::read) text += option_entry(option);
  return text;
}

/// Options of DxDispatch that are taken without effect, or refused.
std::string listed(Treatment treatment, const char* words) {
  std::string names;
  for (const OptionInfo& option : options())
    if (option.treatment == treatment) names += (names.empty() ? "" : ", ") + escaped(option.name);
  return names.empty() ? names : ".PP\n" + std::string(words) + " " + names + ".\n";
}

constexpr const char* kEnd =
    ".SH EXIT STATUS\n"
    ".TP\n0\nDone, and all comparisons held.\n.TP\n1\nA comparison failed.\n.TP\n2\nWrong usage.\n"
    ".TP\n3\nThe spec or model was refused; fuzz compared or verify verified nothing.\n"
    ".TP\n4\nA tensor file was refused, or contradicts a legal spec or model.\n"
    ".TP\n5\nThe back end that was asked for cannot.\n.TP\n6\nNot enough memory.\n"
    ".TP\n7\nA file or folder could not be opened, read or written.\n.TP\n70\nA defect of dmlrun.\n"
    ".TP\n130, 143, 129\nInterrupted by SIGINT, SIGTERM, SIGHUP.\n"
    ".TP\n141\nNobody reads standard output any more, as in \fBdmlrun ... | head\fR; nothing is said.\n"
    ".SH FILES\n.TP\n.I ~/.cache/dmlrun/code\nCode that took long to generate; \\fB\\-\\-no\\-disk\\-cache\\fR keeps "
    "none.\n";

}  // namespace

std::string man_page() {
  std::string text = ".TH DMLRUN 1 \"\" \"dmlrun " DMLRUN_VERSION
                     "\" \"User Commands\"\n"
                     ".SH NAME\ndmlrun \\- DirectML's operators, described in JSON, run anywhere\n.SH SYNOPSIS\n";
  for (const CommandInfo& info : commands()) text += synopsis_line(info);
  text +=
      ".SH DESCRIPTION\n"
      "Validates operators and models against DirectML's rules, compiles them for this machine, runs them, and "
      "compares "
      "what they give with expected values, with other back ends, or with another implementation. A file that has "
      "\"resources\" and \"commands\" is a model of DxDispatch; any other is a spec of one operator.\n"
      "Results go to standard output, words to standard error.\n"
      ".SH COMMANDS AND OPTIONS\n";
  for (const CommandInfo& info : commands()) text += command_section(info);
  text += listed(Treatment::noted, "Taken for the sake of scripts, without effect:");
  text += listed(Treatment::refused, "Refused:");
  text += ".SH OPERATORS\n";
  for (const std::string_view type : operator_types()) text += escaped(type) + "\n.br\n";
  text += "\\fBdmlrun help\\fR OPERATOR tells the fields of each.\n.SH EXAMPLES\n.nf\n";
  for (const CommandInfo& info : commands()) text += escaped(info.examples);
  return text + ".fi\n" + kEnd;
}

}  // namespace dmlrun::cli
