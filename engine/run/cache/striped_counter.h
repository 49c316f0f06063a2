// A counter that many threads count with at once without taking turns.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace dmlrun {

class StripedCounter {
 public:
  void add() noexcept { stripes_[stripe()].count.fetch_add(1, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t sum() const noexcept {
    std::uint64_t sum = 0;
    for (const Stripe& stripe : stripes_) sum += stripe.count.load(std::memory_order_relaxed);
    return sum;
  }

 private:
  static constexpr std::size_t kStripes = 16;
  struct alignas(64) Stripe {
    std::atomic<std::uint64_t> count{0};
  };
  /// This thread's.
  static std::size_t stripe() noexcept {
    static constinit std::atomic<std::size_t> threads{0};
    static constinit thread_local std::size_t number = 0;
    if (number == 0) number = threads.fetch_add(1, std::memory_order_relaxed) + 1;
    return number % kStripes;
  }

  std::array<Stripe, kStripes> stripes_{};
};

}  // namespace dmlrun
