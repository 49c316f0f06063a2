#include "jit/x64/arithmetic/run_emitter.h"

#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

/// The most operations of one iteration that has several blocks, and the most such blocks.
constexpr std::size_t kRoundOperations = 48;
constexpr int kMaxUnrolled = 4;
/// From this many operations on, a block is emitted only once, which limits the code.
constexpr std::size_t kLongBlock = 120;

}  // namespace

RunEmitter::RunEmitter(Emission& emission, const LoopNest& nest, BlockEmitter& blocks)
    : e_(emission), a_(emission.code), nest_(nest), blocks_(blocks), rows_(emission) {
  const std::size_t operations = e_.vectors.sections[static_cast<std::size_t>(Section::per_element)].size();
  is_long_ = operations >= kLongBlock;
  while (!is_long_ && rows_.is_empty() && unrolled_ < kMaxUnrolled &&
         operations * static_cast<std::size_t>(unrolled_) * 2 <= kRoundOperations)
    unrolled_ *= 2;
  steps_.reserve(e_.moving + 1);
  addresses_.reserve(e_.moving + 1);
  for (std::size_t s = 0; s <= e_.moving; ++s) {
    steps_.push_back(e_.frame.add(8));
    addresses_.push_back(e_.frame.add(8));
  }
  if (why_not_non_temporal().empty()) whole_ = e_.frame.add(8);
  if (e_.vectors.fast) doubt_ = e_.frame.add(8);
  if (e_.vectors.has(FastPath::Kind::watched_quotients)) chunk_ = e_.frame.add(8), flags_ = e_.frame.add(4, 4);
  if (e_.vectors.has(FastPath::Kind::nibble_table)) nibble_table_.emplace(e_, blocks_.table(), blocks_.words());
  const std::uint64_t least = e_.tuning.prefetch_elements;
  const std::uint64_t elements = plan::element_count(e_.plan);
  prefetches_read_ = least > 0 && elements >= least;
  prefetches_written_ = least > 0 && elements * static_cast<std::uint64_t>(e_.output_bytes()) >= kMinPrefetchWritten;
}

void RunEmitter::begin() {
  if (!why_not_non_temporal().empty()) return;
  a_.mov(a_.rax, a_.ptr[a_.rdi + kWholeOffset]);
  a_.mov(e_.quad(whole_), a_.rax);
}

void RunEmitter::end() {
  if (why_not_non_temporal().empty()) a_.sfence();
}

/// Without masks, or where not every run is contiguous, a long block is emitted for the frame only.
bool RunEmitter::may_be_direct() const {
  if (nest_.contiguity() == LoopNest::Contiguity::never) return false;
  return !is_long_ || (e_.vectors.has_avx512 && nest_.contiguity() == LoopNest::Contiguity::always);
}

/// Whether masked code alone does all runs: whole blocks are none, or one per call.
bool RunEmitter::is_within_block() const {
  const std::uint64_t longest = nest_.longest_run() + (nest_.is_one_run() ? 0 : 1);
  return e_.vectors.has_avx512 && longest <= static_cast<std::uint64_t>(block_elements());
}

bool RunEmitter::needs_staging() const {
  return !e_.vectors.has_avx512 || nest_.contiguity() != LoopNest::Contiguity::always;
}

void RunEmitter::emit() {
  Xbyak::Label finished, apart, compute, rest;
  if (nest_.has_fills()) {
    a_.cmp(e_.quad(nest_.fill_place()), 0);
    a_.je(compute, kNear);
    fill();
    a_.jmp(finished, kNear);
    a_.L(compute);
  }
  rows_.begin();
  blocks_.section(Section::per_run);
  const bool is_by_entry = nest_.contiguity() == LoopNest::Contiguity::by_entry;
  if (needs_staging()) set_steps(nest_.contiguity() == LoopNest::Contiguity::always);
  if (may_be_direct()) {
    if (is_by_entry) {
      a_.test(a_.dword[a_.r14 + LoopNest::kFlags], static_cast<std::uint32_t>(LoopNest::kContiguous));
      a_.jz(apart, kNear);
      if (!e_.vectors.has_avx512) set_steps(true);
    }
    direct(rest);
    if (needs_staging()) a_.jmp(finished, kNear);
  }
  if (needs_staging()) {
    a_.L(apart);
    a_.xor_(a_.ecx, a_.ecx);
    a_.L(rest);
    staged();
  } else {
    a_.L(rest);
  }
  a_.L(finished);
}

