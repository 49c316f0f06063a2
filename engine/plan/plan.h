// The plan: what a kernel does, without operators. Every back end reads it; docs/plan.md describes the text form.
//
// An output element has one coordinate per axis. Each axis maps its coordinate, independently of the others, to a
// position, and may name the operand that is read or say "fill". So the map is separable and stays factorised: the
// number of runs depends on the number of inputs, never on pads or repeats.
//
//   value(c) = fill                                       if any axis says fill at c
//            = the last of its values                     if the plan has values (every operand read at p(c))
//            = operand[chosen by the axes, else 0] at p   otherwise (bytes are moved, never interpreted)
//   an operand's element at p is  input[operand.input] + (offset + sum p[i] * strides[i]) elements
//   the output's element at c is  output               + (sum c[i] * strides[i]) elements
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/plan/values.h"

namespace dmlrun::plan {

inline constexpr std::size_t kMaxAxes = 8;

/// Run::source, beside operand numbers 0, 1, 2 ...
inline constexpr std::int32_t kFill = -1;      ///< the fill pattern, whatever the other axes say
inline constexpr std::int32_t kUnchosen = -2;  ///< whichever operand another axis names (0 when none does)

/// `count` consecutive output coordinates of one axis: position(k) = begin + k * step.
struct Run {
  std::uint64_t count = 0;  ///< >= 1
  std::int64_t begin = 0;   ///< position of the first; 0 for fills
  std::int64_t step = 0;    ///< -1, 0, +1 or any other; 0 for fills and for count 1
  std::int32_t source = kUnchosen;
  friend bool operator==(const Run&, const Run&) = default;
};

/// The runs along an axis: head, then `repeat` times the body, then tail. `repeat` is 0 exactly if body is empty. The
/// body's runs have the positions of its first repeat; each later repeat adds `advance` to them.
struct Axis {
  std::vector<Run> head;
  std::vector<Run> body;
  std::uint64_t repeat = 0;
  std::vector<Run> tail;
  std::int64_t advance = 0;  ///< 0 without a body, and in plans with values
  friend bool operator==(const Axis&, const Axis&) = default;
};

/// Number of output coordinates of a list of runs, or of a whole axis.
[[nodiscard]] std::uint64_t extent(const std::vector<Run>& runs) noexcept;
[[nodiscard]] std::uint64_t extent(const Axis& axis) noexcept;

/// The format of an element in memory. The x formats are copied as bytes; the others are loaded as numbers.
enum class Element : std::uint8_t { x1, x2, x4, x8, i8, u8, i16, u16, i32, u32, i64, u64, f16, f32, f64 };
inline constexpr std::array<std::string_view, 15> kElementNames = {
    "x1", "x2", "x4", "x8", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f16", "f32", "f64"};
[[nodiscard]] std::size_t bytes_of(Element element) noexcept;
[[nodiscard]] constexpr bool is_number(Element element) noexcept { return element >= Element::i8; }
[[nodiscard]] constexpr bool is_float(Element element) noexcept { return element >= Element::f16; }
/// The type that a number is loaded as: the narrowest type with the same signedness that holds it.
[[nodiscard]] Type type_of(Element element) noexcept;
/// Whether a value may be stored as an element, which must not be wider: a float is rounded once, an integer loses its
/// upper bits.
[[nodiscard]] bool can_store(Type type, Element element) noexcept;

using Strides = std::array<std::int64_t, kMaxAxes>;  ///< in elements, per plan axis; unused ones 0

/// Operand::input of an operand that reads no buffer. Its element is the number that offset and strides give for the
/// position, as i64, so that a plan can compute with coordinates.
inline constexpr std::uint32_t kIndex = 0xffffffff;

struct Operand {
  std::uint32_t input = 0;  ///< which of the kernel's buffers, or kIndex
  Element element = Element::x1;
  std::int64_t offset = 0;  ///< in elements
  std::uint64_t span = 0;   ///< elements in the buffer; every element read has a lower number
  Strides strides{};
  friend bool operator==(const Operand&, const Operand&) = default;
};

struct Plan {
  std::vector<Axis> axes;  ///< outermost first; empty means one element
  std::vector<Operand> operands;
  std::vector<Value> values;  ///< empty: elements are copied; else as in_order(), the last one is stored
  Element output = Element::x1;
  Strides output_strides{};         ///< in elements, >= 0; no two coordinates share an element
  std::uint64_t output_span = 0;    ///< elements from the first to the end of the last one
  std::array<std::byte, 8> fill{};  ///< the fill pattern: the first bytes_of(output) bytes; the rest are 0
  friend bool operator==(const Plan&, const Plan&) = default;
};

[[nodiscard]] std::uint64_t element_count(const Plan& plan) noexcept;

}  // namespace dmlrun::plan
