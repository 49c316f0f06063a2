// What numpy, torch and ONNX call operators and fields that DirectML names otherwise.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dmlrun::operators {

/// A name in capitals, without what joins words: - _ and spaces.
[[nodiscard]] std::string joined_name(std::string_view name);

/// What "transpose" and the like do to a tensor's layout, where an input's Sizes and Strides do it.
enum class Layout : unsigned char { none, transposed, reshaped, broadcast };

struct UsualNames {
  std::string_view meant;  ///< an operator's type, or the name of a field or mode
  std::string_view names;  ///< joined, with a space before and after each
};
/// Every operator that has usual names; of two with the same name the first is meant.
[[nodiscard]] std::span<const UsualNames> all_usual_names() noexcept;

/// The operators that another library calls so, the likeliest first; none if the name is not known. Letter case and
/// what joins words do not count: ReduceSum, reduce_sum and "reduce sum" are one name.
[[nodiscard]] std::vector<std::string_view> usual_names(std::string_view name);

/// Every field that has usual names; of two with the same name the first that an operator has is meant.
[[nodiscard]] std::span<const UsualNames> all_usual_fields() noexcept;
/// The fields that another library calls so, the likeliest first: Axis for "dim".
[[nodiscard]] std::vector<std::string_view> usual_fields(std::string_view name);

/// Every name of a mode that has usual names.
[[nodiscard]] std::span<const UsualNames> all_usual_values() noexcept;
/// The names of modes that another library calls so: EDGE for "replicate".
[[nodiscard]] std::vector<std::string_view> usual_values(std::string_view name);

}  // namespace dmlrun::operators
