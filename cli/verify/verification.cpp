#include "cli/verify/verification.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "cli/fuzz/worker.h"
#include "cli/interrupt.h"

namespace dmlrun::cli {
namespace {

constexpr auto kLook = std::chrono::milliseconds(10);
constexpr double kSaveSeconds = 10;

template <class Bits>
void fill(std::span<std::byte> inputs, std::uint32_t first) {
  for (std::size_t at = 0; at < inputs.size(); at += sizeof(Bits)) {
    const auto bits = static_cast<Bits>(first++);
    std::memcpy(&inputs[at], &bits, sizeof bits);
  }
}

/// What the threads share.
class SharedWork {
 public:
  SharedWork(const VerifyTask& task, KeptHashes& hashes) : task_(task), hashes_(hashes) {
    for (std::size_t chunk = task.shard; chunk < chunks_of(task.domain); chunk += task.shards) ++verified_.chunks;
  }

  /// Until nothing is left, or one of the threads has failed.
  void work() noexcept {
    try {
      Thread thread{task_};
      for (std::size_t i; !ends_ && (i = next_++) < verified_.chunks; ++done_)
        look_at(task_.shard + i * task_.shards, thread);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      ends_ = true;
    }
    ++idle_;
  }

  void end() noexcept { ends_ = true; }
  [[nodiscard]] std::size_t idle() const noexcept { return idle_; }
  [[nodiscard]] std::size_t done() const noexcept { return done_; }

  void save() {
    const std::lock_guard lock(mutex_);
    hashes_.save();
  }

  /// After all threads have ended: what they found, or the first failure.
  [[nodiscard]] Verified result() {
    if (failure_) std::rethrow_exception(failure_);
    return verified_;
  }
  [[nodiscard]] std::size_t chunks() const noexcept { return verified_.chunks; }

 private:
  /// What each thread has for itself.
  struct Thread {
    explicit Thread(const VerifyTask& task)
        : subject(task.make_subject()),
          inputs(inputs_per_chunk(task.domain) * input_bytes(task.domain)),
          results(inputs_per_chunk(task.domain) * result_bytes(task.domain)) {
      if (task.make_quick_subject) quick_subject = task.make_quick_subject();
    }
    Subject subject, quick_subject;
    std::vector<std::byte> inputs, results, proved;
    std::span<const std::byte> given{inputs};
    std::optional<ResultJudge> judge;
  };

  void look_at(std::size_t chunk, Thread& thread) {
    const Domain domain = task_.domain;
    const auto first = static_cast<std::uint32_t>(chunk * inputs_per_chunk(domain));
    input_bytes(domain) == 2 ? fill<std::uint16_t>(thread.inputs, first) : fill<std::uint32_t>(thread.inputs, first);
    thread.subject(std::span(&thread.given, 1), thread.results);
    const std::optional<std::uint32_t> kept = [&] {
      const std::lock_guard lock(mutex_);
      return hashes_.find(domain, chunk);
    }();
    const bool is_kept = kept && *kept == hash_of(domain, thread.results);
    Wrongs wrongs;
    std::optional<std::uint32_t> proved;
    if (!is_kept && kept && is_witnessed(*kept, thread)) {
      wrongs = wrong_results(task_.function, domain, chunk, thread.results, results_of(domain, thread.proved));
    } else if (!is_kept) {
      if (!thread.judge) thread.judge.emplace();
      const auto right = thread.judge->right_results(task_.function, domain, chunk);
      wrongs = wrong_results(task_.function, domain, chunk, thread.results, right);
      proved = hash_of(right);
    }
    const std::lock_guard lock(mutex_);
    if (proved) hashes_.set(domain, chunk, *proved);
    verified_.contradicted += proved && kept && *kept != *proved ? 1 : 0;
    verified_.by_hash += proved ? 0 : 1;
    verified_.inputs += inputs_per_chunk(domain);
    verified_.wrongs.add(wrongs);
  }

  /// Whether the quick subject gives results of that hash, which then are in thread.proved.
  bool is_witnessed(std::uint32_t hash, Thread& thread) {
    if (!thread.quick_subject) return false;
    thread.proved.resize(thread.results.size());
    thread.quick_subject(std::span(&thread.given, 1), thread.proved);
    return hash_of(task_.domain, thread.proved) == hash;
  }

  const VerifyTask& task_;
  KeptHashes& hashes_;
  Verified verified_;
  std::atomic<std::size_t> next_ = 0, done_ = 0, idle_ = 0;
  std::atomic<bool> ends_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

class Threads {
 public:
  Threads(SharedWork& shared, std::size_t jobs) : shared_(shared) {
    for (std::size_t i = 0; i < jobs; ++i) threads_.emplace_back([&shared] { shared.work(); });
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() {
    shared_.end();
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  SharedWork& shared_;
  std::vector<std::thread> threads_;
};

void show(Progress& progress, const VerifyTask& task, const SharedWork& shared) {
  progress.show(shared.done(), shared.chunks(), std::string(task.function.name) + " " + std::string(name(task.domain)));
}

}  // namespace

Verified verify(const VerifyTask& task, KeptHashes& hashes) {
  const double begin = now_in_seconds();
  SharedWork shared(task, hashes);
  try {
    const std::size_t jobs = std::min(task.jobs, shared.chunks());
    const Threads threads(shared, jobs);
    Progress progress;
    for (double saved = begin; shared.idle() < jobs;) {
      check_interrupted();
      std::this_thread::sleep_for(kLook);
      const double now = now_in_seconds();
      show(progress, task, shared);
      if (now - saved < kSaveSeconds) continue;
      shared.save();
      saved = now;
    }
  } catch (...) {
    forget_interruption();
    shared.save();
    throw;
  }
  shared.save();
  Verified verified = shared.result();
  verified.seconds = now_in_seconds() - begin;
  return verified;
}

}  // namespace dmlrun::cli
