// Runs of elements by a strategy that is faster than computing each element's values.
#include "jit/x64/arithmetic/run_emitter.h"
#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::x64::arithmetic {

namespace {

/// A block in doubt costs as much as the fast path gains in this many blocks.
constexpr int kBlocksPerDoubt = 8;
/// Results that a table of all bytes has.
constexpr std::uint32_t kByteValues = 256;
constexpr int kTableBlock = 64;
/// Elements between looks at the flags. Each look waits until all before it is computed: 16384 floats take 0.84 of the
/// time of looks at each block, with a look at 8192 0.83 (Granite Rapids).
constexpr int kWatched = 2048;
/// Blocks of an iteration: by one 0.94, by two 0.90, by four 0.84, by eight 0.85.
constexpr int kWatchedBlocks = 4;

}  // namespace

/// Watched quotients and nibble tables are taken until a run finds that they are wrong; byte tables always.
void RunEmitter::prepare() {
  Xbyak::Label few;
  blocks_.section(Section::invariant);
  if (!e_.vectors.fast) return;
  const FastPath& fast = *e_.vectors.fast;
  const bool is_watched = fast.kind == FastPath::Kind::watched_quotients;
  a_.mov(a_.dword[a_.rsp + blocks_.is_fast()], is_watched || fast.kind == FastPath::Kind::nibble_table ? 1 : 0);
  if (is_watched || fast.looks_up()) return;
  a_.mov(e_.quad(doubt_), -2 * kBlocksPerDoubt * fast_elements());
  a_.mov(a_.rax, a_.ptr[a_.rdi + kLastOffset]);
  a_.sub(a_.rax, a_.ptr[a_.rdi + kFirstOffset]);
  a_.cmp(a_.rax, fast.min_elements);
  a_.jb(few, kNear);
  blocks_.section(Section::prepare);
  a_.L(few);
}

/// Whole blocks from element rcx on by the fast path, then to `others`, where none may be left. Where too many blocks
/// are in doubt, and thus computed twice, the general path computes all from that block on.
void RunEmitter::fast_blocks(BlockAccess access, Xbyak::Label& others) {
  if (e_.vectors.has(FastPath::Kind::watched_quotients)) return watched_blocks(access, others);
  Xbyak::Label again, next, doubtful, end;
  const Xbyak::Address is_fast = a_.dword[a_.rsp + blocks_.is_fast()];
  const int elements = fast_elements();
  const auto for_each_block = [&](auto visit) {
    for (int offset = 0; offset < elements; offset += block_elements()) {
      access.offset = static_cast<std::size_t>(offset);
      visit();
    }
    access.offset = 0;
  };
  access.doubtful = &doubtful;
  a_.lea(a_.rsi, a_.ptr[a_.rdx - elements]);
  a_.cmp(is_fast, 0);
  a_.je(others, kNear);
  a_.cmp(a_.rcx, a_.rsi);
  a_.jg(others, kNear);
  a_.align(32);
  a_.L(again);
  for_each_block([&] { prefetch(access); });
  blocks_.section(Section::fast, access);
  a_.L(next);
  rows_.advance();
  a_.add(a_.rcx, elements);
  a_.cmp(a_.rcx, a_.rsi);
  a_.jle(again, kNear);
  a_.L(end);
  a_.sub(e_.quad(doubt_), a_.rcx);
  a_.jmp(others, kNear);
  a_.L(doubtful);
  for_each_block([&] { blocks_.section(Section::per_element, access); });
  a_.add(e_.quad(doubt_), kBlocksPerDoubt * elements);
  a_.cmp(e_.quad(doubt_), a_.rcx);
  a_.jle(next, kNear);
  a_.mov(is_fast, 0);
  rows_.advance();
  a_.add(a_.rcx, elements);
  a_.jmp(end, kNear);
}

