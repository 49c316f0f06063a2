#include "cli/model/model_text.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "cli/report/json_text.h"
#include "engine/run/backends.h"
#include "engine/tensor/element.h"
#include "engine/text/document.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {
namespace {

constexpr std::size_t kBatch = 16u << 10;

std::string milliseconds(double ms) {
  char text[64];
  const int length = std::snprintf(text, sizeof text, "%.4f", ms);
  return {text, static_cast<std::size_t>(length)};
}

/// Names are the model's: a line break in one must not make two lines.
std::string shown(std::string_view name) { return "'" + text::printable(name, 4096) + "'"; }

std::string timings(std::string_view title, const Statistics& s) {
  if (s.count == 0) return {};
  return std::string(title) + std::to_string(s.count) + " samples, " + milliseconds(s.average) + " ms average, " +
         milliseconds(s.least) + " ms min, " + milliseconds(s.median) + " ms median, " + milliseconds(s.most) +
         " ms max\n";
}

/// d.ddd * 10^exponent: written out between 1e-6 and 1e21, else with an exponent.
std::string placed_point(std::string digits, int exponent) {
  constexpr int kMaxDigits = 21, kMaxZeros = 5;
  const int point = exponent + 1;  // digits before it
  if (point >= static_cast<int>(digits.size()) && point <= kMaxDigits)
    return digits + std::string(static_cast<std::size_t>(point) - digits.size(), '0') + ".0";
  if (point > 0 && point <= kMaxDigits) return digits.insert(static_cast<std::size_t>(point), ".");
  if (point <= 0 && -point <= kMaxZeros) return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  if (digits.size() > 1) digits.insert(1, ".");
  return digits + "e" + std::to_string(exponent);
}

/// As DxDispatch writes a number that it has read: integers that fit 64 bits as they are, others as a double, with the
/// digits that are needed and a point or an exponent.
std::string compact_number(std::string_view literal) {
  std::uint64_t positive = 0;
  std::int64_t negative = 0;
  const char* const end = literal.data() + literal.size();
  if (const auto read = std::from_chars(literal.data(), end, positive); read.ptr == end && read.ec == std::errc())
    return std::to_string(positive);
  if (const auto read = std::from_chars(literal.data(), end, negative); read.ptr == end && read.ec == std::errc())
    return std::to_string(negative);
  const double number = text::convert_real(literal).value_or(0);
  char text[64];
  const auto written = std::to_chars(text, text + sizeof text, std::abs(number), std::chars_format::scientific);
  const std::string_view scientific(text, static_cast<std::size_t>(written.ptr - text));
  const std::size_t e = scientific.find('e');
  std::string digits(1, scientific[0]);
  if (e > 2) digits += scientific.substr(2, e - 2);
  const int exponent = std::atoi(std::string(scientific.substr(e + 1)).c_str());
  return (std::signbit(number) ? "-" : "") + placed_point(std::move(digits), exponent);
}

std::string padded_left(std::string text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

}  // namespace

std::string compact_json(const text::Value& value) {
  switch (value.kind()) {
    case text::Kind::null: return "null";
    case text::Kind::boolean: return value.boolean() ? "true" : "false";
    case text::Kind::number: return compact_number(value.literal());
    case text::Kind::string: return json_string(value.string());
    default: break;
  }
  const bool object = value.is(text::Kind::object);
  std::string text(1, object ? '{' : '[');
  for (text::Value item : value) {
    if (text.size() > 1) text += ',';
    if (object) text += json_string(item.key()) + ":";
    text += compact_json(item);
  }
  return text + (object ? '}' : ']');
}

void ModelText::print_line(std::string_view lines) {
  out_.print(lines);
  out_.flush();
}

void ModelText::running_on(const std::string& names) {
  // The list itself, and not backends(): that would ask every driver for its devices.
  std::string shown_names = names;
  for (const Backend& backend : backend_list())
    if (shown_names.empty() && backend.automatic && backend.unavailable({}).empty()) shown_names = backend.name;
  const Backend* first = find_backend(shown_names.substr(0, shown_names.find(',')));
  const std::string_view device = first ? first->device : "CPU";
  if (format_ == Format::json)
    out_.print("{\"backend\": " + json_string(shown_names) + ", \"device\": " + json_string(device) +
               ", \"commands\": [");
  else print_line("Running on 'dmlrun: " + shown_names + ", " + std::string(device) + "'\n");
}

void ModelText::compiled(const model::Dispatchable& dispatchable, double ms) {
  if (format_ == Format::json || !dispatchable.op) return;
  print_line(dispatchable.as_graph ? "Compiling op using IDMLDevice1::CompileGraph\n" : "Compile Op\n");
  if (verbosity_ >= 1) print_line("Initialize " + shown(dispatchable.name) + ": " + milliseconds(ms) + " ms\n");
}

void ModelText::start_command(const model::Command& command) {
  if (format_ == Format::json) return;
  print_line("[StartCmd][" + padded_left(std::to_string(command.index), 4) + "]\t: " + compact_json(command.where) +
             "\n");
}

void ModelText::end_command(const model::Command& command, std::string_view failure) {
  if (format_ == Format::json) return;
  // E_FAIL: DxDispatch's codes are Direct3D's.
  const std::string result = failure.empty() ? "0x0        " : "0x80004005 " + text::printable(failure, 4096);
  print_line("[EndCmd][" + padded_left(std::to_string(command.index), 4) + "]\t: hr=" + result + "\n\n");
}

std::string ModelText::open_object(std::string_view type, std::string_view key, std::string_view name) {
  std::string text = first_command_ ? "" : ", ";
  first_command_ = false;
  return text + "{\"type\": " + json_string(type) + ", \"" + std::string(key) + "\": " + json_string(name);
}

void ModelText::dispatched(std::string_view dispatchable, const Samples& samples) {
  const std::string count = std::to_string(samples.count());
  if (format_ == Format::json) {
    out_.print(open_object("dispatch", "dispatchable", dispatchable) + ", \"iterations\": " + count +
               ", \"medianMs\": " + milliseconds(samples.hot().median) + "}");
    return;
  }
  std::string text = "Dispatch " + shown(dispatchable) + ": " + count + " iterations";
  if (verbosity_ == 0) {
    print_line(text + ", " + milliseconds(samples.hot().median) + " ms median (CPU)\n");
    return;
  }
  print_line(text + "\n" + timings("CPU Timings (Cold) : ", samples.cold()) +
             timings("CPU Timings (Hot)  : ", samples.hot()));
  if (verbosity_ < 2) return;
  out_.print("The timings of each iteration: \n");
  for (std::size_t i = 0; i < samples.kept().size(); ++i)
    out_.print("iteration " + std::to_string(i * samples.stride()) + ": " + milliseconds(samples.kept()[i]) +
               " ms (CPU)\n");
  out_.flush();
}

void ModelText::print_values(DataType type, std::span<const std::byte> elements) {
  std::string text;
  for (std::size_t at = 0; at < elements.size(); at += element_size(type)) {
    if (at != 0) text += ", ";
    if (format_ == Format::text) append_printed(text, type, elements.data() + at);
    else append_json(text, type, elements.data() + at);
    if (text.size() < kBatch) continue;
    out_.print(text);
    text.clear();
  }
  out_.print(text);
}

/// "[ 3] 1.5 (0x3FC00000)" for each element; the bit pattern is padded with blanks, as DxDispatch has it.
void ModelText::print_verbosely(DataType type, std::span<const std::byte> elements) {
  const std::size_t size = element_size(type), width = std::to_string(elements.size() / size).size();
  std::string text;
  for (std::size_t at = 0; at < elements.size(); at += size) {
    text += "[" + padded_left(std::to_string(at / size), width) + "] ";
    append_printed(text, type, elements.data() + at);
    std::string hex;
    append_hex(hex, type, elements.data() + at);
    const std::size_t zeros = std::min(hex.find_first_not_of('0'), hex.size() - 1);
    text += " (0x" + padded_left(hex.substr(zeros), 2 * size) + ")\n";
    if (text.size() < kBatch) continue;
    out_.print(text);
    text.clear();
  }
  print_line(text + "\n");
}

void ModelText::printed(std::string_view resource, DataType type, std::span<const std::byte> elements, bool verbose) {
  if (format_ == Format::json) {
    out_.print(open_object("print", "resource", resource) + ", \"dataType\": " + json_string(name(type)) +
               ", \"values\": [");
    print_values(type, elements);
    out_.print("]}");
    return;
  }
  out_.print("Resource " + shown(resource) + (verbose ? ":\n" : ": "));
  if (verbose) return print_verbosely(type, elements);
  print_values(type, elements);
  print_line("\n");
}

void ModelText::written(std::string_view resource, const std::string& path) {
  if (format_ == Format::json)
    out_.print(open_object("writeFile", "resource", resource) + ", \"file\": " + json_string(path) + "}");
  else print_line("Resource " + shown(resource) + " written to " + shown(path) + "\n");
}

void ModelText::end(const std::vector<std::string>& comparisons) {
  if (format_ == Format::json)
    out_.print("], \"comparisons\": " + json_array(comparisons, [](const std::string& c) { return c; }) + "}\n");
}

}  // namespace dmlrun::cli
