#include "engine/operators/desc/fields.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "engine/operators/desc/meant.h"
#include "engine/operators/desc/note_keys.h"
#include "engine/operators/desc/read_members.h"
#include "engine/operators/desc/read_tensor.h"
#include "engine/tensor/element.h"
#include "engine/text/counted.h"
#include "engine/text/numbers.h"

namespace dmlrun::operators {
namespace {

/// A hostile document can hold a million unknown fields; nobody reads more warnings than these.
constexpr std::size_t kMaxWarnings = 20;
/// Nor are more of them compared with the fields that are missing.
constexpr std::size_t kMaxUnknown = 100;
constexpr std::int64_t kMaxInt32 = std::numeric_limits<std::int32_t>::max();

template <class T>
Result<void> read_array(FieldContent& content) {
  auto entries = read_entries<T>(content.where, content.entries);
  if (!entries) return std::move(entries).error();
  content.value = *entries;
  return {};
}

/// true and false, and the numbers that C has for them.
Result<void> read_boolean(FieldContent& content) {
  const bool is_number = content.where.is(text::Kind::number);
  const auto is = is_number ? Result<bool>(false) : text::read_boolean(content.where);
  if (!is) return is.error();
  const auto number = is_number ? text::read_unsigned(content.where, 1) : Result<std::uint64_t>(*is ? 1 : 0);
  if (!number) return number.error();
  content.value = *number;
  return {};
}

/// Refuses a field by the rule of its row that has that code, where there is one.
Result<void> refuse(const text::Value& value, ErrorCode code, const RowField& field, std::string message,
                    Checker& checker) {
  for (const Rule& rule : checker.row().rules)
    if (rule.code == code && checker.require(false, rule.key, FieldPath{field.name}, [] { return std::string(); }))
      return {};
  Error error = text::error_at(value, code, std::move(message));
  if (checker.failed()) error.rule = checker.take_error().rule;
  return error;
}

Result<void> read_enumeration(const text::Value& value, const RowField& field, Checker& checker,
                              FieldContent& content) {
  auto text = read_name(value);
  if (!text) return std::move(text).error();
  std::string_view word = *text;
  if (field.kind == FieldKind::activation) word = short_name(word);
  if (const std::string prefix = field.enum_prefix + "_"; word.starts_with(prefix)) word.remove_prefix(prefix.size());
  std::string known;
  for (const EnumValue& candidate : field.values) {
    if (candidate.name == word) return content.value = std::uint64_t{candidate.value}, Result<void>{};
    known += (known.empty() ? "" : ", ") + candidate.name;
  }
  const std::string article = std::string_view("AEIOU").find(field.name[0]) == std::string_view::npos ? "a " : "an ";
  const bool is_number = value.is(text::Kind::number);
  const std::string_view near = is_number ? std::string_view() : value_meant(word, field.values);
  return refuse(value, ErrorCode::bad_enum, field,
                shown_name(value) + " is not " + article + field.name + "; one of " + known + " was expected" +
                    (near.empty() ? "" : "; did you mean " + std::string(near) + "?") +
                    (is_number && field.kind == FieldKind::activation ? ", as " + activation_form("RELU", {}) : ""),
                checker);
}

/// Tensors of an activation are passed over, as DxDispatch does, and DirectML wants null there.
Result<void> report_activation_tensor(const text::Value& tensor, const ReadOptions& options) {
  if (!tensor || tensor.is(text::Kind::null)) return {};
  const std::string message = std::string(tensor.key()) + " of a fused activation is not null; ";
  if (options.strict) return text::error_at(tensor, ErrorCode::unknown_field, message + "it must be left out");
  if (options.warnings && options.warnings->size() < kMaxWarnings)
    options.warnings->push_back({tensor.pointer(), tensor.position(), message + "it is ignored"});
  return {};
}

/// {"Type": ..., "Desc": {...}}, or with the fields beside the type.
Result<void> read_activation(const text::Value& value, const RowField& field, Checker& checker,
                             const ReadOptions& options, FieldContent& content) {
  if (auto ok = expect_object(value, R"({"Type": "ACTIVATION_RELU"})"); !ok) return ok;
  const std::string_view type_key = value.find("Type") ? "Type" : "type";
  const std::string_view desc_key = value.find("Desc") ? "Desc" : "desc";
  const text::Value type = value.find(type_key), desc = value.find(desc_key);
  if (!type) return type_missing(value);
  FieldContent name;
  if (auto ok = read_enumeration(type, field, checker, name); !ok) return ok;
  const std::string& word = field.values[std::get<std::uint64_t>(name.value)].name;
  auto row = find_any_row(field.enum_prefix + "_" + word);
  if (!row) return std::move(row).error();
  const std::string_view outer[] = {type_key, desc_key};
  if (auto ok = desc ? report_unknown_members(value, outer, options) : Result<void>(); !ok) return ok;
  const text::Value& fields = desc ? desc : value;
  std::vector<std::string_view> known, numbers;
  if (!desc) known.push_back(type_key);
  for (const RowField& one : (*row)->fields) {
    known.push_back(one.name);
    if (one.kind == FieldKind::float32) numbers.push_back(one.name);
  }
  auto read = read_members(fields, numbers, known, options);
  if (!read && read.error().message.ends_with("must be given"))
    read.error().message += ", as in " + activation_form(word, numbers);
  if (!read) return std::move(read).error();
  for (const RowField& one : (*row)->fields)
    if (one.kind == FieldKind::tensor)
      if (auto ok = report_activation_tensor(fields.find(one.name), options); !ok) return ok;
  content.value = FusedActivation{(*row)->type, *std::move(read)};
  return {};
}

Result<void> read_tensors(const RowField& field, Checker& checker, const ReadOptions& options, FieldContent& content) {
  const text::Value& value = content.where;
  if (auto ok = text::expect_kind(value, text::Kind::array); !ok) return ok;
  if (!check_array_length(checker, field.name, value.size())) {
    Error error = checker.take_error();
    error.where = value.pointer();
    error.position = value.position();
    return error;
  }
  text::Errors errors;
  for (text::Value item : value) {
    auto tensor = read_tensor(item, checker, options);
    if (!tensor) errors.add(std::move(tensor).error());
    content.tensors.push_back(tensor ? std::move(*tensor) : PartialTensor());
  }
  if (errors.first()) return *errors.first();
  return {};
}

Result<void> read_scale_bias(const ReadOptions& options, FieldContent& content) {
  constexpr std::string_view kMembers[] = {"Scale", "Bias"};
  if (auto ok = expect_object(content.where, R"({"Scale": 1, "Bias": 0})"); !ok) return ok;
  auto numbers = read_members(content.where, kMembers, kMembers, options);
  if (!numbers) return std::move(numbers).error();
  content.value = ScaleBias{(*numbers)[0], (*numbers)[1]};
  return {};
}

template <class T, class Place>
Result<void> store(Result<T> read, Place& place) {
  if (!read) return std::move(read).error();
  place = *std::move(read);
  return {};
}

Result<void> read_field(const RowField& field, Checker& checker, const ReadOptions& options, FieldContent& content) {
  const text::Value& value = content.where;
  switch (field.kind) {
    case FieldKind::tensor: return store(read_tensor(value, checker, options), content.tensor);
    case FieldKind::tensor_array: return read_tensors(field, checker, options, content);
    case FieldKind::uint32:
    case FieldKind::count: return store(text::read_unsigned(value, kMaxField), content.value);
    case FieldKind::uint32_array: return read_array<std::uint32_t>(content);
    case FieldKind::int32_array: return read_array<std::int32_t>(content);
    case FieldKind::float32:
      return store_value(value, DataType::float32, reinterpret_cast<std::byte*>(&content.value.emplace<float>()));
    case FieldKind::enumeration: return read_enumeration(value, field, checker, content);
    case FieldKind::data_type: return store(read_data_type(value), content.type);
    case FieldKind::scalar: return {};  // its type may be known only later
    case FieldKind::scale_bias: return read_scale_bias(options, content);
    case FieldKind::activation: return read_activation(value, field, checker, options, content);
    case FieldKind::int32:
      return store(text::read_signed(value, std::numeric_limits<std::int32_t>::min(), kMaxInt32), content.value);
    case FieldKind::boolean: return read_boolean(content);
    case FieldKind::float32_array: return read_array<float>(content);
    case FieldKind::size_2d:
    case FieldKind::activation_array: break;
  }
  // No operator takes these kinds yet; passing over one would give a wrong result.
  return refuse(value, ErrorCode::unknown_field, field,
                field.name + " was found, which dmlrun does not take yet; it must be left out", checker);
}

/// Whether a value is a member of the object at a pointer.
bool is_in(const text::Value& member, std::string_view place) {
  const std::string pointer = member.pointer();
  return std::string_view(pointer).substr(0, pointer.rfind('/')) == place;
}

}  // namespace

Result<void> report_unknown(const text::Value& member, std::span<const std::string_view> known,
                            const ReadOptions& options, std::string_view place) {
  const std::string_view key = member.key();
  if (key.starts_with('$')) return {};
  const bool is_note = std::find(std::begin(kNoteKeys), std::end(kNoteKeys), key) != std::end(kNoteKeys);
  if (options.in_model && (is_note || key.starts_with("//") || key.starts_with('_'))) return {};
  if (options.unknown && options.unknown->size() < kMaxUnknown) options.unknown->push_back(member);
  const std::size_t listed = options.warnings ? options.warnings->size() : kMaxWarnings + 1;
  if (!options.strict && listed > kMaxWarnings) return {};  // nothing more is said: suggestions take time
  const std::string_view near = place.empty() ? member_meant(member, known) : std::string_view();
  if (options.in_model && !options.strict && near.empty()) return {};
  if (!options.strict && listed == kMaxWarnings) {
    options.warnings->push_back({member.pointer(), member.position(), "further unknown fields are not listed"});
    return {};
  }
  std::string message = "\"" + text::printable(key, 60) + "\" is not a known field";
  if (!near.empty()) message += "; did you mean " + std::string(near) + "?";
  else if (!place.empty()) (message += "; it belongs in ") += place;
  else message += options.strict ? "; it must be left out" : "; it is ignored";
  if (options.strict) return text::error_at(member, ErrorCode::unknown_field, std::move(message));
  options.warnings->push_back({member.pointer(), member.position(), std::move(message)});
  return {};
}

Result<void> report_unknown_members(const text::Value& object, std::span<const std::string_view> known,
                                    const ReadOptions& options) {
  text::Errors errors;
  for (text::Value member : object) {
    if (errors.is_full()) break;
    if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
    errors.add(report_unknown(member, known, options));
  }
  if (errors.first()) return *errors.first();
  return {};
}

std::string suggestion(std::string_view field, const text::Value& object, std::span<const std::string_view> known,
                       const ReadOptions& options) {
  if (!options.unknown) return {};
  const std::string place = object ? object.pointer() : std::string("/desc");
  for (const text::Value& member : *options.unknown)
    if (is_in(member, place) && member_meant(member, known) == field)
      return "; \"" + text::printable(member.key(), 60) + "\" was found; did you mean " + std::string(field) + "?";
  for (const text::Value& member : *options.unknown)
    if (text::is_same_word(member.key(), field))
      return "; it was found at " + member.pointer() + " instead of " + place + "/" + std::string(field);
  return {};
}

bool check_array_length(Checker& checker, std::string_view field, std::uint64_t count) {
  const std::uint64_t limit = checker.validation().limits.join_inputs;
  return checker.require(count <= limit, "most_tensors", FieldPath{field}, [&] {
    return text::counted_found(count, "tensor") + "; the limit is " + std::to_string(limit);
  });
}

Result<Fields> Fields::read(const text::Value& desc, Checker& checker, const ReadOptions& options) {
  Fields fields;
  fields.checker_ = &checker;
  fields.desc_ = desc;
  fields.options_ = options;
  const auto& rows = checker.row().fields;
  fields.contents_.resize(rows.size());
  std::vector<std::string_view>& known = fields.known_;
  for (const RowField& field : rows) known.push_back(field.name);
  if (!desc) return fields;
  if (auto ok = text::expect_kind(desc, text::Kind::object); !ok) return std::move(ok).error();
  for (text::Value member : desc) {
    std::size_t i = 0;
    while (i < known.size() && known[i] != member.key()) ++i;
    if (i == known.size()) {
      if (std::find(options.beside.begin(), options.beside.end(), member.key()) != options.beside.end()) continue;
      if (!fields.failures_.is_full()) fields.failures_.add(report_unknown(member, known, options));
      continue;
    }
    FieldContent& content = fields.contents_[i];
    content.where = member;
    auto read = read_field(rows[i], checker, options, content);
    content.is_unreadable = !read;
    if (!read) tell_least(rows[i], checker.row(), read.error());
    if (!read && is_negative_axis(member, read.error(), rows[i], checker.row()))
      fields.negative_axis_ = std::move(read).error();
    else fields.failures_.add(std::move(read));
  }
  for (const RowField& field : rows)
    if (options.in_model && !field.optional) (void)fields.require_given(field.name);
  return fields;
}

Fields Fields::of(const Desc& record, Checker& checker) {
  Fields fields;
  fields.checker_ = &checker;
  const auto& rows = checker.row().fields;
  fields.contents_.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto partial_of = [&](const TensorDesc& tensor) {
      PartialTensor partial;
      partial.present = true;
      partial.type = tensor.type;
      if (rows[i].input) partial.sizes = tensor.sizes;
      return partial;
    };
    const FieldValue& value = record.fields[i].value;
    if (const auto* tensor = std::get_if<TensorDesc>(&value)) fields.contents_[i].tensor = partial_of(*tensor);
    if (const auto* tensors = std::get_if<TensorList>(&value))
      for (const TensorDesc& tensor : *tensors) fields.contents_[i].tensors.push_back(partial_of(tensor));
  }
  return fields;
}