/// Rounds of blocks from element rcx on, then to `others`. The chunk in which the invalid flag is raised, and what
/// follows it in the call, are left to the code after this. A flag that was raised before costs a chunk. No operand
/// repeats a row here: only the dividend changes per element.
void RunEmitter::watched_blocks(BlockAccess access, Xbyak::Label& others) {
  Xbyak::Label chunk, again;
  const Xbyak::Address is_fast = a_.dword[a_.rsp + blocks_.is_fast()];
  const int round = kWatchedBlocks * block_elements();
  a_.cmp(is_fast, 0);
  a_.je(others, kNear);
  a_.cmp(a_.rdx, e_.vectors.fast->min_elements);
  a_.jb(others, kNear);
  a_.L(chunk);
  a_.lea(a_.rax, a_.ptr[a_.rdx - round]);
  a_.cmp(a_.rcx, a_.rax);
  a_.jg(others, kNear);
  a_.lea(a_.rsi, a_.ptr[a_.rcx + kWatched - round]);
  a_.cmp(a_.rsi, a_.rax);
  a_.cmovg(a_.rsi, a_.rax);
  a_.mov(e_.quad(chunk_), a_.rcx);
  a_.align(32);
  a_.L(again);
  for (int offset = 0; offset < round; offset += block_elements()) {
    access.offset = static_cast<std::size_t>(offset);
    prefetch(access);
    blocks_.section(Section::fast, access);
  }
  a_.add(a_.rcx, round);
  a_.cmp(a_.rcx, a_.rsi);
  a_.jle(again, kNear);
  a_.stmxcsr(a_.dword[a_.rsp + flags_]);
  a_.test(a_.byte[a_.rsp + flags_], kInvalidFlag);
  a_.jz(chunk, kNear);
  a_.mov(a_.rcx, e_.quad(chunk_));
  a_.mov(is_fast, 0);
}

/// The table of the 256 results, in the frame; rsi becomes the address of the bytes 0 to 255.
void RunEmitter::make_byte_table() {
  Xbyak::Label again;
  std::vector<std::uint32_t> bytes;
  for (std::uint32_t byte = 0; byte < kByteValues; byte += 4) bytes.push_back(0x03020100u + byte * 0x01010101u);
  a_.lea(a_.rsi, a_.ptr[a_.rip + e_.pool.of(bytes)]);
  a_.L(again);
  BlockAccess table;
  table.is_table = true;
  table.is_direct = false;
  blocks_.section(Section::per_element, table);
  a_.add(a_.ecx, block_elements());
  a_.cmp(a_.ecx, kByteValues);
  a_.jb(again, kNear);
}

/// Whole blocks by tables of nibbles, if there are enough elements; code continues with the others. If the tables
/// cannot hold all results, none are made again in this call.
void RunEmitter::by_nibble_table() {
  Xbyak::Label few, declined, end;
  std::array<Xbyak::Label, NibbleTable::kForms> forms;
  const Xbyak::Address is_fast = a_.dword[a_.rsp + blocks_.is_fast()];
  a_.cmp(a_.rdx, e_.vectors.fast->min_elements);
  a_.jb(few, kNear);
  a_.cmp(is_fast, 0);
  a_.je(few, kNear);
  nibble_table_->keep_registers();
  make_byte_table();
  nibble_table_->make(forms);
  for (int form = 0; form < NibbleTable::kForms; ++form) {
    Xbyak::Label again;
    const auto clamped = static_cast<NibbleTable::Clamped>(form);
    a_.L(forms[static_cast<std::size_t>(form)]);
    nibble_table_->check(clamped, a_.rsi, declined);
    a_.xor_(a_.ecx, a_.ecx);
    a_.lea(a_.rsi, a_.ptr[a_.rdx - block_elements()]);
    a_.align(32);
    a_.L(again);
    prefetch({});
    a_.vmovups(nibble_table_->bytes(), a_.ptr[*e_.pointer(0) + a_.rcx]);
    nibble_table_->look_up(clamped);
    a_.vmovups(a_.ptr[a_.rdi + a_.rcx], nibble_table_->found());
    a_.add(a_.rcx, block_elements());
    a_.cmp(a_.rcx, a_.rsi);
    a_.jle(again, kNear);
    a_.jmp(end, kNear);
  }
  a_.L(declined);
  a_.mov(is_fast, 0);
  a_.xor_(a_.ecx, a_.ecx);
  a_.L(end);
  nibble_table_->restore_registers();
  a_.L(few);
}

/// All rdx elements by a table of 256 bytes, if there are enough of them; then to `finished`.
void RunEmitter::by_byte_table(Xbyak::Label& finished) {
  Xbyak::Label few, block;
  a_.cmp(a_.rdx, e_.vectors.fast->min_elements);
  a_.jb(few, kNear);
  make_byte_table();
  blocks_.section(Section::prepare);
  a_.xor_(a_.ecx, a_.ecx);
  a_.lea(a_.rsi, a_.ptr[a_.rdx - kTableBlock]);
  a_.align(32);
  a_.L(block);
  prefetch({});
  blocks_.section(Section::fast);
  a_.add(a_.rcx, kTableBlock);
  a_.cmp(a_.rcx, a_.rsi);
  a_.jle(block, kNear);
  a_.mov(a_.rax, a_.rdx);
  a_.sub(a_.rax, a_.rcx);
  a_.jz(finished, kNear);
  mask_elements();
  BlockAccess masked;
  masked.is_masked = true;
  blocks_.section(Section::fast, masked);
  a_.jmp(finished, kNear);
  a_.L(few);
}

}  // namespace dmlrun::jit::x64::arithmetic
