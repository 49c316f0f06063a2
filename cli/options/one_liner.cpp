#include "cli/options/one_liner.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <utility>

#include "cli/files/files.h"
#include "cli/options/option_values.h"
#include "cli/report/failure.h"
#include "cli/report/shell_word.h"
#include "cli/tensor_operands.h"
#include "dmlrun/spec.h"
#include "engine/spec/operator_list.h"
#include "engine/spec/spec.h"
#include "engine/spec/value_words.h"
#include "engine/text/document.h"
#include "engine/text/letter_case.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {
namespace {

/// The only field that `is_it` holds for; "" if there is none, or several.
std::string_view only_field(const std::vector<std::string>& fields,
                            const std::function<bool(std::string_view)>& is_it) {
  const auto found = std::find_if(fields.begin(), fields.end(), is_it);
  return found == fields.end() || std::find_if(found + 1, fields.end(), is_it) != fields.end() ? std::string_view()
                                                                                               : *found;
}

/// The field that a word which names none may mean: what other libraries call so, the nearest, the first that begins
/// with it, or the only one that ends with it or has it inside.
std::string_view field_meant(std::string_view word, const std::vector<std::string>& fields) {
  constexpr std::size_t kMin = 3;
  for (const std::string& field : fields)
    if (spec::is_same_name(field, std::string(word) + "Tensor")) return field;
  const auto begins = [&](std::string_view field) {  // --a is Alpha, and no array
    return text::is_same_word(field.substr(0, 1), word) && !field.ends_with("Tensor");
  };
  if (const std::string_view found = only_field(fields, begins); !found.empty()) return found;
  for (const std::string_view usual : spec::usual_fields(word))
    if (std::find(fields.begin(), fields.end(), usual) != fields.end()) return usual;
  if (const std::string_view near = text::nearest(word, fields); !near.empty() || word.size() < kMin) return near;
  const std::string lower = text::lower_case(word);
  const auto at = [&](std::string_view field) { return text::lower_case(field).find(lower); };
  for (const std::string& field : fields)
    if (at(field) == 0) return field;
  const auto ends = [&](std::string_view field) { return text::lower_case(field).ends_with(lower); };
  if (const std::string_view found = only_field(fields, ends); !found.empty()) return found;
  return only_field(fields, [&](std::string_view field) { return at(field) != std::string::npos; });
}

/// "explain ", or "" of the form without a command.
std::string command_word(Command command) {
  for (const CommandInfo& info : commands())
    if (info.command == command && !info.name.empty()) return std::string(info.name) + " ";
  return {};
}

[[noreturn]] void refuse_field(Command command, std::string_view type, std::string_view word,
                               const std::vector<std::string>& fields) {
  std::string sentence = "unknown option " + in_quotes("--" + std::string(word));
  const std::string_view near = field_meant(word, fields);
  if (near == "OutputTensor" && !spec::usual_fields(word).empty())
    fail_usage(sentence + "; an output's type and sizes are given as --OutputTensor INT8 or FLOAT32:2,3");
  if (!near.empty()) fail_usage(sentence + "; did you mean --" + std::string(near) + "?");
  std::vector<std::string_view> names;
  for (const OptionInfo& option : options()) {
    if (option.name == "--" + std::string(word))
      fail_usage("'dmlrun " + command_word(command) + std::string(type) + "' does not take --" + std::string(word));
    if (takes(command, option) && option.name.starts_with("--")) names.push_back(option.name);
  }
  if (const std::string_view usual = usual_option("--" + std::string(word), names); !usual.empty())
    fail_usage(sentence + "; did you mean " + std::string(usual) + "?");
  for (std::string_view& name : names) name.remove_prefix(2);
  const std::string_view option = text::nearest(word, names);
  if (!option.empty()) fail_usage(sentence + "; did you mean --" + std::string(option) + "?");
  sentence += "; the fields of " + std::string(type) + " are ";
  for (const std::string& field : fields) (sentence += &field == &fields.front() ? "--" : ", --") += field;
  sentence +=
      "; 'dmlrun " + (command == Command::run ? "run " : command_word(command)) + "--help' lists the other options";
  fail_usage(std::move(sentence));
}

/// Exit 2 unless the text, of which `of` is said, is JSON.
void require_json(const std::string& json, const std::string& of) {
  const auto document = text::Document::parse(json);
  if (!document) fail_usage(of + document.error().message);
}

/// Takes the fields of one operator out of words.
class FieldReader {
 public:
  FieldReader(Command command, std::string_view type)
      : command_(command), type_(type), fields_(spec::field_options(type)) {}

