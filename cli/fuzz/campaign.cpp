#include "cli/fuzz/campaign.h"

#include <poll.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <tuple>

#include "cli/interrupt.h"
#include "cli/report/failure.h"

namespace dmlrun::cli {
namespace {

/// Cases of one range: large enough that handing them out costs nothing.
constexpr std::uint64_t kRange = 256;
/// So many different reasons of a program are kept.
constexpr std::size_t kMaxReasons = 10'000;
/// Seconds in which workers that saw the time's end themselves have told so.
constexpr double kToTell = 0.5;

void increase(FuzzCounts& sum, const FuzzCounts& more) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
}

}  // namespace

Campaign::~Campaign() {
  for (auto& worker : workers_) worker->kill();
  workers_.clear();
}

bool Campaign::time_is_over() const noexcept { return now_in_seconds() >= settings_.last_begin; }

bool Campaign::is_done() const noexcept {
  if (findings_.size() >= settings_.failures) return true;
  const bool no_more = time_is_over() || (left_over_.empty() && next_ >= settings_.cases());
  return no_more && std::all_of(workers_.begin(), workers_.end(), [](const auto& worker) { return worker->is_idle(); });
}

void Campaign::give_range(Worker& worker) {
  if (time_is_over()) return;
  Range range;
  if (!left_over_.empty()) {
    range = left_over_.front();
    left_over_.pop_front();
  } else if (next_ < settings_.cases()) {
    const std::uint64_t cases = settings_.against.empty() ? kRange : 1;
    range = {next_, next_ + std::min(cases, settings_.cases() - next_)};
    next_ = range.end;
  } else {
    return;
  }
  worker.give(range);
}

void Campaign::give_first_ranges(Worker& worker) {
  give_range(worker);
  if (settings_.against.empty()) give_range(worker);
}

void Campaign::start_workers() {
  for (std::uint64_t i = 0; i < std::min(settings_.jobs, settings_.cases()); ++i) {
    workers_.push_back(std::make_unique<Worker>(settings_));
    give_first_ranges(*workers_.back());
  }
}

void Campaign::run() {
  begin_ = now_in_seconds();
  ended_compared_.assign(settings_.classes.size(), 0);
  start_workers();
  while (!is_done()) {
    try {
      check_interrupted();
      receive();
      if (now_in_seconds() >= settings_.end + kToTell) cancel();
    } catch (...) {
      update_counts();
      throw;
    }
    update_counts();
    show_progress();
  }
  progress_.clear();
}

void Campaign::update_counts() {
  seconds_ = now_in_seconds() - begin_;
  counts_ = ended_counts_;
  compared_ = ended_compared_;
  for (const auto& worker : workers_) {
    increase(counts_, worker->counts());
    worker->add_compared(compared_);
  }
}

void Campaign::add_counts_of(const Worker& worker) {
  increase(ended_counts_, worker.counts());
  worker.add_compared(ended_compared_);
}

std::string Campaign::row_of(std::uint64_t number) const {
  return number < settings_.classes.size() ? settings_.classes[number].row() : std::string();
}

void Campaign::receive() {
  std::vector<pollfd> waiting;
  for (const auto& worker : workers_) waiting.push_back({worker->descriptor(), POLLIN, 0});
  if (::poll(waiting.data(), waiting.size(), 200) < 0) return;  // a signal
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    std::vector<Message> messages;
    const bool lives = waiting[i].revents == 0 || workers_[i]->read(messages);
    const bool hung = workers_[i]->is_hung();
    for (const Message& message : messages) {
      handle(message);
      if (message.kind == Message::Kind::finished) give_range(*workers_[i]);
    }
    if (hung) workers_[i]->kill();
    if (!lives || hung) replace(workers_[i], hung);
    if (findings_.size() >= settings_.failures) return;
  }
}

void Campaign::handle(const Message& message) {
  switch (message.kind) {
    case Message::Kind::shape: shapes_.insert(message.number); break;
    case Message::Kind::failure: add(message.number, message.verdict); break;
    case Message::Kind::trouble: fail(static_cast<ErrorCode>(message.number), message.verdict.message);
    case Message::Kind::finished: break;
    case Message::Kind::unsupported:
      if (reasons_.size() < kMaxReasons || reasons_.contains(message.verdict.message))
        ++reasons_[message.verdict.message];
  }
}

/// A worker that has ended is replaced, and the new one continues its cases.
void Campaign::replace(std::unique_ptr<Worker>& worker, bool hung) {
  Worker::End end = worker->end();
  add_counts_of(*worker);
  if (end.in_a_case) {
    ++ended_counts_[kCases];
    const std::uint64_t number = settings_.number(end.at), same = operator_of(number);
    const bool is_failure =
        add(number, {"dmlrun", hung ? std::string(kHung) : end.how, row_of(end.at_class)}, worker->silent());
    // Its other sets of data would hang, too, one after the other.
    if (hung && is_failure)
      while (!end.left.empty() && operator_of(settings_.number(end.left.front().begin)) == same)
        if (++end.left.front().begin == end.left.front().end) end.left.pop_front();
  }
  for (const Range& range : end.left) left_over_.push_back(range);
  worker = std::make_unique<Worker>(settings_);
  give_first_ranges(*worker);
}

