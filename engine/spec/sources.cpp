#include "engine/spec/sources.h"

#include <cmath>
#include <limits>

#include "engine/operators/fields.h"
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

Error unknown_tensor(const text::Value& member, const operators::Specification& specification, bool output) {
  std::string known;
  for (const auto& field : specification.fields)
    if (output ? field.output : field.input) known += (known.empty() ? "" : ", ") + field.name;
  return text::error_at(member, ErrorCode::unknown_field,
                        "\"" + text::printable(member.key(), 60) + "\" is not an " + (output ? "output" : "input") +
                            " of " + specification.type + "; one of " + known + " was expected");
}

Result<void> read_real_tolerance(const text::Value& value, std::optional<double>& tolerance) {
  if (!value) return {};
  auto real = text::read_real(value);
  if (!real) return std::move(real).error();
  if (!std::isfinite(*real) || *real < 0)
    return text::error_at(value, ErrorCode::out_of_range, "a tolerance is a finite number of at least 0");
  tolerance = *real;
  return {};
}

}  // namespace

Result<void> read_sources(const text::Value& object, const operators::Specification& specification, bool output,
                          std::vector<Source>& sources) {
  if (!object) return {};
  if (auto ok = text::expect_kind(object, text::Kind::object); !ok) return ok;
  for (text::Value member : object) {
    const operators::FieldSpecification* field = specification.field(member.key());
    if (!field || !(output ? field->output : field->input)) return unknown_tensor(member, specification, output);
    Source source;
    source.name = field->name;
    if (field->kind != operators::FieldKind::tensor_array) {
      if (auto ok = read_source(member, std::move(source), sources); !ok) return ok;
      continue;
    }
    if (auto ok = text::expect_kind(member, text::Kind::array); !ok) return ok;
    source.array = true;
    for (text::Value item : member) {
      if (auto ok = read_source(item, source, sources); !ok) return ok;
      ++source.index;
    }
  }
  return {};
}

Result<void> read_tolerance(const text::Value& root, Tolerance& tolerance) {
  if (auto ok = read_real_tolerance(root.find("absTolerance"), tolerance.absolute); !ok) return ok;
  if (auto ok = read_real_tolerance(root.find("relTolerance"), tolerance.relative); !ok) return ok;
  if (text::Value value = root.find("ulpTolerance")) {
    auto ulp = text::read_unsigned(value, std::numeric_limits<std::uint64_t>::max());
    if (!ulp) return std::move(ulp).error();
    tolerance.ulp = *ulp;
  }
  return {};
}

}  // namespace dmlrun::spec
