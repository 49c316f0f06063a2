#include "cli/options/option_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "cli/report/failure.h"
#include "engine/run/backends.h"
#include "engine/run/emit/function_name.h"
#include "engine/tensor/checked_math.h"
#include "engine/text/document.h"
#include "engine/text/letter_case.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {
namespace {

std::string list_of(std::span<const std::string_view> names) {
  std::string text;
  for (std::string_view item : names) (text += text.empty() ? "" : ", ") += item;
  return text;
}

/// Digits only; nothing for anything else, a leading zero or more than 64 bits.
std::optional<std::uint64_t> decimal(std::string_view text) {
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  std::uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

using Field = std::variant<std::uint64_t Limits::*, std::uint32_t Limits::*>;
struct LimitRow {
  std::string_view name;
  Field field;
};
constexpr std::array kLimits = {
    LimitRow{"document_bytes", &Limits::document_bytes},
    LimitRow{"depth", &Limits::depth},
    LimitRow{"values", &Limits::values},
    LimitRow{"string_bytes", &Limits::string_bytes},
    LimitRow{"number_characters", &Limits::number_characters},
    LimitRow{"tensor_bytes", &Limits::tensor_bytes},
    LimitRow{"model_bytes", &Limits::model_bytes},
    LimitRow{"join_inputs", &Limits::join_inputs},
    LimitRow{"npy_header_bytes", &Limits::npy_header_bytes},
};

}  // namespace

std::vector<std::string_view> limit_names() {
  std::vector<std::string_view> names;
  for (const LimitRow& row : kLimits) names.push_back(row.name);
  return names;
}

void require_extension(std::string_view option, const std::string& file, std::string_view written) {
  const std::size_t name = file.rfind('/') + 1, dot = file.rfind('.');
  if (dot == std::string::npos || dot <= name || dot + 1 == file.size()) return;
  const std::string extension = text::lower_case(file.substr(dot));
  if (extension == written || extension[1] < 'a' || extension[1] > 'z') return;
  fail_usage(std::string(option) + ": " + in_quotes(file) + " has the extension " + in_quotes(extension) + "; " +
             std::string(written) + " was expected, the format that is written");
}

NamedFile read_named_file(std::string_view option, const std::string& text) {
  std::size_t equals = text.find('=');
  if (equals == std::string::npos && option != "--in") return {"", text};
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    fail_usage(std::string(option) + " takes Name=file, e.g. " + std::string(option) +
               (option == "--in" ? " InputTensor=x.npy" : " OutputTensor=y.npy") + "; found " + in_quotes(text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::string_view usual_option(std::string_view word, std::span<const std::string_view> options) {
  constexpr std::pair<std::string_view, std::string_view> kUsual[] = {
      {"--atol", "--abs"}, {"--rtol", "--rel"}, {"--tol", "--abs"}, {"--tolerance", "--abs"}};
  for (const auto& [usual, option] : kUsual)
    if (usual == word && std::ranges::count(options, option) > 0) return option;
  return {};
}

std::string_view option_meant(std::string_view word, std::span<const std::string_view> options) {
  if (const std::string_view usual = usual_option(word, options); !usual.empty()) return usual;
  constexpr std::size_t kShortest = 4;  // any two shorter words are near each other
  const auto same =
      std::ranges::find_if(options, [&](std::string_view name) { return text::is_same_word(name, word); });
  if (same != options.end()) return *same;
  return word.size() < kShortest ? std::string_view() : text::nearest(word, options);
}

std::uint64_t read_count(std::string_view option, std::string_view text, std::uint64_t least, std::uint64_t most) {
  std::optional<std::uint64_t> value = decimal(text);
  if (!value || *value < least || *value > most)
    fail_usage(std::string(option) + " takes a whole number from " + std::to_string(least) + " to " +
               std::to_string(most) + " without leading zeros; found " + in_quotes(text));
  return *value;
}

std::uint32_t read_number(std::string_view option, std::string_view text, std::uint32_t least, std::uint32_t most) {
  std::optional<std::uint64_t> value = decimal(text);
  if (text.size() > 2 && (text.starts_with("0x") || text.starts_with("0X"))) {
    std::uint64_t number = 0;
    auto [end, error] = std::from_chars(text.data() + 2, text.data() + text.size(), number, 16);
    if (error == std::errc() && end == text.data() + text.size()) value = number;
  }
  if (!value || *value < least || *value > most)
    fail_usage(std::string(option) + " takes a whole number from " + std::to_string(least) + " to " +
               std::to_string(most) + ", decimal or 0x...; found " + in_quotes(text));
  return static_cast<std::uint32_t>(*value);
}

double read_tolerance(std::string_view option, std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool plain = !text.empty() && ((text.front() >= '0' && text.front() <= '9') || text.front() == '.');
  if (error == std::errc::result_out_of_range) value = text::convert_real(text).value_or(HUGE_VAL);
  if (!plain || error == std::errc::invalid_argument || end != text.data() + text.size() || !std::isfinite(value))
    fail_usage(std::string(option) + " takes a number that is 0 or above, e.g. 0.5 or 1e-6; found " + in_quotes(text));
  return value;
}

FeatureLevel read_feature_level(std::string_view text) {
  std::optional<FeatureLevel> level = feature_level_from_name(text);
  if (!level) fail_usage("unknown feature level " + in_quotes(text) + "; DirectML's levels are 1.0 to 6.4");
  return *level;
}

std::string read_name(std::string_view what, const std::string& text, std::span<const std::string_view> known) {
  for (std::string_view name : known)
    if (text::is_same_word(name, text)) return std::string(name);
  fail_usage("unknown " + std::string(what) + " " + in_quotes(text) + "; " +
             (known.empty() ? "this build makes no machine code and knows none" : "known are " + list_of(known)));
}

std::string read_identifier(std::string_view option, const std::string& text) {
  if (!is_function_name(text))
    fail_usage(std::string(option) + " " + in_quotes(text) +
               " is no name for a C function: " + std::string(kFunctionNames));
  return text;
}

std::string read_backend(Command command, const std::string& text) {
  std::vector<std::string_view> names = {"auto"};
  if (command == Command::run || command == Command::check) names.push_back("all");
  for (const Backend& backend : backend_list()) names.push_back(backend.name);
  for (std::string_view name : names)
    if (name == text) return text;
  std::string_view near;
  for (std::string_view name : names)  // cuda, of halide-cuda, and avx, of jit-avx512 and jit-avx2
    if (const std::size_t dash = name.rfind('-'); near.empty() && !text.empty() && dash < name.size() &&
                                                  text::is_same_word(name.substr(dash + 1, text.size()), text))
      near = name;
  if (near.empty()) near = text::nearest(text, names);
  fail_usage("unknown back end " + in_quotes(text) +
             (near.empty() ? "; known are " + list_of(names) : "; did you mean " + std::string(near) + "?"));
}

void read_limit(std::string_view text, Limits& limits) {
  std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) fail_usage("--limit takes NAME=VALUE; found " + in_quotes(text));
  std::string_view name = text.substr(0, equals), digits = text.substr(equals + 1);
  const LimitRow* row = nullptr;
  for (const LimitRow& candidate : kLimits)
    if (candidate.name == name) row = &candidate;
  if (row == nullptr) fail_usage("unknown limit " + in_quotes(name) + "; known are " + list_of(limit_names()));
  std::uint64_t factor = 1;
  constexpr std::string_view kSuffixes = "KMG";
  std::size_t suffix = digits.empty() ? std::string_view::npos : kSuffixes.find(digits.back());
  if (suffix != std::string_view::npos) {
    factor <<= 10 * (suffix + 1);
    digits.remove_suffix(1);
  }
  std::optional<std::uint64_t> value = decimal(digits);
  if (value) value = checked_multiply(*value, factor);
  bool narrow = std::holds_alternative<std::uint32_t Limits::*>(row->field);
  std::uint64_t most = narrow ? std::numeric_limits<std::uint32_t>::max() : std::uint64_t{1} << 62;
  if (!value || *value == 0 || *value > most)
    fail_usage("--limit " + std::string(name) + " takes a whole number from 1 to " + std::to_string(most) +
               ", which may end in K, M or G; found " + in_quotes(text.substr(equals + 1)));
  if (narrow) limits.*std::get<std::uint32_t Limits::*>(row->field) = static_cast<std::uint32_t>(*value);
  else limits.*std::get<std::uint64_t Limits::*>(row->field) = *value;
}

}  // namespace dmlrun::cli
