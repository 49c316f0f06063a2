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

/// When instructions run: once per call; once per call, for the fast way; once per run; for each block by the fast way;
/// for each block of elements. In the order in which registers are live.
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
  Xbyak::Opmask k;      ///< the mask that is written, or else the mask that is read
  Xbyak::Opmask among;  ///< the mask that is read, if `k` is written
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
    store,       ///< stores the only input, whose low bytes are `lanes` elements of the output
    quotient,    ///< divides 64-bit integers
    remainder,   ///< divides 64-bit integers
    decide,      ///< takes the fast way if the first dword of the only input is not 0
    certain,     ///< drops the fast way's block unless all `number` lanes of the only input, a mask, are true
    branch,      ///< jumps to the next `label` if no lane of the mask (without AVX-512: of the only input) is true;
                 ///< `number` is 0, or lanes of the mask: 16 where a strategy's results are made again, 32 of words
    label,       ///< target of a `branch`; no operation
    table_part,  ///< 64 bytes of the table of all bytes' results, from 64 * number on
    keep_words,  ///< while a table is made: keeps the words that become the first or second half of each lane's bytes
  };
  Kind kind = Kind::plain;
  Emit emit = nullptr;
  Virtual to = kNone;  ///< the result; the first input, if that is changed
  std::array<Virtual, 3> inputs{kNone, kNone, kNone};
  Virtual mask = kNone;  ///< the mask that is read
  std::uint8_t immediate = 0;
  bool is_signed = false;         ///< whether divided integers are signed
  std::uint32_t number = 0;       ///< number of a stream, a constant, or a table's part
  std::uint8_t part = 0;          ///< the part of the block that is loaded
  std::uint8_t number_bytes = 0;  ///< not 0: of lanes of numbers, and the last or second input may stay in memory
  bool merges = false;            ///< as `apart`, and lanes that the mask leaves out keep z
  bool is_symmetric = false;      ///< x and y may change places, but for which NaN a result is
};

/// A faster strategy for whole blocks, in runs or calls of at least min_elements elements.
struct FastWay {
  std::uint32_t min_elements = 0;
  /// true: the results of all 256 bytes are computed first, for each run, then looked up. false: the fast way is
  /// prepared once per call; blocks that it is not certain of are computed in the general way.
  bool looks_up = false;
  bool by_nibbles = false;     ///< whether results are looked up as sums of two numbers, by the byte's halves
  bool in_pairs = false;       ///< whether results are sums of two floats
  bool until_invalid = false;  ///< whether blocks are right unless an operation in them raises the invalid flag
  std::size_t lanes = 0;  ///< elements of a block that is not looked up: those of the general way, or twice as many
};

/// Dwords stored after the code; one or two are broadcast to all lanes.
using Constant = std::vector<std::uint32_t>;

struct VectorCode {
  std::size_t lanes = 0;              ///< elements of a block
  std::size_t parts = 1;              ///< vectors of numbers per block, computed one after the other
  bool has_avx512 = false;            ///< AVX-512: 32 registers, masks
  bool has_reciprocals = false;       ///< quotients use a reciprocal, and division where that may be inexact
  std::size_t narrow_lane_bytes = 0;  ///< bytes of all lanes, 1 or 2; 0: lanes are as wide as types
  std::vector<VirtualKind> virtuals;
  std::array<std::vector<Instruction>, kSections> sections;
  std::optional<FastWay> fast;
  std::vector<Constant> constants;
};

}  // namespace dmlrun::jit::x64::arithmetic
