// DML_SCALAR_UNION in JSON: a number, or an object with the member for the type (reference: DxDispatch's form).
#include "engine/operators/fields.h"
#include "engine/tensor/element.h"
#include "engine/text/numbers.h"

namespace dmlrun::operators {
namespace {

/// The union's member for a type. FLOAT16 has none of its own: its bits stand in UInt16.
std::string_view member_of(DataType type) {
  switch (type) {
    case DataType::float32: return "Float32";
    case DataType::float64: return "Float64";
    case DataType::float16:
    case DataType::uint16: return "UInt16";
    case DataType::uint8: return "UInt8";
    case DataType::uint32: return "UInt32";
    case DataType::uint64: return "UInt64";
    case DataType::int8: return "Int8";
    case DataType::int16: return "Int16";
    case DataType::int32: return "Int32";
    case DataType::int64: return "Int64";
    case DataType::unknown: break;
  }
  return "";
}

/// A fraction is outside an integer type, as a number beyond its ends is: a scalar counts nothing.
Result<void> store_scalar(const text::Value& value, DataType type, std::byte* bytes) {
  auto stored = store_value(value, type, bytes);
  if (!stored && stored.error().code == ErrorCode::not_an_integer) stored.error().code = ErrorCode::out_of_range;
  return stored;
}

Result<void> read_scalar(const text::Value& value, DataType type, std::byte* bytes) {
  if (value.is(text::Kind::number)) return store_scalar(value, type, bytes);
  const std::string_view member = member_of(type);
  if (!value.is(text::Kind::object))
    return text::error_at(value, ErrorCode::wrong_type,
                          std::string(with_article(value.kind())) + " was found; a number or {\"" +
                              std::string(member) + "\": ...} was expected");
  text::Value content = value.find(member);
  if (!content || value.size() != 1) {
    const std::string found = value.size() != 1 ? std::to_string(value.size()) + " members were"
                                                : "\"" + text::printable((*value.begin()).key(), 60) + "\" was";
    return text::error_at(value, ErrorCode::wrong_type,
                          found + " found; the one member \"" + std::string(member) + "\" was expected for " +
                              std::string(name(type)));
  }
  return store_scalar(content, type == DataType::float16 ? DataType::uint16 : type, bytes);
}

}  // namespace

Scalar Fields::scalar(std::string_view field, DataType type) {
  Scalar scalar;
  scalar.type = type;
  if (!require_given(field) || type == DataType::unknown) return scalar;
  if (auto ok = read_scalar(content(field).where, type, scalar.bytes.data()); !ok) fail(std::move(ok).error());
  return scalar;
}

}  // namespace dmlrun::operators
