#include "engine/spec/spec.h"

#include <algorithm>
#include <limits>

#include "engine/operators/desc/desc_record.h"
#include "engine/operators/desc/read_tensor.h"
#include "engine/operators/tensor_rules.h"
#include "engine/spec/bound.h"
#include "engine/spec/field_words.h"
#include "engine/spec/sources.h"
#include "engine/tensor/floating_point.h"
#include "engine/text/numbers.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun::spec {

using operators::Checker;
using operators::FieldKind;
using operators::Fields;
using operators::PartialTensor;
using operators::RowField;

struct Spec::State {
  explicit State(text::Document d) noexcept : document(std::move(d)) {}
  text::Document document;
  const operators::Definition* definition = nullptr;
  const operators::OperatorRow* row = nullptr;
  Validation validation;
  text::Value desc;                  ///< false when the spec has none
  std::vector<text::Value> unknown;  ///< keys of the root that nothing knows
  std::vector<Source> inputs, expected;
  Tolerance tolerance;
  std::optional<Operator> whole;  ///< where nothing is left to files

  /// `float32`: so many of the inputs with values in the text that have no type of their own are FLOAT32.
  Result<Operator> make(std::span<const BoundTensor> bound, const operators::ReadOptions& options, bool& is_incomplete,
                        std::size_t float32 = 0) const;
  /// Values that do not fit the types which the desc names, beside its errors.
  void check_values(operators::ReadOptions options, text::Errors& errors) const;
};

