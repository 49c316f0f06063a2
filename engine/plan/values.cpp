#include "engine/plan/values.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace dmlrun::plan {

bool is_nan(Type type, std::uint64_t bits) noexcept {
  if (type == Type::f32) return (bits & 0x7fffffffu) > 0x7f800000u;
  return type == Type::f64 && (bits & 0x7fffffffffffffffu) > 0x7ff0000000000000u;
}

std::uint64_t bits_of(Type type, double number) noexcept {
  if (is_float(type) && number != number) return canonical_nan(type);
  switch (type) {
    case Type::i32: return static_cast<std::uint32_t>(static_cast<std::int32_t>(number));
    case Type::u32: return static_cast<std::uint32_t>(number);
    case Type::i64: return static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
    case Type::u64: return static_cast<std::uint64_t>(number);
    case Type::f32: return std::bit_cast<std::uint32_t>(static_cast<float>(number));
    case Type::f64: return std::bit_cast<std::uint64_t>(number);
  }
  return 0;
}

double number_of(Type type, std::uint64_t bits) noexcept {
  switch (type) {
    case Type::i32: return static_cast<std::int32_t>(bits);
    case Type::u32: return static_cast<std::uint32_t>(bits);
    case Type::i64: return static_cast<double>(static_cast<std::int64_t>(bits));
    case Type::u64: return static_cast<double>(bits);
    case Type::f32: return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case Type::f64: return std::bit_cast<double>(bits);
  }
  return 0;
}

std::optional<Type> type_given(Op op, Type wanted, const std::array<Type, 3>& inputs) noexcept {
  const Operation& of = operation(op);
  const Type x = inputs[0];
  const auto given_if = [](bool is_legal, Type type) { return is_legal ? std::optional(type) : std::nullopt; };
  const bool are_alike = std::all_of(inputs.begin(), inputs.begin() + of.arity, [&](Type type) { return type == x; });
  switch (of.rule) {
    case Rule::load:
    case Rule::constant: return wanted;
    case Rule::number: return given_if(are_alike, x);
    case Rule::integer: return given_if(are_alike && !is_float(x), x);
    case Rule::real: return given_if(are_alike && is_float(x), x);
    case Rule::compare: return given_if(are_alike, Type::u32);
    case Rule::select: return given_if(x == Type::u32 && inputs[1] == inputs[2], inputs[1]);
    case Rule::convert: return given_if(wanted != x && (is_float(wanted) || !is_float(x)), wanted);
    case Rule::saturate: return given_if(wanted != x && !is_float(wanted), wanted);
    case Rule::bit_cast: return given_if(wanted != x && bytes_of(wanted) == bytes_of(x), wanted);
  }
  return std::nullopt;
}

std::vector<Value> in_order(const std::vector<Value>& values) {
  constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<Value> ordered;
  std::vector<std::uint32_t> number(values.size(), kNone);  // in `ordered`
  std::vector<std::uint32_t> open;                          // from the last value down to the one being walked
  if (!values.empty()) open.push_back(static_cast<std::uint32_t>(values.size() - 1));
  while (!open.empty()) {
    Value value = values[open.back()];
    std::uint32_t* const begin = value.inputs.data();
    std::uint32_t* const end = begin + operation(value.op).arity;
    std::uint32_t* const missing = std::find_if(begin, end, [&](std::uint32_t i) { return number[i] == kNone; });
    if (missing != end) {
      open.push_back(*missing);
      continue;
    }
    std::transform(begin, end, begin, [&](std::uint32_t i) { return number[i]; });
    const auto found = std::find(ordered.begin(), ordered.end(), value);
    number[open.back()] = static_cast<std::uint32_t>(found - ordered.begin());
    if (found == ordered.end()) ordered.push_back(value);
    open.pop_back();
  }
  return ordered;
}

}  // namespace dmlrun::plan
