// DML_SCALAR_UNION in JSON: a number, of float types also "inf", "-inf" or "nan", or an object with the member for the
// type (reference: DxDispatch's form).
#include "engine/operators/desc/fields.h"
#include "engine/tensor/element.h"
#include "engine/text/numbers.h"

namespace dmlrun::operators {
namespace {

/// By DataType.
constexpr std::string_view kMembers[] = {"",      "Float32", "UInt16", "UInt32",  "UInt16", "UInt8",
                                         "Int32", "Int16",   "Int8",   "Float64", "UInt64", "Int64"};

/// A fraction is outside an integer type, as a number beyond its ends is: a scalar counts nothing.
Result<void> store_scalar(const text::Value& value, DataType type, std::byte* bytes) {
  auto stored = store_value(value, type, bytes);
  if (!stored && stored.error().code == ErrorCode::not_an_integer) stored.error().code = ErrorCode::out_of_range;
  return stored;
}

Result<void> read_scalar(const text::Value& value, DataType type, std::byte* bytes) {
  const bool may_be_infinite = type == DataType::float16 || type == DataType::float32 || type == DataType::float64;
  if (value.is(text::Kind::number) || (may_be_infinite && value.is(text::Kind::string)))
    return store_scalar(value, type, bytes);
  const std::string_view member = scalar_member(type);
  if (!value.is(text::Kind::object))
    return text::error_at(value, ErrorCode::wrong_type,
                          std::string(with_article(value.kind())) + " was found; a number or {\"" +
                              std::string(member) + "\": ...} was expected");
  text::Value content = value.find(member);
  if (!content || value.size() != 1) {
    const std::string found = value.size() != 1 ? std::to_string(value.size()) + " members were"
                                                : "\"" + text::printable((*value.begin()).key(), 60) + "\" was";
    return text::error_at(
        value, ErrorCode::wrong_type,
        found + " found; the one member \"" + std::string(member) + "\" was expected for " + std::string(name(type)));
  }
  return store_scalar(content, type == DataType::float16 ? DataType::uint16 : type, bytes);
}

}  // namespace

std::string_view scalar_member(DataType type) noexcept { return kMembers[static_cast<std::size_t>(type)]; }

Scalar Fields::scalar(std::string_view field, DataType type) {
  Scalar scalar;
  scalar.type = type;
  if (!require_given(field) || type == DataType::unknown) return scalar;
  if (auto ok = read_scalar(content(field).where, type, scalar.bytes.data()); !ok) fail(std::move(ok).error());
  return scalar;
}

}  // namespace dmlrun::operators
