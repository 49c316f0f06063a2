#include "engine/reference/reference.h"

#include <algorithm>

#include "engine/reference/reference_operator.h"

namespace dmlrun::reference {

// For each operator: reference::is_legal and one output. The caller's floating-point environment must be the default
// one: round to nearest even, no flushing of denormals.
bool is_legal_tile(const Desc& desc) noexcept;
bool is_legal_join(const Desc& desc) noexcept;
bool is_legal_padding(const Desc& desc) noexcept;
bool is_legal_quantized_linear_add(const Desc& desc) noexcept;
bool is_legal_slice(const Desc& desc) noexcept;
bool is_legal_slice1(const Desc& desc) noexcept;
bool is_legal_slice_grad(const Desc& desc) noexcept;
bool is_legal_split(const Desc& desc) noexcept;
bool is_legal_depth_to_space(const Desc& desc) noexcept;
bool is_legal_space_to_depth(const Desc& desc) noexcept;
bool is_legal_fill(const Desc& desc) noexcept;
void run_tile(const Run& run) noexcept;
void run_join(const Run& run) noexcept;
void run_padding(const Run& run) noexcept;
void run_quantized_linear_add(const Run& run) noexcept;
void run_slice(const Run& run) noexcept;
void run_slice1(const Run& run) noexcept;
void run_slice_grad(const Run& run) noexcept;
void run_split(const Run& run) noexcept;
void run_depth_to_space(const Run& run) noexcept;
void run_space_to_depth(const Run& run) noexcept;
void run_fill(const Run& run) noexcept;
void run_sequence(const Run& run) noexcept;
bool is_legal_one_hot(const Desc& desc) noexcept;
void run_one_hot(const Run& run) noexcept;
void run_diagonal(const Run& run) noexcept;
void run_band(const Run& run) noexcept;
bool is_legal_diagonal(const Desc& desc) noexcept;

namespace {

constexpr ReferenceOperator kOperators[] = {
    {"TILE", run_tile, is_legal_tile},
    {"JOIN", run_join, is_legal_join},
    {"PADDING", run_padding, is_legal_padding},
    {"PADDING1", run_padding, is_legal_padding},
    {"ELEMENT_WISE_QUANTIZED_LINEAR_ADD", run_quantized_linear_add, is_legal_quantized_linear_add},
    {"SLICE", run_slice, is_legal_slice},
    {"SLICE1", run_slice1, is_legal_slice1},
    {"SLICE_GRAD", run_slice_grad, is_legal_slice_grad},
    {"SPLIT", run_split, is_legal_split},
    {"DEPTH_TO_SPACE", run_depth_to_space, is_legal_depth_to_space},
    {"DEPTH_TO_SPACE1", run_depth_to_space, is_legal_depth_to_space},
    {"SPACE_TO_DEPTH", run_space_to_depth, is_legal_space_to_depth},
    {"SPACE_TO_DEPTH1", run_space_to_depth, is_legal_space_to_depth},
    {"FILL_VALUE_CONSTANT", run_fill, is_legal_fill},
    {"FILL_VALUE_SEQUENCE", run_sequence, is_legal_fill},
    {"DIAGONAL_MATRIX", run_diagonal, is_legal_diagonal},
    {"DIAGONAL_MATRIX1", run_band, is_legal_diagonal},
    {"ONE_HOT", run_one_hot, is_legal_one_hot}};

}  // namespace

const ReferenceOperator* find_operator(std::string_view type) noexcept {
  for (const std::span<const ReferenceOperator> operators :
       {std::span<const ReferenceOperator>(kOperators), elementwise_operators(), comparison_operators(),
        conversion_operators(), activation_operators(), bit_operators(), function_operators(), fused_operators()})
    for (const ReferenceOperator& op : operators)
      if (op.type == type) return &op;
  return nullptr;
}

bool knows(std::string_view type) noexcept { return find_operator(type) != nullptr; }

void run(const Desc& desc, std::size_t output_index, const std::byte* const* inputs, std::byte* output,
         std::uint64_t first, std::uint64_t last, const Desc& activation) noexcept {
  find_operator(desc.type)->run({desc, output_index, inputs, output, first, last, activation});
}

bool is_within_a_unit(const Desc& desc) noexcept {
  const auto* const fused = desc.get<FusedActivation>("FusedActivation");
  const ReferenceOperator* const op = find_operator(fused ? fused->type : std::string_view(desc.type));
  const bool has_floats = std::any_of(desc.fields.begin(), desc.fields.end(), [](const DescField& field) {
    const auto* const tensor = std::get_if<TensorDesc>(&field.value);
    return tensor && (tensor->type == DataType::float16 || tensor->type == DataType::float32);
  });
  return op && op->is_within_a_unit && has_floats;
}

bool is_legal(const Desc& desc) noexcept { return find_operator(desc.type)->is_legal(desc); }

}  // namespace dmlrun::reference