namespace {

constexpr std::string_view kRootFields[] = {
    "type", "desc", "Desc", "inputs", "expected", "absTolerance", "relTolerance", "ulpTolerance",
    // What DxDispatch reads beside a dispatchable's desc: without meaning for one operator, and no mistake.
    "dmlCompileType", "executionFlags", "bindings",
    // What examples and rejections say of themselves.
    "rejection", "featureLevel", "origin", "source", "note", "verified", "documented", "doc_error"};

/// "Repeats, RepeatsCount": of the keys beside "type" those that are fields of the operator.
std::string misplaced_fields(const std::vector<text::Value>& unknown, const text::Value& root,
                             const operators::OperatorRow& row) {
  std::string names;
  for (const text::Value& key : unknown)
    if (root.find(key.key()) && row.field(key.key())) (names += names.empty() ? "" : ", ") += key.key();
  return names;
}

/// Adds keys that are refused to `errors`; fails where nothing else can be read.
Result<void> read_root(const text::Value& root, const operators::ReadOptions& options, text::Errors& errors) {
  if (auto ok = text::expect_kind(root, text::Kind::object); !ok) return ok;
  for (std::string_view key : {"resources", "dispatchables", "commands"})
    if (text::Value member = root.find(key); member && !root.find("type"))
      return text::error_at(member, ErrorCode::unknown_field,
                            "a DxDispatch model was found; a single operator, {\"type\": ..., \"desc\": {...}}, was "
                            "expected");
  if (root.find("desc") && root.find("Desc"))
    return text::error_at(root.find("Desc"), ErrorCode::duplicate_key,
                          "both \"desc\" and \"Desc\" were found; one of them was expected");
  const text::Value type = root.find("type");
  const operators::OperatorRow* row =
      type && type.is(text::Kind::string) ? operators::find_row(type.string()) : nullptr;
  for (text::Value member : root)
    if (std::find(std::begin(kRootFields), std::end(kRootFields), member.key()) == std::end(kRootFields))
      errors.add(operators::report_unknown(member, kRootFields, options,
                                           row && row->field(member.key()) ? "\"desc\"" : std::string_view()));
  return {};
}

Result<std::string_view> read_type(const text::Value& root, const operators::ReadOptions& options) {
  text::Value type = root.find("type");
  if (!type) {
    const std::string suggested = operators::suggestion("type", root, kRootFields, options);
    return text::error_at(
        root, ErrorCode::missing_field,
        "\"type\" is missing" + (suggested.empty() ? "; it names the operator, e.g. \"TILE\"" : suggested));
  }
  auto word = text::read_string(type);
  if (!word) return std::move(word).error();
  if (operators::find_definition(*word)) return word;
  return text::error_at(type, operators::code_not_found(*word), operators::why_not_found(*word));
}

/// Sizes as a file tells them. A () file counts as one element.
Result<std::optional<Dimensions>> bound_sizes(const BoundTensor& tensor, const RowField& field) {
  std::uint64_t count = 1;
  bool fits = tensor.shape.size() <= kMaxRank;
  Dimensions sizes;
  for (std::uint64_t size : tensor.shape) {
    fits = fits && size <= std::numeric_limits<std::uint32_t>::max() && size > 0;
    if (!fits) break;
    count = std::min<std::uint64_t>(count * size, 1ull << 33);
    sizes.push_back(static_cast<std::uint32_t>(size));
  }
  if (!fits) {
    std::string found = std::to_string(tensor.shape.size()) + " dimensions";
    for (std::uint64_t size : tensor.shape)
      if (tensor.shape.size() <= kMaxRank && (size == 0 || size > std::numeric_limits<std::uint32_t>::max()))
        found = "a size of " + std::to_string(size);
    return Error{.code = ErrorCode::npy_shape_mismatch,
                 .where = tensor.name,
                 .message = "the array's shape has " + found + "; 1 to 8 dimensions of 1 to 4294967295 were expected"};
  }
  if (field.one_element && count == 1) return std::optional<Dimensions>{};
  if (sizes.empty()) sizes.push_back(1);
  return std::optional<Dimensions>{sizes};
}

/// The tensor that a file or a list of values belongs to. Null: the desc lists fewer tensors (whoever binds them
/// counts), or the array would pass its limit, which fails the checker.
PartialTensor* partial_of(const RowField& field, std::uint32_t index, const text::Value& desc, Fields& fields) {
  if (field.kind != FieldKind::tensor_array) return &fields.tensor(field.name);
  auto& partials = fields.tensors(field.name);
  if (index < partials.size()) return &partials[index];
  const std::uint64_t count = std::uint64_t{index} + 1;
  if ((desc && desc.find(field.name)) || !check_array_length(fields.checker(), field.name, count)) return nullptr;
  partials.resize(count);
  return &partials[index];
}

Result<void> apply_bound(const operators::OperatorRow& row, std::span<const BoundTensor> bound, const text::Value& desc,
                         Fields& fields) {
  for (const BoundTensor& tensor : bound) {
    const RowField* field = row.field(tensor.name);
    PartialTensor* partial = field && field->is_tensor() ? partial_of(*field, tensor.index, desc, fields) : nullptr;
    if (!partial) continue;
    partial->present = true;
    const bool tells_type = tensor.type != DataType::unknown;
    if (!partial->type && tells_type) partial->type = tensor.type;
    if (partial->sizes || (!tells_type && tensor.shape.empty())) continue;
    auto sizes = bound_sizes(tensor, *field);
    if (!sizes) return std::move(sizes).error();
    partial->sizes = *sizes;
  }
  return {};
}

/// "featureLevel" is for `dmlrun check`; whoever reads it relies on its being a level.
Result<void> check_level_name(const text::Value& value) {
  if (!value) return {};
  auto word = text::read_string(value);
  if (!word) return std::move(word).error();
  if (feature_level_from_name(*word)) return {};
  return text::error_at(value, ErrorCode::bad_enum,
                        "\"" + text::printable(*word) + "\" is not a feature level; \"1.0\" to \"6.4\" were expected");
}

/// What lists in the spec itself tell: that a tensor is there, and how many values it has, or its sizes where they are
/// nested. The first `float32` that have no type are FLOAT32, if they can.
void apply_sources(const operators::OperatorRow& row, const std::vector<Source>& sources, const text::Value& desc,
                   Fields& fields, const operators::ReadOptions& options, std::size_t float32) {
  for (const Source& source : sources) {
    const RowField& field = *row.field(source.name);
    PartialTensor* partial = partial_of(field, source.index, desc, fields);
    if (!partial) continue;
    partial->present = true;
    if (float32 > 0 && !partial->type && source.kind != SourceKind::file &&
        usual_type(row.type, field.name) == name(DataType::float32)) {
      partial->type = DataType::float32;
      --float32;
    }
    if (source.kind != SourceKind::list) continue;
    const bool is_nested = !partial->sizes && !source.nesting.empty() && !field.one_element;
    if (is_nested) partial->sizes = source.nesting;
    // Sizes under another name are no reason to take the tensor for one-dimensional.
    if (is_nested || !partial->where || operators::suggested_in_tensor("Sizes", partial->where, options).empty())
      partial->listed = source.value.size();
  }
}

/// The rules of single tensors, where something else is still open or at fault.
bool check_known_tensors(Fields& fields, const operators::OperatorRow& row, Checker& checker) {
  for (const RowField& field : row.fields) {
    if (!field.input) continue;
    auto& content = fields.content(field.name);
    std::vector<std::pair<operators::FieldPath, PartialTensor*>> partials{
        {operators::FieldPath{field.name}, &content.tensor}};
    if (field.kind == FieldKind::tensor_array) partials.clear();
    for (std::size_t i = 0; i < content.tensors.size(); ++i)
      partials.push_back({{field.name, static_cast<std::int64_t>(i)}, &content.tensors[i]});
    for (auto& [place, partial] : partials)
      if (partial->where && partial->type && partial->sizes &&
          !check_tensor(checker, place, fields.finish(*partial, place), field.output))
        return false;
  }
  return true;
}

/// With what is to be done about text that is a file's name.
Error refused_text(Error error, bool is_path) {
  if (is_path) error.message += "; a spec's text is read here, and no file";
  return error;
}

bool is_name_of_file(std::string_view text) {
  return text.size() <= 4096 && text.ends_with(".json") && text.find_first_of("{\"\n") == std::string_view::npos;
}

}  // namespace