/// rdx contiguous elements; without masks last_block() does those after the whole blocks, or leaves them to `rest`, rcx
/// elements into the run.
void RunEmitter::direct(Xbyak::Label& rest) {
  Xbyak::Label few, round, block;
  a_.xor_(a_.ecx, a_.ecx);
  if (e_.vectors.has(FastPath::Kind::nibble_table)) by_nibble_table();
  if (e_.vectors.has(FastPath::Kind::byte_table)) by_byte_table(rest);
  if (is_long_ || is_within_block()) return masked_blocks();
  if (why_not_non_temporal().empty()) non_temporal(few);
  // Where a fast block is two blocks, no operand repeats a row: fast_blocks() advances those by one block.
  if (e_.vectors.fast && !e_.vectors.fast->looks_up()) fast_blocks({}, few);
  if (unrolled_ > 1) whole_blocks(unrolled_, round);
  a_.L(few);
  whole_blocks(1, block);
  e_.vectors.has_avx512 ? masked_blocks() : last_block(block, rest);
}

/// Without masks: once more to `block`, for the block that ends with the run and overlaps the one before, or to `rest`,
/// where elements are too few or would be read after they were written. Kernels take an input at the output's address,
/// though the library copies what overlaps.
void RunEmitter::last_block(Xbyak::Label& block, Xbyak::Label& rest) {
  Xbyak::Label done;
  a_.cmp(a_.rcx, a_.rdx);
  a_.je(done, kNear);
  a_.cmp(a_.rdx, block_elements());
  a_.jb(rest, kNear);
  for (std::size_t s = 0; s < e_.moving; ++s) {
    if (e_.is_index(s)) continue;
    a_.cmp(e_.loaded_pointer(s, a_.rax), a_.rdi);
    a_.je(rest, kNear);
  }
  rows_.go_back();
  a_.lea(a_.rcx, a_.ptr[a_.rdx - block_elements()]);
  a_.mov(a_.rsi, a_.rcx);
  a_.jmp(block, kNear);
  a_.L(done);
}

/// Blocks from element rcx on, a fixed number per iteration, as many iterations as fit.
void RunEmitter::whole_blocks(int blocks, Xbyak::Label& again) {
  Xbyak::Label none;
  a_.lea(a_.rsi, a_.ptr[a_.rdx - block_elements() * blocks]);
  a_.cmp(a_.rcx, a_.rsi);
  a_.jg(none, kNear);
  a_.align(32);
  a_.L(again);
  for (int i = 0; i < blocks; ++i) {
    BlockAccess access;
    access.offset = static_cast<std::size_t>(i * block_elements());
    prefetch(access);
    blocks_.section(Section::per_element, access);
  }
  rows_.advance();
  a_.add(a_.rcx, block_elements() * blocks);
  a_.cmp(a_.rcx, a_.rsi);
  a_.jle(again, kNear);
  a_.L(none);
}

/// Prefetches what later iterations load, each line of each stream once: hardware prefetches distant memory too late.
/// Those of an only stream beside non-temporal stores stay out of the first-level cache, whose fill buffers those need:
/// 512 MB of a long function take 0.90 of the time, 64 MB of a maximum 0.85; two streams would take 1.05.
void RunEmitter::prefetch(const BlockAccess& access) {
  constexpr int kAhead = 2048;  // bytes
  const auto for_each_line = [&](std::int64_t element, auto visit) {
    const int offset = static_cast<int>(access.offset), bytes = static_cast<int>(element);
    const int first = (offset * bytes + kLineBytes - 1) / kLineBytes * kLineBytes;
    for (int line = first; line < (offset + block_elements()) * bytes; line += kLineBytes) visit(bytes, line);
  };
  const auto is_read = [&](std::size_t s) { return e_.pointer(s) && !e_.is_index(s) && !e_.is_repeated(s); };
  std::size_t read = 0;
  for (std::size_t s = 0; s < e_.moving; ++s) read += is_read(s);
  const bool is_near = !access.is_non_temporal || read > 1;
  for (std::size_t s = 0; prefetches_read_ && s < e_.moving; ++s)
    if (is_read(s))
      for_each_line(e_.element_bytes(s), [&](int bytes, int line) {
        const Xbyak::Address at = a_.ptr[*e_.pointer(s) + a_.rcx * bytes + line + kAhead];
        is_near ? a_.prefetcht0(at) : a_.prefetcht1(at);
      });
  const auto ahead = static_cast<int>(kPrefetchWritten);
  if (prefetches_written_ && !access.is_non_temporal)
    for_each_line(e_.output_bytes(),
                  [&](int bytes, int line) { a_.prefetchw(a_.ptr[a_.rdi + a_.rcx * bytes + line + ahead]); });
}

