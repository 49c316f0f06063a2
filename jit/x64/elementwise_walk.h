// The way through an output's elements: which run of the innermost axis comes next, and where its operands lie.
#pragma once

#include <vector>

#include "jit/x64/elementwise_context.h"
#include "jit/x64/elementwise_vectors.h"
#include "jit/x64/strategy_notes.h"

namespace dmlrun::jit::x64 {

/// Emits the code around pieces. A piece is a part of one run of the innermost axis: consecutive coordinates. Axes of a
/// single run are counted; others go through a table of their runs behind the code.
class Walk {
 public:
  Walk(Context& context, Vectors& vectors);

  /// From the kernel's arguments (rdi) to the first piece; jumps to `done` when there are no elements. Goes on behind.
  void begin(Xbyak::Label& done);
  /// Binds the place where pieces start. There the streams' pointers are set, rdi is where the output goes, rdx is the
  /// number of elements, at least 1, and r14 is the run's row of the table, if there is one.
  void begin_piece();
  /// After a piece: to the next one, or to `done`. Needs no register to be kept.
  void next_piece(Xbyak::Label& done);
  void emit_tables();
  void describe(StrategyNotes& notes) const;

  /// Whether there is only one piece: the output has one axis, of one run. Nothing is kept in the frame then.
  [[nodiscard]] bool is_one_piece() const noexcept { return levels_.size() == 1 && levels_[0].is_single; }
  /// Whether pieces may be fills; then they are where the quadword at fill_place() is not 0.
  [[nodiscard]] bool has_fills() const noexcept { return has_fills_; }
  [[nodiscard]] std::int32_t fill_place() const noexcept { return levels_.back().fill; }
  /// Whether, in a piece, elements lie side by side: always, never, or where the flag in the row at r14 is set.
  enum class SideBySide { always, never, by_row };
  [[nodiscard]] SideBySide side_by_side() const noexcept { return side_by_side_; }
  static constexpr std::uint64_t kFill = 1, kLastOfBody = 2, kLast = 4, kSideBySide = 8;
  static constexpr int kFlags = 8;  ///< offset of a row's flags
  /// Puts the distance of a stream's elements in a piece, in bytes, into rax. Uses r14.
  void load_step(int stream);
  /// The distance of a piece's elements in the output, in bytes.
  [[nodiscard]] std::int64_t output_step() const { return output_stride(levels_.size() - 1); }

 private:
  struct Level {
    bool is_single = false;           ///< one run: nothing of it is in a table
    plan::Run run;                    ///< that run
    std::vector<plan::Run> runs;      ///< head, body and tail otherwise
    std::uint64_t head = 0, body = 0, repeat = 0, extent = 0, inner = 1;
    std::size_t first_body = 0, last_body = 0;
    Xbyak::Label table, body_row;
    std::int32_t left = 0, row = 0, repeats = 0, output = 0, fill = 0, coordinate = 0;
    std::vector<std::int32_t> addresses;  ///< per stream, at the present coordinate of this axis and 0 of those below
  };

  void make_level(std::size_t a);
  void make_side_by_side();
  bool lies_side_by_side(const plan::Run& run) const;
  bool is_innermost(std::size_t a) const { return a + 1 == levels_.size(); }
  std::int64_t stride(std::size_t a, int stream) const;
  std::int64_t output_stride(std::size_t a) const;
  std::int32_t above(std::size_t a, int stream) const;

  void begin_one_piece(Xbyak::Label& done);
  void decode_coordinates();
  void seek(std::size_t a);
  void find_row(Level& level);
  void rewind(std::size_t a);
  void advance(std::size_t a, Xbyak::Label& exhausted);
  void next_row(Level& level, Xbyak::Label& exhausted);
  void enter_row(std::size_t a);
  void set_fill(std::size_t a);
  void set_address(std::size_t a, int stream, const Xbyak::Reg64& value);
  void emit_table(std::size_t a);

  Context& c_;
  Assembler& a_;
  Vectors& vectors_;
  std::vector<Level> levels_;
  std::vector<std::int32_t> bases_;
  std::int32_t remaining_ = 0, count_ = 0;
  bool has_fills_ = false;
  SideBySide side_by_side_ = SideBySide::always;
  Xbyak::Label piece_;
};

}  // namespace dmlrun::jit::x64
