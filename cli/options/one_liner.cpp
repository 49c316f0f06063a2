#include "cli/options/one_liner.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/files/files.h"
#include "cli/report/failure.h"
#include "dmlrun/spec.h"
#include "engine/spec/field_words.h"
#include "engine/spec/operator_list.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {
namespace {

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names{"run"};
  for (const CommandInfo& info : commands())
    if (!info.name.empty()) names.push_back(info.name);
  return names;
}

[[noreturn]] void refuse_field(std::string_view type, std::string_view word, const std::vector<std::string>& fields) {
  std::string sentence = "unknown option " + in_quotes("--" + std::string(word));
  const std::string_view near = text::nearest(word, fields);
  if (!near.empty()) fail_usage(sentence + "; did you mean --" + std::string(near) + "?");
  sentence += "; the fields of " + std::string(type) + " are ";
  for (const std::string& field : fields) (sentence += &field == &fields.front() ? "--" : ", --") += field;
  fail_usage(std::move(sentence));
}

/// Takes the fields of one operator out of words.
class FieldReader {
 public:
  explicit FieldReader(std::string_view type) : type_(type), fields_(spec::field_options(type)) {}

  /// The field that "--Repeats" or "--repeats=2" names; null when there is none.
  [[nodiscard]] const spec::FieldOption* find(std::string_view name) const {
    for (const spec::FieldOption& field : fields_)
      if (spec::is_same_name(field.name, name)) return &field;
    return nullptr;
  }
  [[noreturn]] void refuse(std::string_view name) const {
    std::vector<std::string> names;
    for (const spec::FieldOption& field : fields_) names.emplace_back(field.name);
    refuse_field(type_, name, names);
  }
  void take(const spec::FieldOption& field, std::string value, OneLiner& line) {
    const std::string name(field.name);
    const bool is_file = (field.input || field.output) && !spec::describes_tensor(value);
    if (is_file) {
      (field.input ? line.in : line.out).push_back({name, std::move(value)});
      return;
    }
    for (const spec::FieldWord& earlier : words_)
      if (earlier.field == field.name) fail_usage("--" + name + " is given twice");
    words_.push_back({field.name, std::move(value)});
  }
  [[nodiscard]] std::string spec_text() const { return spec::spec_of_words(type_, words_); }

 private:
  std::string_view type_;
  std::vector<spec::FieldOption> fields_;
  std::vector<spec::FieldWord> words_;
};

}  // namespace

OneLiner read_one_liner(std::span<const std::string> words, const std::function<bool(std::string_view)>& is_option) {
  OneLiner line;
  line.words.assign(words.begin(), words.end());
  const std::string_view type = words.empty() ? std::string_view() : spec::operator_named(words.front());
  if (type.empty()) return line;
  const auto known = operator_types();
  if (std::find(known.begin(), known.end(), type) == known.end()) fail_usage(spec::why_not_named(type));
  line.words = {std::string(type)};
  FieldReader reader(type);
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      line.words.insert(line.words.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    const std::size_t equals = word.find('=');
    const std::string_view name = std::string_view(word).substr(0, equals);
    if (!name.starts_with("--") || is_option(name)) {
      line.words.push_back(word);
      continue;
    }
    const spec::FieldOption* field = reader.find(name.substr(2));
    if (field == nullptr) reader.refuse(name.substr(2));
    if (equals == std::string::npos && i + 1 == words.size())
      fail_usage("--" + std::string(field->name) + " needs a value: " + std::string(field->kind));
    reader.take(*field, equals == std::string::npos ? words[++i] : word.substr(equals + 1), line);
  }
  line.spec_text = reader.spec_text();
  return line;
}

void take_files(OneLiner line, Options& options) {
  options.spec_text = std::move(line.spec_text);
  if (options.operands.empty()) return;
  for (std::size_t i = 1; i < options.operands.size(); ++i) options.in.push_back({"", options.operands[i]});
  options.operands.resize(1);
  std::string& spec = options.operands.front();
  if (options.spec_text.empty()) {
    const std::string inside = spec + (spec.ends_with('/') ? "" : "/") + "spec.json";
    if (is_folder(spec) && exists(inside)) spec = inside;
    return;
  }
  if (!line.out.empty() && options.command != Command::run)
    fail_usage("--" + line.out.front().name + " of " + spec + " takes a type, FLOAT32 or FLOAT32:2,3; found " +
               in_quotes(line.out.front().file));
  std::move(line.in.begin(), line.in.end(), std::back_inserter(options.in));
  std::move(line.out.begin(), line.out.end(), std::back_inserter(options.out));
}

void refuse_unknown_word(const std::string& word) {
  constexpr std::size_t kMaxName = 80;  // of any command or operator, and more
  const bool is_name = std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  if (!is_name || word.empty() || word == "-" || word.size() > kMaxName || exists(word)) return;
  if (!spec::operator_named(word).empty())
    fail_usage("the operator " + in_quotes(word) + " must come before options; a file of that name is given as ./" +
               word);
  std::vector<std::string_view> names = command_names();
  for (const std::string_view type : operator_types()) names.push_back(type);
  std::string_view near = text::nearest(word, names);
  if (near.empty()) near = spec::operator_beginning_with(word);
  fail_usage(
      in_quotes(word) + " is no command, operator or file; " +
      (near.empty() ? "dmlrun --help and dmlrun operators list them" : "did you mean " + std::string(near) + "?"));
}

}  // namespace dmlrun::cli
