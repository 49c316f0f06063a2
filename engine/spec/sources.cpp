#include "engine/spec/sources.h"

#include <limits>

#include "engine/operators/desc/fields.h"
#include "engine/text/counted.h"
#include "engine/text/numbers.h"

namespace dmlrun::spec {
namespace {

/// The lengths of the first list on each level; none for a flat list.
Result<Dimensions> nesting_of(const text::Value& list) {
  Dimensions lengths;
  for (text::Value level = list; level.is(text::Kind::array); level = *level.begin()) {
    if (lengths.size() == kMaxRank)
      return text::error_at(list, ErrorCode::rank_mismatch,
                            "lists nested more than 8 deep were found; a tensor has at most 8 dimensions");
    lengths.push_back(level.size());
    if (level.size() == 0) break;
  }
  return lengths.size() > 1 ? lengths : Dimensions{};
}

/// One V.
Result<void> read_source(const text::Value& value, Source source, std::vector<Source>& sources) {
  if (value.is(text::Kind::array)) {
    auto nesting = nesting_of(value);
    if (!nesting) return std::move(nesting).error();
    source.kind = SourceKind::list;
    source.value = value;
    source.nesting = *nesting;
    return sources.push_back(std::move(source)), Result<void>{};
  }
  const text::Value constant = value.find("value"), path = value.find("sourcePath");
  if (!value.is(text::Kind::object) || value.size() != 1 || (!constant && !path))
    return text::error_at(value, ErrorCode::wrong_type,
                          "values were expected: an array, {\"value\": x} or {\"sourcePath\": \"file.npy\"}");
  source.kind = constant ? SourceKind::constant : SourceKind::file;
  source.value = constant ? constant : path;
  if (path) {
    auto text = text::read_string(path);
    if (!text) return std::move(text).error();
    if (text->empty())
      return text::error_at(path, ErrorCode::out_of_range, "an empty path was found; a .npy file's was expected");
    source.path = *text;
  }
  return sources.push_back(std::move(source)), Result<void>{};
}

Error unknown_tensor(const text::Value& member, const operators::OperatorRow& row, bool output) {
  std::vector<std::string_view> names;
  std::string known;
  for (const auto& field : row.fields) {
    if (!(output ? field.output : field.input)) continue;
    names.push_back(field.name);
    known += (known.empty() ? "" : ", ") + field.name;
  }
  if (names.empty())
    return text::error_at(member, ErrorCode::unknown_field,
                          row.type + " has no inputs; \"" + text::printable(member.key(), 60) + "\" was found");
  // An output among the inputs is misplaced, not misspelt.
  const std::string_view near = row.field(member.key()) ? "" : text::nearest(member.key(), names);
  return text::error_at(
      member, ErrorCode::unknown_field,
      "\"" + text::printable(member.key(), 60) + "\" is not an " + (output ? "output" : "input") + " of " + row.type +
          (near.empty() ? "; one of " + known + " was expected" : "; did you mean " + std::string(near) + "?"));
}

Result<void> check_length(const text::Value& lists, const operators::RowField& field, const TensorArrays& arrays) {
  operators::Checker checker(arrays.row, arrays.validation);
  if (!operators::check_array_length(checker, field.name, lists.size())) {
    Error broken = checker.take_error();
    Error error = text::error_at(lists, ErrorCode::limit_exceeded, std::move(broken.message));
    error.rule = std::move(broken.rule);
    return error;
  }
  const text::Value tensors =
      arrays.desc && arrays.desc.is(text::Kind::object) ? arrays.desc.find(field.name) : text::Value();
  if (tensors && tensors.is(text::Kind::array) && tensors.size() != lists.size())
    return text::error_at(lists, ErrorCode::count_mismatch,
                          text::counted(lists.size(), "list") + " of values " + (lists.size() == 1 ? "was" : "were") +
                              " found; " + field.name + " has " + text::counted(tensors.size(), "tensor"));
  return {};
}

/// The lists of one tensor array.
void read_lists(const text::Value& lists, const operators::RowField& field, const TensorArrays& arrays,
                std::vector<Source>& sources, text::Errors& errors) {
  Result<void> ok = text::expect_kind(lists, text::Kind::array);
  if (ok) ok = check_length(lists, field, arrays);
  if (!ok) return errors.add(std::move(ok));
  Source source;
  source.name = field.name;
  source.array = true;
  for (text::Value item : lists) {
    errors.add(read_source(item, source, sources));
    ++source.index;
  }
}

}  // namespace

void read_sources(const text::Value& object, const TensorArrays& arrays, bool output, std::vector<Source>& sources,
                  text::Errors& errors) {
  if (!object) return;
  if (auto ok = text::expect_kind(object, text::Kind::object); !ok) return errors.add(std::move(ok));
  for (text::Value member : object) {
    const operators::RowField* field = arrays.row.field(member.key());
    if (!field || !(output ? field->output : field->input)) {
      errors.add(unknown_tensor(member, arrays.row, output));
    } else if (field->kind == operators::FieldKind::tensor_array) {
      read_lists(member, *field, arrays, sources, errors);
    } else {
      Source source;
      source.name = field->name;
      errors.add(read_source(member, std::move(source), sources));
    }
  }
}

void read_tolerance(const text::Value& root, Tolerance& tolerance, text::Errors& errors) {
  const auto read = [&](std::string_view key, std::optional<double>& into) {
    auto bound = text::read_tolerance(root.find(key));
    if (bound) into = *bound;
    else errors.add(std::move(bound).error());
  };
  read("absTolerance", tolerance.absolute);
  read("relTolerance", tolerance.relative);
  const text::Value value = root.find("ulpTolerance");
  if (!value) return;
  auto ulp = text::read_unsigned(value, std::numeric_limits<std::uint64_t>::max());
  if (ulp) tolerance.ulp = *ulp;
  else errors.add(std::move(ulp).error());
}

}  // namespace dmlrun::spec
