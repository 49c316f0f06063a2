// Decides which results are right: by the C library's double numbers where these are accurate enough, else by long
// arithmetic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cli/verify/domains.h"
#include "cli/verify/functions.h"
#include "cli/verify/long_arithmetic.h"

namespace dmlrun::cli {

/// The errors of results.
struct Wrongs {
  std::uint64_t count = 0;
  double error = 0;                               ///< the largest, in units of the last place
  std::uint32_t input = 0, found = 0, right = 0;  ///< bits, of the largest error

  void add(const Wrongs& more) noexcept;
};

/// Decides for one thread.
class ResultJudge {
 public:
  /// The right results of a chunk. Failure exit 70 where the double numbers are off by more than they may be: some
  /// inputs of each chunk are computed both ways.
  [[nodiscard]] std::span<const std::uint32_t> right_results(const UnaryFunction& function, Domain domain,
                                                             std::size_t chunk);

 private:
  template <Domain domain>
  void judge_all(const UnaryFunction& function, std::uint32_t first);
  void check_filter(const UnaryFunction& function, Domain domain, std::uint32_t input);

  LongArithmetic exact_;
  std::vector<std::uint32_t> right_;
};

/// The bits of a chunk's results, with one NaN.
[[nodiscard]] std::vector<std::uint32_t> results_of(Domain domain, std::span<const std::byte> results);

/// Compares the results of a chunk.
[[nodiscard]] Wrongs wrong_results(const UnaryFunction& function, Domain domain, std::size_t chunk,
                                   std::span<const std::byte> found, std::span<const std::uint32_t> right);

/// A number for a chunk's results, in which every NaN counts as the same one.
[[nodiscard]] std::uint32_t hash_of(Domain domain, std::span<const std::byte> results) noexcept;
/// The same of what right_results() gave.
[[nodiscard]] std::uint32_t hash_of(std::span<const std::uint32_t> right) noexcept;

}  // namespace dmlrun::cli
