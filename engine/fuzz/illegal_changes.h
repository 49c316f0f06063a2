// The parts of make_illegal: legal descs made illegal by exactly one change.
// illegal_fields.cpp has field_changes(), illegal_tensors.cpp the rest.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "engine/fuzz/random_desc.h"

namespace dmlrun::fuzz {

/// A change, the rules that it may break by their keys in the rows, and the function that makes it; false where the
/// desc does not allow it, and then the desc may be half changed.
struct Change {
  std::string_view words;
  std::array<std::string_view, 7> rules;
  bool (*apply)(Random&, Desc&);
};

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

}  // namespace dmlrun::fuzz
