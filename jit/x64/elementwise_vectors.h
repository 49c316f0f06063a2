// The arithmetic of the element-wise kernels: one block of elements at a time, in vector registers.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <vector>

#include "jit/x64/elementwise_context.h"
#include "jit/x64/elementwise_sums.h"
#include "jit/x64/strategy_notes.h"

namespace dmlrun::jit::x64 {

/// Where a block finds its streams and puts its results.
enum class Where {
  direct,   ///< at the piece's pointers, rcx elements on
  scratch,  ///< in the frame, for elements that do not lie side by side
  table,    ///< the stream is the bytes at r10, rcx on; the results go to the table in the frame
};

class Vectors {
 public:
  explicit Vectors(Context& context);

  void describe(StrategyNotes& notes) const;
  /// Once at the kernel's beginning: constants into registers, uniforms of level kernel. `inputs`: the array of inputs.
  /// rdi: the kernel's arguments. Clobbers rax, rcx and r8 to r11.
  void begin_kernel(const Xbyak::Reg64& inputs);
  /// At the beginning of a piece that computes: uniforms of level piece. Clobbers rax and r15.
  void begin_piece();
  /// One block. `is_masked`: only the elements that k1 names are read and written. `is_bounded`: what is rounded is
  /// known to be below 2^30 in magnitude. Clobbers rax.
  void block(Where where, bool is_masked, bool is_bounded);
  /// Blocks from now on are written past the caches, to multiples of a vector, or are not. Packed ones only.
  void set_bypassing(bool is_on) noexcept { bypasses_ = is_on; }
  [[nodiscard]] bool bypasses() const noexcept { return bypasses_; }
  /// Whether one stream of bytes is all that changes in a piece, so that a table may hold its 256 results.
  [[nodiscard]] bool can_use_table() const { return why_not_table().empty(); }
  /// Elements from which on it pays: making it takes as long as computing 300 of them, and without permutes of bytes as long
  /// as 500 to 800; with vectors of 64 bytes, which compute faster, it pays later than with those of 32.
  [[nodiscard]] std::uint32_t least_for_table() const noexcept { return c_.has_byte_tables ? 512 : c_.is_wide ? 1024 : 640; }
  /// Makes that table, in vector registers, rcx being 0. It has one of so many forms, and each has code of its own that begins
  /// with begin_look_up(). Clobbers rax, rcx, r9, r10.
  void make_table();
  [[nodiscard]] int table_forms() const noexcept { return c_.has_byte_tables ? 1 : NibbleSums::kForms; }
  /// Where the code of a form begins; to `declined` where the table does not hold all results. Clobbers rax and rcx.
  void begin_look_up(int form, Xbyak::Label& declined);
  /// A block out of the table, in place of block(Where::direct, is_masked, ...).
  void look_up(int form, bool is_masked);
  /// Asks for what the streams' blocks will be some way behind the one at rcx, and for the output there, unless that goes past
  /// the caches; nothing is read, so that it may lie anywhere.
  void load_ahead();
  /// Whether blocks with is_bounded are of use; then a byte in the frame that is 1 where the uniforms prove that they are
  /// right, from begin_piece() on.
  [[nodiscard]] std::optional<std::int32_t> bounded_place() const noexcept { return bounded_place_; }
  /// Whether there are blocks in fixed point; then a byte in the frame that is 1 where the uniforms prove which of their
  /// results are right, from begin_kernel() on. It may be set to 0.
  [[nodiscard]] std::optional<std::int32_t> fixed_point_place() const noexcept { return fixed_point_.place; }
  /// Before fixed_point_block(), and again after block().
  void load_fixed_point();
  /// In place of block(Where::direct, false, true); to `doubtful`, with nothing written, where a result may be another. Clobbers rax.
  void fixed_point_block(Xbyak::Label& doubtful);
  /// Whether only a call whose bounded_place() is 0 depends on the caller's floating-point control. Such a call leaves
  /// begin_kernel() for unbounded() and must come back to decided(), with that byte and the control set.
  [[nodiscard]] bool is_quiet() const noexcept { return is_quiet_; }
  [[nodiscard]] Xbyak::Label& unbounded() noexcept { return unbounded_; }
  [[nodiscard]] Xbyak::Label& decided() noexcept { return decided_; }

