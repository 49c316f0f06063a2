// Primitives of copies: loads and stores of one register, and moves of contiguous bytes or strided elements, of a
// length known when code is generated or in a register.
#pragma once

#include <cstdint>

#include "jit/x64/assembler.h"
#include "jit/x64/copy/store_policy.h"

namespace dmlrun::jit::x64 {

/// A load waits for an earlier store whose address is equal modulo this.
inline constexpr std::uint32_t kPageBytes = 4096;

/// An address: a register and bytes after it.
struct MemRef {
  Xbyak::Reg64 from;
  std::int64_t offset = 0;
};

/// Loads one element of 1, 2, 4 or 8 bytes into every lane of a register.
void load_broadcast(Assembler& code, const Xbyak::Xmm& to, std::int64_t bytes, const Xbyak::Address& from);

/// Emits the primitives. They clobber rax, rcx, r8 to r11 and vectors 0 to 7, and only read other registers. Those that
/// take rcx bytes preserve rcx, r8 and r9; those that take rcx elements one by one do not.
class CopyPrimitives {
 public:
  CopyPrimitives(Assembler& code, const CopyLayout& layout, const StorePolicy& policy);

  // copy_primitives.cpp: addresses and registers
  void add(const Xbyak::Reg64& to, std::int64_t value, const Xbyak::Reg64& scratch);
  void multiply(const Xbyak::Reg64& to, std::int64_t value, const Xbyak::Reg64& scratch);
  /// Loads the address into the register. May clobber rax.
  void point(const Xbyak::Reg64& at, MemRef ref);
  /// An equal address with a smaller offset, so that instructions can address `span` bytes in both directions.
  [[nodiscard]] MemRef near_ref(MemRef ref, std::uint64_t span, const Xbyak::Reg64& scratch);
  [[nodiscard]] static Xbyak::RegExp at(MemRef ref, std::int64_t beyond);
  [[nodiscard]] Xbyak::Xmm vector(std::uint32_t width, int number) const;
  /// The width of the widest register of at most `bytes` bytes. Below 16 bytes it is a general register, number 0 or 1.
  [[nodiscard]] std::uint32_t widest(std::uint64_t bytes) const;
  void load(std::uint32_t width, int number, const Xbyak::Address& from);
  void store(std::uint32_t width, int number, const Xbyak::Address& to);
  /// Stores the first `width` bytes of a vector register.
  void store_part(std::uint32_t width, int number, const Xbyak::Address& to);
  void load_pattern();  ///< loads the fill pattern, once per kernel

  // `bytes` is known when code is generated: at least 1, and a multiple of the element's size if elements matter.
  void copy(MemRef to, MemRef from, std::uint64_t bytes);
  void fill(MemRef to, std::uint64_t bytes) { store_repeated(to, bytes, kPattern); }
  void broadcast(MemRef to, MemRef from, std::uint64_t bytes);
  /// Copies elements in reverse order. `from` is the first element that is read, at the highest address.
  void reverse(MemRef to, MemRef from, std::uint64_t bytes);
  /// Copies `count` elements. Steps are in bytes and may have any value.
  void elements(MemRef to, std::int64_t to_step, MemRef from, std::int64_t from_step, std::uint64_t count);
  void fill_elements(MemRef to, std::int64_t to_step, std::uint64_t count);

  // copy_any_length.cpp: rcx bytes, or elements one by one, at least 1, from r9 to r8. No other byte is accessed.
  /// Copies rcx bytes. There is code for the ways of long_copy(longest); 0: for none of them.
  void copy_any(std::uint64_t longest);
  void fill_any() { store_any(kPattern); }
  void broadcast_any();
  void reverse_any();
  /// Copies rcx elements. r11: bytes from an input element to the next.
  void elements_any(std::int64_t to_step);
  void fill_elements_any(std::int64_t to_step);

  // copy_long.cpp: as StorePolicy decides
  /// Prefetches the lines of output that lie StorePolicy::prefetch_written bytes after `to`.
  void prefetch_written(const Xbyak::RegExp& to, std::uint64_t bytes);
  /// Jumps to `otherwise` in executions that write fewer than `from` bytes, a threshold of StorePolicy that is not 0.
  void unless_non_temporal(std::uint64_t from, Xbyak::Label& otherwise);
  /// Copies, with non-temporal stores, as many groups of four pages as fit between rax and `end`: one line of each page
  /// in turn, because four streams use more memory bandwidth than one. Each line is written to all `streams`, `period`
  /// bytes apart. Clobbers r10.
  void four_pages(const Xbyak::Reg64& end, std::uint64_t streams, std::uint64_t period, bool prefetches);
  void note_non_temporal() { has_non_temporal_ = true; }  ///< makes finish() wait for non-temporal stores
  void finish();                                          ///< after all moves, once

  [[nodiscard]] const StorePolicy& policy() const { return policy_; }
  [[nodiscard]] std::uint32_t element_bytes() const { return size_; }

  static constexpr int kPattern = 15;  ///< the vector register that load_pattern() loads
  static constexpr int kUnroll = 4;    ///< vectors per iteration of a loop

 private:
  void reversed(std::uint32_t width, int number);
  void store_reversed(std::uint32_t width, int number, const Xbyak::Address& to);
  void store_repeated(MemRef to, std::uint64_t bytes, int number);
  void store_any(int number);
  template <class Load, class Store>
  void any_length(const Load& load, const Store& store, bool aligns);
  void copy_vectors();
  void align_output();
  void begin_aligned();
  void copy_non_temporal(std::uint64_t from, Xbyak::Label& done);
  void copy_by_string(std::uint64_t from, Xbyak::Label& done);
  void copy_descending(std::uint32_t distance, Xbyak::Label& done);
  void fill_non_temporal(int number, Xbyak::Label& done);
  void test_alias_4k(std::uint32_t distance, Xbyak::Label* not_aliased, Xbyak::Label* aliased);

  Assembler& code_;
  const CopyLayout& layout_;
  const StorePolicy& policy_;
  const std::uint32_t size_;   ///< bytes of an element
  const std::uint32_t width_;  ///< bytes of the widest move
  bool has_non_temporal_ = false;
};

}  // namespace dmlrun::jit::x64
