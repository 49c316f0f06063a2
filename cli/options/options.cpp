// The only file that knows CLI11. It is used for splitting the command line and nothing else: values are taken as
// strings and read by option_values.cpp, because CLI11 reads 010 as 8.
#include "cli/options/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <utility>

#include "cli/files/code_folder.h"
#include "cli/files/files.h"
#include "cli/layout_line.h"
#include "cli/options/one_liner.h"
#include "cli/options/option_values.h"
#include "cli/report/failure.h"
#include "cli/verify/domains.h"
#include "engine/spec/field_words.h"
#include "engine/spec/operator_list.h"
#include "engine/spec/value_words.h"
#include "engine/text/document.h"
#include "engine/text/letter_case.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {
namespace {

/// The name of the form without a command, for those who like one.
constexpr std::string_view kRunName = "run";

bool takes_spec(Command command) {
  return command == Command::run || command == Command::explain || command == Command::gen ||
         command == Command::emit || command == Command::bench;
}

std::string command_name(const CommandInfo& info) {
  return info.name.empty() ? "dmlrun" : "dmlrun " + std::string(info.name);
}

const CommandInfo& find_command(std::span<const std::string> arguments) {
  if (!arguments.empty()) {
    const std::string& first = arguments.front();
    for (const CommandInfo& info : commands())
      if (!info.name.empty() && info.name == first) return info;
  }
  return commands().front();
}

const OptionInfo* find_option(Command command, std::string_view word) {
  std::string_view bare = word.substr(0, word.find('='));
  for (const OptionInfo& option : options())
    if (takes(command, option) && !bare.empty() && (bare == option.name || bare == option.second_name)) return &option;
  return nullptr;
}

[[noreturn]] void refuse_unknown_option(const CommandInfo& info, std::string_view word) {
  std::string_view bare = word.substr(0, word.find('='));
  std::vector<std::string_view> names;
  for (const OptionInfo& option : options()) {
    if (option.name == bare || option.second_name == bare)
      fail_usage("'" + command_name(info) + "' does not take " + std::string(bare) +
                 (info.command == Command::new_spec && option.name == "--out" ? "; write it with > spec.json" : ""));
    if (!takes(info.command, option)) continue;
    names.push_back(option.name);
    if (!option.second_name.empty()) names.push_back(option.second_name);
  }
  const std::string_view near = option_meant(bare, names);
  std::string sentence = "unknown option " + in_quotes(bare);
  sentence +=
      near.empty() ? "; '" + command_name(info) + " --help' lists them" : "; did you mean " + std::string(near) + "?";
  fail_usage(std::move(sentence));
}

bool is_dxdispatch(const OptionInfo& option) {
  return std::any_of(dxdispatch_options().begin(), dxdispatch_options().end(),
                     [&](const OptionInfo& other) { return other.name == option.name; });
}

/// A boolean as cxxopts 2.2 reads it, which splits DxDispatch's command line.
bool read_flag(const std::string& word, std::size_t equals) {
  const std::string value = word.substr(equals + 1);
  for (const bool flag : {true, false})
    for (const std::string_view text :
         {flag ? "true" : "false", flag ? "True" : "False", flag ? "t" : "f", flag ? "T" : "F", flag ? "1" : "0"})
      if (value == text) return flag;
  fail_usage(word.substr(0, equals) + " takes =true or =false; found " + in_quotes(value));
}

/// Whether the word is values that begin with a sign, and no option.
bool is_negative(const std::string& word) { return word.starts_with('-') && !spec::values_json(word).empty(); }

/// The words with DxDispatch's `--flag=true` as `--flag`, and without a flag that is `--flag=false` in the end. Refuses
/// missing values: CLI11 lets an option without one take the next word, whatever it is: "--backend --json" and
/// "--backend= x". The number -inf, which CLI11 takes for -i, becomes JSON.
std::vector<std::string> with_plain_flags(const CommandInfo& info, std::span<const std::string> words) {
  std::vector<std::string> plain;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      plain.insert(plain.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    plain.push_back(word);
    const OptionInfo* option = word.starts_with('-') ? find_option(info.command, word) : nullptr;
    if (option == nullptr) {
      if (is_negative(word)) plain.back() = spec::values_json(word);
      continue;
    }
    std::size_t equals = word.find('=');
    if (option->value.empty()) {
      if (equals == std::string::npos) continue;
      if (!word.starts_with("--") || !is_dxdispatch(*option)) fail_usage(std::string(option->name) + " takes no value");
      plain.pop_back();
      std::erase_if(plain, [&](const std::string& w) { return w == option->name || w == option->second_name; });
      if (read_flag(word, equals)) plain.emplace_back(option->name);
      continue;
    }
    bool missing = equals != std::string::npos
                       ? equals + 1 == word.size()
                       : i + 1 == words.size() || words[i + 1].empty() || words[i + 1] == "--" ||
                             (words[i + 1].starts_with("-") && find_option(info.command, words[i + 1]) != nullptr);
    if (missing) fail_usage(std::string(option->name) + " needs a value: " + std::string(option->value));
    if (equals == std::string::npos) plain.push_back(words[++i]);
  }
  return plain;
}

void check_operands(const CommandInfo& info, const std::vector<std::string>& operands) {
  std::string form = command_name(info) + (info.operands.empty() ? "" : " ") + std::string(info.operands);
  if (operands.size() < info.least_operands) fail_usage("an operand is missing: " + form);
  for (const std::string& operand : operands)
    for (const CommandInfo& other : commands())
      if (info.command == Command::run && !operand.empty() && operand == other.name && !exists(operand))
        fail_usage("the command " + in_quotes(operand) + " must come first; a file of that name is given as ./" +
                   operand);
  const auto is_spec = [&](const std::string& operand) {
    return takes_spec(info.command) && operand.ends_with(".json");
  };
  for (std::size_t i = 0; i < operands.size(); ++i)
    if (i >= info.most_operands || (i > 0 && is_spec(operands[i]))) {
      if (i < info.most_operands && !spec::operator_named(operands.front()).empty())
        fail_usage("unexpected operand " + in_quotes(operands[i]) + ": inputs of " + operands.front() +
                   " are .npy files or values; a spec is given alone");
      if (takes_spec(info.command)) refuse_unknown_word(info.command, operands.front());
      const bool is_of_list = info.command == Command::fuzz && !exists(operands[i]);  // --operators TILE JOIN
      fail_usage("unexpected operand " + in_quotes(operands[i]) + ": " + form +
                 (is_of_list ? "; --operators and --backends take names with commas between them, A,B" : ""));
    }
  for (const std::string& operand : operands)
    if (operand.empty()) fail_usage("an operand is empty: " + form);
}

/// The values of every option, by the option's first name; flags have one empty value. Operands are under "".
using OptionValues = std::map<std::string_view, std::vector<std::string>>;

OptionValues split(const CommandInfo& info, const OneLiner& line) {
  const std::vector<std::string> words = with_plain_flags(info, line.words);
  OptionValues values;
  std::map<std::string_view, std::size_t> flags;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  for (const OptionInfo& option : options()) {
    if (!takes(info.command, option)) continue;
    std::string names(option.name);
    if (!option.second_name.empty()) names += "," + std::string(option.second_name);
    if (option.value.empty()) {
      app.add_flag(names, flags[option.name]);
    } else {
      // expected(1) and no extra arguments: otherwise "--in A=x.npy m.json" would take m.json as well.
      app.add_option(names, values[option.name])->expected(1)->take_all()->allow_extra_args(false);
    }
  }
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Error& e) {
    fail_usage(e.what());
  }
  for (const auto& [name, count] : flags)
    if (count != 0) values[name].emplace_back();
  bool only_operands = false;
  for (const std::string& word : app.remaining()) {
    if (word == "--" && !only_operands) only_operands = true;
    else if (only_operands || word.size() <= 1 || word.front() != '-' || is_negative(word)) values[""].push_back(word);
    else {
      // An operator that is misspelt, or behind options, has fields that nobody knows.
      if (takes_spec(info.command) && line.type.empty()) {
        for (const std::string& other : app.remaining())
          if (!spec::operator_named(other).empty()) refuse_unknown_word(info.command, other);
        if (!values[""].empty()) refuse_unknown_word(info.command, values[""].front());
        refuse_field_beside_file(word, values[""].empty() ? std::string() : values[""].front());
      }
      refuse_unknown_option(info, word);
    }
  }
  return values;
}

