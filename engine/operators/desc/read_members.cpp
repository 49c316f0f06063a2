#include "engine/operators/desc/read_members.h"

#include "engine/tensor/element.h"
#include "engine/text/errors.h"
#include "engine/text/numbers.h"

namespace dmlrun::operators {
namespace {

Error missing(std::string_view member, const text::Value& object, std::string suggested) {
  return text::error_at(object, ErrorCode::missing_field,
                        std::string(member) + " is missing" + (suggested.empty() ? "; it must be given" : suggested));
}

}  // namespace

Result<PerAxis<float>> read_members(const text::Value& object, std::span<const std::string_view> members,
                                    std::span<const std::string_view> known, const ReadOptions& options) {
  text::Errors errors;
  errors.add(text::expect_kind(object, text::Kind::object));
  if (!errors.first()) errors.add(report_unknown_members(object, known, options));
  if (errors.first()) return *errors.first();
  PerAxis<float> numbers;
  for (const std::string_view member : members) {
    float number = 0;
    if (const text::Value value = object.find(member))
      errors.add(store_value(value, DataType::float32, reinterpret_cast<std::byte*>(&number)));
    else errors.add(missing(member, object, suggestion(member, object, known, options)));
    numbers.push_back(number);
  }
  if (errors.first()) return *errors.first();
  return numbers;
}

Result<void> expect_object(const text::Value& value, std::string_view example) {
  auto ok = text::expect_kind(value, text::Kind::object);
  if (ok) return ok;
  Error error = std::move(ok).error();
  error.message.append(", as ").append(example);
  return error;
}

std::string activation_form(std::string_view type, std::span<const std::string_view> numbers) {
  std::string form = "{\"Type\": \"" + std::string(type) + "\"";
  for (const std::string_view number : numbers) form.append(", \"").append(number).append("\": 1");
  return form + "}";
}

Error type_missing(const text::Value& activation) {
  constexpr std::string_view kMembers[] = {"Type", "Desc"};
  for (const text::Value& member : activation)
    if (text::nearest(member.key(), kMembers) == kMembers[0])
      return missing(kMembers[0], activation,
                     "; \"" + text::printable(member.key(), 60) + "\" was found; did you mean Type?");
  return missing(kMembers[0], activation, {});
}

}  // namespace dmlrun::operators