  /// The field that "--Repeats" or "--repeats=2" names; null when there is none.
  [[nodiscard]] const spec::FieldOption* find(std::string_view name) const {
    for (const spec::FieldOption& field : fields_)
      if (spec::is_same_name(field.name, name)) return &field;
    return nullptr;
  }
  [[noreturn]] void refuse(std::string_view name, std::string_view value) const {
    std::vector<std::string> names;
    for (const spec::FieldOption& field : fields_) names.emplace_back(field.name);
    const spec::FieldOption* near = find(field_meant(name, names));
    const bool is_list = near != nullptr && near->kind == "count" && value.find(',') < value.size();
    for (const spec::FieldOption& field : fields_)  // the list is meant, not its length
      if (is_list && field.kind.find("[]") < field.kind.size())
        fail_usage("unknown option " + in_quotes("--" + std::string(name)) + "; did you mean --" +
                   std::string(field.name) + "?");
    refuse_field(command_, type_, name, names);
  }
  static void take(const spec::FieldOption& field, std::string value, OneLiner& line) {
    const std::string name(field.name);
    const bool is_json = value.starts_with('{') || value.starts_with('[') || value.starts_with('"');
    const bool is_number = !value.empty() && value[0] >= '0' && value[0] <= '9';
    const bool has_values = field.input && (is_number || !spec::values_json(value).empty());
    const bool lacks_colon = field.output && !spec::with_colon(value).empty();
    const std::string first =
        field.kind.starts_with("tensor[]") && !exists(value) ? value.substr(0, value.find(' ')) : value;
    if ((field.input || field.output) && (has_values || lacks_colon || !spec::describes_tensor(first))) {
      const std::string wrong = has_values || exists(value) ? std::string() : spec::why_no_tensor(value);
      if (!wrong.empty())
        fail_usage("--" + name + ": " + wrong +
                   (wrong.ends_with('?') ? "" : "; a file of that name is given as " + shell_word("./" + value)));
      (field.input ? line.in : line.out).push_back({name, std::move(value)});
      return;
    }
    if (is_json) {
      const std::string values = spec::values_json(value);
      require_json(values.empty() ? value : values, "--" + name + ": " + in_quotes(value) + " is no JSON: ");
    }
    const std::string given = value.substr(value.find(':') + 1);  // of sizes, or a list
    std::string list = given;
    std::ranges::replace_if(
        list, [](char c) { return c == ' ' || c == 'x' || c == ';'; }, ',');
    std::erase_if(list, [](char c) { return c == '(' || c == ')'; });
    const bool is_list = field.kind.ends_with("[]") || given.size() < value.size();
    if (is_list && !is_json && list != given && spec::values_json(given).empty() && !spec::values_json(list).empty())
      fail_usage("--" + name + ": a list is written " + list + "; found " + in_quotes(given));
    for (const spec::FieldWord& earlier : line.fields)
      if (earlier.field == field.name) fail_usage("--" + name + " is given twice");
    line.fields.push_back({field.name, std::move(value)});
  }