  /// The register that holds a stream's address during a piece; streams beyond those have a place in the frame.
  [[nodiscard]] std::optional<Xbyak::Reg64> pointer(int stream) const;
  [[nodiscard]] std::int32_t pointer_place(int stream) const { return pointers_[static_cast<std::size_t>(stream)]; }
  /// Frame places for a block of a moving stream's elements, and of the output's.
  [[nodiscard]] std::int32_t scratch(int stream) const { return scratch_[static_cast<std::size_t>(stream)]; }
  [[nodiscard]] std::int32_t output_scratch() const { return scratch_.back(); }

 private:
  enum class Fixed { magic, flip, order0, order1, order2, order3 };
  struct Home {
    int reg = -1;          ///< a vector register
    std::int32_t place = -1;  ///< or a place in the frame; with neither, a constant
  };

  [[nodiscard]] std::string_view why_not_table() const;
  [[nodiscard]] std::string_view why_not_reciprocal() const;
  [[nodiscard]] std::string_view why_not_quiet() const;
  [[nodiscard]] std::string_view why_not_fixed_point() const;
  void assign_registers(bool has_reciprocal);
  int registers_for(int chains) const;
  int place(int place, int chain) const { return place * chains_ + chain % chains_; }
  int result(int chain) const { return chains_ == groups_ ? chain : results_ + chain; }
  Xbyak::Xmm temporary(int number) const { return c_.vector(temporaries_ + number); }

  bool is_constant(const Uniform& uniform) const;
  float constant_value(const Uniform& uniform) const;
  Level level(const Uniform& uniform) const;
  void make_uniforms(Level level);
  void make_uniform(const Uniform& uniform, const Home& home);
  void make_reciprocal();
  void evaluate(int node, int place);
  bool is_byte_form(const Uniform& uniform) const;
  void load_address(const Node& load);
  void load_byte(const Node& load);
  void load_number(const Node& load, const Xbyak::Xmm& to);

  template <class Use>
  void with_uniform(int uniform, Use use);
  template <class Use>
  void with_fixed(Fixed fixed, Use use);
  Xbyak::Address fixed_address(Fixed fixed);
  std::vector<std::uint32_t> order(int chain) const;

  Xbyak::Label& every_byte();
  std::size_t count_kept() const;
  Xbyak::Address kept_value(int chain) { return a_.ptr[a_.rsp + a_.rcx * 4 + (kept_values_ + chain * c_.vector_bytes())]; }
  void keep_values();
  Xbyak::Address stream_address(int stream, Where where);
  void load_magic(const Instruction& instruction, int first, Where where, bool is_masked);
  void spread(const Instruction& load, int first);
  void load_number(const Instruction& instruction, Where where, bool is_masked);
  void instruction(const Instruction& instruction, int first, Where where, bool is_masked, bool is_bounded);
  void operate(const Instruction& instruction, int chain);
  void operation(const Node& node, const Xbyak::Xmm& to, const Xbyak::Xmm& x, const Xbyak::Operand& y);
  void choose(const Node& node, const Xbyak::Xmm& to, const Xbyak::Xmm& x, const Xbyak::Operand& y);
  void convert(bool is_bounded);
  void add_words(const Xbyak::Xmm& to);
  void pack_bytes(const Xbyak::Xmm& to, const Xbyak::Xmm& low, const Xbyak::Xmm& high);
  void store_packed(Where where, bool is_masked);
  void store_linear(Where where, bool is_masked);
  Xbyak::Address output_address(Where where);

