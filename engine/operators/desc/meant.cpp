#include "engine/operators/desc/meant.h"

#include <algorithm>

#include "engine/operators/rows/usual_names.h"
#include "engine/text/numbers.h"

namespace dmlrun::operators {

std::string_view member_meant(const text::Value& member, std::span<const std::string_view> known) {
  const bool is_kind = member.is(text::Kind::string) && member.string().ends_with("BUFFER");  // "type" of a tensor
  for (const std::string_view usual : is_kind ? std::vector<std::string_view>() : usual_fields(member.key()))
    if (std::find(known.begin(), known.end(), usual) != known.end()) return usual;
  return text::nearest(member.key(), known);
}

std::string_view value_meant(std::string_view word, const std::vector<EnumValue>& values) {
  for (const std::string_view usual : usual_values(word))
    if (std::ranges::find(values, usual, &EnumValue::name) != values.end()) return usual;
  std::string_view near;
  std::size_t best = word.empty() ? 0 : word.size() / 3 + 2;
  for (const EnumValue& value : values)
    for (const std::size_t letters : {value.name.size(), word.size() + 1})
      if (const auto distance = text::edit_distance(word, value.name.substr(0, letters), best); distance < best)
        best = distance, near = value.name;
  return near;
}

}  // namespace dmlrun::operators
