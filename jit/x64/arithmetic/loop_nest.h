// The loops around runs of elements: they find the next run of the innermost axis, and the addresses of its operands.
#pragma once

#include <functional>
#include <vector>

#include "jit/x64/arithmetic/emission.h"
#include "jit/x64/strategy_notes.h"

namespace dmlrun::jit::x64::arithmetic {

/// A run here is a part of one run of the innermost axis: consecutive coordinates. Axes of a single run are counted;
/// others go through a table of their runs behind the code.
class LoopNest {
 public:
  LoopNest(Emission& emission, bool is_fill_only);

  /// From the kernel's arguments (rdi) to the first run; jumps to `done` when there are no elements.
  /// `compute_invariants` emits what is computed once; it may read the inputs' addresses at rsi and must change no
  /// register but rax. Code continues after this.
  void begin(Xbyak::Label& done, const std::function<void()>& compute_invariants);
  /// Binds the label where runs start. There the streams' pointers are set, rdi is the output address, rdx the number
  /// of elements, at least 1, and r14 the run's row of the table, if there is one.
  void begin_run();
  /// After a run: goes to the next one, or to `done`. No register need be preserved.
  void next_run(Xbyak::Label& done);
  void emit_tables();
  void explain(StrategyNotes& notes) const;

  /// Whether there is only one run: the output has one axis, of one run. Nothing is kept in the frame then.
  [[nodiscard]] bool is_one_run() const noexcept { return levels_.size() == 1 && levels_[0].is_single; }
  /// Elements of the longest run.
  [[nodiscard]] std::uint64_t longest_run() const noexcept;
  /// Whether runs may be fills; then they are where the quadword at fill_place() is not 0.
  [[nodiscard]] bool has_fills() const noexcept { return has_fills_; }
  [[nodiscard]] std::int32_t fill_place() const noexcept { return levels_.back().fill; }
  /// Whether a run's elements are contiguous: always, never, or where the flag in the row at r14 is set.
  enum class Contiguity : std::uint8_t { always, never, by_row };
  [[nodiscard]] Contiguity contiguity() const noexcept { return contiguity_; }
  static constexpr std::uint64_t kFill = 1, kLastOfBody = 2, kLast = 4, kContiguous = 8;
  static constexpr int kFlags = 8;  ///< offset of a row's flags, behind its count
  /// Puts the distance of a stream's elements in a run into rax. Uses r14.
  void load_step(std::size_t stream) const;
  /// The same of contiguous runs.
  [[nodiscard]] std::int64_t contiguous_step(std::size_t stream) const;
  /// The distance of a run's elements in the output, in bytes.
  [[nodiscard]] std::int64_t output_step() const { return e_.output_stride(levels_.size() - 1); }

 private:
  /// Behind a row's flags, per stream, where the run begins and its step, in bytes.
  static constexpr int kStreams = 16, kPerStream = 16;

  struct Level {
    bool is_single = false;       ///< one run: nothing of it is in a table
    plan::Run run;                ///< that run
    std::vector<plan::Run> runs;  ///< head, body and tail otherwise
    std::uint64_t head = 0, body = 0, repeat = 0, extent = 0, inner = 1;
    std::size_t first_body = 0, last_body = 0;
    Xbyak::Label table, body_row;
    std::int32_t left = 0, row = 0, repeats = 0, output = 0, fill = 0, coordinate = 0;
    std::vector<std::int32_t> addresses;  ///< per stream, at the present coordinate of this axis and 0 of those below
  };

  void make_level(std::size_t a);
  void find_contiguity();
  [[nodiscard]] bool is_contiguous(const plan::Run& run) const;
  [[nodiscard]] bool is_innermost(std::size_t a) const { return a + 1 == levels_.size(); }
  [[nodiscard]] std::int32_t above(std::size_t a, std::size_t stream) const;
  [[nodiscard]] int row_bytes() const;
  void load_base(std::size_t stream, const Xbyak::Reg64& to);

  void begin_one_run(Xbyak::Label& done, const std::function<void()>& compute_invariants);
  void decode_coordinates();
  void seek(std::size_t a);
  void find_row(Level& level);
  void rewind(std::size_t a);
  void advance(std::size_t a, Xbyak::Label& exhausted);
  void next_row(Level& level, Xbyak::Label& exhausted);
  void enter_row(std::size_t a);
  void set_fill(std::size_t a);
  void set_address(std::size_t a, std::size_t stream, const Xbyak::Reg64& value);
  void emit_table(std::size_t a);

  Emission& e_;
  Assembler& a_;
  const bool is_fill_only_;
  std::vector<Level> levels_;
  std::vector<std::int32_t> bases_;
  std::int32_t remaining_ = 0, count_ = 0;
  bool has_fills_ = false;
  Contiguity contiguity_ = Contiguity::always;
  Xbyak::Label run_;
};

}  // namespace dmlrun::jit::x64::arithmetic
