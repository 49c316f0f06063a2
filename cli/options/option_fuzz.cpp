// The values of fuzz's own options.
#include <algorithm>

#include "cli/options/option_values.h"
#include "cli/report/failure.h"
#include "dmlrun/kernel.h"
#include "dmlrun/spec.h"
#include "engine/fuzz/turns.h"
#include "engine/run/backends.h"
#include "engine/spec/operator_list.h"
#include "engine/text/letter_case.h"

namespace dmlrun::cli {
namespace {

using One = std::function<const std::string*(std::string_view)>;

std::vector<std::string> words_of(std::string_view option, const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    words.push_back(text.substr(begin, comma - begin));
    begin = comma + 1;
    if (words.back().empty())
      fail_usage(std::string(option) + " takes names with commas between them; found " + in_quotes(text));
  }
  return words;
}

/// A count that is 1 or above.
std::uint64_t read_positive(std::string_view option, const std::string& text, std::uint64_t most) {
  return read_count(option, text, 1, most);
}

void read_shard(const std::string& text, FuzzOptions& fuzz) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) fail_usage("--shard takes I/N, e.g. 2/4; found " + in_quotes(text));
  fuzz.shards = read_positive("--shard I/N", text.substr(slash + 1), 1'000'000);
  fuzz.shard = read_positive("--shard I/N", text.substr(0, slash), fuzz.shards);
}

/// The row of an operator's mode, or of several with commas between them.
std::string read_row(const std::string& type, std::string_view mode) {
  std::vector<std::string> modes;
  const std::string wanted = text::upper_case(mode), one[] = {type};
  for (const fuzz::CaseClass& known : fuzz::case_classes(one)) {
    if (known.mode == wanted) return known.row();
    if (!known.mode.empty() && (modes.empty() || modes.back() != known.mode)) modes.push_back(known.mode);
  }
  for (const std::string& known : modes)
    if (mode.size() > 2 && known.starts_with(wanted))
      fail_usage("--operators: did you mean '" + type + " " + known + "'?");
  std::string words;
  for (const std::string& known : modes) words += (words.empty() ? "" : ", ") + known;
  fail_usage("--operators: " + in_quotes(mode) + " is no mode of " + type +
             (words.empty() ? ", which has none" : "; one of " + words + " was expected"));
}

/// "TILE", or with a mode, "PADDING REFLECTION".
std::vector<std::string> read_operators(const std::string& text) {
  std::vector<std::string> words = words_of("--operators", text);
  for (std::string& word : words) {
    const std::size_t space = std::min(word.find(' '), word.size());
    std::string type = word.substr(0, space);
    if (const std::string_view named = spec::operator_named(type); !named.empty()) type = named;
    if (auto schema = json_schema(type); !schema) fail_usage("--operators: " + schema.error().message);
    word = space == word.size() ? type : read_row(type, std::string_view(word).substr(space + 1));
  }
  return words;
}

std::vector<std::string> read_backends(const std::string& text) {
  std::vector<std::string> names = words_of("--backends", text);
  std::vector<std::string_view> known;
  for (const Backend& backend : backend_list()) known.push_back(backend.name);
  for (std::string& backend : names) backend = read_name("back end", backend, known);
  return names;
}

}  // namespace

FuzzOptions read_fuzz_options(const One& one) {
  constexpr std::uint64_t kMax = std::uint64_t{1} << 62, kMaxSeconds = 366ull * 24 * 3600;
  FuzzOptions fuzz;
  const auto number = [&](std::string_view option, std::uint64_t most, auto& value) {
    if (const std::string* text = one(option)) value = read_positive(option, *text, most);
  };
  if (const std::string* text = one("--from")) fuzz.from = *text;
  fuzz.no_mutate = one("--no-mutate") != nullptr;
  fuzz.given_inputs = one("--given-inputs") != nullptr;
  fuzz.strided = one("--strided") != nullptr;
  if (const std::string* text = one("--against")) fuzz.against = *text;
  if (const std::string* text = one("--operators")) fuzz.operators = read_operators(*text);
  if (const std::string* text = one("--backends")) fuzz.backends = read_backends(*text);
  if (const std::string* text = one("--shard")) read_shard(*text, fuzz);
  if (const std::string* text = one("--first")) fuzz.first = read_count("--first", *text);
  number("--count", kMax, fuzz.count);
  number("--duration", kMaxSeconds, fuzz.duration);
  number("--max-failures", 10'000, fuzz.max_failures);
  number("--max-elements", FuzzOptions::kMaxElements, fuzz.max_elements);
  number("--inputs-per-case", 10'000, fuzz.inputs_per_case);
  number("--jobs", 1024, fuzz.jobs);
  number("--deadline", kMaxSeconds, fuzz.deadline);
  if (!fuzz.against.empty() && !fuzz.backends.empty())
    fail_usage("--backends names dmlrun's own; with --against only the program is judged");
  if (fuzz.no_mutate && fuzz.from.empty()) fail_usage("--no-mutate needs --from: it runs the specs there as they are");
  if (fuzz.given_inputs && (!fuzz.no_mutate || fuzz.against.empty()))
    fail_usage("--given-inputs is for the program that --against names, and needs --no-mutate");
  for (const std::string_view option : {"--ulp", "--abs", "--rel", "--deadline"})
    if (fuzz.against.empty() && one(option) != nullptr)
      fail_usage(std::string(option) + " is for the program that --against names; back ends must give the right bytes");
  if (fuzz.against.empty() && fuzz.strided)
    fail_usage("--strided is for the program that --against names; back ends are given all layouts");
  if (std::find(fuzz.backends.begin(), fuzz.backends.end(), "reference") != fuzz.backends.end())
    fail_usage("--backends names what is compared with the reference, which cannot be one of them");
  if (fuzz.first > kMax) fail_usage("--first takes a whole number from 0 to " + std::to_string(kMax));
  return fuzz;
}

}  // namespace dmlrun::cli