 private:
  Command command_;
  std::string_view type_;
  std::vector<spec::FieldOption> fields_;
};

/// Exit 2 for -axis and -out, which would be -a and -o with values.
void refuse_one_dash(std::string_view word, const FieldReader& reader,
                     const std::function<bool(std::string_view)>& is_option) {
  if (word.size() < 3 || word[0] != '-' || word[1] == '-') return;
  const spec::FieldOption* field = reader.find(word.substr(1));
  const std::string option = field ? "--" + std::string(field->name) : "-" + std::string(word);
  if (field != nullptr || is_option(option))
    fail_usage("unknown option " + in_quotes(word) + "; did you mean " + option + "?");
}

/// Whether the word is an input's values. A file of that name comes first.
bool is_values(const NamedFile& input) { return !spec::values_json(input.file).empty() && !exists(input.file); }

/// Whether a word is written as the name of a file: in a folder, or with an extension.
bool is_path(std::string_view word) {
  const std::size_t extension = word.rfind('.') + 1;
  const bool has_letter =
      extension > 0 && extension < word.size() && std::isalpha(static_cast<unsigned char>(word[extension]));
  return !word.starts_with('[') && (has_letter || word.find('/') != std::string_view::npos);
}

/// Exit 2 for a word that is no file, and wrong as numbers, with the entry that is.
void refuse_wrong_values(const NamedFile& input) {
  const std::string& word = input.file;
  if (word.empty() || word == "-" || exists(word)) return;
  const std::optional<spec::WrongEntry> wrong = is_path(word) ? std::nullopt : spec::wrong_entry(word);
  const bool begins_as_number = word[0] >= '0' && word[0] <= '9' && !is_path(word);
  if (!wrong && !begins_as_number && !word.starts_with('[') &&
      word.find_first_not_of("0123456789+-., eE()") != std::string::npos)
    return;
  std::string which;
  if (wrong) {
    which = wrong->text.empty() ? " is empty" : ", " + in_quotes(wrong->text) + ", is no number";
    which = ": entry " + std::to_string(wrong->number) + which;
  }
  fail_usage(in_quotes(word) + " is neither a file nor values" + which +
             "; values are written 0.5, -inf, nan, 1,9 or [[1,2],[3,4]], numbers without "
             "leading zeros");
}

/// One input of a spec. A number alone is one value where nothing tells how many there are.
spec::JsonText source_of(const NamedFile& input, bool has_sizes) {
  using spec::JsonText;
  if (!is_values(input)) return JsonText::object({{"sourcePath", JsonText::string(input.file)}});
  const std::string json = spec::values_json(input.file);
  require_json(json, in_quotes(input.file) + " is no list of values: ");
  JsonText value = JsonText::verbatim(json);
  if (json.starts_with('[')) return value;
  return has_sizes ? JsonText::object({{"value", std::move(value)}}) : JsonText::array({std::move(value)});
}

/// Moves the inputs that have values, and others of the same array, out of `in`, to those of a spec.
spec::JsonText take_values(OneLiner& line, std::vector<NamedFile>& in) {
  spec::JsonText inputs = spec::JsonText::object();
  for (const NamedFile& input : in)
    if (!is_values(input)) refuse_wrong_values(input);
  if (std::none_of(in.begin(), in.end(), is_values)) return inputs;
  const std::vector<spec::Spec::SlotName> slots = spec::Spec::slot_names(line.type);
  in = with_names(in, line.type, slots, false);
  bool has_sizes = std::any_of(in.begin(), in.end(), [](const NamedFile& input) {
    return spec::number_json(input.file).empty() || exists(input.file);
  });
  for (const spec::Spec::SlotName& slot : slots)
    for (const spec::FieldWord& word : line.fields) {
      if (slot.output || word.field != slot.name) continue;
      has_sizes = has_sizes || word.value.find(':') != std::string::npos;
    }
  for (const spec::Spec::SlotName& slot : slots) {
    std::vector<NamedFile> given;
    const auto is_of = [&](const NamedFile& input) { return !slot.output && input.name == slot.name; };
    std::copy_if(in.begin(), in.end(), std::back_inserter(given), is_of);
    if (std::none_of(given.begin(), given.end(), is_values)) continue;
    if (!slot.array && given.size() > 1)
      fail_usage(given[0].name + " is given twice: " + in_quotes(given[0].file) + " and " + in_quotes(given[1].file));
    std::erase_if(in, is_of);
    spec::JsonText list = spec::JsonText::array();
    for (const NamedFile& input : given)
      if (slot.two_elements && !spec::number_json(input.file).empty())
        fail_usage(std::string(slot.name) + " takes two values or more in one word, as in 0,1; found " +
                   in_quotes(input.file));
    for (const NamedFile& input : given) list.append(source_of(input, has_sizes));
    inputs.add(slot.name, slot.array ? std::move(list) : source_of(given.front(), has_sizes));
  }
  return inputs;
}

/// Exit 2 where operands are fields' values, with the options that they mean: CAST x.npy INT8, CLIP x.npy 0 1.
void refuse_values_of_fields(const OneLiner& line, const std::vector<NamedFile>& in) {
  std::string inputs;
  std::size_t count = 0, open = 0;
  for (const spec::Spec::SlotName& slot : spec::Spec::slot_names(line.type)) {
    if (slot.output) continue;
    const auto is_it = [&](const NamedFile& input) { return input.name == slot.name; };
    if (slot.array) open = in.size();
    else if (std::none_of(in.begin(), in.end(), is_it)) ++open;
    (inputs += count++ == 0 ? "" : ", ") += slot.name;
  }
  std::vector<std::string> others;
  for (const NamedFile& input : in) {
    if (!input.name.empty()) continue;
    const bool may_be_input = input.file == "-" || exists(input.file) || is_values(input);
    if (may_be_input && open > 0) --open;
    else others.push_back(input.file);
  }
  std::string options;
  for (const spec::FieldWord& meant : spec::fields_meant(line.type, others, line.fields))
    options += " --" + std::string(meant.field) + " " + shell_word(meant.value);
  if (options.empty()) return;
  fail_usage(std::string(line.type) +
             (count == 0 ? " takes no inputs"
                         : " takes " + std::to_string(count) + " input" + (count == 1 ? ", " : "s, ") + inputs) +
             "; other fields are options:" + options);
}

}  // namespace

