// A back end that tests of the kernel cache can look into: it counts what is built and lives, and fails on request.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "engine/plan/key.h"
#include "engine/run/cache/kernel_cache.h"

namespace dmlrun::test {

/// What happened to one plan; a plan is known by its output span. Counted without order (relaxed), because what is
/// tested is whether the cache orders its threads.
struct PlantedCounts {
  using Count = std::atomic<std::uint64_t>;
  Count begun{0};            ///< builds, also those that fail; the number of a kernel is that of its build
  Count builds{0};           ///< that did not fail
  Count in_flight{0};        ///< builds that have begun and not ended
  Count begun_in_flight{0};  ///< builds that began while another was in flight
};

struct Planted {
  std::array<PlantedCounts, 6000> counts;
  std::atomic<int> failures{0};                               ///< how many of the next builds fail ...
  std::atomic<ErrorCode> failure{ErrorCode::backend_failed};  ///< ... with this, or throw for out_of_memory
  std::atomic<int> room{1 << 30};                             ///< kernels that code memory holds; code_budget beyond
  std::atomic<int> alive{0};
  std::atomic<int> build_milliseconds{0};
  std::atomic<std::uint64_t> kernel_bytes{100};
  std::function<void(std::uint64_t plan)> on_build;  ///< called when a build begins and when it ends; may be empty

  PlantedCounts& of(std::uint64_t plan) { return counts.at(plan); }
};

/// The one of this program; reset() before each test.
inline Planted& planted() {
  static Planted all;
  return all;
}

inline void reset_planted() {
  for (PlantedCounts& count : planted().counts)
    for (PlantedCounts::Count* each : {&count.begun, &count.builds, &count.in_flight, &count.begun_in_flight})
      *each = 0;
  planted().failures = 0;
  planted().failure = ErrorCode::backend_failed;
  planted().room = 1 << 30;
  planted().build_milliseconds = 0;
  planted().kernel_bytes = 100;
  planted().on_build = nullptr;
}

/// Writes the lowest byte of its plan's number.
class PlantedKernel final : public Executable {
 public:
  PlantedKernel(std::uint64_t plan, std::uint64_t number) : plan_(plan), number_(number) {
    planted().alive.fetch_add(1, std::memory_order_relaxed);
  }
  PlantedKernel(const PlantedKernel&) = delete;
  PlantedKernel& operator=(const PlantedKernel&) = delete;
  ~PlantedKernel() override {
    planted().alive.fetch_sub(1, std::memory_order_relaxed);
    plan_ = 0xdead;
  }
  void run(const std::byte* const*, std::byte* output, std::uint64_t, std::uint64_t) const noexcept override {
    *output = static_cast<std::byte>(plan_);
  }
  [[nodiscard]] std::uint64_t bytes() const noexcept override { return planted().kernel_bytes; }
  /// Whether a build of its plan has begun since its own.
  [[nodiscard]] bool is_outdated() const {
    return planted().of(plan_).begun.load(std::memory_order_relaxed) != number_;
  }

 private:
  std::uint64_t plan_;
  std::uint64_t number_;  ///< PlantedCounts::begun at its build
};

/// A build while it goes on.
class PlantedBuild {
 public:
  explicit PlantedBuild(std::uint64_t plan) : plan_(plan), counts_(planted().of(plan)) {
    if (counts_.in_flight.fetch_add(1, std::memory_order_relaxed) > 0) ++counts_.begun_in_flight;
    number_ = counts_.begun.fetch_add(1, std::memory_order_relaxed) + 1;
    tell();
  }
  PlantedBuild(const PlantedBuild&) = delete;
  PlantedBuild& operator=(const PlantedBuild&) = delete;
  ~PlantedBuild() { counts_.in_flight.fetch_sub(1, std::memory_order_relaxed); }
  std::unique_ptr<Executable> kernel() {
    tell();
    counts_.builds.fetch_add(1, std::memory_order_relaxed);
    return std::make_unique<PlantedKernel>(plan_, number_);
  }

 private:
  void tell() const {
    if (planted().on_build) planted().on_build(plan_);
  }
  std::uint64_t plan_;
  PlantedCounts& counts_;
  std::uint64_t number_ = 0;
};

inline Result<std::unique_ptr<Executable>> build_planted(const CompileRequest& task) {
  Planted& all = planted();
  PlantedBuild build(task.plan.output_span);
  if (all.build_milliseconds > 0) std::this_thread::sleep_for(std::chrono::milliseconds(all.build_milliseconds));
  if (all.failures > 0) {
    --all.failures;
    if (all.failure == ErrorCode::out_of_memory) throw std::bad_alloc();
    return Error{all.failure, {}, {}, "planted", {}};
  }
  if (all.alive >= all.room) return Error{.code = ErrorCode::code_budget, .message = "planted"};
  return build.kernel();
}

inline const Backend kPlanted{"planted",
                              "",
                              "CPU",
                              false,
                              [](const CompileOptions&) { return std::string(); },
                              [](const CompileRequest&) { return std::string(); },
                              build_planted,
                              nullptr,
                              nullptr,
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
  static const Desc none{};
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