class Reader {
 public:
  explicit Reader(const OptionValues& values) : values_(values) {}
  [[nodiscard]] const std::vector<std::string>& all(std::string_view name) const {
    static const std::vector<std::string> kNone;
    auto found = values_.find(name);
    return found == values_.end() ? kNone : found->second;
  }
  [[nodiscard]] bool has(std::string_view name) const { return !all(name).empty(); }
  /// Nothing when absent; given twice is refused.
  [[nodiscard]] const std::string* one(std::string_view name) const {
    const auto& given = all(name);
    if (given.size() > 1) fail_usage(std::string(name) + " is given " + std::to_string(given.size()) + " times");
    return given.empty() ? nullptr : &given.front();
  }

 private:
  const OptionValues& values_;
};

/// -a TEXT: the first back end that works here and has TEXT in its name or device, in any letter case.
void choose_adapter(const std::string& text, Options& o) {
  if (!o.backend.empty() || !o.device.empty())
    fail_usage("--adapter chooses what --backend and --device do; give only one of them");
  const auto matches = [&](std::string_view name) {
    return text::lower_case(name).find(text::lower_case(text)) != std::string::npos;
  };
  for (const BackendInfo& info : backends()) {
    if (!info.why_not.empty()) continue;
    for (std::size_t i = 0; i < info.devices.size() && o.device.empty(); ++i)
      if (matches(info.devices[i])) o.device = std::to_string(i);
    if (o.device.empty() && !matches(info.name) && !matches(info.device)) continue;
    o.backend = info.name;
    return;
  }
  o.notes.push_back("--adapter: no back end that works here has " + in_quotes(text) + " in its name or device");
}

