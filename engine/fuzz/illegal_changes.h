// The pieces of make_illegal: legal descs made illegal by exactly one change.
#pragma once

#include <span>
#include <string_view>

#include "engine/fuzz/random_desc.h"

namespace dmlrun::fuzz {

/// A change, the refusal it must lead to, and the function that makes it; false where the desc does not allow it, and
/// then the desc may be half changed.
struct Change {
  std::string_view words;
  ErrorCode code;
  bool (*apply)(Random&, OperatorDesc&);
};

/// Changes to any operator's tensors, and changes to one operator's fields; the last ones are those of operators that
/// copy parts of a tensor.
[[nodiscard]] std::span<const Change> tensor_changes();
[[nodiscard]] std::span<const Change> operator_changes();
[[nodiscard]] std::span<const Change> window_changes();

/// Takes away what would break a second rule once sizes or types change.
void undecorate(TensorDesc& tensor);
/// All values but the last.
[[nodiscard]] Dimensions shortened(const Dimensions& values);
[[nodiscard]] std::size_t any_axis(Random& random, const TensorDesc& tensor);
/// Another type than the given one, not FLOAT64.
[[nodiscard]] DataType another_type(Random& random, DataType type);
/// The first axis longer than 1, from `from` on; kMaxRank when there is none.
[[nodiscard]] std::size_t long_axis(const TensorDesc& tensor, std::size_t from = 0);

}  // namespace dmlrun::fuzz
