#include "engine/operators/desc/desc_record.h"
#include "engine/text/counted.h"

#include <algorithm>

namespace dmlrun::operators {
namespace {

/// Whether a field of that kind holds that value.
bool holds(FieldKind kind, const FieldValue& value) {
  switch (kind) {
    case FieldKind::tensor: return std::holds_alternative<TensorDesc>(value);
    case FieldKind::tensor_array: return std::holds_alternative<TensorList>(value);
    case FieldKind::uint32:
    case FieldKind::enumeration: return std::holds_alternative<std::uint64_t>(value);
    case FieldKind::uint32_array: return std::holds_alternative<Dimensions>(value);
    case FieldKind::int32_array: return std::holds_alternative<SignedDimensions>(value);
    case FieldKind::float32: return std::holds_alternative<float>(value);
    case FieldKind::scalar: return std::holds_alternative<Scalar>(value);
    case FieldKind::int32: return std::holds_alternative<std::int64_t>(value);
    case FieldKind::boolean: return std::holds_alternative<std::uint64_t>(value);
    case FieldKind::float32_array: return std::holds_alternative<PerAxis<float>>(value);
    case FieldKind::scale_bias: return std::holds_alternative<ScaleBias>(value);
    case FieldKind::activation: return std::holds_alternative<FusedActivation>(value);
    case FieldKind::activation_array:
    case FieldKind::size_2d:
    case FieldKind::count:
    case FieldKind::data_type: break;
  }
  return false;
}

/// The type of the first output whose type is known.
DataType output_type(const OperatorRow& row, Fields& fields) {
  for (const RowField& field : row.fields) {
    if (!field.output) continue;
    const FieldContent& content = fields.content(field.name);
    if (content.tensor.type) return *content.tensor.type;
    for (const PartialTensor& partial : content.tensors)
      if (partial.type) return *partial.type;
  }
  return DataType::unknown;
}

/// Whether the field is there, or must be. Where its condition cannot be read, it need not.
bool is_wanted(const RowField& field, const OperatorRow& row, const Desc& desc, Fields& fields) {
  const std::string& when = field.required_when_field;
  const bool is_known = when.empty() || (fields.given(when) && !fields.is_unreadable(when));
  return fields.given(field.name) || (is_known && is_needed(field, row, desc));
}

/// A field that is neither tensor nor scalar. Left out, where another field tells it or nobody needs it: absent or 0.
FieldValue read_plain(const RowField& field, const OperatorRow& row, const Desc& desc, Fields& fields) {
  const std::string_view name = field.name;
  if (!field.required_without.empty() && !fields.given(name) &&
      (fields.tensor(field.required_without).sizes || fields.is_unreadable(field.required_without)))
    return {};
  switch (field.kind) {
    case FieldKind::uint32:
    case FieldKind::enumeration:
    case FieldKind::uint32_array:
    case FieldKind::int32_array:
    case FieldKind::float32_array:
    case FieldKind::int32:
    case FieldKind::boolean: return fields.value(name);
    case FieldKind::float32: return is_wanted(field, row, desc, fields) ? fields.value(name) : 0.0f;
    case FieldKind::scale_bias:
    case FieldKind::activation: return fields.given(name) ? fields.value(name) : FieldValue();
    default: return {};
  }
}

/// A count against its arrays. An array of outputs that is not given has as many as the count says.
void read_count(const RowField& count, Fields& fields) {
  for (const std::string& name : count.of) {
    const FieldContent& content = fields.content(name);
    const std::size_t entries = content.entries + content.tensors.size();
    const bool tells = count.required_without == name && !content.where;
    if (!tells && ((!content.where && entries == 0) || !fields.given(count.name))) continue;
    const auto* number = std::get_if<std::uint64_t>(&fields.value(count.name));
    if (tells) {
      if (number && check_array_length(fields.checker(), count.name, *number)) fields.tensors(name).resize(*number);
    } else if (number && !fields.failure() && !fields.checker().failed()) {
      (void)fields.checker().require(*number == entries, "count", FieldPath{count.name}, [&] {
        return std::to_string(*number) + " was found, but " + name + " has " + std::to_string(entries) +
               (entries == 1 ? " entry" : " entries");
      });
    }
  }
}

/// The type of a scalar is that of the tensors where none of them has one.
void take_types_of_scalars(const OperatorRow& row, Fields& fields) {
  const std::vector<PartialTensor*> partials = fields.all_tensors();
  for (const PartialTensor* partial : partials)
    if (partial->type) return;
  for (const RowField& field : row.fields)
    if (field.kind == FieldKind::data_type && fields.given(field.name))
      for (PartialTensor* partial : partials) partial->type = fields.content(field.name).type;
}

void finish_tensors(const OperatorRow& row, Fields& fields, Desc& desc) {
  bool is_empty = false;  // a rule refuses that; nothing more follows from it
  for (std::size_t i = 0; i < desc.fields.size(); ++i) {
    const RowField& field = row.fields[i];
    if (field.kind == FieldKind::tensor) {
      const PartialTensor& partial = fields.tensor(field.name);
      if (is_empty && field.output && !partial.sizes) desc.fields[i].value = TensorDesc{};
      else if (partial.present || !field.optional) desc.fields[i].value = fields.finish(field.name);
    } else if (field.kind == FieldKind::tensor_array) {
      TensorList tensors;
      const std::vector<PartialTensor>& partials = fields.tensors(field.name);
      const auto place = [&](std::size_t k) { return FieldPath{field.name, static_cast<std::int64_t>(k)}; };
      for (std::size_t k = 0; k < partials.size(); ++k) tensors.push_back(fields.finish(partials[k], place(k)));
      is_empty = is_empty || (partials.empty() && fields.given(field.name));
      if (partials.empty() && !fields.given(field.name) && field.input)
        tensors.push_back(fields.finish(PartialTensor{}, place(0)));
      desc.fields[i].value = std::move(tensors);
    }
  }
}

/// Gives it the row's name, which outlives it, if it is implemented and has its numbers.
Result<void> complete(FusedActivation& activation, const RowField& field) {
  const OperatorRow* row = find_row(activation.type);
  if (!row)
    return Error{
        .code = code_not_found(activation.type), .where = "/" + field.name, .message = why_not_found(activation.type)};
  const auto numbers = static_cast<std::size_t>(
      std::count_if(row->fields.begin(), row->fields.end(), [](auto& one) { return one.kind == FieldKind::float32; }));
  if (activation.numbers.size() != numbers)
    return Error{.code = ErrorCode::count_mismatch,
                 .where = "/" + field.name,
                 .message = text::counted_found(activation.numbers.size(), "number") + "; " + row->type + " has " +
                            std::to_string(numbers)};
  activation.type = row->type;
  return {};
}

}  // namespace

bool is_needed(const RowField& field, const OperatorRow& row, const Desc& desc) {
  if (field.required_when_field.empty()) return !field.optional;
  const auto* found = desc.get<std::uint64_t>(field.required_when_field);
  for (const EnumValue& value : row.field(field.required_when_field)->values)
    if (value.name == field.required_when_value) return found && *found == value.value;
  return false;
}

std::uint32_t count_of(const RowField& field, const Desc& desc) {
  for (const std::string& name : field.of) {
    const DescField* array = desc.find(name);
    if (!array) continue;
    if (const auto* tensors = std::get_if<TensorList>(&array->value))
      return static_cast<std::uint32_t>(tensors->size());
    if (const auto* numbers = std::get_if<Dimensions>(&array->value))
      return static_cast<std::uint32_t>(numbers->size());
    if (const auto* numbers = std::get_if<SignedDimensions>(&array->value))
      return static_cast<std::uint32_t>(numbers->size());
    if (const auto* numbers = std::get_if<PerAxis<float>>(&array->value))
      return static_cast<std::uint32_t>(numbers->size());
  }
  return 0;
}

DataType scalar_type_of(const RowField& field, const OperatorRow& row, const Desc& desc) {
  for (const RowField& scalar : row.fields)
    if (scalar.kind == FieldKind::scalar && scalar.of[0] == field.name)
      if (const auto* value = desc.get<Scalar>(scalar.name)) return value->type;
  return DataType::unknown;
}

Desc infer_desc(const Definition& definition, Fields& fields) {
  const OperatorRow& row = fields.checker().row();
  Desc desc{row.type, {}};
  fields.check_negative_axis();
  for (const RowField& field : row.fields) desc.fields.push_back({field.name, FieldValue{}});
  for (std::size_t i = 0; i < desc.fields.size(); ++i) {
    const RowField& field = row.fields[i];
    if (!field.is_tensor()) desc.fields[i].value = read_plain(field, row, desc, fields);
  }
  for (const RowField& field : row.fields)
    if (field.kind == FieldKind::count) read_count(field, fields);
  take_types_of_scalars(row, fields);
  if (!fields.failure() && !fields.checker().failed()) definition.infer(fields, desc);
  finish_tensors(row, fields, desc);
  for (std::size_t i = 0; i < desc.fields.size(); ++i) {
    const RowField& field = row.fields[i];
    if (field.kind != FieldKind::scalar) continue;
    const bool typed = fields.given(field.of[0]);
    const DataType type = typed ? fields.content(field.of[0]).type : output_type(row, fields);
    Scalar value{type, {}};
    if (is_wanted(field, row, desc, fields)) value = fields.scalar(field.name, type);
    desc.fields[i].value = value;
  }
  return desc;
}

Result<Desc> record_of(const Desc& desc, const OperatorRow& row) {
  for (const DescField& given : desc.fields) {
    if (std::holds_alternative<std::monostate>(given.value)) continue;
    const RowField* field = row.field(given.name);
    if (!field || field->kind == FieldKind::count || field->kind == FieldKind::data_type)
      return Error{.code = ErrorCode::unknown_field,
                   .where = "/" + std::string(given.name),
                   .message = "\"" + std::string(given.name) + "\" is not a field that " + row.type + " takes"};
  }
  Desc record{row.type, {}};
  for (const RowField& field : row.fields) {
    record.fields.push_back({field.name, FieldValue{}});
    const DescField* given = desc.find(field.name);
    FieldValue& value = record.fields.back().value;
    if (given) value = given->value;
    if (std::holds_alternative<std::monostate>(value)) {
      const bool follows = field.kind == FieldKind::count || field.kind == FieldKind::data_type;
      if (!follows && is_needed(field, row, record))
        return Error{.code = ErrorCode::missing_field,
                     .where = "/" + field.name,
                     .message = field.name + " is missing; " + row.type + " needs it"};
      if (field.kind == FieldKind::float32) value = 0.0f;
    } else if (!holds(field.kind, value)) {
      return Error{.code = ErrorCode::wrong_type,
                   .where = "/" + field.name,
                   .message = field.name + " has a value of another kind than " + row.type + " takes"};
    }
    if (auto* activation = std::get_if<FusedActivation>(&value))
      if (auto ok = complete(*activation, field); !ok) return std::move(ok).error();
  }
  return record;
}

bool infer_outputs(const Definition& definition, const OperatorRow& row, Desc& record) {
  const Validation validation;
  Checker checker(row, validation);
  Fields fields = Fields::of(record, checker);
  definition.infer(fields, record);
  bool all = !checker.failed();
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    if (!row.fields[i].output) continue;
    const FieldContent& content = fields.content(row.fields[i].name);
    const auto complete = [&](TensorDesc& tensor, const PartialTensor& partial) {
      if (partial.sizes) tensor.sizes = *partial.sizes;
      else all = false;
    };
    if (auto* tensor = std::get_if<TensorDesc>(&record.fields[i].value)) complete(*tensor, content.tensor);
    if (auto* tensors = std::get_if<TensorList>(&record.fields[i].value))
      for (std::size_t k = 0; k < tensors->size(); ++k) complete((*tensors)[k], content.tensors[k]);
  }
  return all;
}

void list_tensors(const Desc& desc, const OperatorRow& row, std::vector<TensorSlot>& inputs,
                  std::vector<TensorSlot>& outputs) {
  for (std::size_t i = 0; i < desc.fields.size(); ++i) {
    const DescField& field = desc.fields[i];
    std::vector<TensorSlot>& slots = row.fields[i].output ? outputs : inputs;
    if (const auto* tensor = std::get_if<TensorDesc>(&field.value)) slots.push_back({field.name, 0, false, *tensor});
    const auto* tensors = std::get_if<TensorList>(&field.value);
    if (!tensors) continue;
    slots.reserve(slots.size() + tensors->size());
    for (std::size_t k = 0; k < tensors->size(); ++k)
      slots.push_back({field.name, static_cast<std::uint32_t>(k), true, (*tensors)[k]});
  }
}

}  // namespace dmlrun::operators