/// Ends the cases that go on beyond the time: no findings but those that have hung.
void Campaign::cancel() {
  std::vector<std::tuple<std::uint64_t, double, std::string>> hung;
  progress_.clear();
  for (const auto& worker : workers_) {
    const bool is_busy = !worker->is_idle(), is_hung = worker->is_hung();
    worker->kill();
    const Worker::End end = worker->end();
    add_counts_of(*worker);
    if (!is_busy || !end.in_a_case) continue;
    const std::uint64_t number = settings_.number(end.at);
    if (is_hung) {
      hung.emplace_back(number, worker->silent(), row_of(end.at_class));
    } else {
      ++ended_counts_[kUnfinished];
      reporter_.note("case " + std::to_string(number) +
                     " was cut when the time was over: " + command_of(settings_, number));
    }
  }
  workers_.clear();
  ended_counts_[kCases] += hung.size();
  for (const auto& [number, seconds, row] : hung) add(number, {"dmlrun", std::string(kHung), row}, seconds);
}

/// The same for the cases that have an operator in common, or may have. (fuzz::Cases says which those are.)
std::uint64_t Campaign::operator_of(std::uint64_t number) const noexcept { return settings_.seeds.group(number); }

bool Campaign::is_of_a_known_operator(const Finding& finding) noexcept {
  const auto known = std::find_if(findings_.begin(), findings_.end(), [&](const Finding& other) {
    return other.op == finding.op && other.first_subject == finding.first_subject &&
           may_be_rounding(other.verdict) == may_be_rounding(finding.verdict);
  });
  if (known == findings_.end()) return false;
  known->verdict.ulp = std::max(known->verdict.ulp, finding.verdict.ulp);
  return true;
}

bool Campaign::is_of_a_known_kind(const std::string& kind, const Verdict& verdict) {
  const auto found = kinds_.find(kind);
  if (found == kinds_.end()) return false;
  Finding& known = findings_[found->second];
  ++known.others;
  known.verdict.ulp = std::max(known.verdict.ulp, verdict.ulp);
  return true;
}

bool Campaign::add(std::uint64_t number, Verdict verdict, double seconds) {
  if (findings_.size() >= settings_.failures) return false;
  check_interrupted();  // who ends the campaign may have ended the case
  Finding finding{number, std::move(verdict), {}, {}, operator_of(number), {}};
  finding.first_subject = finding.verdict.subject;
  if (is_of_a_known_operator(finding)) return true;
  const std::string found_as = finding.kind = kind_of(finding);
  if (is_of_a_known_kind(found_as, finding.verdict)) return true;
  progress_.clear();
  const std::string which = "case " + std::to_string(number);
  // A machine may have been too busy for what takes milliseconds, but not for a minute.
  const bool is_sure = finding.verdict.message != kHung || seconds >= kLongestCase;
  if (is_sure) reporter_.note(which + " has failed and is made smaller");
  else
    reporter_.note(which + " has not ended after " + std::to_string(static_cast<int>(seconds)) +
                   " s and is run again, alone");
  try {
    if (!minimise_and_write(settings_, finding, is_sure)) {
      --ended_counts_[kCases], ++ended_counts_[kUnfinished];
      reporter_.note(which + " did not hang again: it is no failure, and " + finding.command + " runs it");
      return false;
    }
  } catch (const Failure&) {
    if (!finding.folder.empty()) findings_.push_back(std::move(finding));  // as it was found
    throw;
  }
  finding.kind = kind_of(finding);
  if (is_of_a_known_kind(finding.kind, finding.verdict)) {  // now that it is small
    kinds_.emplace(found_as, kinds_.at(finding.kind));
    std::error_code ignored;
    std::filesystem::remove_all(finding.folder, ignored);
    return true;
  }
  for (const std::string& kind : {found_as, finding.kind}) kinds_.emplace(kind, findings_.size());
  findings_.push_back(std::move(finding));
  return true;
}

/// By the duration, or by the cases that are left, whatever ends first.
double Campaign::seconds_left() const noexcept {
  double left =
      settings_.seconds > 0 ? settings_.last_begin - now_in_seconds() : std::numeric_limits<double>::infinity();
  const auto done = static_cast<double>(std::max<std::uint64_t>(counts_[kCases], 1));
  if (settings_.count > 0) left = std::min(left, seconds_ / done * (static_cast<double>(settings_.cases()) - done));
  return left;
}

void Campaign::show_progress() {
  if (seconds_ - shown_ < 0.5) return;
  shown_ = seconds_;
  char text[120];
  const auto cases = static_cast<double>(counts_[kCases]);
  // What is cut off on a narrow terminal stands last.
  const std::string kinds = settings_.against.empty() ? std::to_string(shapes_.size()) + " kinds of plans"
                                                      : std::to_string(counts_[kPassedOver]) + " unsupported";
  std::snprintf(text, sizeof text, "%zu failures, %s, %.0f %% legal, %.0f per second", findings_.size(), kinds.c_str(),
                100 * static_cast<double>(counts_[kLegal]) / std::max(cases, 1.0), cases / seconds_);
  progress_.show(static_cast<std::size_t>(counts_[kCases]),
                 settings_.count > 0 ? static_cast<std::size_t>(settings_.cases()) : 0, text, seconds_left());
}

}  // namespace dmlrun::cli