/// k1 has as many elements as rax says. Clobbers rax, rsi.
void RunEmitter::mask_elements() {
  a_.mov(a_.rsi, -1);
  a_.bzhi(a_.rax, a_.rsi, a_.rax);
  a_.kmovq(a_.k1, a_.rax);
}

/// Elements rcx to before rdx, if there are any: less than a block, or long blocks, which are emitted once.
void RunEmitter::masked_blocks() {
  Xbyak::Label again, few, done;
  a_.cmp(a_.rcx, a_.rdx);
  a_.jae(done, kNear);
  a_.L(again);
  a_.mov(a_.rax, a_.rdx);
  a_.sub(a_.rax, a_.rcx);
  if (is_long_) {
    a_.cmp(a_.rax, block_elements());
    a_.jb(few);
    a_.mov(a_.eax, block_elements());
    a_.L(few);
  }
  mask_elements();
  BlockAccess access;
  access.is_masked = true;
  blocks_.section(Section::per_element, access);
  if (is_long_) {
    rows_.advance();
    a_.add(a_.rcx, block_elements());
    a_.cmp(a_.rcx, a_.rdx);
    a_.jb(again, kNear);
  }
  a_.L(done);
}

void RunEmitter::set_steps(bool are_contiguous) {
  for (std::size_t s = 0; s < e_.moving; ++s) {
    if (are_contiguous) a_.mov(a_.rax, nest_.contiguous_step(s));
    else nest_.load_step(s);
    a_.mov(e_.quad(steps_[s]), a_.rax);
  }
  a_.mov(a_.rax, are_contiguous ? e_.output_bytes() : nest_.output_step());
  a_.mov(e_.quad(steps_.back()), a_.rax);
}

/// Elements rcx to before rdx at the distances in steps_, a block at a time through the frame. Clobbers rax, rbx,
/// rcx, rdx, rsi, r15.
void RunEmitter::staged() {
  Xbyak::Label again;
  const auto first = [&](const Xbyak::Reg64& base, std::size_t s) {
    a_.mov(a_.rbx, e_.quad(steps_[s]));
    a_.imul(a_.rbx, a_.rcx);
    if (s < e_.moving && e_.is_repeated(s)) a_.xor_(a_.ebx, a_.ebx);
    a_.add(a_.rbx, base);
    a_.mov(e_.quad(addresses_[s]), a_.rbx);
  };
  for (std::size_t s = 0; s < e_.moving; ++s) first(e_.loaded_pointer(s, a_.rax), s);
  first(a_.rdi, e_.moving);
  a_.mov(a_.rsi, a_.rdx);
  a_.sub(a_.rsi, a_.rcx);
  a_.L(again);
  a_.mov(a_.edx, block_elements());
  a_.cmp(a_.rsi, a_.rdx);
  a_.cmovb(a_.rdx, a_.rsi);
  for (std::size_t s = 0; s < e_.moving; ++s) gather(s);
  BlockAccess access;
  access.is_direct = false;
  blocks_.section(Section::per_element, access);
  scatter();
  // Repeated rows alone have something to advance, and else at most one block of them is staged.
  if (is_long_) {
    rows_.advance();
    for (std::size_t s = 0; s < e_.moving; ++s)
      if (e_.is_repeated(s)) a_.mov(e_.quad(addresses_[s]), *e_.pointer(s));
  }
  a_.sub(a_.rsi, a_.rdx);
  a_.jnz(again, kNear);
}

