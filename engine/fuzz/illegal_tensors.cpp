// Rules that every tensor of every operator has.
#include "engine/fuzz/illegal_changes.h"
#include "engine/reference/reference.h"

namespace dmlrun::fuzz {
namespace {

TensorDesc& any_tensor(Random& random, Desc& desc) {
  const std::vector<TensorDesc*> tensors = tensors_of(desc);
  return *tensors[random.below(tensors.size())];
}

/// Sizes are changed only here: where there are inputs, the output's would break the operator's own rule about them,
/// which comes first.
TensorDesc& any_input(Random& random, Desc& desc) {
  const std::vector<TensorDesc*> tensors = inputs_of(desc).empty() ? outputs_of(desc) : inputs_of(desc);
  return *tensors[random.below(tensors.size())];
}

TensorDesc& any_output(Random& random, Desc& desc) {
  const std::vector<TensorDesc*> tensors = outputs_of(desc);
  return *tensors[random.below(tensors.size())];
}

bool zero_size(Random& random, Desc& desc) {
  TensorDesc& tensor = any_input(random, desc);
  tensor.sizes[any_axis(random, tensor)] = 0;
  return true;
}

bool no_dimensions(Random& random, Desc& desc) {
  TensorDesc& tensor = any_input(random, desc);
  undecorate(tensor);
  tensor.sizes = {};
  return true;
}

bool too_many_elements(Random& random, Desc& desc) {
  TensorDesc& tensor = any_input(random, desc);
  if (tensor.sizes.size() < 2) return false;
  undecorate(tensor);
  tensor.sizes = Dimensions::filled(tensor.sizes.size(), 1);
  tensor.sizes[0] = tensor.sizes[1] = 65536;
  return true;
}

bool product_beyond_64_bits(Random& random, Desc& desc) {
  TensorDesc& tensor = any_input(random, desc);
  if (tensor.sizes.size() < 3) return false;
  undecorate(tensor);
  tensor.sizes = Dimensions::filled(tensor.sizes.size(), 0xffffffff);
  return true;
}

bool strides_beyond_64_bits(Random& random, Desc& desc) {
  TensorDesc& tensor = any_input(random, desc);
  if (element_size(tensor.type) < 2) return false;
  undecorate(tensor);
  tensor.sizes = Dimensions::filled(tensor.sizes.size(), 1);
  tensor.strides = tensor.sizes;
  tensor.sizes[0] = tensor.strides[0] = 0xffffffff;
  return true;
}

bool wrong_stride_count(Random& random, Desc& desc) {
  TensorDesc& tensor = any_tensor(random, desc);
  tensor.strides = Dimensions::filled(
      tensor.sizes.size() == kMaxRank || random.one_in(2) ? tensor.sizes.size() - 1 : tensor.sizes.size() + 1, 1);
  return !tensor.strides.empty();
}

bool total_too_small(Random& random, Desc& desc) {
  TensorDesc& tensor = any_tensor(random, desc);
  const std::uint64_t needed = minimum_total_bytes(tensor);
  if (needed <= 4) return false;
  tensor.total_bytes = random.one_in(2) ? needed - 4 : 4;
  return true;
}

bool total_beyond_limit(Random& random, Desc& desc) {
  any_tensor(random, desc).total_bytes = ~std::uint64_t{3};
  return true;
}

bool bad_alignment(Random& random, Desc& desc) {
  TensorDesc& tensor = any_tensor(random, desc);
  tensor.guaranteed_alignment = element_size(tensor.type) > 1 && random.one_in(2)
                                    ? static_cast<std::uint32_t>(element_size(tensor.type) / 2)
                                    : random.pick({3u, 24u, 0xffffffffu});
  return true;
}

bool owned_output(Random& random, Desc& desc) {
  any_output(random, desc).owned_by_dml = true;
  return true;
}

bool output_stride_zero(Random& random, Desc& desc) {
  TensorDesc& output = any_output(random, desc);
  const std::size_t axis = long_axis(output);
  if (axis == kMaxRank) return false;
  output.strides = strides_of(output);
  output.strides[axis] = 0;
  return true;
}

bool output_strides_overlap(Random& random, Desc& desc) {
  TensorDesc& output = any_output(random, desc);
  const std::size_t outer = long_axis(output), inner = long_axis(output, outer + 1);
  if (inner == kMaxRank) return false;
  output.strides = strides_of(output);
  output.strides[outer] = output.strides[inner];
  output.total_bytes = 0;
  return minimum_total_bytes(output) <= Limits{}.tensor_bytes;  // that rule comes first
}

bool output_rank(Random& random, Desc& desc) {
  if (inputs_of(desc).empty()) return false;
  TensorDesc& output = any_output(random, desc);
  undecorate(output);
  if (output.sizes.size() < kMaxRank) output.sizes.push_back(1);
  else output.sizes = shortened(output.sizes);
  return true;
}

/// One dimension more than any level takes, for all tensors.
bool unsupported_rank(Random&, Desc& desc) {
  const operators::OperatorRow& row = *operators::find_row(desc.type);
  for (std::size_t i = 0; i < row.fields.size(); ++i)
    if (std::holds_alternative<Dimensions>(desc.fields[i].value) ||
        std::holds_alternative<SignedDimensions>(desc.fields[i].value))
      return false;
  const std::size_t rank = row.support[0].rows.back().most_rank;
  if (rank == kMaxRank) return false;
  for (TensorDesc* tensor : tensors_of(desc)) {
    undecorate(*tensor);
    while (tensor->sizes.size() <= rank) tensor->sizes.push_back(1);
  }
  return true;
}

bool output_size(Random& random, Desc& desc) {
  TensorDesc& output = any_output(random, desc);
  undecorate(output);
  std::uint32_t& size = output.sizes[any_axis(random, output)];
  size += size > 1 && random.one_in(2) ? 0xffffffff : 1;
  return !reference::is_legal(desc);  // some may be smaller, and what has no input has any
}

bool output_type(Random& random, Desc& desc) {
  if (!operators::find_row(desc.type)->rule("types")) return false;
  TensorDesc& output = any_output(random, desc);
  undecorate(output);
  output.type = another_type(random, output.type);
  return true;
}

constexpr Change kChanges[] = {
    {"a size of 0", {"size_zero"}, zero_size},
    {"no dimensions", {"rank"}, no_dimensions},
    {"2^32 elements", {"elements"}, too_many_elements},
    {"sizes whose product passes 2^64", {"product"}, product_beyond_64_bits},
    {"strides that pass 2^64 bytes", {"end"}, strides_beyond_64_bits},
    {"another number of strides than sizes", {"strides"}, wrong_stride_count},
    {"a total size below the need", {"total"}, total_too_small},
    {"a total size of almost 2^64", {"limit"}, total_beyond_limit},
    {"an alignment that is none", {"alignment"}, bad_alignment},
    {"OWNED_BY_DML on the output", {"owned"}, owned_output},
    {"an output stride of 0", {"overlap"}, output_stride_zero},
    {"output strides that overlap", {"overlap"}, output_strides_overlap},
    {"another rank of the output", {"ranks"}, output_rank},
    {"a rank that is not supported", {"level_rank"}, unsupported_rank},
    {"a wrong output size",
     {"sizes", "off_axis", "axis_sum", "walk", "window", "equal_sizes", "one_index"},
     output_size},
    {"another output type", {"types", "value_type"}, output_type},
};

}  // namespace

std::span<const Change> tensor_changes() { return kChanges; }

void undecorate(TensorDesc& tensor) {
  tensor.strides = {};
  tensor.total_bytes = 0;
  tensor.guaranteed_alignment = 0;
}

std::size_t any_axis(Random& random, const TensorDesc& tensor) { return random.below(tensor.sizes.size()); }

DataType another_type(Random& random, DataType type) {
  DataType other = type;
  while (other == type)
    other = random.pick({DataType::float32, DataType::float16, DataType::uint32, DataType::uint16, DataType::uint8,
                         DataType::int32, DataType::int16, DataType::int8, DataType::uint64, DataType::int64});
  return other;
}

std::size_t long_axis(const TensorDesc& tensor, std::size_t from) {
  for (std::size_t axis = from; axis < tensor.sizes.size(); ++axis)
    if (tensor.sizes[axis] > 1) return axis;
  return kMaxRank;
}

}  // namespace dmlrun::fuzz
