// A back end that tests of the kernel cache can look into: it counts what lives and fails on request.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "engine/plan/key.h"
#include "engine/run/kernel_cache.h"

namespace dmlrun::test {

/// What the kernels of one plan did; a plan is known by its output span.
struct PlantedCounts {
  int alive = 0;       ///< built or being built
  int most_alive = 0;  ///< at one time
  int builds = 0;      ///< begun
};

struct Planted {
  std::mutex mutex;
  std::map<std::uint64_t, PlantedCounts> counts;
  std::atomic<int> failures{0};                ///< how many of the next builds fail ...
  std::atomic<ErrorCode> failure{ErrorCode::backend_failed};  ///< ... with this, or throw for out_of_memory
  std::atomic<int> room{1 << 30};              ///< kernels that code memory holds; code_budget beyond
  std::atomic<int> alive{0};
  std::atomic<int> build_milliseconds{0};
  std::atomic<std::uint64_t> kernel_bytes{100};

  PlantedCounts of(std::uint64_t plan) {
    const std::lock_guard lock(mutex);
    return counts[plan];
  }
  void begin(std::uint64_t plan) {
    const std::lock_guard lock(mutex);
    PlantedCounts& count = counts[plan];
    ++count.builds;
    count.most_alive = std::max(count.most_alive, ++count.alive);
  }
  void end(std::uint64_t plan) {
    const std::lock_guard lock(mutex);
    --counts[plan].alive;
  }
};

/// The one of this program; reset() before each test.
inline Planted& planted() {
  static Planted all;
  return all;
}

inline void reset_planted() {
  planted().counts.clear();
  planted().failures = 0;
  planted().failure = ErrorCode::backend_failed;
  planted().room = 1 << 30;
  planted().build_milliseconds = 0;
  planted().kernel_bytes = 100;
}

/// Writes the lowest byte of its plan's number.
class PlantedKernel final : public Executable {
 public:
  explicit PlantedKernel(std::uint64_t plan) : plan_(plan) { ++planted().alive; }
  PlantedKernel(const PlantedKernel&) = delete;
  PlantedKernel& operator=(const PlantedKernel&) = delete;
  ~PlantedKernel() override {
    --planted().alive;
    planted().end(plan_);
    plan_ = 0xdead;
  }
  void run(const std::byte* const*, std::byte* output, std::uint64_t, std::uint64_t) const noexcept override {
    *output = static_cast<std::byte>(plan_);
  }
  [[nodiscard]] std::uint64_t bytes() const noexcept override { return planted().kernel_bytes; }

 private:
  std::uint64_t plan_;
};

inline Result<std::unique_ptr<Executable>> build_planted(const Task& task) {
  Planted& all = planted();
  const std::uint64_t plan = task.plan.output_span;
  if (all.build_milliseconds > 0) std::this_thread::sleep_for(std::chrono::milliseconds(all.build_milliseconds));
  if (all.failures > 0) {
    --all.failures;
    if (all.failure == ErrorCode::out_of_memory) throw std::bad_alloc();
    return Error{all.failure, {}, {}, "planted", {}};
  }
  if (all.alive >= all.room) return Error{ErrorCode::code_budget, {}, {}, "planted", {}};
  all.begin(plan);
  return std::unique_ptr<Executable>(std::make_unique<PlantedKernel>(plan));
}

inline const Backend kPlanted{"planted", "", "CPU", false, [](const CompileOptions&) { return std::string(); },
                              [](const Task&) { return std::string(); }, build_planted, nullptr, nullptr,
                              [](const CompileOptions&) { return std::uint64_t{0}; }};

/// A plan with its key. Numbers give different plans.
struct PlantedPlan {
  plan::Plan plan;
  std::shared_ptr<const plan::Key> key;
  explicit PlantedPlan(std::uint64_t number) {
    plan.output_span = number;
    key = std::make_shared<const plan::Key>(plan::key_of(plan));
  }
  [[nodiscard]] KernelKey kernel_key(std::uint64_t variant = 0, const Backend& backend = kPlanted) const noexcept {
    return {key, &backend, variant};
  }
};

/// What compile() does with the cache.
inline Result<SharedExecutable> get(KernelCache& cache, const PlantedPlan& plan, std::uint64_t variant = 0,
                                    const Backend& backend = kPlanted) {
  static const OperatorDesc none{};
  static const CompileOptions options{};
  return cache.get(plan.kernel_key(variant, backend), {none, plan.plan, 0, options});
}

/// The byte that the kernel writes.
inline std::uint64_t written_by(const SharedExecutable& kernel) {
  std::byte output{0xee};
  kernel->run(nullptr, &output, 0, 1);
  return static_cast<std::uint64_t>(output);
}

}  // namespace dmlrun::test