void RunEmitter::copy_element(std::int64_t bytes, const Xbyak::RegExp& to, const Xbyak::RegExp& from) {
  switch (bytes) {
    case 1: a_.movzx(a_.r15d, a_.byte[from]); return a_.mov(a_.byte[to], a_.r15b);
    case 2: a_.movzx(a_.r15d, a_.word[from]); return a_.mov(a_.word[to], a_.r15w);
    case 4: a_.mov(a_.r15d, a_.dword[from]); return a_.mov(a_.dword[to], a_.r15d);
    default: a_.mov(a_.r15, a_.qword[from]); return a_.mov(a_.qword[to], a_.r15);
  }
}

/// rdx elements of a stream into the frame.
void RunEmitter::gather(std::size_t stream) {
  Xbyak::Label next;
  const std::int64_t bytes = e_.element_bytes(stream);
  const Xbyak::RegExp to = a_.rsp + a_.rcx * static_cast<int>(bytes) + blocks_.staging(stream);
  a_.mov(a_.rax, e_.quad(addresses_[stream]));
  a_.mov(a_.rbx, e_.quad(steps_[stream]));
  a_.xor_(a_.ecx, a_.ecx);
  a_.L(next);
  if (e_.is_index(stream)) a_.mov(a_.qword[to], a_.rax);
  else copy_element(bytes, to, a_.rax);
  a_.add(a_.rax, a_.rbx);
  a_.inc(a_.ecx);
  a_.cmp(a_.ecx, a_.edx);
  a_.jb(next);
  a_.mov(e_.quad(addresses_[stream]), a_.rax);
}

/// rdx results out of the frame.
void RunEmitter::scatter() {
  Xbyak::Label next;
  const std::int64_t bytes = e_.output_bytes();
  a_.mov(a_.rax, e_.quad(addresses_.back()));
  a_.mov(a_.rbx, e_.quad(steps_.back()));
  a_.xor_(a_.ecx, a_.ecx);
  a_.L(next);
  copy_element(bytes, a_.rax, a_.rsp + a_.rcx * static_cast<int>(bytes) + blocks_.output_staging());
  a_.add(a_.rax, a_.rbx);
  a_.inc(a_.ecx);
  a_.cmp(a_.ecx, a_.edx);
  a_.jb(next);
  a_.mov(e_.quad(addresses_.back()), a_.rax);
}

/// rdx elements of the fill pattern from rdi on. Clobbers rax, rbx, rdx, rdi.
void RunEmitter::fill() {
  Xbyak::Label next;
  std::uint64_t pattern = 0;
  for (std::size_t b = 0; b < static_cast<std::size_t>(e_.output_bytes()); ++b)
    pattern |= std::to_integer<std::uint64_t>(e_.plan.fill[b]) << (8 * b);
  a_.mov(a_.rax, pattern);
  a_.mov(a_.rbx, nest_.output_step());
  a_.L(next);
  switch (e_.output_bytes()) {
    case 1: a_.mov(a_.byte[a_.rdi], a_.al); break;
    case 2: a_.mov(a_.word[a_.rdi], a_.ax); break;
    case 4: a_.mov(a_.dword[a_.rdi], a_.eax); break;
    default: a_.mov(a_.qword[a_.rdi], a_.rax);
  }
  a_.add(a_.rdi, a_.rbx);
  a_.dec(a_.rdx);
  a_.jnz(next);
}

void RunEmitter::explain(StrategyNotes& notes) const {
  constexpr std::string_view kRuns = "elements of a run", kDirect = "whole vectors, straight from and to memory",
                             kStaged = "through the stack, element by element", kNonTemporal = "non-temporal stores";
  if (may_be_direct()) {
    notes.take(kRuns, kDirect);
    if (e_.vectors.has_avx512) notes.take(kRuns, "the rest under a mask");
    if (why_not_non_temporal().empty())
      notes.take(kRuns, std::string(kNonTemporal) + " in executions that write " +
                            std::to_string(e_.tuning.non_temporal_result_bytes()) + " bytes or more");
    else notes.decline(kRuns, kNonTemporal, why_not_non_temporal());
  } else {
    notes.decline(kRuns, kDirect, is_long_ ? "the values are many" : "elements are not contiguous");
  }
  if (needs_staging())
    notes.take(kRuns, may_be_direct() && !e_.vectors.has_avx512 ? std::string(kStaged) + ", for the rest"
                                                                : std::string(kStaged));
  else notes.decline(kRuns, kStaged, "elements are contiguous, and masks do the rest");
}

}  // namespace dmlrun::jit::x64::arithmetic
