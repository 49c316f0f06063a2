// Times of a dispatch, sample by sample, and DxDispatch's statistics of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dmlrun::cli {

/// Times in milliseconds of the samples that are kept; all but `median` are 0 when there are none.
struct Statistics {
  std::size_t count = 0;
  double average = 0, least = 0, median = 0, most = 0;
};

/// The first samples are cold, at most as many as allowed, and never all of them. Memory is bounded: of millions of
/// samples every second, fourth, ... is kept.
class Samples {
 public:
  explicit Samples(std::uint32_t most_cold) : most_cold_(most_cold) {}
  void add(double ms);
  /// The number of samples that were added.
  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] Statistics cold() const;
  [[nodiscard]] Statistics hot() const;
  /// The samples that are kept, with the distance between them.
  [[nodiscard]] const std::vector<double>& kept() const noexcept { return kept_; }
  [[nodiscard]] std::uint64_t stride() const noexcept { return stride_; }

 private:
  [[nodiscard]] std::size_t kept_cold() const noexcept;

  std::uint64_t most_cold_;
  std::uint64_t count_ = 0, stride_ = 1;
  std::vector<double> kept_;
};

}  // namespace dmlrun::cli
