#include "cli/fuzz/program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "cli/fuzz/guard.h"
#include "cli/fuzz/settings.h"
#include "cli/fuzz/worker.h"
#include "cli/interrupt.h"
#include "cli/report/failure.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

constexpr std::size_t kLongestAnswer = 4096, kKeptErrors = 16384;
/// How often a wait is left to look for a signal, which may come just before the wait.
constexpr double kMaxWaitMilliseconds = 200;

Answer answer_of(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::string_view word = line.substr(0, line.find(' '));
  const std::string_view rest = word.size() < line.size() ? line.substr(word.size() + 1) : std::string_view();
  if (word == "ok" && rest.empty()) return {Answer::Kind::ok, {}, {}};
  if (word == "unsupported") return {Answer::Kind::unsupported, text::printable(rest), {}};
  if (word == "error") return {Answer::Kind::error, "says error: " + text::printable(rest), {}};
  return {Answer::Kind::garbage, "answered neither ok, unsupported nor error: '" + text::printable(line) + "'", {}};
}

std::string words_of_end(int status) {
  if ((status & kWentOn) != 0) return "closed its standard input or output, went on";
  const int code = WEXITSTATUS(status);
  // A shell tells of a signal by 128 and its number.
  const int number = WIFSIGNALED(status) ? WTERMSIG(status) : code > 128 && code < 128 + NSIG ? code - 128 : 0;
  if (number > 0) return "ended by signal " + std::to_string(number) + " (" + ::strsignal(number) + ")";
  return "ended with status " + std::to_string(code);
}

/// SIGKILL is what ends it when it does not end by itself.
bool is_crash(std::string_view how) {
  return how.starts_with("ended ") && !how.starts_with("ended by signal 9 ") && how != "ended with status 0";
}

/// Whether a pipe holds nothing that was not read.
bool is_drained(int to) noexcept {
  int unread = 0;
  return ::ioctl(to, FIONREAD, &unread) == 0 && unread == 0;
}

void close_all(std::initializer_list<int> descriptors) noexcept {
  for (const int descriptor : descriptors)
    if (descriptor >= 0) ::close(descriptor);
}

/// Why there is no line in time.
Answer late_answer(double seconds, bool is_cut, bool took_question) {
  return {is_cut ? Answer::Kind::cut : Answer::Kind::silent,
          (took_question ? "said nothing for " : "did not read its question for ") +
              std::to_string(static_cast<std::uint64_t>(seconds)) + " s and was ended",
          {}};
}

/// Of one without an end of line, whether its program goes on or has ended.
Answer too_long_answer() {
  const std::string most = std::to_string(kLongestAnswer);
  return {Answer::Kind::garbage, "answered more than " + most + " bytes without an end of line", {}};
}

Answer ended_answer(const std::string& how, bool is_silent) {
  const char* const when = how.starts_with("ended by") ? ""
                           : is_silent                 ? " and said nothing"
                                                       : " in the middle of its answer";
  return {Answer::Kind::ended, how + when, {}};
}

}  // namespace

void Program::start() {
  std::array<int, 2> down{-1, -1}, up{-1, -1}, errors{-1, -1}, leash{-1, -1};
  if (::pipe2(down.data(), O_CLOEXEC) == 0 && ::pipe2(up.data(), O_CLOEXEC) == 0 &&
      ::pipe2(errors.data(), O_CLOEXEC) == 0 && ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, leash.data()) == 0)
    guard_ = start_guarded(command_, {down[0], up[1], errors[1]}, leash[1], leash[0]);
  const int why = errno;
  close_all({down[0], up[1], errors[1], leash[1]});
  to_ = down[1], from_ = up[0], errors_from_ = errors[0], leash_ = leash[0];
  if (guard_ < 0) {
    close_all({to_, from_, errors_from_, leash_});
    fail_system(ErrorCode::out_of_memory, "", "cannot start the program that is judged", why);
  }
  for (const int end : {to_, from_, errors_from_}) ::fcntl(end, F_SETFL, O_NONBLOCK);
  said_.clear();
}

/// How it ended. `may_end`: it has closed a pipe and is about to end by itself.
std::string Program::stop(bool may_end) noexcept {
  if (guard_ <= 0) return {};
  close_all({to_});
  const int status = end_guarded(guard_, leash_, may_end);
  for (int reads = 0; reads < 64 && errors_from_ >= 0; ++reads) {
    const std::size_t before = errors_.size();
    hear_errors();
    if (errors_.size() == before) break;
  }
  // One that ended before it was asked may have answered all the same.
  for (std::size_t before = ~std::size_t{0}; may_end && said_.size() != before && said_.size() <= kLongestAnswer;) {
    before = said_.size();
    if (!hear(from_, said_)) break;
  }
  close_all({from_, errors_from_});
  guard_ = to_ = from_ = errors_from_ = leash_ = -1;
  return words_of_end(status);
}

std::string Program::crash_after_answer(const std::string& how) const {
  if (!is_crash(how)) return "";
  return how + std::string(kAfterAnswer) + (how.starts_with("ended with ") ? last_words(errors_) : "");
}

std::string Program::finish() { return crash_after_answer(stop(true)); }