Result<Operator> Spec::State::make(std::span<const BoundTensor> bound, const operators::ReadOptions& options,
                                   bool& is_incomplete, std::size_t float32) const {
  is_incomplete = false;
  // Pointers of rules are relative to the desc; the operator's gate speaks of the type beside it.
  const auto located = [&](Error error) {
    if (error.where != "/type") error.where = (desc ? desc.pointer() : std::string("/desc")) + error.where;
    error.position = document.deepest(error.where).position();
    return error;
  };
  const auto locate = [&](Error error) {
    for (Error& other : error.others) other = located(std::move(other));
    return located(std::move(error));
  };
  Checker checker(*row, validation);
  std::vector<text::Value> unknowns = unknown;
  operators::ReadOptions reading = options;
  reading.unknown = &unknowns;
  auto fields = Fields::read(desc, checker, reading);
  if (!fields) return std::move(fields).error();
  if (auto ok = apply_bound(*row, bound, desc, *fields); !ok) return std::move(ok).error();
  apply_sources(*row, inputs, desc, *fields, reading, float32);
  if (!fields->failure() && checker.failed()) return locate(checker.take_error());
  const Desc inferred = operators::infer_desc(*definition, *fields);
  if (fields->failure()) {
    is_incomplete = fields->waits_for_rank();
    std::string misspelt = desc ? "" : operators::suggestion("desc", document.root(), kRootFields, reading);
    if (const std::string names = misplaced_fields(unknown, document.root(), *row); !desc && !names.empty())
      misspelt = "; " + names + (names.find(',') < names.size() ? " belong" : " belongs") + " in it";
    for (const text::Value& key : unknown)  // a name that is not near, of what can only be it
      if (!desc && misspelt.empty() && key.is(text::Kind::object) && document.root().find(key.key()))
        misspelt = "; \"" + text::printable(key.key(), 60) + "\" was found; did you mean desc?";
    if (!misspelt.empty())
      return locate({.code = ErrorCode::missing_field, .message = "\"desc\" is missing" + misspelt});
    Error failure = *fields->failure();
    for (Error& other : failure.others)
      if (other.where.empty()) other = located(std::move(other));
    return failure.where.empty() ? located(std::move(failure)) : failure;
  }
  if (checker.failed() || fields->missing()) {
    // What a tensor itself breaks comes first: nothing can be derived from such a tensor.
    Checker tensors(*row, validation);
    if (!check_known_tensors(*fields, *row, tensors)) return locate(tensors.take_error());
  }
  if (checker.failed()) return locate(checker.take_error());
  if (fields->missing()) {
    is_incomplete = true;
    Error missing = *fields->missing();
    return missing.where.empty() ? locate(std::move(missing)) : missing;
  }
  auto made = Operator::make(inferred, validation);
  if (!made && made.error().code != ErrorCode::out_of_memory) return locate(std::move(made).error());
  return made;
}

void Spec::State::check_values(operators::ReadOptions options, text::Errors& errors) const {
  std::vector<text::Value> unknowns;
  options.warnings = nullptr;
  options.unknown = &unknowns;
  Checker checker(*row, validation);
  auto fields = Fields::read(desc, checker, options);
  if (!fields) return;
  for (const std::vector<Source>* sources : {&inputs, &expected})
    for (const Source& source : *sources) {
      const operators::FieldContent& content = fields->content(source.name);
      const bool is_listed = source.array && source.index < content.tensors.size();
      const PartialTensor& partial = is_listed ? content.tensors[source.index] : content.tensor;
      if (partial.type) spec::check_values(source, *partial.type, errors);
    }
}

Result<Spec> Spec::parse(std::string text, const SpecOptions& options) noexcept {
  const DefaultFloatingPoint environment;
  const bool is_path = is_name_of_file(text);
  auto document = text::Document::parse(std::move(text), options.validation.limits);
  if (document) return parse(std::move(*document), options);
  return or_out_of_memory([&]() -> Result<Spec> { return refused_text(std::move(document).error(), is_path); });
}

