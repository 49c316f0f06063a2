// Changes to the fields of an operator, by their kind in its row.
#include <algorithm>

#include "engine/fuzz/edge_values.h"
#include "engine/fuzz/illegal_changes.h"
#include "engine/reference/reference.h"

namespace dmlrun::fuzz {
namespace {

using operators::FieldKind;
using operators::RowField;

const operators::OperatorRow& row_of(const Desc& desc) { return *operators::find_row(desc.type); }

/// A random field of those that `fits`; null when there is none.
template <class Fits>
DescField* any_field(Random& random, Desc& desc, Fits fits) {
  const operators::OperatorRow& row = row_of(desc);
  std::vector<DescField*> able;
  for (std::size_t i = 0; i < row.fields.size(); ++i)
    if (!std::holds_alternative<std::monostate>(desc.fields[i].value) && fits(row.fields[i]))
      able.push_back(&desc.fields[i]);
  return able.empty() ? nullptr : able[random.below(able.size())];
}

DescField* any_of_kind(Random& random, Desc& desc, FieldKind kind) {
  return any_field(random, desc, [&](const RowField& field) { return field.kind == kind; });
}

DescField* any_array(Random& random, Desc& desc) {
  return any_field(random, desc, [](const RowField& field) {
    return field.kind == FieldKind::uint32_array || field.kind == FieldKind::int32_array;
  });
}

std::vector<TensorDesc*> tensors_in(Desc& desc, std::string_view field) {
  std::vector<TensorDesc*> tensors;
  if (auto* tensor = desc.get<TensorDesc>(field)) tensors.push_back(tensor);
  if (auto* array = desc.get<TensorList>(field))
    for (TensorDesc& tensor : *array) tensors.push_back(&tensor);
  return tensors;
}

/// Tensors that are not one element: their sizes and types obey the operator's rules.
std::vector<TensorDesc*> data_inputs(Desc& desc) {
  return tensors_of(desc, [](const auto& field) { return field.input && !field.one_element; });
}

template <class T>
void change_count(PerAxis<T>& values, bool is_longer) {
  if (is_longer) values.push_back(1);
  else values = shortened(values);
}

/// One array, or all of them alike, so that their count still fits.
bool entry_count(Random& random, Desc& desc) {
  const DescField* chosen = any_array(random, desc);
  if (!chosen) return false;
  const bool is_longer = inputs_of(desc)[0]->sizes.size() < kMaxRank && random.one_in(2), all = random.one_in(2);
  for (DescField& field : desc.fields) {
    if (!all && &field != chosen) continue;
    if (auto* numbers = std::get_if<Dimensions>(&field.value)) change_count(*numbers, is_longer);
    if (auto* numbers = std::get_if<SignedDimensions>(&field.value)) change_count(*numbers, is_longer);
  }
  return true;
}

bool entry_below_least(Random& random, Desc& desc) {
  DescField* field = any_field(random, desc, [](const RowField& f) {
    return (f.kind == FieldKind::uint32_array && f.least > 0) || f.kind == FieldKind::int32_array;
  });
  if (!field) return false;
  if (auto* numbers = std::get_if<Dimensions>(&field->value)) (*numbers)[random.below(numbers->size())] = 0;
  if (auto* numbers = std::get_if<SignedDimensions>(&field->value)) (*numbers)[random.below(numbers->size())] = 0;
  return true;
}

/// Any other entry of one array, near the old one or far away, that the reference does not allow.
bool entry_that_does_not_fit(Random& random, Desc& desc) {
  DescField* field = any_array(random, desc);
  if (!field) return false;
  if (auto* numbers = std::get_if<Dimensions>(&field->value)) {
    std::uint32_t& entry = (*numbers)[random.below(numbers->size())];
    if (entry == 0xffffffff) return false;
    entry = random.pick<std::uint32_t>({entry + 1, entry + 2, 2 * entry + 1, 0xffffffff});
  }
  if (auto* numbers = std::get_if<SignedDimensions>(&field->value)) {
    std::int32_t& entry = (*numbers)[random.below(numbers->size())];
    entry = random.pick<std::int32_t>({0x7fffffff, -0x7fffffff, random.one_in(2) ? 70 : -70});
  }
  return !reference::is_legal(desc);
}

bool number_that_does_not_fit(Random& random, Desc& desc) {
  DescField* field = any_of_kind(random, desc, FieldKind::uint32);
  if (!field) return false;
  field->value = random.pick<std::uint64_t>({0, 1, 2, 3, 4, 5, 7, 8, 70, 65536, 0xffffffff});
  return !reference::is_legal(desc);
}

bool unknown_value(Random& random, Desc& desc) {
  DescField* field = any_of_kind(random, desc, FieldKind::enumeration);
  if (!field) return false;
  field->value = random.between(100, 255);
  return true;
}

bool no_tensors(Random& random, Desc& desc) {
  DescField* field = any_of_kind(random, desc, FieldKind::tensor_array);
  if (!field) return false;
  std::get<TensorList>(field->value).clear();
  return true;
}

bool too_many_tensors(Random& random, Desc& desc) {
  DescField* field = random.one_in(20) ? any_of_kind(random, desc, FieldKind::tensor_array) : nullptr;
  if (!field) return false;
  auto& tensors = std::get<TensorList>(field->value);
  const TensorDesc first = tensors[0];
  tensors.assign(4097, first);
  return true;
}

bool one_tensor_less(Random& random, Desc& desc) {
  DescField* field = any_of_kind(random, desc, FieldKind::tensor_array);
  if (!field) return false;
  auto& tensors = std::get<TensorList>(field->value);
  tensors.pop_back();
  return !tensors.empty();
}

bool unequal_inputs(Random& random, Desc& desc) {
  const std::vector<TensorDesc*> inputs = data_inputs(desc);
  if (inputs.size() < 2) return false;
  TensorDesc& input = *inputs[random.below(inputs.size())];
  undecorate(input);
  ++input.sizes[any_axis(random, input)];
  return !reference::is_legal(desc);
}

bool input_type(Random& random, Desc& desc) {
  const std::vector<TensorDesc*> inputs = data_inputs(desc);
  if (inputs.size() < 2 || !row_of(desc).rule("types")) return false;
  TensorDesc& input = *inputs[random.below(inputs.size())];
  undecorate(input);
  input.type = another_type(random, input.type);
  return true;
}

bool type_of_another(Random& random, Desc& desc) {
  DescField* field = any_field(random, desc, [](const RowField& f) { return !f.type_of.empty(); });
  if (!field) return false;
  auto& tensor = std::get<TensorDesc>(field->value);
  undecorate(tensor);
  if (row_of(desc).field(field->name)->one_element) tensor.sizes = Dimensions::filled(tensor.sizes.size(), 1);
  tensor.type = another_type(random, tensor.type);
  return true;
}

/// A type that the latest level does not support for an input's field, for all tensors where all must have the same.
bool unsupported_type(Random& random, Desc& desc) {
  const operators::OperatorRow& row = row_of(desc);
  const DescField* field = any_field(random, desc, [](const RowField& f) { return f.input && !f.one_element; });
  if (!field) return false;
  const DataType wish =
      random.pick({DataType::float64, DataType::float32, DataType::float16, DataType::int16, DataType::uint32});
  const std::vector<DataType>& types = row.supported(field->name, kLatestFeatureLevel)->types;
  if (std::find(types.begin(), types.end(), wish) != types.end()) return false;
  for (TensorDesc* tensor : row.rule("types") ? tensors_of(desc) : tensors_in(desc, field->name)) {
    undecorate(*tensor);
    tensor->type = wish;
  }
  for (DescField& each : desc.fields)
    if (std::holds_alternative<Scalar>(each.value) && row.rule("types")) each.value = Scalar{wish, {}};
  return true;
}

bool scalar_type(Random& random, Desc& desc) {
  DescField* field = any_of_kind(random, desc, FieldKind::scalar);
  if (!field) return false;
  const Scalar other{another_type(random, std::get<Scalar>(field->value).type), {}};
  for (DescField& each : desc.fields)  // they have one type
    if (std::holds_alternative<Scalar>(each.value)) each.value = other;
  return true;
}

bool scaled_integers(Random& random, Desc& desc) {
  DescField* field = desc.find("ScaleBias");
  if (!field) return false;
  const DataType type = inputs_of(desc)[0]->type;
  if (type == DataType::float16 || type == DataType::float32) return false;
  field->value = ScaleBias{edge_float(random), edge_float(random)};
  return true;
}

bool channels(Random& random, Desc& desc) {
  DescField* field = any_of_kind(random, desc, FieldKind::float32_array);
  if (!field) return false;
  change_count(std::get<PerAxis<float>>(field->value), random.one_in(2));
  return true;
}

/// One that exists and is not fused.
bool another_activation(Random& random, Desc& desc) {
  DescField* field = any_of_kind(random, desc, FieldKind::activation);
  if (!field) return false;
  field->value = FusedActivation{"ACTIVATION_HARD_SWISH", {1.0f, 0.5f}};
  return true;
}

TensorDesc* any_one_element(Random& random, Desc& desc) {
  DescField* field = any_field(random, desc, [](const RowField& f) { return f.one_element; });
  return field ? std::get_if<TensorDesc>(&field->value) : nullptr;
}

bool one_element_type(Random& random, Desc& desc) {
  TensorDesc* tensor = any_one_element(random, desc);
  if (!tensor) return false;
  undecorate(*tensor);
  tensor->sizes = Dimensions::filled(tensor->sizes.size(), 1);
  tensor->type = random.pick({DataType::float16, DataType::int32});
  return true;
}

bool two_elements(Random& random, Desc& desc) {
  TensorDesc* tensor = any_one_element(random, desc);
  if (!tensor) return false;
  undecorate(*tensor);
  tensor->sizes = Dimensions::filled(tensor->sizes.size(), 1);
  tensor->sizes[any_axis(random, *tensor)] = 2;
  return true;
}

constexpr Change kChanges[] = {
    {"another number of entries", {"entries", "count"}, entry_count},
    {"an entry of 0", {"least_repeat", "least_size", "least_stride", "least_window", "stride_zero"}, entry_below_least},
    {"an entry that does not fit",
     {"sizes", "overflow", "offset", "last_element", "window", "walk"},
     entry_that_does_not_fit},
    {"a number that does not fit",
     {"axis", "off_axis", "axis_sum", "sizes", "least", "one_index"},
     number_that_does_not_fit},
    {"an unknown value of an enumeration", {"value"}, unknown_value},
    {"no tensors in an array", {"one_tensor"}, no_tensors},
    {"4097 tensors in an array", {"most_tensors"}, too_many_tensors},
    {"a tensor less in an array", {"sizes", "axis_sum"}, one_tensor_less},
    {"inputs of unequal sizes",
     {"off_axis", "sizes", "equal_sizes", "repeated_sizes", "channels", "one_index"},
     unequal_inputs},
    {"an input of another type", {"types"}, input_type},
    {"another type than the tensor's whose it must have", {"same_type"}, type_of_another},
    {"a type that is not supported", {"level_type", "same_type", "value_type", "scale_bias"}, unsupported_type},
    {"a scalar of another type", {"value_type"}, scalar_type},
    {"another number of channels", {"channels"}, channels},
    {"an activation that is not fused", {"value"}, another_activation},
    {"a scale and bias of integers", {"scale_bias"}, scaled_integers},
    {"another type of a tensor of one element", {"level_type", "same_type"}, one_element_type},
    {"a tensor of one element with two", {"one_scale", "one_zero_point"}, two_elements},
};

/// The rules of those keys that the row has, or every tensor.
std::vector<const operators::Rule*> rules_of(const std::array<std::string_view, 7>& keys,
                                             const operators::OperatorRow& row) {
  std::vector<const operators::Rule*> rules;
  for (const operators::OperatorRow* one : {&row, &operators::tensor_row()})
    for (const operators::Rule& rule : one->rules)
      if (std::find(keys.begin(), keys.end(), rule.key) != keys.end()) rules.push_back(&rule);
  return rules;
}

}  // namespace

std::span<const Change> field_changes() { return kChanges; }

void make_illegal(Random& random, RandomCase& legal) {
  const Desc original = legal.desc;
  while (legal.refusals.empty()) {
    const std::span<const Change> changes = random.one_in(2) ? tensor_changes() : field_changes();
    const Change& change = changes[random.below(changes.size())];
    const bool is_changed = change.apply(random, legal.desc);
    if (is_changed) legal.refusals = rules_of(change.rules, row_of(original));
    // What the reference forbids, some rule must refuse.
    if (is_changed && legal.refusals.empty() && !reference::is_legal(legal.desc))
      for (const operators::Rule& rule : row_of(original).rules) legal.refusals.push_back(&rule);
    if (legal.refusals.empty()) legal.desc = original;
    legal.change = change.words;
  }
}

}  // namespace dmlrun::fuzz
