// DirectML DIAGONAL_MATRIX: Value where column - row is Offset, else 0. DIAGONAL_MATRIX1: Value on the diagonals from
// DiagonalFillBegin up to before DiagonalFillEnd, or, if that is less, on all but those from End up to before Begin;
// else the input's element, or 0.
#include "engine/reference/elementwise.h"

namespace dmlrun::reference {
namespace {

std::int64_t diagonal_of(const Coordinates& at) noexcept {
  return static_cast<std::int64_t>(at[at.rank() - 1]) - static_cast<std::int64_t>(at[at.rank() - 2]);
}

}  // namespace

bool is_legal_diagonal(const Desc& desc) noexcept {
  const auto* value = desc.get<Scalar>("Value");
  const auto& output = desc.at<TensorDesc>("OutputTensor");
  return has_equal_sizes(desc) && output.sizes.size() >= 2 && (!value || value->type == output.type);
}

void run_diagonal(const Run& run) noexcept {
  const auto& output = run.desc.at<TensorDesc>("OutputTensor");
  with_number(output.type, [&]<class Number>(Number) {
    const auto value = parameter<Number>(run.desc, "Value");
    for_each_element(run, output, [&](const Coordinates& at, std::byte* to) {
      store<Number>(output.type, to, diagonal_of(at) == run.desc.at<std::int64_t>("Offset") ? value : Number());
    });
  });
}

void run_band(const Run& run) noexcept {
  const auto& output = run.desc.at<TensorDesc>("OutputTensor");
  const auto begin = run.desc.at<std::int64_t>("DiagonalFillBegin"), end = run.desc.at<std::int64_t>("DiagonalFillEnd");
  const auto& value = run.desc.at<Scalar>("Value");
  const bool has_input = run.desc.get<TensorDesc>("InputTensor") != nullptr;
  const Placement input(has_input ? run.desc.at<TensorDesc>("InputTensor") : output);
  for_each_element(run, output, [&](const Coordinates& at, std::byte* to) {
    const std::int64_t diagonal = diagonal_of(at);
    const bool is_filled = begin <= end ? begin <= diagonal && diagonal < end : diagonal < end || begin <= diagonal;
    const std::byte zero[8]{};
    const std::byte* const other = has_input ? run.inputs[0] + input.of(at) : zero;
    copy_element(to, is_filled ? value.bytes.data() : other, width_of(output.type));
  });
}

}  // namespace dmlrun::reference