/// What DxDispatch's options mean, and what becomes of those that mean nothing here.
void read_dxdispatch(const Reader& read, Options& o) {
  constexpr std::uint32_t kMax = 0xFFFFFFFF;
  DxDispatchOptions& d = o.dxdispatch;
  const auto number = [&](std::string_view option, std::uint32_t& value, std::uint32_t least, std::uint32_t most) {
    if (const std::string* text = read.one(option)) value = read_number(option, *text, least, most);
  };
  number("-i", d.iterations, 1, kMax);
  number("-r", d.repeat, 1, kMax);
  number("-I", d.interval_ms, 0, kMax);
  number("-w", d.warmup, 0, kMax);
  number("-v", d.verbosity, 0, 2);
  if (const std::string* text = read.one("-t")) d.milliseconds = read_number("-t", *text, 0, kMax);
  d.print_commands = read.has("--print_commands");
  if (const std::string* text = read.one("--input_path")) d.input_path = *text;
  if (const std::string* text = read.one("--output_path")) d.output_path = *text;
  if (const std::string* text = read.one("-m")) o.operands.push_back(*text);
  if (const std::string* text = read.one("-a")) choose_adapter(*text, o);
  o.show_backends = read.has("-s");
  o.show_versions = read.has("-S");
  for (const OptionInfo& option : dxdispatch_options()) {
    const std::string* given = option.treatment == Treatment::read ? nullptr : read.one(option.name);
    if (given == nullptr) continue;
    // Capturing by hand is what happens when nobody captures.
    const bool harmless = option.name == "-c" && *given == "manual";
    const std::string named = option.second_name.empty()
                                  ? std::string(option.name)
                                  : std::string(option.name) + " (" + std::string(option.second_name) + ")";
    if (option.treatment == Treatment::refused && !harmless)
      fail_usage(named + " cannot be done: " + std::string(option.summary));
    o.notes.push_back(named + " has no effect: " + std::string(option.summary));
  }
}

Options read_values(Command command, const OptionValues& values) {
  Reader read(values);
  Options o;
  o.command = command;
  o.help = read.has("--help");
  o.version = read.has("--version");
  o.operands = read.all("");
  for (const std::string& text : read.all("--in")) o.in.push_back(read_named_file("--in", text));
  if (command != Command::emit)
    for (const std::string& text : read.all("--out")) o.out.push_back(read_named_file("--out", text));
  else if (const std::string* text = read.one("--out")) o.emit.file = *text;
  for (const std::string& text : read.all("--expect")) o.expect.push_back(read_named_file("--expect", text));
  for (const std::string& text : read.all("--limit")) read_limit(text, o.validation.limits);
  if (const std::string* text = read.one("--ulp")) o.tolerance.ulp = read_count("--ulp", *text);
  if (const std::string* text = read.one("--abs")) o.tolerance.absolute = read_tolerance("--abs", *text);
  if (const std::string* text = read.one("--rel")) o.tolerance.relative = read_tolerance("--rel", *text);
  if (const std::string* text = read.one("--backend")) o.backend = read_backend(command, *text);
  if (const std::string* text = read.one("--isa")) o.isa = read_name("instruction set", *text, isa_names());
  if (const std::string* text = read.one("--tuning")) o.tuning = read_name("tuning", *text, tuning_names());
  if (const std::string* text = read.one("--device")) o.device = *text;
  if (const std::string* text = read.one("--threads")) o.threads = read_number("--threads", *text, 0, 1024);
  if (const std::string* text = read.one("--feature-level")) o.validation.level = read_feature_level(*text);
  if (const std::string* text = read.one("--seed")) o.seed = read_count("--seed", *text);
  if (const std::string* text = read.one("--dir")) o.folder = *text;
  if (command == Command::fuzz || command == Command::verify)
    o.fuzz = read_fuzz_options([&](std::string_view name) { return read.one(name); });
  if (const std::string* text = read.one("--hashes")) o.verify.hashes = *text;
  if (const std::string* text = read.one("--samples")) o.verify.samples = read_count("--samples", *text);
  if (const std::string* text = read.one("--type")) o.verify.type = read_name("type", *text, domain_names());
  if (const std::string* text = read.one("--picture")) {
    require_extension("--picture", *text, ".svg");
    o.picture = *text;
  }
  if (const std::string* text = read.one("--format")) o.emit.format = *text;
  if (const std::string* text = read.one("--target")) o.emit.target = *text;
  if (const std::string* text = read.one("--function")) o.emit.function = read_identifier("--function", *text);
  if (const std::string* text = read.one("--output")) o.output = read_count("--output", *text);
  o.perf_map = read.has("--perf-map");
  if (!read.has("--no-disk-cache")) o.code_folder = code_folder();
  o.strict = read.has("--strict");
  o.verbose = read.has("--verbose");
  o.completed_spec = read.has("--spec");
  if (read.has("--json") && command != Command::bench) o.format = Format::json;
  if (command == Command::bench) o.bench = read_bench_options([&](std::string_view name) { return read.one(name); });
  if (read.has("--fsync")) o.durability = Durability::synced;
  o.skip_unsupported = read.has("--skip-unsupported");
  o.any_alignment = read.has("--any-alignment");
  o.list = read.has("--list");
  o.of_models = command == Command::schema && read.has("--model");
  for (const OptionInfo& option : options())
    if (read.has(option.name)) o.given.push_back(option.name);
  if (command == Command::run) read_dxdispatch(read, o);
  return o;
}

