#include "cli/fuzz/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <new>
#include <unordered_set>

#include "cli/fuzz/child.h"
#include "cli/fuzz/judge.h"
#include "cli/report/failure.h"
#include "cli/report/report.h"
#include "engine/fuzz/features.h"
#include "engine/fuzz/plan_shape.h"

namespace dmlrun::cli {
namespace {

bool write_whole(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool read_whole(int fd, void* bytes, std::size_t size) {
  auto* to = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t got = ::read(fd, to, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

/// Words on one line, without tabs: \n and \t are written as two characters.
std::string in_one_line(std::string_view words) {
  std::string text;
  for (const char c : words)
    c == '\n' ? text += "\\n" : c == '\t' ? text += "\\t" : c == '\\' ? text += "\\\\" : text += c;
  return text;
}

std::string from_one_line(std::string_view text) {
  std::string words;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\\' || i + 1 == text.size()) words += text[i];
    else words += text[++i] == 'n' ? '\n' : text[i] == 't' ? '\t' : text[i];
  return words;
}

/// Whether it is the machine's: no room on the disk, no memory. It ends the campaign; anything else is a finding.
bool is_trouble(const Failure& failure) { return failure.exit == ExitCode::file || failure.exit == ExitCode::memory; }

/// Runs cases and says in lines what is to be told of each.
class Work {
 public:
  Work(const FuzzSettings& settings, const WorkerMemory& memory)
      : settings_(settings),
        place_(memory.place()),
        compared_(memory.compared()),
        judge_(make_judge(settings)),
        cases_(settings.seeds) {}

  void run(std::uint64_t j, FuzzCounts& counts, std::string& lines) {
    const std::uint64_t number = settings_.number(j);
    place_.longest = kLongestSmall;
    place_.at_class = UINT64_MAX;
    const fuzz::Case& made = cases_.at(number);
    ++counts[kCases];
    counts[kIllegal] += made.refusal.has_value();
    std::optional<Verdict> verdict;
    if (!made.wrong.empty()) verdict = Verdict{"dmlrun", made.wrong};
    else if (made.op) verdict = judge_or_fail(*made.op, j, counts, lines);
    else if (!made.refusal) ++counts[kRefused];
    if (verdict) tell(number, *verdict, lines);
  }

 private:
  static void tell(std::uint64_t number, const Verdict& verdict, std::string& lines) {
    lines += "F\t" + std::to_string(number) + "\t" + in_one_line(verdict.subject) + "\t" +
             in_one_line(verdict.message) + "\t" + in_one_line(verdict.operator_and_mode) + "\t" +
             (verdict.ulp ? std::to_string(*verdict.ulp) : "") + "\n";
  }
  std::optional<Verdict> judge_or_fail(const Operator& op, std::uint64_t j, FuzzCounts& counts, std::string& lines) {
    try {
      return judge(op, j, counts, lines);
    } catch (const Failure& failure) {
      if (!is_trouble(failure)) return Verdict{"dmlrun", sentence(failure)};
      lines +=
          "T\t" + std::to_string(static_cast<int>(failure.error.code)) + "\t" + in_one_line(sentence(failure)) + "\n";
      return {};
    }
  }
  std::optional<Verdict> judge(const Operator& op, std::uint64_t j, FuzzCounts& counts, std::string& lines) {
    const std::uint64_t number = settings_.number(j);
    ++counts[kLegal];
    Trial trial;
    trial.alone = j + 1 == settings_.cases();
    place_.longest = longest_case(settings_, op, number);
    const bool is_known = last_ && &last_->state() == &op.state();
    const std::string row = row_;  // of the case before
    if (!is_known) {
      const fuzz::CaseClass now = fuzz::case_class(fuzz::class_of(op.desc()));
      row_ = now.row();
      class_ = std::find(settings_.classes.begin(), settings_.classes.end(), now) - settings_.classes.begin();
    }
    place_.at_class = class_;
    auto verdict = judge_(op, number, trial);
    if (verdict) verdict->operator_and_mode = row_;
    if (!trial.before.empty()) tell(judged_, {"the program", trial.before, row}, lines);
    judged_ = number;
    if (trial.comparisons > 0 && class_ < compared_.size()) ++compared_[class_];
    counts[kPassedOver] += trial.passed_over;
    if (!trial.why.empty()) lines += "U\t0\t" + in_one_line(trial.why) + "\n";
    counts[kComparisons] += trial.comparisons;
    counts[kUnfinished] += trial.unfinished;
    if (is_known) return verdict;
    last_ = op;
    ++counts[kOperators];
    for (const std::uint64_t shape : fuzz::plan_shapes(op))
      if (shapes_.insert(shape).second) lines += "P\t" + std::to_string(shape) + "\n";
    return verdict;
  }

  const FuzzSettings& settings_;
  WorkerProgress& place_;
  std::span<std::atomic<std::uint64_t>> compared_;
  Judge judge_;
  fuzz::Cases cases_;
  std::uint64_t judged_ = 0;  ///< the last one
  std::optional<Operator> last_;
  std::string row_;  ///< of the last one
  std::size_t class_ = 0;
  std::unordered_set<std::uint64_t> shapes_;
};

/// The life of a worker: ranges come in on `in`, lines go out on `out`.
[[noreturn]] void work(const FuzzSettings& settings, int in, int out, const WorkerMemory& memory) {
  WorkerProgress& place = memory.place();
  Work cases(settings, memory);
  Range range;
  std::string lines;
  FuzzCounts counts{};
  while (read_whole(in, &range, sizeof range)) {
    for (std::uint64_t j = range.begin; j < range.end && now_in_seconds() < settings.last_begin; ++j) {
      place.at = j;
      place.started = true;
      lines.clear();
      cases.run(j, counts, lines);
      // Before anybody hears of it.
      for (std::size_t i = 0; i < counts.size(); ++i) place.counts[i].store(counts[i], std::memory_order_relaxed);
      if (!lines.empty() && !write_whole(out, lines)) ::_exit(0);
    }
    place.started = false;
    if (!write_whole(out, "B\n")) ::_exit(0);
  }
  ::_exit(0);
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t tab = std::min(line.find('\t', begin), line.size());
    fields.push_back(line.substr(begin, tab - begin));
    begin = tab + 1;
  }
  fields.resize(std::max<std::size_t>(fields.size(), 6));
  return fields;
}

std::uint64_t number_in(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Message message_of(std::string_view line) {
  const std::vector<std::string_view> fields = fields_of(line);
  Message message{Message::Kind::shape, number_in(fields[1]), {}};
  if (fields[0] == "F") {
    message.kind = Message::Kind::failure;
    message.verdict = {from_one_line(fields[2]), from_one_line(fields[3]), from_one_line(fields[4])};
    if (!fields[5].empty()) message.verdict.ulp = number_in(fields[5]);
  }
  if (fields[0] == "T" || fields[0] == "U") {
    message.kind = fields[0] == "T" ? Message::Kind::trouble : Message::Kind::unsupported;
    message.verdict.message = from_one_line(fields[2]);
  }
  if (fields[0] == "B") message.kind = Message::Kind::finished;
  return message;
}

}  // namespace

double now_in_seconds() noexcept {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

WorkerMemory::WorkerMemory(std::size_t classes)
    : bytes_(sizeof(WorkerProgress) + classes * sizeof(std::atomic<std::uint64_t>)) {
  void* const shared = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) fail_process("cannot share memory");
  place_ = new (shared) WorkerProgress;
  auto* const counts = reinterpret_cast<std::atomic<std::uint64_t>*>(place_ + 1);
  for (std::size_t i = 0; i < classes; ++i) new (counts + i) std::atomic<std::uint64_t>(0);
  compared_ = {counts, classes};
}

WorkerMemory::~WorkerMemory() { ::munmap(place_, bytes_); }

Worker::Worker(const FuzzSettings& settings) : memory_(settings.classes.size()) {
  int down[2], up[2];
  if (::pipe2(down, O_CLOEXEC) != 0) fail_process("cannot make a pipe");
  if (::pipe2(up, O_CLOEXEC) != 0) {
    ::close(down[0]), ::close(down[1]);
    fail_process("cannot make a pipe");
  }
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  const int why = errno;
  if (pid_ == 0) {
    leave_signals_to(parent);
    ::close(down[1]), ::close(up[0]);
    try {
      work(settings, down[0], up[1], memory_);
    } catch (...) {
      ::_exit(70);
    }
  }
  ::close(down[0]), ::close(up[1]);
  to_ = down[1];
  from_ = up[0];
  if (pid_ < 0) {
    ::close(to_), ::close(from_);
    errno = why;
    fail_process(kNoProcess);
  }
}

Worker::~Worker() {
  kill();
  ::close(to_), ::close(from_);
  if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
}

void Worker::give(const Range& range) {
  if (ranges_.empty()) silent_ = 0, looked_ = now_in_seconds();
  ranges_.push_back(range);
  // If it has ended, reading tells so.
  (void)write_whole(to_, {reinterpret_cast<const char*>(&range), sizeof range});
}

bool Worker::read(std::vector<Message>& messages) {
  char bytes[1 << 16];
  const ssize_t got = ::read(from_, bytes, sizeof bytes);
  if (got < 0) return errno == EINTR;
  if (got == 0) return false;
  silent_ = 0;
  pending_.append(bytes, static_cast<std::size_t>(got));
  std::size_t begin = 0;
  for (std::size_t end; (end = pending_.find('\n', begin)) != std::string::npos; begin = end + 1) {
    Message message = message_of(std::string_view(pending_).substr(begin, end - begin));
    if (message.kind == Message::Kind::finished && !ranges_.empty()) ranges_.pop_front();
    messages.push_back(std::move(message));
  }
  pending_.erase(0, begin);
  return true;
}

bool Worker::is_hung() noexcept {
  constexpr double kMax = 1;
  const double now = now_in_seconds(),
               longest = memory_.place().longest;  // before `at`: that of an earlier case is no matter
  silent_ += std::min(now - looked_, kMax);
  looked_ = now;
  if (const std::uint64_t at = memory_.place().at; at != seen_at_ || ranges_.empty()) seen_at_ = at, silent_ = 0;
  return silent_ > longest;
}

FuzzCounts Worker::counts() const noexcept {
  FuzzCounts counts{};
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = memory_.place().counts[i].load(std::memory_order_relaxed);
  return counts;
}

void Worker::add_compared(std::vector<std::uint64_t>& sums) const noexcept {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += memory_.compared()[i].load(std::memory_order_relaxed);
}

Worker::End Worker::end() {
  End end;
  int status = 0;
  if (pid_ > 0) ::waitpid(pid_, &status, 0);
  pid_ = -1;
  end.how = WIFSIGNALED(status) ? std::string("ended by signal ") + std::to_string(WTERMSIG(status)) + " (" +
                                      ::strsignal(WTERMSIG(status)) + ")"
                                : "ended with status " + std::to_string(WEXITSTATUS(status));
  end.in_a_case = memory_.place().started;
  end.at = memory_.place().at;
  end.at_class = memory_.place().at_class;
  end.left = ranges_;
  if (end.in_a_case && !end.left.empty()) end.left.front().begin = end.at + 1;
  if (!end.left.empty() && end.left.front().begin >= end.left.front().end) end.left.pop_front();
  return end;
}

void Worker::kill() noexcept {
  if (pid_ > 0) ::kill(pid_, SIGKILL);
}

}  // namespace dmlrun::cli