  bool has_bound(int node) const;
  Level bound_level() const;
  void bound(int node, int place);
  void decide_bounded();
  void decide_for_all();
  /// Products with scales, which are nodes, and integers that a sum is made of.
  struct Terms {
    std::vector<int> scales;
    std::size_t integers = 0;
  };
  bool add_terms(int node, Terms& terms) const;
  void decide_quietly();
  /// After an instruction of vector registers only.
  void quietly() {
    if (is_quiet_) a_.make_quiet();
  }
  /// What fixed point is made of: two streams, each a byte less a zero point, times a scale; and where it is kept.
  struct FixedPoint {
    struct Term {
      int stream = 0, zero = 0, scale = 0;  ///< zero and scale are uniforms
    };
    std::array<Term, 2> terms;
    int scale = 0;                      ///< the uniform that the sum is divided by
    std::optional<std::int32_t> place;  ///< fixed_point_place()
    int first = 0;                      ///< of kFixedPointRegisters registers, or of some of kWordConstants
    std::int32_t constants = 0;         ///< frame place of the others
  };
  enum FixedPointRegister { kUpperWeights, kLowerWeights, kBeginning, kFractionBits, kClear, kFixedPointRegisters };
  /// Those that are of most use in registers first.
  enum WordConstant {
    kLowWeights, kMiddleWeights, kTopWeights, kFine, kCoarse, kRounding, kLowerFactor, kUpperFactor, kLastDoubt, kWordConstants
  };
  static constexpr int kTemporaries = 3;
  static constexpr int kWordRegisters = 11;                                         ///< least that are free for blocks of words
  static constexpr std::uint32_t kLeastScale = 0x0c000000, kMostScale = 0x5d800000;  ///< 2^-103, 2^60
  [[nodiscard]] std::optional<FixedPoint> match_fixed_point() const;
  [[nodiscard]] std::optional<FixedPoint::Term> match_term(int node) const;
  [[nodiscard]] bool lies_side_by_side() const;
  Xbyak::Zmm fixed_point(FixedPointRegister which) const { return Xbyak::Zmm(fixed_point_.first + which); }
  Xbyak::Address word_constant(WordConstant which);
  Xbyak::Xmm word_register(int which) const;
  int words_in_registers() const noexcept;
  template <class Use>
  void with_word_constant(WordConstant which, Use use);
  /// Registers from 0 on that hold nothing between blocks.
  int free_registers() const noexcept { return temporaries_ + kTemporaries; }
  void load_uniform(const Xbyak::Xmm& to, int uniform);
  void load_uniform(const Xbyak::Reg32& to, int uniform);
  void begin_fixed_point();
  void begin_dwords(const Xbyak::Xmm& error, Xbyak::Label& skip);
  void begin_words(const Xbyak::Xmm& error, Xbyak::Label& skip);
  void fixed_point_zero(const FixedPoint::Term& term, const Xbyak::Reg32& to, const Xbyak::Xmm& most, Xbyak::Label& skip);
  void fixed_point_added(const Xbyak::Reg32& to);
  void compute_dwords(Xbyak::Label& doubtful);
  void compute_words(Xbyak::Label& doubtful);
  int number_of(int node) const;
  bool uses_reciprocal() const noexcept { return reciprocal_.reg >= 0 || reciprocal_.place >= 0; }
  template <class Use>
  void with_home(const Home& home, Use use);
  void divide_by_reciprocal(const Instruction& instruction, int first);

  Context& c_;
  Assembler& a_;
  const Program& p_;
  int groups_;          ///< vectors of a block
  int chains_ = 1;      ///< how many of them are computed together
  int results_ = 0;     ///< registers of results, where not all are computed together
  int temporaries_ = 0;
  std::vector<Home> homes_;
  std::array<int, 6> fixed_{-1, -1, -1, -1, -1, -1};
  std::vector<std::int32_t> pointers_;
  std::vector<std::int32_t> scratch_;
  std::int32_t inputs_ = 0;     ///< frame place of the array of inputs
  std::optional<Xbyak::Reg64> inputs_register_;  ///< which holds it, too, at the kernel's beginning
  std::int32_t table_ = 0;      ///< frame place of the table while it is made
  /// Of the code for the 256 bytes, so many instructions depend on nothing that changes from piece to piece: their values are
  /// kept at this place.
  std::size_t kept_ = 0;
  std::int32_t kept_values_ = 0;
  NibbleSums sums_;             ///< which the table is, without permutes of bytes
  std::array<Xbyak::Label, NibbleSums::kForms> forms_;
  int depth_ = 1;
  Home reciprocal_, remainder_; ///< of one by the divisor, and of what rounding took from it, where quotients are made of them
  std::optional<std::int32_t> bounded_place_;
  bool is_quiet_ = false, bypasses_ = false;
  FixedPoint fixed_point_;
  int next_register_ = 0;  ///< from here on vector registers are free
  Xbyak::Label unbounded_, decided_;
};

template <class Use>
void Vectors::with_home(const Home& home, Use use) {
  if (home.reg >= 0) use(c_.vector(home.reg));
  else use(c_.at(home.place));
}

template <class Use>
void Vectors::with_uniform(int uniform, Use use) {
  const Home& home = homes_[static_cast<std::size_t>(uniform)];
  if (home.reg >= 0 || home.place >= 0) return with_home(home, use);
  const float value = constant_value(p_.uniforms[static_cast<std::size_t>(uniform)]);
  use(c_.vector_of({std::bit_cast<std::uint32_t>(value)}));
}

}  // namespace dmlrun::jit::x64
