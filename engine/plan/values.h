// The language of computed elements: a list of typed values, each made of earlier ones. ops.def lists its operations;
// docs/plan.md shows it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace dmlrun::plan {

/// The type of a value. Narrower elements are loaded as the 32-bit type that holds them, FLOAT16 as f32.
enum class Type : std::uint8_t { i32, u32, i64, u64, f32, f64 };
inline constexpr std::array<std::string_view, 6> kTypeNames = {"i32", "u32", "i64", "u64", "f32", "f64"};

[[nodiscard]] constexpr bool is_float(Type type) noexcept { return type >= Type::f32; }
[[nodiscard]] constexpr bool is_signed(Type type) noexcept { return type != Type::u32 && type != Type::u64; }
[[nodiscard]] constexpr std::size_t bytes_of(Type type) noexcept {
  return type == Type::i64 || type == Type::u64 || type == Type::f64 ? 8 : 4;
}

/// The types of an operation's inputs and of its result.
enum class Rule : std::uint8_t {
  load,      ///< no inputs; the result has the type of operand number `immediate`
  constant,  ///< no inputs; any type; `immediate` has the bits
  number,    ///< inputs and result have one type
  integer,   ///< inputs and result have one integer type
  real,      ///< inputs and result have one float type
  compare,   ///< inputs have one type; the result is u32
  select,    ///< inputs: a u32, and two values of the result's type
  convert,   ///< to another type: to a float, or from an integer to an integer
  saturate,  ///< to another type, which is an integer
  bit_cast,  ///< to another type of the same size
};

enum class Op : std::uint8_t {
#define DMLRUN_SOURCE(name, arity, rule) name,
#define DMLRUN_OP(name, arity, rule, meaning) name,
#include "engine/plan/ops.def"
#undef DMLRUN_SOURCE
#undef DMLRUN_OP
};

/// A row of ops.def.
struct Operation {
  std::string_view name;
  std::uint8_t arity;
  Rule rule;
};
inline constexpr Operation kOperations[] = {
#define DMLRUN_SOURCE(name, arity, rule) {#name, arity, Rule::rule},
#define DMLRUN_OP(name, arity, rule, meaning) {#name, arity, Rule::rule},
#include "engine/plan/ops.def"
#undef DMLRUN_SOURCE
#undef DMLRUN_OP
};
inline constexpr std::size_t kOperationCount = std::size(kOperations);
[[nodiscard]] constexpr const Operation& operation(Op op) noexcept { return kOperations[static_cast<std::size_t>(op)]; }
/// Whether a value states its type itself, because its inputs do not determine it.
[[nodiscard]] constexpr bool names_type(Op op) noexcept {
  const Rule rule = operation(op).rule;
  return rule == Rule::convert || rule == Rule::saturate || rule == Rule::bit_cast || rule == Rule::constant;
}

/// One value of a plan: an operation and its inputs.
struct Value {
  Op op = Op::load;
  Type type = Type::f32;
  std::array<std::uint32_t, 3> inputs{};  ///< numbers of earlier values; unused ones 0
  std::uint64_t immediate = 0;            ///< load: an operand's number; constant: the bits; else 0
  friend bool operator==(const Value&, const Value&) = default;
};

inline constexpr std::size_t kMaxValues = 1024;

/// The only NaN that a constant may be.
[[nodiscard]] constexpr std::uint64_t canonical_nan(Type type) noexcept {
  return type == Type::f32 ? 0x7fc00000u : 0x7ff8000000000000u;
}
[[nodiscard]] bool is_nan(Type type, std::uint64_t bits) noexcept;
/// The bits of `number` in a type, converted as by static_cast. NaN becomes canonical_nan().
[[nodiscard]] std::uint64_t bits_of(Type type, double number) noexcept;
/// The number that the bits represent; for 64-bit integers the nearest double.
[[nodiscard]] double number_of(Type type, std::uint64_t bits) noexcept;

/// The type of an operation's result; nothing if it does not accept these input types. `wanted` is the type that the
/// value names, or that its operand has. Only the first `arity` entries of `inputs` are read.
[[nodiscard]] std::optional<Type> type_given(Op op, Type wanted, const std::array<Type, 3>& inputs) noexcept;

/// The last value and those that it depends on, in depth-first order: inputs before their user, left to right. Equal
/// values become one; others are dropped. Precondition: inputs are earlier values.
[[nodiscard]] std::vector<Value> in_order(const std::vector<Value>& values);

}  // namespace dmlrun::plan