FieldContent& Fields::content(std::string_view field) {
  const OperatorRow& row = checker_->row();
  return contents_[static_cast<std::size_t>(row.field(field) - row.fields.data())];
}

std::vector<PartialTensor*> Fields::all_tensors() {
  std::vector<PartialTensor*> partials;
  const auto& rows = checker_->row().fields;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].kind == FieldKind::tensor) partials.push_back(&contents_[i].tensor);
    for (PartialTensor& partial : contents_[i].tensors) partials.push_back(&partial);
  }
  return partials;
}

bool Fields::require_given(std::string_view field) {
  if (given(field)) return true;
  const std::string suggested = suggestion(field, desc_, known_, options_);
  std::string message =
      std::string(field) + " is missing" + (suggested.empty() ? "; " + checker_->row().type + " needs it" : suggested);
  Error error{.code = ErrorCode::missing_field, .message = message};
  fail(desc_ ? text::error_at(desc_, ErrorCode::missing_field, std::move(message)) : std::move(error));
  return false;
}

const FieldValue& Fields::value(std::string_view field) {
  const FieldContent& found = content(field);
  if (require_given(field))
    (void)checker_->require(found.entries <= kMaxRank, "entries", FieldPath{field}, [&] {
      return text::counted_found(found.entries, "entry") + "; a tensor has at most 8 dimensions";
    });
  return found.value;
}

