// What is meant by a word that is no command, operator or file.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/options/one_liner.h"
#include "cli/options/options.h"
#include "engine/spec/operator_list.h"
#include "engine/text/letter_case.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {
namespace {

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names{"run"};
  for (const CommandInfo& info : commands())
    if (!info.name.empty()) names.push_back(info.name);
  return names;
}

}  // namespace

std::string what_is_meant(std::string_view word, bool may_be_command) {
  constexpr std::size_t kMin = 3;
  constexpr std::pair<std::string_view, std::string_view> kUsual[] = {
      {"cmp", "diff"}, {"allclose", "diff"}, {"list", "operators"}, {"ls", "operators"}};
  for (const auto& [usual, command] : kUsual)
    if (may_be_command && text::is_same_word(word, usual)) return "did you mean " + std::string(command) + "?";
  const std::vector<std::string_view> commands = may_be_command ? command_names() : std::vector<std::string_view>();
  for (const std::string_view name : commands)
    if (word.size() >= kMin && text::is_same_word(word, name.substr(0, word.size())))
      return "did you mean " + std::string(name) + "?";
  for (const CommandInfo& info : may_be_command ? cli::commands() : std::span<const CommandInfo>())
    if (text::is_same_word(word, info.summary.substr(0, info.summary.find(' '))) && word.size() > kMin + 1)
      return "did you mean " + std::string(info.name) + "?";
  if (const std::string_view remedy = spec::layout_remedy(word); !remedy.empty()) return std::string(remedy);
  std::string_view near = spec::operator_meant(word);
  for (const std::string_view prefix : {"element_wise_", "activation_"})
    if (near.empty() && text::lower_case(word).starts_with(prefix))
      near = spec::operator_named(word.substr(prefix.size()));  // which has no prefix, or another one
  if (!near.empty()) return spec::did_you_mean(near);
  std::vector<std::string_view> names = commands;  // the first of equally near ones is meant
  for (const std::string_view name : spec::operator_names()) names.push_back(name);
  near = text::nearest(word, names);
  if (near.empty())
    return may_be_command ? "dmlrun --help and dmlrun operators list them" : std::string(kOperatorsAreListed);
  const bool is_command = std::find(commands.begin(), commands.end(), near) != commands.end();
  return is_command ? "did you mean " + std::string(near) + "?" : spec::did_you_mean(spec::operator_named(near));
}

}  // namespace dmlrun::cli
