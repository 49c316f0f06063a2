// Builds vector code: each function appends one operation, or several instructions if the instruction set lacks it.
// Defined in vector_builder.cpp; comparisons, and what their masks choose, are in vector_masks.cpp.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "engine/plan/plan.h"
#include "jit/x64/arithmetic/vector_code.h"

namespace dmlrun::jit::x64::arithmetic {

using plan::Element;
using plan::Op;
using plan::Type;
using plan::Value;

/// `narrow` for lanes of up to 4 bytes, else `wide`.
constexpr Emit by_size(std::size_t lane_bytes, Emit narrow, Emit wide) noexcept {
  return lane_bytes <= 4 ? narrow : wide;
}

constexpr bool is_unsigned_integer(Type type) noexcept { return type == Type::u32 || type == Type::u64; }

/// Relations; the numbers are AVX-512's immediates for integer comparisons.
enum class Relation : std::uint8_t { equal = 0, less = 1, less_or_equal = 2 };
/// Precondition: the operation compares.
constexpr Relation relation_of(Op op) {
  return static_cast<Relation>(static_cast<int>(op) - static_cast<int>(Op::equal));
}
static_assert(relation_of(Op::equal) == Relation::equal && relation_of(Op::less) == Relation::less &&
              relation_of(Op::less_or_equal) == Relation::less_or_equal);
static_assert(std::ranges::count(plan::kOperations, plan::Rule::compare, &plan::Operation::rule) == 3);

/// A boolean per lane: a mask register, or without AVX-512 a vector whose lanes are all zeros or all ones.
struct LaneMask {
  Virtual number = kNone;
  std::size_t lane_bytes = 4;
  bool is_negated = false;
};

class VectorBuilder {
 public:
  explicit VectorBuilder(VectorCode& code);

  /// Appends the next instructions to the section of `variance`.
  void set_section(Variance variance) { section_ = section_of(variance); }
  void set_section(Section section) { section_ = section; }
  /// true: the next vectors have 16 bytes, for uniform values. false: they are as wide as a block's elements need.
  void set_uniform(bool is_uniform) { lanes_ = is_uniform ? 2 : 0; }
  void set_lanes(std::size_t lanes) { lanes_ = lanes; }  ///< The next vectors have so many.
  [[nodiscard]] bool keeps_words() const noexcept { return code_.has(FastPath::Kind::nibble_table); }
  [[nodiscard]] bool has_avx512() const noexcept { return code_.has_avx512; }
  /// Lanes of one vector, an element each.
  [[nodiscard]] std::size_t lanes() const noexcept { return lanes_ > 0 ? lanes_ : code_.block_elements / code_.parts; }

  Virtual apply(Emit emit, std::size_t lane_bytes, Virtual x, Virtual y = kNone, Virtual z = kNone,
                std::uint8_t immediate = 0);
  /// As apply(), by an instruction that can read its last input from memory: `last_y` in place of `y`.
  Virtual apply_to_numbers(Emit emit, std::size_t lane_bytes, Virtual x, Virtual y, Virtual z = kNone);
  /// As apply_to_numbers(), where x and y may change places.
  Virtual apply_to_either(Emit emit, std::size_t lane_bytes, Virtual x, Virtual y, Virtual z = kNone) {
    const Virtual to = apply_to_numbers(emit, lane_bytes, x, y, z);
    code_.sections[static_cast<std::size_t>(section_)].back().is_symmetric = true;
    return to;
  }
  /// Appends an instruction that overwrites its input z; a copy of z is used.
  Virtual apply_apart(Emit emit, Virtual x, Virtual y, Virtual z, LaneMask mask = {});
  Virtual table_part(std::uint32_t part);
  /// The quotient or remainder of 64-bit integers.
  Virtual divide_integers(Instruction::Kind kind, Virtual x, Virtual y, bool is_signed);
  Virtual load(std::uint32_t stream, Emit emit, std::size_t lane_bytes, std::size_t part = 0);
  Virtual load_block(std::uint32_t stream) { return load_bytes(stream, code_.block_elements); }  ///< A whole block.
  Virtual load_bytes(std::uint32_t stream, std::size_t bytes);
  void store(Virtual value) { act({.kind = Instruction::Kind::store}, value); }
  void decide(Virtual is_fast) { act({.kind = Instruction::Kind::decide}, is_fast); }
  void keep_words(Virtual words, std::uint32_t half) {
    act({.kind = Instruction::Kind::keep_words, .index = half}, words);
  }
  /// `lanes` of the mask: 16 or 32.
  void certain(Virtual mask, std::uint8_t lanes) {
    act({.kind = Instruction::Kind::certain, .mask_lanes = lanes}, mask);
  }

  Virtual constant(std::size_t lane_bytes, std::uint64_t bits);
  Virtual constant(Type type, double number) { return constant(plan::bytes_of(type), plan::bits_of(type, number)); }
  /// A constant: these 16 bytes, repeated.
  Virtual pattern(const std::array<std::uint8_t, 16>& bytes);
  /// A constant: these dwords, as many as a vector has.
  Virtual dwords(std::span<const std::uint32_t> all) { return constant_of(all, 4 * all.size()); }
  Virtual zero(std::size_t lane_bytes) { return constant(lane_bytes, 0); }
  Virtual all_ones(std::size_t lane_bytes) { return constant(lane_bytes, ~std::uint64_t{0}); }