void Fields::share_type(std::vector<PartialTensor*> partials) {
  std::optional<DataType> known;
  for (const PartialTensor* partial : partials)
    if (!known) known = partial->type;
  for (PartialTensor* partial : partials)
    if (!partial->type) partial->type = known;
}

std::optional<Dimensions> Fields::sizes_of(const PartialTensor& partial) {
  if (partial.sizes || !partial.listed || *partial.listed > kMaxField) return partial.sizes;
  return Dimensions{static_cast<std::uint32_t>(*partial.listed)};
}

void Fields::miss(const PartialTensor& partial, const FieldPath& place, bool has_sizes) {
  const OperatorRow& row = checker_->row();
  const bool is_alone = row.is_alone(*row.field(place.slot)) && !is_unreadable(place.slot);
  const std::string_view lacking = partial.type ? "Sizes" : "DataType";
  const std::string suggested = partial.where ? suggested_in_tensor(lacking, partial.where, options_)
                                              : suggestion(place.slot, desc_, known_, options_);
  const bool lacks_both = !partial.type && !has_sizes && (!is_alone || !row.has_inputs());
  std::string message = place.words() + " has no " + std::string(lacking) + suggested;
  if (suggested.empty() && lacks_both) message += " and no Sizes";
  if (suggested.empty())
    message += is_alone ? "; give it in the desc" : "; give it in the desc or bind a .npy file that tells";
  const text::Value& at = partial.where ? partial.where : desc_;
  Error error = at ? text::error_at(at, ErrorCode::missing_field, std::move(message))
                   : Error{.code = ErrorCode::missing_field, .message = std::move(message)};
  // What no file can mend is told beside other failures.
  if (!suggested.empty() && failures_.first() && !options_.strict) fail(std::move(error));
  else if (is_alone && (!partial.type || !row.has_inputs())) alone_.add(std::move(error));
  else if (!missing_.first()) missing_.add(std::move(error));
}

TensorDesc Fields::finish(const PartialTensor& partial, const FieldPath& place) {
  const std::optional<Dimensions> sizes = sizes_of(partial);
  if (!partial.type || !sizes) {
    miss(partial, place, sizes.has_value());
    return {DataType::uint8, {1}, {}, false, 0, 0};
  }
  return {
      *partial.type, *sizes, partial.strides, partial.owned_by_dml, partial.total_bytes, partial.guaranteed_alignment};
}

std::optional<Error> Fields::failure() const {
  text::Errors all = failures_;
  if (all.first()) all.add(alone_);
  return all.first();
}

std::optional<Error> Fields::missing() const {
  text::Errors all = missing_;
  all.add(alone_);
  return all.first();
}

}  // namespace dmlrun::operators
