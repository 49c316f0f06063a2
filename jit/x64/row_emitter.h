// Emits the vectors of a row program.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "jit/x64/assembler.h"
#include "jit/x64/mover_layout.h"
#include "jit/x64/row_program.h"

namespace dmlrun::jit::x64 {

/// Registers that keep shuffles during a loop, those that are used most: so many, from this one on.
struct KeptShuffles {
  int first = 0;
  std::size_t most = 0;
};

/// Changes vectors 0 to 14 and 16 to 31, of which AVX2 has the first 16, and mask registers 1 to 7; register kPattern holds
/// the fill.
class RowEmitter {
 public:
  /// How many bytes before, lines are asked for; 0: they are not.
  struct Ahead {
    std::uint32_t written = 0;  ///< that are written through the caches
    std::uint32_t read = 0;     ///< that are read for what is written past the caches
  };
  /// `pointers`: where each stream's first row begins. `batch`: of vectors that are made before the first of them
  /// is stored, at most 8. Adds shuffles to the layout's tables.
  RowEmitter(Assembler& code, MoverLayout& layout, const RowProgram& program, ShuffleForm form,
             const std::vector<Xbyak::Reg64>& pointers, KeptShuffles kept, std::size_t batch, Ahead ahead);
  /// What the vectors need, once before a loop around them.
  void load_shuffles();
  enum class Way {
    ascending,
    descending,
    bypassing,  ///< ascending and past the caches: rdi and all vectors' places are multiples of a vector
  };
  /// All vectors, to rdi.
  void emit(Way way = Way::ascending);

  static constexpr int kPattern = 15;

 private:
  /// Indices, or a mask of units in the first bytes.
  using Shuffle = std::array<std::byte, RowVector::kMostBytes>;
  struct Table {
    int uses = 0;
    int kept = 0;          ///< the register that holds it during a loop; 0: none does
    std::uint64_t at = 0;  ///< where it lies; 0: nowhere, nothing needs it
  };
  static constexpr int kFreeMask = 7;  ///< for masks that no register keeps; the last of the mask registers
  static constexpr std::size_t kMaskBytes = 8;
  static constexpr int kShared = 12;  ///< the first of the registers that hold what vectors share
  static constexpr int kIndex = 28, kOther = 8, kTurns = 4;  ///< registers that the vectors of a batch use in turn

  [[nodiscard]] std::vector<Shuffle> shuffles_of(const RowVector& vector) const;
  [[nodiscard]] std::vector<Shuffle> shuffles_in_lanes(const RowVector& vector) const;
  template <class Use>
  void with(const Shuffle& shuffle, Use use);
  [[nodiscard]] Xbyak::Xmm vector(int number) const;
  [[nodiscard]] Xbyak::Address place(const Window& window) const;
  [[nodiscard]] Xbyak::Address at(const Table& table);
  static void keep(std::map<Shuffle, Table>& tables, KeptShuffles kept);
  [[nodiscard]] std::vector<Shuffle> masks_of(const RowVector& vector) const;
  [[nodiscard]] bool is_masked(const RowVector& vector) const;
  [[nodiscard]] Xbyak::Opmask mask(const Shuffle& units);
  void load(int number, const Window& window);
  void load_lanes(const Xbyak::Ymm& to, const Window& window);
  [[nodiscard]] int shuffle(const Shuffle& bytes, int free);
  void ask_ahead(std::size_t first, std::size_t end, Way way);
  void batch(std::size_t first, std::size_t end, bool bypasses);
  void make(const RowVector& of, int number);
  [[nodiscard]] std::size_t unit() const;
  void permute(const Xbyak::Xmm& to, const Xbyak::Xmm& index, const Xbyak::Operand& from);
  /// Of `to` and of another vector.
  void permute_two(const Xbyak::Xmm& to, const Xbyak::Xmm& index, const Xbyak::Operand& other);
  [[nodiscard]] std::optional<Xbyak::Xmm> shared(const Window& window) const;
  void share(std::size_t v, std::size_t end);
  void make_wide(const RowVector& of, int number);
  [[nodiscard]] static bool has_lanes_of(const RowVector& of, const RowVector& other);
  [[nodiscard]] int lane_source(int number, const Window& window);
  void make_lanes(const RowVector& of, int number);
  void make_spread(const RowVector& of, int number);

  Assembler& code_;
  MoverLayout& layout_;
  const RowProgram& program_;
  const ShuffleForm form_;
  const std::vector<Xbyak::Reg64> pointers_;
  const std::size_t batch_;
  const Ahead ahead_;
  std::map<Shuffle, Table> shuffles_, masks_;
  std::array<Window, 3> shared_{};
  std::optional<std::pair<Window, int>> lanes_held_;  ///< what each lane of a register has
  int lanes_free_ = 0;  ///< the register for the next
};

}  // namespace dmlrun::jit::x64