  Virtual bit_and(std::size_t lane_bytes, Virtual x, Virtual y);
  Virtual bit_or(std::size_t lane_bytes, Virtual x, Virtual y);
  Virtual bit_xor(std::size_t lane_bytes, Virtual x, Virtual y);
  /// ~x & y.
  Virtual and_not(std::size_t lane_bytes, Virtual x, Virtual y);
  Virtual shift_left(std::size_t lane_bytes, Virtual x, std::uint8_t by);
  Virtual shift_right(std::size_t lane_bytes, Virtual x, std::uint8_t by);  ///< Logical: shifts zeros in.
  Virtual add(Type type, Virtual x, Virtual y);
  Virtual subtract(Type type, Virtual x, Virtual y);
  Virtual multiply(Type type, Virtual x, Virtual y);
  Virtual divide(Type type, Virtual x, Virtual y);  ///< Floats only.
  Virtual fma(Type type, Virtual x, Virtual y, Virtual z);
  Virtual negated_fma(Virtual x, Virtual y, Virtual z);  ///< z - x y, of f32.
  Virtual square_root(Type type, Virtual x);
  enum class Rounding : std::uint8_t { even = 8, down = 9, up = 10, toward_zero = 11 };
  Virtual round(Type type, Virtual x, Rounding rounding);
  /// Minimum and maximum; of floats as the processor defines them: x < y (x > y) ? x : y.
  Virtual minimum(Type type, Virtual x, Virtual y);
  Virtual maximum(Type type, Virtual x, Virtual y);
  Virtual shift_left_each(Type type, Virtual x, Virtual by);
  Virtual shift_right_each(Type type, Virtual x, Virtual by);

  LaneMask compare(Relation relation, Type type, Virtual x, Virtual y) { return compare(relation, type, x, y, false); }
  /// `is_negated`: with AVX-512 the mask of lanes where the relation does not hold; without AVX-512 it has no effect.
  LaneMask compare(Relation relation, Type type, Virtual x, Virtual y, bool is_negated);
  LaneMask is_ordered(Type type, Virtual x);  ///< Lanes that are not NaN.
  LaneMask is_not_zero(Virtual x);            ///< Lanes of 32 bits.
  LaneMask first_bytes();                     ///< The first of every four bytes. AVX-512 only.
  /// The mask of an instruction that compares x and y; false where `among`, if given, is false. AVX-512 only.
  LaneMask mask_by(Emit emit, Virtual x, Virtual y, LaneMask among = {});
  Virtual select(LaneMask mask, std::size_t lane_bytes, Virtual if_set, Virtual otherwise);
  /// A select whose `if_set` is appended between branch_unless() and label(), and skipped if no lane of the mask is
  /// true. The mask must not be negated. branch_unless() returns the result, which is `otherwise` until label().
  Virtual branch_unless(LaneMask any, std::size_t lane_bytes, Virtual otherwise);
  void label(Virtual result, LaneMask any, std::size_t lane_bytes, Virtual if_set);
  /// What is appended until label() is computed only if some of the mask's `lanes` lanes are true. AVX-512 only.
  void fall_back_if(LaneMask any, std::uint8_t lanes) {
    append({.kind = Instruction::Kind::fallback, .mask = any.number, .mask_lanes = lanes});
  }
  void label() { append({Instruction::Kind::label}); }
  /// Overwrites `to`, which the instruction may read as x.
  void change(Virtual to, Emit emit, Virtual y, Virtual z) { append({Instruction::Kind::plain, emit, to, {to, y, z}}); }
  /// Whether the last instruction made a number of these lanes, from two others and without a mask. AVX-512 only.
  [[nodiscard]] bool can_merge_last(Virtual made, std::size_t lane_bytes) const;
  Instruction take_last();
  /// The instruction in the lanes of a mask; others have `otherwise`.
  Virtual merge(Instruction instruction, LaneMask mask, Virtual otherwise);
  Virtual select_bytes(LaneMask mask, Virtual if_set, Virtual otherwise);  ///< Of 64 bytes.
  Virtual zero_unless(LaneMask mask, std::size_t lane_bytes, Virtual x);
  Virtual number_of(LaneMask mask);  ///< 1 or 0 in lanes of 32 bits.

 private:
  /// Appends an instruction without a result.
  void act(Instruction instruction, Virtual input) {
    instruction.inputs[0] = input;
    append(instruction);
  }
  Virtual make(std::size_t bytes, bool is_mask = false);
  void append(const Instruction& instruction) {
    code_.sections[static_cast<std::size_t>(section_)].push_back(instruction);
  }
  [[nodiscard]] std::size_t vector_bytes(std::size_t lane_bytes) const noexcept;
  Virtual constant_of(std::span<const std::uint32_t> dwords, std::size_t bytes);
  LaneMask mask_of(Emit emit, Virtual x, Virtual y, std::uint8_t immediate);
  LaneMask compare_integers(Relation relation, Type type, Virtual x, Virtual y);
  [[nodiscard]] bool is_zero(Virtual number) const;
  LaneMask resized(LaneMask mask, std::size_t lane_bytes);
  void blend(Virtual to, LaneMask mask, std::size_t lane_bytes, Virtual if_set, Virtual otherwise);
  Virtual multiply_wide(Virtual x, Virtual y);
  Virtual shift_right_signed(Virtual x, Virtual by);

  struct Known {
    std::uint32_t constant;
    Virtual number;
    std::size_t bytes;
  };
  VectorCode& code_;
  Section section_ = Section::invariant;
  std::size_t lanes_ = 0;  ///< 0: those of a block's elements
  std::vector<Known> known_;
  LaneMask first_bytes_;
};

}  // namespace dmlrun::jit::x64::arithmetic
