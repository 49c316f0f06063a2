// What numpy, torch and ONNX call operators that DirectML names otherwise.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dmlrun::operators {

/// A name in capitals, without what joins words: - _ and spaces.
[[nodiscard]] std::string joined_name(std::string_view name);

struct UsualNames {
  std::string_view type;
  std::string_view names;  ///< joined, with a space before and after each
};
/// Every operator that has usual names; of two with the same name the first is meant.
[[nodiscard]] std::span<const UsualNames> all_usual_names() noexcept;

/// The operators that another library calls so, the likeliest first; none if the name is not known. Letter case and
/// what joins words do not count: ReduceSum, reduce_sum and "reduce sum" are one name.
[[nodiscard]] std::vector<std::string_view> usual_names(std::string_view name);

}  // namespace dmlrun::operators
