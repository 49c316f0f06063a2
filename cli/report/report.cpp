#include "cli/report/report.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "cli/files/files.h"
#include "cli/files/output_file.h"
#include "cli/report/json_text.h"
#include "cli/report/shell_words.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

void print_error_text(std::string_view text) {
  while (!text.empty()) {
    ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

/// Messages are one line of harmless characters whatever is quoted in them.
std::string one_line(std::string_view text) { return text::printable(text, 64u << 10); }

constexpr std::size_t kUsualColumns = 80;

/// How many characters a line has where that is a terminal; 0 where it is none.
std::size_t columns_of(int descriptor) noexcept {
  winsize size{};
  if (isatty(descriptor) != 1) return 0;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsualColumns;
}

std::string located(std::string_view file, std::string_view rest) {
  return file.empty() ? one_line(rest) : shown_path(file) + ": " + one_line(rest);
}

void add_place(JsonObject& object, std::string_view file, std::string_view where, Position position) {
  if (!file.empty()) object.add("file", shown_path(file));
  if (!where.empty()) object.add("where", where);
  if (position.line != 0) object.add("line", position.line).add("column", position.column);
}

JsonObject& add_sentence(JsonObject& object, std::string_view file, const Error& e) {
  add_place(object, file, e.where, e.position);
  object.add("message", e.message.empty() ? std::string(summary(e.code)) : in_shell_words(e.message));
  return e.rule.empty() ? object : object.add("rule", e.rule);
}

}  // namespace

void StandardOutput::print(std::string_view text) {
  pending_ += text;
  if (pending_.size() >= 64u << 10) flush();
}

void StandardOutput::flush() {
  write_all(STDOUT_FILENO, std::as_bytes(std::span(pending_)), std::string(kStandardOutputName));
  pending_.clear();
}

std::size_t StandardOutput::terminal_columns() noexcept { return columns_of(STDOUT_FILENO); }

bool Reporter::is_terminal() noexcept { return isatty(STDERR_FILENO) == 1; }

std::vector<std::string> sentences(const Error& error) {
  std::vector<std::string> lines;
  const std::string text = in_shell_words(error.to_string());
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = text.find('\n', begin);
    lines.push_back(one_line(std::string_view(text).substr(begin, end - begin)));
  }
  return lines;
}

std::string sentence(const Error& error) {
  std::string text;
  for (const std::string& line : sentences(error)) text += (text.empty() ? "" : "; ") + line;
  return text;
}

std::string sentence(const Failure& failure) { return located(failure.file, sentence(failure.error)); }

void Reporter::failure(const Failure& failure) const { print_error_text(failure_lines(failure)); }

std::string Reporter::failure_lines(const Failure& failure) const {
  const Error& e = failure.error;
  if (format_ == Format::text) {
    std::string lines;
    for (const std::string& line : sentences(e)) lines += "dmlrun: " + located(failure.file, line) + "\n";
    return lines;
  }
  JsonObject object;
  object.add("code", name(e.code)).add("exit", static_cast<std::uint64_t>(failure.exit));
  add_sentence(object, failure.file, e);
  if (!e.others.empty())
    object.add_raw("others", json_array(e.others, [](const Error& other) {
                     return add_sentence(JsonObject().add("code", name(other.code)), {}, other).text();
                   }));
  return "{\"error\": " + object.text() + "}\n";
}

void Reporter::warning(std::string_view file, const Warning& warning) const {
  if (format_ == Format::json) {
    JsonObject object;
    add_place(object, file, warning.where, warning.position);
    object.add("message", warning.message);
    print_error_text("{\"warning\": " + object.text() + "}\n");
    return;
  }
  Error as_error;
  as_error.where = warning.where;
  as_error.position = warning.position;
  as_error.message = warning.message;
  print_error_text("dmlrun: warning: " + located(file, as_error.to_string()) + "\n");
}

void Reporter::note(std::string_view sentence) const {
  if (format_ == Format::json) print_error_text("{\"note\": " + json_string(sentence) + "}\n");
  else print_error_text("dmlrun: " + one_line(sentence) + "\n");
}

void Reporter::detail(std::string_view lines) const {
  if (format_ == Format::json) return;
  std::string text(lines);
  if (!text.empty() && text.back() != '\n') text += '\n';
  print_error_text(text);
}

std::string time_left(double seconds) {
  constexpr double kMinute = 60, kHour = 3600, kSeconds = 90;
  const auto whole = [](double count) {
    return std::to_string(static_cast<long>(std::clamp(std::ceil(count), 1.0, 1e9)));
  };
  if (seconds <= kSeconds) return "about " + whole(seconds) + " s left";
  return "about " + (seconds <= 90 * kMinute ? whole(seconds / kMinute) + " min" : whole(seconds / kHour) + " h") +
         " left";
}

Progress::Progress() : terminal_(Reporter::is_terminal()) {}

Progress::~Progress() { clear(); }

std::optional<double> Progress::seconds_left(std::size_t done, std::size_t all) {
  const double now = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  if (all != all_ || done < first_) all_ = all, first_ = done, begin_ = now;
  if (done <= first_ || all < done) return std::nullopt;
  return (now - begin_) / static_cast<double>(done - first_) * static_cast<double>(all - done);
}

void Progress::show(std::size_t done, std::size_t all, std::string_view what, std::optional<double> left) {
  constexpr std::size_t kMaxWhat = 60, kMinWhat = 10;
  if (!terminal_) return;
  shown_ = true;
  if (!left) left = seconds_left(done, all);
  const std::string head = "[" + std::to_string(done) + (all > 0 ? "/" + std::to_string(all) : "") + "] ";
  const std::string tail = left ? ", " + time_left(*left) : "";
  // A line that is broken could not be overwritten.
  const std::size_t columns = columns_of(STDERR_FILENO), others = head.size() + tail.size() + 4;  // "..."
  const std::size_t room = std::clamp(columns > others ? columns - others : 0, kMinWhat, kMaxWhat);
  print_error_text("\r\x1b[K" + head + text::printable(what, room) + tail);
}

void Progress::clear() {
  if (shown_) print_error_text("\r\x1b[K");
  shown_ = false;
}

}  // namespace dmlrun::cli
