#include "cli/model/samples.h"

#include <algorithm>
#include <numeric>

namespace dmlrun::cli {
namespace {

constexpr std::size_t kMaxKept = 1u << 21;  // 16 MiB, and once more while they are sorted

Statistics statistics_of(std::vector<double> samples) {
  Statistics result;
  result.count = samples.size();
  if (samples.empty()) return result;
  std::sort(samples.begin(), samples.end());
  result.average = std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
  result.least = samples.front();
  result.median = samples[samples.size() / 2];
  result.most = samples.back();
  return result;
}

}  // namespace

void Samples::add(double ms) {
  if (count_++ % stride_ != 0) return;
  kept_.push_back(ms);
  if (kept_.size() < kMaxKept) return;
  for (std::size_t i = 0; i < kept_.size() / 2; ++i) kept_[i] = kept_[2 * i];
  kept_.resize(kept_.size() / 2);
  stride_ *= 2;
}

std::size_t Samples::kept_cold() const noexcept {
  const std::uint64_t cold = std::min<std::uint64_t>(count_ == 0 ? 0 : count_ - 1, most_cold_);
  const std::uint64_t kept = (cold + stride_ - 1) / stride_;
  return static_cast<std::size_t>(std::min<std::uint64_t>(kept, kept_.empty() ? 0 : kept_.size() - 1));
}

Statistics Samples::cold() const {
  return statistics_of({kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(kept_cold())});
}

Statistics Samples::hot() const {
  return statistics_of({kept_.begin() + static_cast<std::ptrdiff_t>(kept_cold()), kept_.end()});
}

}  // namespace dmlrun::cli
