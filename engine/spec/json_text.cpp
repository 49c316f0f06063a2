#include "engine/spec/json_text.h"

#include "engine/text/json_string.h"

namespace dmlrun::spec {

JsonText JsonText::string(std::string_view text) {
  JsonText made;
  made.literal_ = text::json_string(text);
  return made;
}

JsonText JsonText::verbatim(std::string text) {
  JsonText made;
  made.literal_ = std::move(text);
  return made;
}

JsonText JsonText::number(std::uint64_t value) { return verbatim(std::to_string(value)); }

JsonText JsonText::signed_number(std::int64_t value) { return verbatim(std::to_string(value)); }

JsonText JsonText::boolean(bool value) { return verbatim(value ? "true" : "false"); }

JsonText JsonText::array(std::vector<JsonText> items) {
  JsonText made;
  made.shape_ = Shape::array;
  for (JsonText& item : items) made.append(std::move(item));
  return made;
}

JsonText JsonText::strings(const std::vector<std::string>& items) {
  JsonText made = array();
  for (const std::string& item : items) made.append(string(item));
  return made;
}

JsonText JsonText::object(std::initializer_list<std::pair<std::string_view, JsonText>> members) {
  JsonText made;
  made.shape_ = Shape::object;
  for (const auto& [key, value] : members) made.add(key, value);
  return made;
}

JsonText& JsonText::add(std::string_view key, JsonText value) {
  children_.emplace_back(key, std::move(value));
  return *this;
}

JsonText& JsonText::append(JsonText value) { return add({}, std::move(value)); }

std::string JsonText::one_line() const {
  if (shape_ == Shape::scalar) return literal_;
  std::string out(1, shape_ == Shape::array ? '[' : '{');
  for (const auto& [key, value] : children_) {
    if (out.size() > 1) out += ", ";
    if (shape_ == Shape::object) out += text::json_string(key) + ": ";
    out += value.one_line();
  }
  return out + (shape_ == Shape::array ? ']' : '}');
}

constexpr std::size_t kLineWidth = 100;

void JsonText::print(std::string& out, std::size_t indent, std::size_t column) const {
  std::string line = one_line();
  if (shape_ == Shape::scalar || children_.empty() || column + line.size() < kLineWidth) {
    out += line;
    return;
  }
  out += shape_ == Shape::array ? "[\n" : "{\n";
  for (std::size_t i = 0; i < children_.size(); ++i) {
    const std::string label = shape_ == Shape::object ? text::json_string(children_[i].first) + ": " : std::string();
    out.append(indent + 2, ' ');
    out += label;
    children_[i].second.print(out, indent + 2, indent + 2 + label.size());
    out += i + 1 < children_.size() ? ",\n" : "\n";
  }
  out.append(indent, ' ');
  out += shape_ == Shape::array ? ']' : '}';
}

std::string JsonText::text() const {
  std::string out;
  print(out, 0, 0);
  return out;
}

}  // namespace dmlrun::spec
