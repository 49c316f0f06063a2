// Emits the vectors of a shuffle plan.
// Defined in shuffle_emitter.cpp; shuffles in 16-byte lanes are in shuffle_emitter_lanes.cpp.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "jit/x64/assembler.h"
#include "jit/x64/copy/copy_primitives.h"
#include "jit/x64/copy/shuffle_plan.h"

namespace dmlrun::jit::x64 {

/// How the vectors of a plan use registers and prefetches.
struct ShuffleSettings {
  bool has_avx512 = false;
  bool keeps_shuffles = false;  ///< whether those that are used most stay in registers during a loop
  std::size_t batch = 1;        ///< vectors that are made before the first of them is stored, at most 8
  /// Prefetch distances in bytes, 0: none: of lines that ordinary stores write, and of lines that are read for
  /// non-temporal stores.
  std::uint32_t prefetch_written = 0, prefetch_read = 0;
};

/// Changes mask registers 1 to 7 and all vector registers but 15, kPattern, which holds the fill. A batch of vectors is
/// made in 0 to 7, with 8 to 11 for parts of them. AVX2: shuffles are kept in 12 to 14. AVX-512: loads that vectors
/// share are in 12 to 14, and shuffles are kept from 16 on; unless in lanes, 28 to 31 are for those that are not kept.
class ShuffleEmitter {
 public:
  /// `pointers`: where each stream's first row begins. Adds shuffles to the tables. The plan outlives this.
  ShuffleEmitter(Assembler& code, const CopyLayout& layout, Tables& tables, const ShufflePlan& plan,
                 const std::vector<Xbyak::Reg64>& pointers, const ShuffleSettings& settings);
  /// Loads what the vectors need, once before a loop around them.
  void load_shuffles();
  enum class StoreMode {
    ascending,
    descending,
    non_temporal,  ///< ascending, by non-temporal stores: rdi and all vectors' offsets are multiples of a vector
  };
  /// A label in ascending code: a jump to it stores this batch of vectors and those after it.
  struct Entry {
    std::size_t batch = 0;
    Xbyak::Label at{};
  };
  /// Stores all vectors to rdi.
  void emit(StoreMode mode = StoreMode::ascending, Entry* entry = nullptr);

 private:
  /// The indices of a shuffle, a mask of units in the first bytes, or fill.
  using Constant = std::array<std::byte, OutputVector::kMaxBytes>;
  /// How often a constant is used, and where it is.
  struct Storage {
    int uses = 0;
    int kept = 0;                       ///< the register that holds it during a loop; 0: none does
    std::optional<std::uint64_t> at{};  ///< its offset in the tables, if it is loaded from there
  };
  static constexpr int kPattern = CopyPrimitives::kPattern;
  static constexpr int kFreeMask = 7;  ///< for masks that no register keeps; the last of the mask registers
  static constexpr std::size_t kMaskBytes = 8;
  static constexpr int kOther = 8, kShared = 12, kKeptAvx2 = 12, kKept = 16, kIndex = 28, kRegisters = 32;
  static_assert(static_cast<std::size_t>(kIndex - kKept) == kKeptShuffles);
  static constexpr int kTurns = 4;  ///< registers from kOther and kIndex on that the vectors of a batch use alternately

  [[nodiscard]] std::vector<Constant> shuffles_of(const OutputVector& vector) const;
  [[nodiscard]] std::vector<Constant> shuffles_in_lanes(const OutputVector& vector) const;
  template <class Use>
  void with(const Constant& shuffle, Use use);
  [[nodiscard]] Xbyak::Xmm vector(int number) const;
  [[nodiscard]] Xbyak::Address address(const VectorLoad& load) const;
  [[nodiscard]] Xbyak::Address at(const Storage& table);
  static void keep(std::map<Constant, Storage>& tables, int first, std::size_t count);
  [[nodiscard]] std::vector<Constant> masks_of(const OutputVector& vector) const;
  [[nodiscard]] bool is_masked(const OutputVector& vector) const;
  [[nodiscard]] Xbyak::Opmask mask(const Constant& units);
  void load_vector(int number, const VectorLoad& load);
  void load_lanes(const Xbyak::Ymm& to, const VectorLoad& load);
  [[nodiscard]] int shuffle(const Constant& bytes, int free);
  void prefetch(std::size_t first, std::size_t end, StoreMode mode);
  void batch(std::size_t first, std::size_t end, bool is_non_temporal);
  void make(const OutputVector& of, int number);
  [[nodiscard]] std::size_t unit() const;
  void permute(const Xbyak::Xmm& to, const Xbyak::Xmm& index, const Xbyak::Operand& from);
  /// Permutes `to` and another vector.
  void permute_two(const Xbyak::Xmm& to, const Xbyak::Xmm& index, const Xbyak::Operand& other);
  [[nodiscard]] std::optional<Xbyak::Xmm> shared(const VectorLoad& load) const;
  void share(std::size_t v, std::size_t end);
  void make_wide(const OutputVector& of, int number);
  [[nodiscard]] static bool has_lanes_of(const OutputVector& of, const OutputVector& other);
  [[nodiscard]] int lane_source(int number, const VectorLoad& load);
  void make_lanes(const OutputVector& of, int number);

  Assembler& code_;
  const CopyLayout& layout_;
  Tables& tables_;
  const ShufflePlan& plan_;
  const std::vector<Xbyak::Reg64> pointers_;
  const ShuffleSettings settings_;
  std::map<Constant, Storage> shuffles_, masks_;
  std::array<VectorLoad, 3> shared_{};
  std::optional<std::pair<VectorLoad, int>> lanes_held_;  ///< what each lane of a register has
  int lanes_free_ = 0;                                    ///< the register for the next
};

}  // namespace dmlrun::jit::x64
