// RunEmitter: blocks of large outputs that are written by non-temporal stores.
#include "jit/x64/arithmetic/run_emitter.h"

namespace dmlrun::jit::x64::arithmetic {

/// Elements that a run needs: up to a store's worth before the first aligned store, and one iteration after it.
std::uint64_t RunEmitter::min_for_rounds() const { return 2ULL * fast_elements() * unrolled_; }

/// "" where outputs may be large enough for non-temporal stores.
std::string_view RunEmitter::why_not_non_temporal() const {
  const std::uint64_t least = e_.tuning.non_temporal_result_bytes();
  if (!e_.vectors.has_avx512) return "it needs avx512";
  if (least == 0) return "the tuning never does";
  if (nest_.longest_run() < min_for_rounds()) return "runs are too short";
  if (!rows_.is_empty()) return "an operand repeats a row";
  if (is_long_) return "computing takes longer than storing";
  if (e_.vectors.fast && e_.vectors.fast->looks_up()) return "results are looked up";
  if (block_elements() * e_.output_bytes() < 16) return "stores are too short";
  if (plan::element_count(e_.plan) * static_cast<std::uint64_t>(e_.output_bytes()) < least)
    return "elements are too few";
  return {};
}

/// In executions that write enough: elements before the output's next multiple of a store, then whole iterations, then
/// to `rest`.
void RunEmitter::non_temporal(Xbyak::Label& rest) {
  Xbyak::Label cached, aligned, slow, again, written;
  const auto bytes = static_cast<int>(e_.output_bytes()), store = fast_elements() * bytes;
  a_.cmp(e_.quad(whole_),
         static_cast<std::uint32_t>(e_.tuning.non_temporal_result_bytes() / static_cast<unsigned>(bytes)));
  a_.jb(cached, kNear);
  a_.cmp(a_.rdx, static_cast<std::uint32_t>(min_for_rounds()));
  a_.jb(cached, kNear);
  a_.test(a_.edi, static_cast<std::uint32_t>(bytes - 1));
  a_.jnz(cached, kNear);
  a_.mov(a_.eax, a_.edi);
  a_.neg(a_.eax);
  a_.and_(a_.eax, static_cast<std::uint32_t>(store - 1));
  a_.jz(aligned, kNear);
  for (int size = bytes; size > 1; size /= 2) a_.shr(a_.eax, 1);
  a_.mov(e_.quad(steps_.back()), a_.rax);
  mask_elements();
  BlockAccess access;
  access.is_masked = true;
  for (int offset = 0; offset < fast_elements(); offset += block_elements()) {
    if (offset > 0) a_.kshiftrq(a_.k1, a_.k1, static_cast<std::uint8_t>(block_elements()));
    access.offset = static_cast<std::size_t>(offset);
    blocks_.section(Section::per_element, access);
  }
  a_.mov(a_.rcx, e_.quad(steps_.back()));
  a_.L(aligned);
  BlockAccess stores;
  stores.is_non_temporal = true;
  if (e_.vectors.fast) fast_blocks(stores, slow);
  a_.L(slow);
  a_.lea(a_.rsi, a_.ptr[a_.rdx - block_elements() * unrolled_]);
  a_.cmp(a_.rcx, a_.rsi);
  a_.jg(written, kNear);
  a_.align(32);
  a_.L(again);
  for (int i = 0; i < unrolled_; ++i) {
    stores.offset = static_cast<std::size_t>(i * block_elements());
    prefetch(stores);
    blocks_.section(Section::per_element, stores);
  }
  a_.add(a_.rcx, block_elements() * unrolled_);
  a_.cmp(a_.rcx, a_.rsi);
  a_.jle(again, kNear);
  a_.L(written);
  a_.jmp(rest, kNear);
  a_.L(cached);
}

}  // namespace dmlrun::jit::x64::arithmetic
