// Vector operations in single assignment, before registers are chosen.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "jit/x64/assembler.h"

namespace dmlrun::jit::x64::arithmetic {

/// How often a value changes: never during a call, from run to run of the innermost axis, or from element to element.
enum class Variance : std::uint8_t { invariant, per_run, per_element };

/// Lists of instructions that run equally often. `invariant`: once per call. `prepare`: for the fast path, once per
/// call that is large enough, or once per run if results are looked up. `per_run`: once per run. `fast`: for each block
/// on the fast path. `per_element`: for each block of elements. Registers are allocated over them in this order.
enum class Section : std::uint8_t { invariant, prepare, per_run, fast, per_element };
inline constexpr std::size_t kSections = 5;
constexpr Section section_of(Variance variance) noexcept {
  if (variance == Variance::invariant) return Section::invariant;
  return variance == Variance::per_run ? Section::per_run : Section::per_element;
}

/// A virtual register: a vector, or with AVX-512 a mask of lanes.
using Virtual = std::uint32_t;
inline constexpr Virtual kNone = ~Virtual{0};

struct VirtualKind {
  std::uint8_t bytes = 0;  ///< 16, 32 or 64
  bool is_mask = false;
};

/// The operands of an instruction when it is emitted.
struct Registers {
  Xbyak::Xmm to, x, y, z;
  Xbyak::Opmask to_k;  ///< the mask that is written
  Xbyak::Opmask k;     ///< the mask that is read
  std::uint8_t immediate = 0;
  const Xbyak::Address* memory = nullptr;  ///< where a load reads, or where the input is that stays in memory
  bool is_y_in_memory = false, is_z_in_memory = false;
  [[nodiscard]] const Xbyak::Operand& last_y() const noexcept {
    return is_y_in_memory ? static_cast<const Xbyak::Operand&>(*memory) : y;
  }
  [[nodiscard]] const Xbyak::Operand& last_z() const noexcept {
    return is_z_in_memory ? static_cast<const Xbyak::Operand&>(*memory) : z;
  }
};
using Emit = void (*)(Assembler&, const Registers&);
/// One instruction of the assembler, as an Emit.
#define DMLRUN_EMITS(...) [](Assembler& a, const Registers& r) { a.__VA_ARGS__; }

struct Instruction {
  enum class Kind : std::uint8_t {
    plain,
    apart,  ///< as plain; the result's register must differ from those of the first two inputs
    constant,
    load,        ///< loads from a stream
    store,       ///< stores the only input, whose low bytes are a block of elements of the output
    quotient,    ///< divides 64-bit integers
    remainder,   ///< divides 64-bit integers
    decide,      ///< enables the fast path if the first dword of the only input is not 0
    certain,     ///< leaves the fast path for this block unless all lanes of the only input, a mask, are true
    branch,      ///< jumps to the next `label` if no lane of the mask (without AVX-512: of the only input) is true
    fallback,    ///< likewise, around the exact computation of what a strategy may have got wrong; AVX-512 only
    label,       ///< target of a `branch` or `fallback`; no operation
    table_part,  ///< 64 bytes of the table of all bytes' results
    keep_words,  ///< while a table is made: keeps the words that become one half of each lane's bytes
  };
  Kind kind = Kind::plain;
  Emit emit = nullptr;
  Virtual to = kNone;  ///< the result; the first input, if that is changed
  std::array<Virtual, 3> inputs{kNone, kNone, kNone};
  Virtual mask = kNone;  ///< the mask that is read
  std::uint8_t immediate = 0;
  bool is_signed = false;         ///< whether divided integers are signed
  std::uint32_t index = 0;        ///< of the stream, the constant, the 64 bytes of the table, or the half that is kept
  std::uint8_t mask_lanes = 0;    ///< of `certain` and `fallback`: lanes of the mask, 32 or at most 16
  std::uint8_t part = 0;          ///< the part of the block that is loaded
  std::uint8_t number_bytes = 0;  ///< not 0: of lanes of numbers, and the last or second input may stay in memory
  bool merges = false;            ///< as `apart`, and lanes that the mask leaves out keep z
  bool is_symmetric = false;      ///< x and y may change places, but for which NaN a result is
};

/// A faster strategy for whole blocks, in runs or calls of at least min_elements elements. Blocks for which it may be
/// wrong are computed again on the general path.
struct FastPath {
  enum class Kind : std::uint8_t {
    fixed_point,        ///< prepared once per call
    float_pairs,        ///< prepared once per call; results are sums of two floats
    watched_quotients,  ///< right unless an operation raises the invalid flag
    byte_table,         ///< looks up the results of all 256 bytes, which are computed first, for each run
    nibble_table,       ///< likewise, as sums of two numbers, by the byte's halves
  };
  Kind kind;
  std::uint32_t min_elements = 0;
  std::size_t block_elements = 0;  ///< of a block that is not looked up: those of the general path, or twice as many
  [[nodiscard]] bool looks_up() const noexcept { return kind == Kind::byte_table || kind == Kind::nibble_table; }
};

/// Dwords stored after the code; one or two are broadcast to all lanes.
using Constant = std::vector<std::uint32_t>;

struct VectorCode {
  std::size_t block_elements = 0;     ///< elements that are computed at once, in `parts` vectors
  std::size_t parts = 1;              ///< vectors of numbers per block, computed one after the other
  bool has_avx512 = false;            ///< AVX-512: 32 registers, masks
  bool has_reciprocals = false;       ///< quotients use a reciprocal, and division where that may be inexact
  std::size_t narrow_lane_bytes = 0;  ///< bytes of all lanes, 1 or 2; 0: lanes are as wide as types
  std::vector<VirtualKind> virtuals;
  std::array<std::vector<Instruction>, kSections> sections;
  std::optional<FastPath> fast;
  std::vector<Constant> constants;
  [[nodiscard]] bool has(FastPath::Kind kind) const noexcept { return fast && fast->kind == kind; }
};

}  // namespace dmlrun::jit::x64::arithmetic