OneLiner read_one_liner(Command command, std::span<const std::string> words,
                        const std::function<bool(std::string_view)>& is_option) {
  OneLiner line;
  line.words.assign(words.begin(), words.end());
  const std::string_view type = words.empty() ? std::string_view() : spec::operator_named(words.front());
  if (type.empty()) return line;
  if (!spec::is_implemented(type)) fail_usage(spec::why_not_named(type));
  line.type = type;
  line.words = {std::string(type)};
  const FieldReader reader(command, type);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      line.words.insert(line.words.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    const std::size_t equals = word.find('=');
    const std::string_view name = std::string_view(word).substr(0, equals);
    refuse_one_dash(name, reader, is_option);
    if (const spec::FieldOption* field = equals < word.size() && !word.starts_with('-') ? reader.find(name) : nullptr;
        field != nullptr && !words[i - 1].starts_with('-') && !exists(word))
      fail_usage(in_quotes(word) + " is written --" + std::string(field->name) + " " +
                 shell_word(word.substr(equals + 1)));
    if (!name.starts_with("--") || is_option(name)) {
      line.words.push_back(word);
      continue;
    }
    const spec::FieldOption* field = reader.find(name.substr(2));
    if (field == nullptr)
      reader.refuse(name.substr(2), equals < word.size()   ? word.substr(equals)
                                    : i + 1 < words.size() ? words[i + 1]
                                                           : std::string());
    if (equals == std::string::npos && i + 1 == words.size())
      fail_usage("--" + std::string(field->name) + " needs a value: " + std::string(field->kind));
    std::string value = equals == std::string::npos ? words[++i] : word.substr(equals + 1);
    // One for each of a list of tensors: --OutputTensors :3,3 :3,2.
    const auto is_sizes = [](const std::string& text) {
      return !text.starts_with('[') && !text.starts_with('{') && spec::describes_tensor(text);
    };
    while (field->kind.starts_with("tensor[]") && is_sizes(value) && i + 1 < words.size() && is_sizes(words[i + 1]))
      value += " " + words[++i];
    FieldReader::take(*field, std::move(value), line);
  }
  return line;
}

void take_files(OneLiner line, Options& options) {
  if (options.operands.empty()) return;
  for (std::size_t i = 1; i < options.operands.size(); ++i) options.in.push_back({"", options.operands[i]});
  options.operands.resize(1);
  std::string& spec = options.operands.front();
  if (line.type.empty()) {
    // Of a run the word may name a file below --input_path.
    if (options.command != Command::run) refuse_unknown_word(options.command, spec);
    spec = spec_in_folder(spec);
    return;
  }
  if (!line.out.empty() && options.command != Command::run)
    fail_usage("--" + line.out.front().name + " of " + spec + " takes a type, FLOAT32 or FLOAT32:2,3; found " +
               in_quotes(line.out.front().file));
  std::move(line.in.begin(), line.in.end(), std::back_inserter(options.in));
  refuse_values_of_fields(line, options.in);
  spec::JsonText inputs = take_values(line, options.in);
  options.spec_text = spec::spec_of_words(line.type, line.fields, std::move(inputs));
  std::move(line.out.begin(), line.out.end(), std::back_inserter(options.out));
}

void refuse_unknown_word(Command command, const std::string& word) {
  constexpr std::size_t kMaxName = 80;  // of any command or operator, and more
  const bool is_name = std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  if (!is_name || word.empty() || word == "-" || word.size() > kMaxName || exists(word)) return;
  if (!spec::operator_named(word).empty())
    fail_usage("the operator " + in_quotes(word) + " must come before inputs and options: dmlrun " +
               command_word(command) + word + " --OPTION ...; a file of that name is given as ./" + word);
  const bool may_be_command = command == Command::run;
  if (word == "run") fail_usage("'run' is no operator or file here; a file of that name is given as ./run");
  fail_usage(in_quotes(word) + (may_be_command ? " is no command, operator or file; " : " is no operator or file; ") +
             what_is_meant(word, may_be_command));
}

void refuse_field_beside_file(std::string_view option, const std::string& path) {
  if (is_path(path) && path.ends_with(".npy") && !exists(path)) (void)InputFile(path);  // which fails
  if (!option.starts_with("--")) return;
  const std::string_view name = option.substr(2, option.find('=') - 2);
  const auto refuse = [&](std::string_view field) {
    fail_usage("unknown option " + in_quotes(option.substr(0, option.find('='))) + "; " + std::string(field) +
               " is an operator's field: write it into \"desc\" of the spec, or the operator's name in place of the "
               "file");
  };
  for (const std::string_view type : operator_types())
    for (const spec::FieldOption& field : spec::field_options(type))
      if (spec::is_same_name(field.name, name)) refuse(field.name);
  if (!path.ends_with(".json") || !exists(path)) return;
  const Limits limits;
  const auto spec = text::Document::parse(read_text(path, limits.document_bytes), limits);
  const text::Value type = spec ? spec->root().find("type") : text::Value();
  std::vector<std::string> fields;
  if (type && type.is(text::Kind::string))
    for (const spec::FieldOption& field : spec::field_options(spec::operator_named(type.string())))
      fields.emplace_back(field.name);
  if (const std::string_view near = field_meant(name, fields); !near.empty()) refuse(near);
}

}  // namespace dmlrun::cli
