// Functions with parameters or two inputs, verified on samples: their errors have a bound.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace dmlrun::cli {

/// Numbers are in the order of the operator's inputs and then its parameters.
struct SampledFunction {
  std::string_view name;                               ///< the operator's, without ELEMENT_WISE_
  std::string_view type;                               ///< the operator
  std::array<std::string_view, 2> inputs, parameters;  ///< "": there is none
  /// In the C library's double numbers: infinities, NaN and zeros are those of the function.
  double (*near)(const double* numbers);
  /// In long arithmetic, rounded to a double; for numbers whose value is finite and not 0.
  double (*exact)(const double* numbers);
  [[nodiscard]] std::size_t numbers() const noexcept {
    std::size_t count = 0;
    for (const auto& names : {inputs, parameters})
      for (const std::string_view one : names) count += one.empty() ? 0 : 1;
    return count;
  }
};

/// The largest error that they may have, in units of the last place.
inline constexpr double kErrorBound = 0.5000001;

[[nodiscard]] std::span<const SampledFunction> sampled_functions() noexcept;
[[nodiscard]] const SampledFunction* find_sampled(std::string_view text) noexcept;

}  // namespace dmlrun::cli
