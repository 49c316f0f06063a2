#include "jit/x64/elementwise_pieces.h"

#include <algorithm>

#include "jit/x64/kernel_arguments.h"

namespace dmlrun::jit::x64 {
namespace {

constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;
/// A block in doubt costs as much as fixed point gains in so many.
constexpr int kBlocksPerDoubt = 8;

}  // namespace

Pieces::Pieces(Context& context, Vectors& vectors, Walk& walk)
    : c_(context), a_(context.a), vectors_(vectors), walk_(walk), periodic_(context, vectors) {
  for (int s = 0; s <= c_.moving(); ++s) {
    steps_.push_back(c_.frame.add(8, 8));
    addresses_.push_back(c_.frame.add(8, 8));
  }
  if (why_not_bypassing().empty()) whole_ = c_.frame.add(8, 8);
  if (vectors.fixed_point_place()) doubt_ = c_.frame.add(8, 8);
  if (vectors.can_use_table()) least_for_table_ = c_.frame.add(8, 8);
}

void Pieces::begin() {
  if (vectors_.can_use_table()) a_.mov(c_.quad(least_for_table_), vectors_.least_for_table());
  if (vectors_.fixed_point_place()) a_.mov(c_.quad(doubt_), -2 * kBlocksPerDoubt * c_.block());
  if (!why_not_bypassing().empty()) return;
  a_.mov(a_.rax, a_.ptr[a_.rdi + kWholeOffset]);
  a_.mov(c_.quad(whole_), a_.rax);
}

bool Pieces::needs_staging() const { return !c_.is_wide || walk_.side_by_side() != Walk::SideBySide::always; }

void Pieces::emit() {
  if (c_.program.is_fill_only) return fill();
  Xbyak::Label finished, apart, compute, stage;
  if (walk_.has_fills()) {
    a_.cmp(c_.quad(walk_.fill_place()), 0);
    a_.je(compute, kNear);
    fill();
    a_.jmp(finished, kNear);
    a_.L(compute);
  }
  vectors_.begin_piece();
  periodic_.begin();
  if (walk_.side_by_side() == Walk::SideBySide::by_row) {
    a_.test(a_.dword[a_.r14 + Walk::kFlags], static_cast<std::uint32_t>(Walk::kSideBySide));
    a_.jz(apart, kNear);
  }
  if (walk_.side_by_side() != Walk::SideBySide::never) {
    if (!c_.is_wide) {
      a_.cmp(a_.rdx, c_.block());
      Xbyak::Label whole;
      a_.jae(whole, kNear);
      set_steps(true);
      a_.jmp(stage, kNear);
      a_.L(whole);
    }
    direct(finished);
    if (c_.is_wide && needs_staging()) a_.jmp(finished, kNear);
  }
  if (walk_.side_by_side() != Walk::SideBySide::always) {
    a_.L(apart);
    set_steps(false);
  }
  if (needs_staging()) {
    a_.L(stage);
    staged();
  }
  a_.L(finished);
}

/// rdx elements side by side; without masks at least a block of them.
void Pieces::direct(Xbyak::Label& finished) {
  Xbyak::Label rest, careful;
  const auto bounded = vectors_.bounded_place();
  a_.xor_(a_.ecx, a_.ecx);
  a_.mov(a_.rsi, a_.rdx);
  a_.and_(a_.rsi, -c_.block());
  if (c_.is_wide) a_.jz(rest, kNear);
  if (vectors_.can_use_table()) by_table(finished);
  if (why_not_bypassing().empty()) bypassing(careful, rest);
  if (bounded) {
    a_.cmp(a_.byte[a_.rsp + *bounded], 0);
    a_.je(careful, kNear);
    Xbyak::Label exact;
    if (vectors_.fixed_point_place()) fixed_point(exact, rest);
    a_.L(exact);
    loop(true);
    a_.jmp(rest, kNear);
    a_.L(careful);
  }
  loop(false);
  a_.L(rest);
  if (c_.is_wide) mask_rest(finished);
  else a_.jmp(finished, kNear);
  if (c_.is_wide) vectors_.block(Where::direct, true, false);
}

/// Whether blocks ask for what later ones will load, because the processor itself does not do so in time.
bool Pieces::loads_ahead() const { return plan::element_count(c_.plan) >= c_.tuning.prefetch_elements; }

/// "" where pieces may be so long that their results go past the caches.
std::string_view Pieces::why_not_bypassing() const {
  const std::uint64_t least = c_.tuning.non_temporal_compute_bytes;
  if (!c_.program.is_packed) return "not all that changes is bytes";
  if (!vectors_.bounded_place()) return "nothing bounds the results";
  if (vectors_.can_use_table()) return "results are looked up";
  if (c_.periods.period > 0) return "an operand repeats a row";
  if (least == 0) return "the tuning never does";
  if (!walk_.is_one_piece()) return "pieces are too short";
  if (plan::element_count(c_.plan) < least) return "elements are too few";
  return {};
}

/// In runs of so many elements that what is written goes past the caches: those before the output's next multiple of a
/// vector, without masks a block that overlaps the next, the blocks up to rsi, and then to `rest`; to `careful` where those
/// are not bounded.
void Pieces::bypassing(Xbyak::Label& careful, Xbyak::Label& rest) {
  Xbyak::Label too_few, aligned, again, written;
  a_.cmp(c_.quad(whole_), static_cast<std::uint32_t>(c_.tuning.non_temporal_compute_bytes));
  a_.jb(too_few, kNear);
  a_.cmp(a_.rdx, 2 * c_.block());  // so that a block is left behind the first elements
  a_.jb(too_few, kNear);
  a_.mov(a_.esi, a_.edi);
  a_.neg(a_.esi);
  a_.and_(a_.esi, static_cast<std::uint32_t>(c_.block() - 1));
  a_.jz(aligned, kNear);
  if (c_.is_wide) {
    a_.mov(a_.rax, -1);
    a_.bzhi(a_.rax, a_.rax, a_.rsi);
    a_.kmovq(a_.k1, a_.rax);
  }
  vectors_.block(Where::direct, c_.is_wide, false);
  a_.mov(a_.rcx, a_.rsi);
  a_.L(aligned);
  a_.mov(a_.rsi, a_.rdx);
  a_.sub(a_.rsi, a_.rcx);
  a_.and_(a_.rsi, -c_.block());
  a_.add(a_.rsi, a_.rcx);
  a_.cmp(a_.byte[a_.rsp + *vectors_.bounded_place()], 0);
  a_.je(careful, kNear);
  vectors_.set_bypassing(true);
  if (vectors_.fixed_point_place()) fixed_point(again, written);
  a_.align(32);
  a_.L(again);
  if (loads_ahead()) vectors_.load_ahead();
  vectors_.block(Where::direct, false, true);
  vectors_.set_bypassing(false);
  a_.add(a_.rcx, c_.block());
  a_.cmp(a_.rcx, a_.rsi);
  a_.jb(again, kNear);
  a_.L(written);
  a_.sfence();
  if (!c_.is_wide) {
    a_.cmp(a_.rcx, a_.rdx);
    a_.je(rest, kNear);
    a_.lea(a_.rcx, a_.ptr[a_.rdx - c_.block()]);
    vectors_.block(Where::direct, false, true);
  }
  a_.jmp(rest, kNear);
  a_.L(too_few);
}

/// k1 = the elements from rcx to before rdx; to `finished` when there are none.
void Pieces::mask_rest(Xbyak::Label& finished) {
  a_.sub(a_.rdx, a_.rcx);
  a_.jz(finished, kNear);
  a_.mov(a_.rax, -1);
  a_.bzhi(a_.rax, a_.rax, a_.rdx);
  a_.kmovq(a_.k1, a_.rax);
}

/// All rdx elements out of a table, if they are so many that making it pays; then to `finished`. Where a table did not hold
/// all results, no other is made in this call.
void Pieces::by_table(Xbyak::Label& finished) {
  Xbyak::Label too_few, declined;
  a_.cmp(a_.rdx, c_.quad(least_for_table_));
  a_.jb(too_few, kNear);
  vectors_.make_table();
  for (int form = 0; form < vectors_.table_forms(); ++form) {
    vectors_.begin_look_up(form, declined);
    look_up_all(form, finished);
  }
  a_.L(declined);
  a_.mov(c_.quad(least_for_table_), -1);
  a_.xor_(a_.ecx, a_.ecx);
  a_.L(too_few);
}

void Pieces::look_up_all(int form, Xbyak::Label& finished) {
  Xbyak::Label again;
  a_.xor_(a_.ecx, a_.ecx);
  a_.align(32);
  a_.L(again);
  if (loads_ahead()) vectors_.load_ahead();
  vectors_.look_up(form, false);
  a_.add(a_.rcx, c_.block());
  a_.cmp(a_.rcx, a_.rsi);
  a_.jb(again);
  if (c_.is_wide) {
    mask_rest(finished);
    vectors_.look_up(form, true);
  } else {
    last_block(again);
  }
  a_.jmp(finished, kNear);
}

/// The blocks up to rsi in fixed point, and then to `rest`; to `exact`, where at least one is left, from the block on from which
/// that no longer pays, because too many of them were in doubt and computed twice.
void Pieces::fixed_point(Xbyak::Label& exact, Xbyak::Label& rest) {
  Xbyak::Label again, next, doubtful, end;
  const Xbyak::Address is_on = a_.byte[a_.rsp + *vectors_.fixed_point_place()];
  const auto advance = [&] {
    periodic_.advance();
    a_.add(a_.rcx, c_.block());
    a_.cmp(a_.rcx, a_.rsi);
  };
  a_.cmp(is_on, 0);
  a_.je(exact, kNear);
  vectors_.load_fixed_point();
  a_.align(32);
  a_.L(again);
  if (loads_ahead()) vectors_.load_ahead();
  vectors_.fixed_point_block(doubtful);
  a_.L(next);
  advance();
  a_.jb(again, kNear);
  a_.L(end);
  if (!c_.is_wide && !vectors_.bypasses()) last_block(again);
  a_.sub(c_.quad(doubt_), a_.rcx);
  a_.jmp(rest, kNear);
  a_.L(doubtful);
  vectors_.block(Where::direct, false, true);
  vectors_.load_fixed_point();
  a_.add(c_.quad(doubt_), kBlocksPerDoubt * c_.block());
  a_.cmp(c_.quad(doubt_), a_.rcx);
  a_.jle(next, kNear);
  a_.mov(is_on, 0);
  advance();
  a_.jae(end, kNear);
  a_.jmp(exact, kNear);
}

/// Blocks from element rcx to before element rsi. Without masks the last one ends with the piece.
void Pieces::loop(bool is_bounded) {
  Xbyak::Label again;
  while (a_.getSize() % 32 != 0) a_.nop(32 - a_.getSize() % 32);
  a_.L(again);
  if (loads_ahead()) vectors_.load_ahead();
  vectors_.block(Where::direct, false, is_bounded);
  periodic_.advance();
  a_.add(a_.rcx, c_.block());
  a_.cmp(a_.rcx, a_.rsi);
  a_.jb(again, kNear);
  if (!c_.is_wide) last_block(again);
}

/// Without masks: once more to `again`, for the block that ends with the piece, unless that was the last one.
void Pieces::last_block(Xbyak::Label& again) {
  Xbyak::Label end;
  a_.cmp(a_.rcx, a_.rdx);
  a_.je(end, kNear);
  periodic_.go_back();
  a_.mov(a_.rcx, a_.rdx);
  a_.sub(a_.rcx, c_.block());
  a_.mov(a_.rsi, a_.rdx);
  a_.jmp(again, kNear);
  a_.L(end);
}

void Pieces::set_steps(bool are_side_by_side) {
  for (int s = 0; s < c_.moving(); ++s) {
    if (are_side_by_side) a_.mov(a_.rax, c_.element_bytes(s));
    else walk_.load_step(s);
    a_.mov(c_.quad(steps_[static_cast<std::size_t>(s)]), a_.rax);
  }
  a_.mov(a_.rax, are_side_by_side ? 1 : walk_.output_step());
  a_.mov(c_.quad(steps_.back()), a_.rax);
}

/// rdx elements at the distances in steps_, a block at a time through the frame. Clobbers rbx, rcx, rsi, r15.
void Pieces::staged() {
  Xbyak::Label again, whole;
  for (int s = 0; s < c_.moving(); ++s) {
    const auto in_register = vectors_.pointer(s);
    if (!in_register) a_.mov(a_.rax, c_.quad(vectors_.pointer_place(s)));
    a_.mov(c_.quad(addresses_[static_cast<std::size_t>(s)]), in_register ? *in_register : a_.rax);
  }
  a_.mov(c_.quad(addresses_.back()), a_.rdi);
  a_.mov(a_.rsi, a_.rdx);
  a_.L(again);
  a_.mov(a_.edx, c_.block());
  a_.cmp(a_.rsi, a_.rdx);
  a_.cmovb(a_.rdx, a_.rsi);
  for (int s = 0; s < c_.moving(); ++s) gather(s);
  vectors_.block(Where::scratch, false, false);
  scatter();
  a_.sub(a_.rsi, a_.rdx);
  a_.jnz(again, kNear);
}

void Pieces::copy_byte_or_dword(bool is_dword, const Xbyak::Address& to, const Xbyak::Address& from) {
  if (is_dword) {
    a_.mov(a_.r15d, from);
    a_.mov(to, a_.r15d);
  } else {
    a_.movzx(a_.r15d, from);
    a_.mov(to, a_.r15b);
  }
}

/// rdx elements of a stream into the frame.
void Pieces::gather(int stream) {
  const bool is_dword = c_.element_bytes(stream) == 4;
  const auto s = static_cast<std::size_t>(stream);
  Xbyak::Label next;
  a_.mov(a_.rax, c_.quad(addresses_[s]));
  a_.mov(a_.rbx, c_.quad(steps_[s]));
  a_.xor_(a_.ecx, a_.ecx);
  a_.L(next);
  copy_byte_or_dword(is_dword, a_.ptr[a_.rsp + a_.rcx * (is_dword ? 4 : 1) + vectors_.scratch(stream)],
                     is_dword ? a_.dword[a_.rax] : a_.byte[a_.rax]);
  a_.add(a_.rax, a_.rbx);
  a_.inc(a_.ecx);
  a_.cmp(a_.ecx, a_.edx);
  a_.jb(next);
  a_.mov(c_.quad(addresses_[s]), a_.rax);
}

/// rdx results out of the frame.
void Pieces::scatter() {
  Xbyak::Label next;
  a_.mov(a_.rax, c_.quad(addresses_.back()));
  a_.mov(a_.rbx, c_.quad(steps_.back()));
  a_.xor_(a_.ecx, a_.ecx);
  a_.L(next);
  copy_byte_or_dword(false, a_.byte[a_.rax], a_.byte[a_.rsp + a_.rcx + vectors_.output_scratch()]);
  a_.add(a_.rax, a_.rbx);
  a_.inc(a_.ecx);
  a_.cmp(a_.ecx, a_.edx);
  a_.jb(next);
  a_.mov(c_.quad(addresses_.back()), a_.rax);
}

/// rdx elements of the fill pattern from rdi on. Clobbers rax, rbx, rdi.
void Pieces::fill() {
  Xbyak::Label next;
  a_.mov(a_.eax, std::to_integer<std::uint32_t>(c_.plan.fill[0]));
  a_.mov(a_.rbx, walk_.output_step());
  a_.L(next);
  a_.mov(a_.byte[a_.rdi], a_.al);
  a_.add(a_.rdi, a_.rbx);
  a_.dec(a_.rdx);
  a_.jnz(next);
}

}  // namespace dmlrun::jit::x64
