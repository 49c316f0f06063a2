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

/// The types that an operation takes and gives.
enum class Rule : std::uint8_t {
  load,      ///< gives the operand's type; `immediate` is its number
  constant,  ///< any type; `immediate` has the bits
  number,    ///< takes and gives one type
  integer,   ///< the same, of integers
  real,      ///< the same, of floats
  compare,   ///< takes one type, gives u32
  select,    ///< takes a u32 and two values of the type that it gives
  convert,   ///< gives a float, or an integer made of an integer; another type than it takes
  saturate,  ///< gives an integer; another type than it takes
  bit_cast,  ///< gives another type of the same size
};

enum class Op : std::uint8_t {
#define DMLRUN_SOURCE(name, arity, rule) name,
#define DMLRUN_OP(name, arity, rule, meaning) name,
#include "engine/plan/ops.def"
#undef DMLRUN_SOURCE
#undef DMLRUN_OP
};

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

struct Value {
  Op op = Op::load;
  Type type = Type::f32;
  std::array<std::uint32_t, 3> inputs{};  ///< numbers of earlier values; unused ones 0
  std::uint64_t immediate = 0;            ///< of load and constant; else 0
  friend bool operator==(const Value&, const Value&) = default;
};

inline constexpr std::size_t kMaxValues = 1024;

/// The only NaN that a constant may be.
[[nodiscard]] constexpr std::uint64_t canonical_nan(Type type) noexcept {
  return type == Type::f32 ? 0x7fc00000u : 0x7ff8000000000000u;
}
[[nodiscard]] bool is_nan(Type type, std::uint64_t bits) noexcept;
/// The bits of a number in a type, converted as by static_cast; NaN is the canonical one.
[[nodiscard]] std::uint64_t bits_of(Type type, double number) noexcept;
/// The number that bits are, of a 64-bit integer the nearest double.
[[nodiscard]] double number_of(Type type, std::uint64_t bits) noexcept;

/// The type that an operation gives; nothing where it does not take such inputs. `wanted` is the type that the value
/// names, or that its operand has. Of `inputs` the first arity are read.
[[nodiscard]] std::optional<Type> type_given(Op op, Type wanted, const std::array<Type, 3>& inputs) noexcept;

/// The values that the last one depends on, in depth-first order from it, inputs before their user and left to right;
/// equal ones once. Precondition: inputs are earlier values.
[[nodiscard]] std::vector<Value> in_order(const std::vector<Value>& values);

}  // namespace dmlrun::plan
