// Pieces of elements: loops of blocks, with what is left over.
#pragma once

#include <string_view>
#include <vector>

#include "jit/x64/elementwise_context.h"
#include "jit/x64/elementwise_vectors.h"
#include "jit/x64/elementwise_walk.h"

namespace dmlrun::jit::x64 {

class Pieces {
 public:
  Pieces(Context& context, Vectors& vectors, Walk& walk);

  /// Before the walk begins; rdi are the arguments. Clobbers rax.
  void begin();
  /// The piece that the walk stands at. Goes on behind.
  void emit();
  /// Whether elements pass through the frame somewhere: where they do not lie side by side, and, without masks, where
  /// they are fewer than a block.
  [[nodiscard]] bool needs_staging() const;
  void describe(StrategyNotes& notes) const;

 private:
  void direct(Xbyak::Label& finished);
  void mask_rest(Xbyak::Label& finished);
  void by_table(Xbyak::Label& finished);
  void look_up_all(int form, Xbyak::Label& finished);
  [[nodiscard]] bool loads_ahead() const;
  [[nodiscard]] std::string_view why_not_bypassing() const;
  void bypassing(Xbyak::Label& careful, Xbyak::Label& rest);
  void fixed_point(Xbyak::Label& exact, Xbyak::Label& rest);
  void loop(bool is_bounded);
  void last_block(Xbyak::Label& again);
  void staged();
  void gather(int stream);
  void scatter();
  void fill();
  void set_steps(bool are_side_by_side);
  void copy_byte_or_dword(bool is_dword, const Xbyak::Address& to, const Xbyak::Address& from);

  Context& c_;
  Assembler& a_;
  Vectors& vectors_;
  Walk& walk_;
  PeriodicStreams periodic_;
  std::int32_t whole_ = 0;  ///< frame place of the run's elements, where they decide whether caches are bypassed
  std::int32_t least_for_table_ =
      0;                    ///< frame place of the elements from which on a piece is looked up, where one may be
  std::int32_t doubt_ =
      0;  ///< frame place of elements that the blocks in doubt so far cost, less those that were computed
  std::vector<std::int32_t> steps_, addresses_;  ///< frame places per moving stream, then of the output
};

}  // namespace dmlrun::jit::x64
