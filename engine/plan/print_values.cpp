#include "engine/plan/print_values.h"

#include <bit>

namespace dmlrun::plan {

namespace {

void append_bits(std::string& text, Type type, std::uint64_t bits) {
  const auto half = static_cast<std::uint32_t>(bits);
  switch (type) {
    case Type::i32: return append(text, static_cast<std::int32_t>(half));
    case Type::u32: return append(text, half);
    case Type::i64: return append(text, static_cast<std::int64_t>(bits));
    case Type::u64: return append(text, bits);
    case Type::f32: return append(text, std::bit_cast<float>(half));
    case Type::f64: return append(text, std::bit_cast<double>(bits));
  }
}

std::string_view type_word(Type type) { return type <= Type::f64 ? kTypeNames[static_cast<std::size_t>(type)] : "?"; }

/// A value whose inputs are these words.
std::string text_of(const Value& value, const std::vector<std::string>& inputs) {
  if (static_cast<std::size_t>(value.op) >= kOperationCount) return "?";
  std::string text;
  if (value.op == Op::load) {
    text += '%';
    append(text, value.immediate);
    return text;
  }
  if (value.op == Op::constant) {
    (text += type_word(value.type)) += ' ';
    append_bits(text, value.type, value.immediate);
    return text;
  }
  text += operation(value.op).name;
  if (names_type(value.op)) (text += '.') += type_word(value.type);
  for (std::size_t i = 0; i < inputs.size(); ++i) (text += i == 0 ? "(" : ", ") += inputs[i];
  return text += ')';
}

std::size_t arity_of(const Value& value) {
  return static_cast<std::size_t>(value.op) < kOperationCount ? operation(value.op).arity : 0;
}

}  // namespace

std::string print_values(const Plan& plan) {
  std::string text;
  std::vector<std::size_t> uses(plan.values.size());
  for (const Value& value : plan.values)
    for (std::size_t i = 0; i < arity_of(value); ++i)
      if (value.inputs[i] < uses.size()) ++uses[value.inputs[i]];
  std::vector<std::string> words;
  std::size_t named = 0;
  for (const Value& value : plan.values) {
    std::vector<std::string> inputs;
    for (std::size_t i = 0; i < arity_of(value); ++i)
      inputs.push_back(value.inputs[i] < words.size() ? words[value.inputs[i]] : "?");
    words.push_back(text_of(value, inputs));
    if (uses[words.size() - 1] < 2 || arity_of(value) == 0) continue;
    std::string name = "v";
    append(name, ++named);
    text += "; " + name + " = " + words.back();
    words.back() = name;
  }
  if (!words.empty()) text += "; value " + words.back();
  return text;
}

}  // namespace dmlrun::plan
