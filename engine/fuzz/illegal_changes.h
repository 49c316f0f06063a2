// The parts of make_illegal: legal descs made illegal by exactly one change.
#pragma once

#include <span>
#include <string_view>

#include "engine/fuzz/random_desc.h"

namespace dmlrun::fuzz {

/// A change, the refusals it may lead to, and the function that makes it; false where the desc does not allow it, and
/// then the desc may be half changed.
struct Change {
  std::string_view words;
  std::span<const ErrorCode> codes;
  bool (*apply)(Random&, Desc&);
};
/// The codes of a change, with static storage.
template <ErrorCode... kCodes>
inline constexpr ErrorCode kOneOf[] = {kCodes...};

/// Changes to any operator's tensors, and to its other fields by their kind.
[[nodiscard]] std::span<const Change> tensor_changes();
[[nodiscard]] std::span<const Change> field_changes();

/// Takes away what would break a second rule once sizes or types change.
void undecorate(TensorDesc& tensor);
/// All values but the last.
template <class T>
[[nodiscard]] PerAxis<T> shortened(const PerAxis<T>& values) {
  PerAxis<T> less;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) less.push_back(values[i]);
  return less;
}
[[nodiscard]] std::size_t any_axis(Random& random, const TensorDesc& tensor);
/// Another type than the given one, not FLOAT64.
[[nodiscard]] DataType another_type(Random& random, DataType type);
/// The first axis longer than 1, from `from` on; kMaxRank when there is none.
[[nodiscard]] std::size_t long_axis(const TensorDesc& tensor, std::size_t from = 0);
/// Whether all tensors of the row but those of one element must have the same type.
[[nodiscard]] bool is_of_one_type(const operators::Specification& row);

}  // namespace dmlrun::fuzz
