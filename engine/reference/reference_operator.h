// The interface of each operator here. reference.h has that of the whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "dmlrun/operators.h"
#include "engine/reference/coordinates.h"

namespace dmlrun::reference {

/// Elements first ... last - 1 (row-major) of one output of a validated desc.
struct Run {
  const Desc& desc;
  std::size_t output_index;
  const std::byte* const* inputs;  ///< in the order of Operator::inputs()
  std::byte* output;               ///< where element `first` goes
  std::uint64_t first, last;
  const Desc& activation;
};

/// An operator from its definition: what writes its outputs, and what its page allows.
struct ReferenceOperator {
  std::string_view type;
  void (*run)(const Run&) noexcept;
  bool (*is_legal)(const Desc&) noexcept;
  bool is_within_a_unit = false;  ///< see reference.h
};
/// Operators whose elements depend only on the elements at the same coordinates.
[[nodiscard]] std::span<const ReferenceOperator> elementwise_operators() noexcept;
[[nodiscard]] std::span<const ReferenceOperator> comparison_operators() noexcept;
[[nodiscard]] std::span<const ReferenceOperator> conversion_operators() noexcept;
[[nodiscard]] std::span<const ReferenceOperator> activation_operators() noexcept;
[[nodiscard]] std::span<const ReferenceOperator> bit_operators() noexcept;
[[nodiscard]] std::span<const ReferenceOperator> function_operators() noexcept;
[[nodiscard]] std::span<const ReferenceOperator> fused_operators() noexcept;

/// Null when there is none.
[[nodiscard]] const ReferenceOperator* find_operator(std::string_view type) noexcept;

/// f(at, to) for each element of the run: its coordinates in `output`, and where its bytes go.
template <class F>
void for_each_element(const Run& run, const TensorDesc& output, F f) noexcept {
  const OutputPlacement place(output, run.output, run.first);
  Coordinates at(output.sizes, run.first);
  for (std::uint64_t element = run.first; element < run.last; ++element, at.advance()) f(at, place.of(at));
}

/// Copies InputTensor to OutputTensor where axes are independent: from(axis, c) is the input's coordinate for the
/// output's.
template <class From>
void copy_by_axis(const Run& run, From from) noexcept {
  const Placement input(run.desc.at<TensorDesc>("InputTensor"));
  for_each_element(run, run.desc.at<TensorDesc>("OutputTensor"), [&](const Coordinates& at, std::byte* to) {
    std::uint64_t offset = 0;
    for (std::size_t axis = 0; axis < at.rank(); ++axis) offset += from(axis, at[axis]) * input.step(axis);
    copy_element(to, run.inputs[0] + offset, input.width());
  });
}

}  // namespace dmlrun::reference