Result<Spec> Spec::parse(text::Document document, const SpecOptions& options) noexcept {
  return or_out_of_memory([&]() -> Result<Spec> {
    const DefaultFloatingPoint environment;
    auto state = std::make_unique<State>(std::move(document));
    operators::ReadOptions read{options.strict, options.warnings};
    read.unknown = &state->unknown;
    const text::Value root = state->document.root();
    text::Errors errors;
    if (auto ok = read_root(root, read, errors); !ok) return std::move(ok).error();
    auto type = read_type(root, read);
    if (!type) return errors.add(std::move(type).error()), *errors.first();
    state->definition = operators::find_definition(*type);
    state->row = operators::find_row(*type);
    if (!state->row) return Error{ErrorCode::out_of_memory};
    state->validation = options.validation;
    state->desc = root.find("desc") ? root.find("desc") : root.find("Desc");
    errors.add(check_level_name(root.find("featureLevel")));
    const TensorArrays arrays{*state->row, state->validation, state->desc};
    read_sources(root.find("inputs"), arrays, false, state->inputs, errors);
    read_sources(root.find("expected"), arrays, true, state->expected, errors);
    read_tolerance(root, state->tolerance, errors);
    bool is_incomplete = false;
    auto made = state->make({}, read, is_incomplete);
    if (!made && made.error().code == ErrorCode::out_of_memory) return std::move(made).error();
    const bool may_wait = is_incomplete && (!errors.first() || made.error().code == ErrorCode::missing_field);
    if (!made && !may_wait) errors.add(std::move(made).error());
    if (errors.first()) {
      state->check_values(read, errors);
      return *errors.first();
    }
    if (made) state->whole = *std::move(made);
    return Spec(std::move(state));
  });
}

Result<Operator> Spec::complete(std::span<const BoundTensor> bound, bool float32_values) const noexcept {
  return or_out_of_memory([&]() -> Result<Operator> {
    if (bound.empty() && state_->whole) return *state_->whole;
    const DefaultFloatingPoint environment;
    bool is_incomplete = false;
    auto made = state_->make(bound, {}, is_incomplete);
    // One more at a time: others may take their type from it.
    for (std::size_t i = 1; float32_values && is_incomplete && i <= state_->inputs.size(); ++i)
      made = state_->make(bound, {}, is_incomplete, i);
    if (made || is_incomplete || bound.empty()) return made;
    // The text alone passed in parse(): what a file told is at fault.
    Error error = std::move(made).error();
    switch (error.code) {
      case ErrorCode::type_mismatch: error.code = ErrorCode::npy_type_mismatch; break;
      case ErrorCode::size_zero:
      case ErrorCode::size_mismatch:
      case ErrorCode::size_overflow:
      case ErrorCode::too_many_elements:
      case ErrorCode::rank_mismatch:
      case ErrorCode::count_mismatch:
      case ErrorCode::limit_exceeded:
      case ErrorCode::axis_out_of_range:
      case ErrorCode::stride_overlap:
      case ErrorCode::tensor_too_small: error.code = ErrorCode::npy_shape_mismatch; break;
      case ErrorCode::out_of_range: {
        const auto& rules = state_->row->rules;
        const auto rule = std::find_if(rules.begin(), rules.end(), [&](const auto& r) { return r.id == error.rule; });
        if (rule != rules.end() && rule->compares_sizes) error.code = ErrorCode::npy_shape_mismatch;
        break;
      }
      default: break;
    }
    return error;
  });
}

std::vector<Spec::SlotName> Spec::slot_names(std::string_view type) {
  std::vector<SlotName> names;
  const operators::OperatorRow* row = operators::find_row(type);
  if (row == nullptr) return names;
  for (const RowField& field : row->fields)
    if (field.is_tensor())
      names.push_back({field.name, field.kind == FieldKind::tensor_array, field.output, field.optional,
                       field.one_element, field.two_elements});
  return names;
}

Spec::Spec(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Spec::Spec(Spec&&) noexcept = default;
Spec& Spec::operator=(Spec&&) noexcept = default;
Spec::~Spec() = default;
std::string_view Spec::type() const noexcept { return state_->row->type; }
text::Value Spec::desc() const noexcept { return state_->desc; }
std::span<const Source> Spec::inputs() const noexcept { return state_->inputs; }
std::span<const Source> Spec::expected() const noexcept { return state_->expected; }
const Tolerance& Spec::tolerance() const noexcept { return state_->tolerance; }

}  // namespace dmlrun::spec

namespace dmlrun {

Result<Operator> parse_spec(std::string_view json, const SpecOptions& options) noexcept {
  return or_out_of_memory([&]() -> Result<Operator> {
    const DefaultFloatingPoint environment;
    auto document = text::Document::parse_in_place(json, options.validation.limits);
    if (!document) return spec::refused_text(std::move(document).error(), spec::is_name_of_file(json));
    auto parsed = spec::Spec::parse(std::move(*document), options);
    if (!parsed) return std::move(parsed).error();
    return spec::complete_checked(*parsed, options.bound);
  });
}

}  // namespace dmlrun
