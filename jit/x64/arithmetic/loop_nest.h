// The loops around runs of elements: they find the next run of the innermost axis and its operands' addresses.
// loop_nest.cpp emits the loops; loop_nest_tables.cpp has what is known of axes, and tables of runs.
#pragma once

#include <functional>
#include <vector>

#include "jit/x64/arithmetic/emission.h"
#include "jit/x64/strategy_notes.h"

namespace dmlrun::jit::x64::arithmetic {

/// Emits the loops. A run here is a part of one run of the innermost axis: consecutive coordinates. An axis with a
/// single run has a counter; other axes have a table of their runs after the code.
class LoopNest {
 public:
  explicit LoopNest(Emission& emission);

  /// Emits the code from the kernel's arguments (rdi) to the first run; jumps to `done` if there are no elements.
  /// `compute_invariants` emits what is computed once per call; that code may read the arguments at rdi and the inputs'
  /// addresses at rsi, and must change no register but rax and rbx. Code continues after this point.
  void begin(Xbyak::Label& done, const std::function<void()>& compute_invariants);
  /// Binds the label where runs start. There the streams' pointers are set, rdi is the output's address, rdx the number
  /// of elements (at least 1), and r14 the run's entry of the table, if there is a table.
  void begin_run();
  /// Emits the jump from the end of a run to the next run, or to `done`. The run need not preserve registers.
  void next_run(Xbyak::Label& done);
  void emit_tables();
  void explain(StrategyNotes& notes) const;

  /// Whether there is only one run, because the output has one axis of one run. Then the frame is not used.
  [[nodiscard]] bool is_one_run() const noexcept { return levels_.size() == 1 && levels_[0].is_single; }
  /// Elements of the longest run.
  [[nodiscard]] std::uint64_t longest_run() const noexcept;
  /// Whether runs may be fills. A run is one if the quadword at frame offset fill_place() is not 0.
  [[nodiscard]] bool has_fills() const noexcept { return has_fills_; }
  [[nodiscard]] std::int32_t fill_place() const noexcept { return levels_.back().fill; }
  /// Whether a run's elements are contiguous: always, never, or if kContiguous is set in the entry at r14.
  enum class Contiguity : std::uint8_t { always, never, by_entry };
  [[nodiscard]] Contiguity contiguity() const noexcept { return contiguity_; }
  static constexpr std::uint64_t kFill = 1, kLastOfBody = 2, kLast = 4, kContiguous = 8;
  static constexpr int kFlags = 8;  ///< offset of an entry's flags, after its count
  /// Loads the distance of a stream's elements in the current run, in bytes, into rax. Reads r14.
  void load_step(std::size_t stream) const;
  /// The distance of a stream's elements in contiguous runs, in bytes.
  [[nodiscard]] std::int64_t contiguous_step(std::size_t stream) const;
  /// The distance of a run's output elements, in bytes.
  [[nodiscard]] std::int64_t output_step() const { return e_.output_stride(levels_.size() - 1); }

 private:
  /// After an entry's flags, for each stream: the run's begin and its step, in bytes.
  static constexpr int kStreams = 16, kPerStream = 16;

  struct Level {
    bool is_single = false;       ///< whether it has one run, and therefore no table
    plan::Run run;                ///< the only run, if is_single
    std::vector<plan::Run> runs;  ///< otherwise the runs of head, body and tail
    std::uint64_t head = 0, body = 0, repeat = 0, extent = 0, inner = 1;
    std::size_t first_body = 0, last_body = 0;
    Xbyak::Label table, body_entry;
    std::int32_t left = 0, entry = 0, repeats = 0, output = 0, fill = 0, coordinate = 0;
    std::vector<std::int32_t> addresses;  ///< per stream, at this axis' current coordinate and 0 of inner axes
  };

  void make_level(std::size_t a);
  void find_contiguity();
  [[nodiscard]] bool is_contiguous(const plan::Run& run) const;
  [[nodiscard]] bool is_innermost(std::size_t a) const { return a + 1 == levels_.size(); }
  [[nodiscard]] std::int32_t above(std::size_t a, std::size_t stream) const;
  [[nodiscard]] int entry_bytes() const;
  void load_base(std::size_t stream, const Xbyak::Reg64& to);

  void begin_one_run(Xbyak::Label& done, const std::function<void()>& compute_invariants);
  void decode_coordinates();
  void seek(std::size_t a);
  void find_entry(Level& level);
  void rewind(std::size_t a);
  void advance(std::size_t a, Xbyak::Label& exhausted);
  void next_entry(Level& level, Xbyak::Label& exhausted);
  void enter_entry(std::size_t a);
  void set_fill(std::size_t a);
  void set_address(std::size_t a, std::size_t stream, const Xbyak::Reg64& value);
  void emit_table(std::size_t a);

  Emission& e_;
  Assembler& a_;
  std::vector<Level> levels_;
  std::vector<std::int32_t> bases_;
  std::int32_t remaining_ = 0, count_ = 0;
  bool has_fills_ = false;
  Contiguity contiguity_ = Contiguity::always;
  Xbyak::Label run_;
};

}  // namespace dmlrun::jit::x64::arithmetic
