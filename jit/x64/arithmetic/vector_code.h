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

/// When instructions run: what never changes; what the fast way needs besides; what changes from run to run; a block by
/// the fast way; a block of elements. In the order of their registers' lives.
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
  Xbyak::Opmask k;      ///< the mask that it writes, else that it reads
  Xbyak::Opmask among;  ///< the mask that it reads
  std::uint8_t immediate = 0;
  const Xbyak::Address* memory = nullptr;  ///< where a load reads
};
using Emit = void (*)(Assembler&, const Registers&);
/// One instruction of the assembler, as an Emit.
#define DMLRUN_EMITS(...) [](Assembler& a, const Registers& r) { a.__VA_ARGS__; }

struct Instruction {
  enum class Kind : std::uint8_t {
    plain,
    apart,  ///< plain, of which the result's register is neither the first input's nor the second's
    constant,
    load,        ///< of a stream
    store,       ///< of the only input, whose low bytes are lanes elements of the output
    quotient,    ///< of 64-bit integers
    remainder,   ///< of 64-bit integers
    decide,      ///< whether the fast way is taken: the first dword of the only input is not 0
    certain,     ///< leaves the fast way's block undone unless all lanes of the only input, a mask of so many, are true
    skip,        ///< to the next land, where no lane of the mask, or without AVX-512 of the only input, is true
    land,        ///< changes nothing
    table_part,  ///< 64 bytes of the results of all bytes, from this number times 64 on
    keep_words,  ///< of a table that is made: the words that become bytes, the first or the second half of each lane
  };
  Kind kind = Kind::plain;
  Emit emit = nullptr;
  Virtual to = kNone;  ///< its first input, where it changes that
  std::array<Virtual, 3> inputs{kNone, kNone, kNone};
  Virtual mask = kNone;  ///< that is read
  std::uint8_t immediate = 0;
  bool is_signed = false;    ///< of integers that are divided
  std::uint32_t number = 0;  ///< of the stream or constant, or a part of a table
  std::uint8_t part = 0;     ///< of the block, that is loaded
};

/// Another way to make whole blocks, in runs or calls of so many elements or more.
struct FastWay {
  std::uint32_t min_elements = 0;
  /// The results of all 256 bytes are computed first, for each run; else it is prepared once, and where it is not
  /// certain of a block, that is made as others are.
  bool looks_up = false;
  bool by_nibbles = false;  ///< where they are looked up as sums of two numbers, by the byte's halves
};

/// Dwords behind the code; one or two are broadcast to all lanes.
using Constant = std::vector<std::uint32_t>;

struct VectorCode {
  std::size_t lanes = 0;              ///< elements of a block
  std::size_t parts = 1;              ///< vectors of numbers that a block is computed in, one after the other
  bool is_wide = false;               ///< AVX-512: 32 registers, masks
  bool has_reciprocals = false;       ///< rounded quotients are products with one, and divided where that may be off
  std::size_t narrow_lane_bytes = 0;  ///< 1 or 2 where all lanes have these bytes; 0 where types say it
  std::vector<VirtualKind> virtuals;
  std::array<std::vector<Instruction>, kSections> sections;
  std::optional<FastWay> fast;
  std::vector<Constant> constants;
};

}  // namespace dmlrun::jit::x64::arithmetic