/// The words with an operator before flags of the command that stand in front of it. A file of that name stays.
std::vector<std::string> with_operator_first(const CommandInfo& info, std::span<const std::string> words) {
  std::vector<std::string> made(words.begin(), words.end());
  auto first = made.begin();
  while (first != made.end()) {
    const OptionInfo* option = find_option(info.command, *first);
    if (option == nullptr || !option->value.empty()) break;
    ++first;
  }
  const bool is_operator = first != made.end() && !first->starts_with('-') && !spec::operator_named(*first).empty();
  if (is_operator && !exists(*first)) std::rotate(made.begin(), first, first + 1);
  return made;
}

/// Exit 2 for help about a word that is no command, operator or file.
void refuse_help_of(const std::vector<std::string>& words) {
  const std::string& word = words.front();
  const auto is_folder_option = [](const std::string& each) { return each.starts_with("--input_path"); };
  if (word.empty() || word.starts_with('-') || exists(word) || !spec::operator_named(word).empty()) return;
  if (std::none_of(words.begin(), words.end(), is_folder_option))
    fail_usage(in_quotes(word) + " is no command, operator or file; " + what_is_meant(word));
}

}  // namespace

Format format_of(std::span<const std::string> arguments) {
  if (!arguments.empty() && arguments.front() == "bench") return Format::text;  // there --json names a file
  auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::find(arguments.begin(), end, "--json") != end ? Format::json : Format::text;
}

CompileOptions compile_options(const Options& options, std::string_view backend) {
  CompileOptions compile{backend.empty() ? "auto" : backend, options.isa, options.tuning, options.device};
  compile.code_folder = options.code_folder;
  compile.threads = options.threads;
  return compile;
}

Options parse_options(std::span<const std::string> arguments) {
  const CommandInfo& info = find_command(arguments);
  const bool is_named = !info.name.empty() || (!arguments.empty() && arguments.front() == kRunName);
  std::vector<std::string> words(arguments.begin() + (is_named ? 1 : 0), arguments.end());
  if (takes_spec(info.command)) words = with_operator_first(info, words);
  // Help is given whatever else is wrong.
  for (const std::string& word : words) {
    if (word == "--") break;
    if (word != "--help" && word != "-h") continue;
    if (info.command == Command::run) refuse_help_of(words);
    Options options;
    options.command = info.command;
    options.help = true;
    options.short_help = word == "-h";
    if (takes_spec(info.command) && !spec::operator_named(words.front()).empty()) options.operands = {words.front()};
    return options;
  }
  OneLiner line;
  line.words = words;
  if (takes_spec(info.command)) refuse_layout_word(words);
  if (takes_spec(info.command))
    line = read_one_liner(info.command, words,
                          [&](std::string_view word) { return find_option(info.command, word) != nullptr; });
  Options options = read_values(info.command, split(info, line));
  if (options.version) return options;
  if (options.operands.empty() && (options.show_backends || options.show_versions)) return options;
  check_operands(info, options.operands);
  if (takes_spec(info.command)) take_files(std::move(line), options);
  if (info.command == Command::bench) check_bench(options, arguments);
  return options;
}

}  // namespace dmlrun::cli