/// Reads what there is. False at the end.
bool Program::hear(int from, std::string& text) {
  std::array<char, 4096> bytes;
  const ssize_t got = ::read(from, bytes.data(), bytes.size());
  if (got > 0) text.append(bytes.data(), static_cast<std::size_t>(got));
  return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

void Program::hear_errors() {
  if (!hear(errors_from_, errors_)) ::close(errors_from_), errors_from_ = -1;
  if (errors_.size() > 2 * kKeptErrors) errors_.erase(0, errors_.size() - kKeptErrors);
}

std::string last_words(std::string_view errors) {
  while (!errors.empty() && (errors.back() == '\n' || errors.back() == '\r' || errors.back() == ' '))
    errors.remove_suffix(1);
  if (errors.empty()) return {};
  const std::size_t end = errors.rfind('\n');
  return "; its standard error ends with '" +
         text::printable(end == std::string_view::npos ? errors : errors.substr(end + 1), 300) + "'";
}

std::string why_no_answer(const Answer& answer) {
  using Kind = Answer::Kind;
  if (answer.kind == Kind::ok || answer.kind == Kind::unsupported || answer.kind == Kind::error) return {};
  const bool said_more = answer.kind == Kind::garbage && answer.words.ends_with('\'');
  return answer.words + (said_more ? "; other words are for its standard error" : "") + last_words(answer.errors);
}

Program::Outcome Program::exchange(std::string_view& question, double until) {
  while (true) {
    if (said_.find('\n') != std::string::npos) return Outcome::line;
    if (said_.size() > kLongestAnswer) return Outcome::too_much;
    check_interrupted();
    const double left = until - now_in_seconds();
    if (left <= 0) return Outcome::late;
    std::array<pollfd, 3> waiting{
        {{from_, POLLIN, 0}, {errors_from_, POLLIN, 0}, {question.empty() ? -1 : to_, POLLOUT, 0}}};
    if (::poll(waiting.data(), waiting.size(), static_cast<int>(std::min(left * 1000 + 1, kMaxWaitMilliseconds))) <= 0)
      continue;
    if (waiting[1].revents != 0) hear_errors();
    if (waiting[2].revents != 0) {
      const ssize_t written = ::write(to_, question.data(), question.size());
      if (written > 0) question.remove_prefix(static_cast<std::size_t>(written));
      if (written < 0 && errno != EAGAIN && errno != EINTR) return Outcome::ended;
    }
    if (waiting[0].revents != 0 && !hear(from_, said_)) return Outcome::ended;
  }
}

/// The answer in the line that was received.
Answer Program::heard(bool took_question) {
  const std::size_t end = said_.find('\n');
  Answer answer = answer_of(std::string_view(said_).substr(0, end));
  said_.erase(0, end + 1);
  if (answer.kind == Answer::Kind::garbage) return answer;
  if (!said_.empty())
    return {Answer::Kind::garbage, "answered more than one line: then '" + text::printable(said_, 200) + "'", {}};
  if (!took_question) return {Answer::Kind::garbage, "answered before it had read its question", {}};
  return answer;
}

void Program::hear_all() {
  while (said_.size() <= kLongestAnswer) {
    const std::size_t before = said_.size();
    if (!hear(from_, said_) || said_.size() == before) return;
  }
}

Answer Program::ask(const std::string& folder, double seconds, double end) {
  errors_.clear();
  Answer answer;
  std::string crashed;
  bool is_lost = true;  // which answer belongs to which question
  const double wanted = now_in_seconds() + seconds, until = std::min(wanted, end);
  const std::string whole = folder + "\n";
  // One that handles one folder and ends is started for the next one; a line that it cannot take shows that it ended.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const bool fresh = guard_ <= 0;
    if (fresh) start();
    if (!fresh) hear_all();  // what came since its last answer was not asked for
    if (!said_.empty()) {
      answer = {Answer::Kind::garbage, "answered before it was asked: '" + text::printable(said_, 200) + "'", {}};
      break;
    }
    std::string_view question = whole;
    const Outcome outcome = exchange(question, until);
    if (outcome == Outcome::line) {
      answer = heard(question.empty());
      is_lost = !question.empty() || !said_.empty();
      break;
    }
    if (outcome == Outcome::too_much) {
      answer = too_long_answer();
      break;
    }
    if (outcome == Outcome::late) {
      answer = late_answer(seconds, until < wanted, question.empty());
      break;
    }
    const bool took_question = question.empty() && is_drained(to_);
    const std::string how = stop(true);
    if (!fresh && !(took_question && is_crash(how))) {
      crashed = crash_after_answer(how);
      errors_.clear();
      continue;
    }
    if (said_.find('\n') != std::string::npos) {
      answer = heard(question.empty());
      break;
    }
    crashed.clear();  // it is this case's
    answer = said_.size() > kLongestAnswer ? too_long_answer() : ended_answer(how, said_.empty());
    break;
  }
  if (is_lost) (void)stop(false);
  if (errors_.size() > kKeptErrors) errors_.erase(0, errors_.size() - kKeptErrors);
  answer.errors = errors_;
  answer.before = std::move(crashed);
  return answer;
}

}  // namespace dmlrun::cli
