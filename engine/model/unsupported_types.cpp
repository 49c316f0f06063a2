// DxDispatch's dispatchables that are no DirectML operators: read as far as DxDispatch reads their keys, and not run.

#include "engine/model/reading.h"
#include "engine/text/numbers.h"

namespace dmlrun::model {
namespace {

enum class Kind : std::uint8_t { path, compiler, text, number, flags };
enum class Many : std::uint8_t { one, array, map };  ///< map: an object of any keys

struct UnsupportedField {
  std::string_view key;
  Kind kind;
  Many many = Many::one;
  bool required = false;
};
constexpr UnsupportedField kHlsl[] = {{"sourcePath", Kind::path, Many::one, true},
                                      {"compiler", Kind::compiler},
                                      {"compilerArgs", Kind::text, Many::array, true}};
constexpr UnsupportedField kOnnx[] = {{"sourcePath", Kind::path, Many::one, true},
                                      {"freeDimensionNameOverrides", Kind::number, Many::map},
                                      {"freeDimensionDenotationOverrides", Kind::number, Many::map},
                                      {"sessionOptionsConfigEntries", Kind::text, Many::map},
                                      {"graphOptimizationLevel", Kind::number},
                                      {"loggingLevel", Kind::number}};
constexpr UnsupportedField kGraph[] = {{"sourcePath", Kind::path, Many::one, true}, {"executionFlags", Kind::flags}};

/// Their names are read without regard to letter case.
struct UnsupportedType {
  std::string_view word, shown;
  std::span<const UnsupportedField> fields;
};
constexpr UnsupportedType kUnsupported[] = {{"hlsl", "an HLSL shader", kHlsl},
                                            {"onnx", "an ONNX model", kOnnx},
                                            {"dmlserializedgraph", "a serialized DirectML graph", kGraph}};

Result<void> read_one(const text::Value& value, Kind kind) {
  switch (kind) {
    case Kind::path:
      if (auto path = read_path(value); !path) return std::move(path).error();
      return {};
    case Kind::number:
      if (auto number = read_uint32(value); !number) return std::move(number).error();
      return {};
    case Kind::flags: return read_execution_flags(value);
    case Kind::text:
    case Kind::compiler: break;
  }
  auto word = text::read_string(value);
  if (!word) return std::move(word).error();
  if (kind == Kind::text || *word == "dxc") return {};
  return text::error_at(value, ErrorCode::bad_enum,
                        "\"" + text::printable(*word, 60) + "\" was found; the compiler \"dxc\" was expected");
}

Result<void> read_field(const text::Value& value, const UnsupportedField& field) {
  if (field.many == Many::one) return read_one(value, field.kind);
  const text::Kind kind = field.many == Many::array ? text::Kind::array : text::Kind::object;
  if (auto ok = text::expect_kind(value, kind); !ok) return ok;
  for (text::Value item : value)
    if (auto ok = read_one(item, field.kind); !ok) return ok;
  return {};
}

}  // namespace

std::string_view unsupported_type(std::string_view type) {
  for (const UnsupportedType& unsupported : kUnsupported)
    if (text::is_same_word(type, unsupported.word)) return unsupported.shown;
  return {};
}

Result<void> read_unsupported(const text::Value& object, std::string_view type, Reading& reading) {
  std::vector<std::string_view> known = {"type", "bindings"};
  for (const UnsupportedType& unsupported : kUnsupported) {
    if (!text::is_same_word(type, unsupported.word)) continue;
    for (const UnsupportedField& field : unsupported.fields) {
      known.push_back(field.key);
      const text::Value value = object.find(field.key);
      if (!value && !field.required) continue;
      if (auto there = require_member(object, field.key); !there) return std::move(there).error();
      if (auto ok = read_field(value, field); !ok) return ok;
    }
  }
  return reading.report_unknown(object, known);
}

}  // namespace dmlrun::model
