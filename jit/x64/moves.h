// Emits moves of contiguous bytes: of a length known now, or at run time.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "jit/x64/assembler.h"
#include "jit/x64/isa.h"
#include "jit/x64/mover_layout.h"
#include "jit/x64/strategy_notes.h"
#include "jit/x64/tuning.h"

namespace dmlrun::jit::x64 {

/// An address: a register and bytes beyond it.
struct Place {
  Xbyak::Reg64 from;
  std::int64_t offset = 0;
};

/// Registers by role. Moves change rax, rcx and r8 to r11 and vectors 0 to 7, and read the others; those of a run-time
/// length keep rcx, r8 and r9.
class Moves {
 public:
  /// Adds to the layout's tables what shuffles need.
  Moves(Assembler& code, MoverLayout& layout, Isa isa, const Tuning& tuning);

  /// A known number of bytes >= 1, a multiple of the element's size where the word is about elements.
  void copy(Place to, Place from, std::uint64_t bytes);
  void fill(Place to, std::uint64_t bytes) { store(to, bytes, kPattern); }
  void splat(Place to, Place from, std::uint64_t bytes);
  /// `from` is the first element that is read, the highest.
  void reverse(Place to, Place from, std::uint64_t bytes);
  /// `period` bytes, `times` over, one behind the other. Precondition: times > 2 and 1 < period <= kMostRepeated.
  void repeat(Place to, Place from, std::uint64_t period, std::uint64_t times);
  /// `count` elements; steps in bytes, any.
  void elements(Place to, std::int64_t to_step, Place from, std::int64_t from_step, std::uint64_t count);
  void fill_elements(Place to, std::int64_t to_step, std::uint64_t count);

  /// One element from each of `rows` rows, an even number: from r9 to r8. Precondition: rows * step fits 31 bits.
  void column(std::uint64_t rows, std::int64_t to_step, std::int64_t from_step);

  /// How many rows and columns transpose() moves; none where there are not enough registers.
  struct Transposed {
    std::uint64_t rows, columns;
  };
  [[nodiscard]] Transposed transposed() const;
  /// So many columns, `from_step` bytes apart from r9 on, each of so many elements side by side, to as many rows, `to_step`
  /// bytes apart from r8 on. Changes vectors 0 to 8, or 16 to 31 and 0. Precondition: steps times columns and rows fit 31 bits.
  void transpose(std::int64_t to_step, std::int64_t from_step);

  /// rcx bytes >= 1, at most `most`, to r8, from r9. Not past either end.
  void copy_any(std::uint64_t most);
  void fill_any() { store_any(kPattern); }
  void splat_any();
  void reverse_any();
  /// rcx elements to r8, from r9, r11 bytes from one to the next.
  void elements_any(std::int64_t to_step);
  void fill_elements_any(std::int64_t to_step);
  /// Continues the first `period` bytes at r9 for rdx bytes >= 1 behind them. Changes rdx and rbp's neighbour r15.
  void replicate_any(std::uint64_t period);

  /// `period` bytes from r9, `times` over to r8 and behind. Precondition: can_spread(). Changes rdx.
  void spread(std::uint64_t period, std::uint64_t times);
  [[nodiscard]] bool can_spread(std::uint64_t period) const;
  /// How spread() does it where it does not bypass the caches, in words.
  [[nodiscard]] std::string spread_text(std::uint64_t period, std::uint64_t times) const;

  /// Whether rows may go past the caches, and to `otherwise` in runs that write too little for that.
  [[nodiscard]] bool rows_may_bypass() const;
  void unless_rows_bypass(Xbyak::Label& otherwise);
  [[nodiscard]] std::uint64_t longest_copy() const;
  /// Lines are asked for so many bytes before they are written; 0: they are not.
  [[nodiscard]] std::uint32_t ahead() const;
  /// For the lines of so many bytes that far behind `to`.
  void ask_ahead(const Xbyak::RegExp& to, std::uint64_t bytes);

  void load_pattern();  ///< what fill needs, once
  void note_bypassed() { has_bypassed_ = true; }  ///< some code writes past the caches: finish() waits for that
  void finish();                                  ///< behind all moves, once
  void describe(StrategyNotes& notes, const Tuning& tuning) const;

  /// The register becomes the place; may change rax.
  void point(const Xbyak::Reg64& at, Place place);
  void add(const Xbyak::Reg64& to, std::int64_t value, const Xbyak::Reg64& scratch);
  void multiply(const Xbyak::Reg64& to, std::int64_t value, const Xbyak::Reg64& scratch);

  static constexpr int kPattern = 15;
  static constexpr std::uint64_t kMostRepeated = 256;

 private:
  [[nodiscard]] Xbyak::Xmm vector(std::uint32_t width, int number) const;
  [[nodiscard]] std::uint32_t widest(std::uint64_t bytes) const;
  void load(std::uint32_t width, int number, const Xbyak::Address& from);
  void save(std::uint32_t width, int number, const Xbyak::Address& to);
  void save_part(std::uint32_t width, int number, const Xbyak::Address& to);
  void reversed(std::uint32_t width, int number);
  void save_reversed(std::uint32_t width, int number, const Xbyak::Address& to);
  void broadcast(int number, const Xbyak::Address& from);
  void store(Place to, std::uint64_t bytes, int number);
  void store_any(int number);
  void align_output();
  void repeat_lane(Place to, Place from, std::uint64_t period, std::uint64_t bytes);
  void spread_once(std::uint64_t period, std::uint64_t streams);
  void repeat_bypassing(Place to, Place from, std::uint64_t period, std::uint64_t times, Xbyak::Label& done);
  [[nodiscard]] bool stays_near(std::uint64_t period) const;
  [[nodiscard]] std::uint64_t spread_streams(std::uint64_t period, std::uint64_t times) const;
  [[nodiscard]] std::uint32_t spread_part(std::uint64_t period) const;
  void spread_in_parts(std::uint64_t period, std::uint64_t times, std::uint32_t bytes);
  void spread_pages(std::uint64_t period, std::uint64_t streams);
  void spread_bypassing(std::uint64_t period, std::uint64_t streams);
  void load_lane(Place from, std::uint64_t period);
  void copy_long(std::uint64_t most, Xbyak::Label& done);
  void copy_bypassing(Xbyak::Label& done);
  void copy_pages();
  void copy_vectors();
  void copy_by_string(Xbyak::Label& done);
  void copy_descending(Xbyak::Label& done);
  void fill_bypassing(int number, Xbyak::Label& done);
  void begin_aligned();
  void unless_behind(std::uint32_t window, Xbyak::Label* not_behind, Xbyak::Label* behind);
  void describe_long(StrategyNotes& notes) const;
  [[nodiscard]] bool may_bypass(std::uint64_t from) const;
  void unless_bypassing(std::uint64_t from, Xbyak::Label& otherwise);
  [[nodiscard]] Place settled(Place place, std::uint64_t span, const Xbyak::Reg64& scratch);
  [[nodiscard]] static Xbyak::RegExp at(Place place, std::int64_t beyond);

  Assembler& code_;
  MoverLayout& layout_;
  const std::uint32_t size_;   ///< of an element
  const std::uint32_t width_;  ///< of the widest move
  const bool has_wide_;        ///< 64-byte registers
  const Isa isa_;
  const Tuning& tuning_;
  bool has_bypassed_ = false;
};

}  // namespace dmlrun::jit::x64
