// Long copies and fills: past the caches, by the processor's string move, or from the end to the beginning.
#include <algorithm>
#include <cstddef>
#include <string>

#include "engine/plan/axis_runs.h"
#include "jit/x64/moves.h"

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;

namespace {

constexpr std::uint32_t kPageBytes = 4096, kLineBytes = 64;
/// What is written past the caches at once at least: where it begins and ends, lines are written in part.
constexpr std::uint32_t kLeastBypassing = 4096;
/// A copy that goes down: input and output fit the first-level cache.
constexpr std::uint32_t kLeastDescending = 512, kMostDescending = 16384;
/// Vectors per turn of a loop.
constexpr int kUnroll = 4;
constexpr auto kNear = Xbyak::CodeGenerator::T_NEAR;

std::string bytes_text(std::uint64_t bytes) { return std::to_string(bytes) + " bytes"; }

}  // namespace

/// Whether calls may be so large that what they write goes past the caches.
bool Moves::may_bypass(std::uint64_t from) const { return from > 0 && layout_.output_bytes() >= from; }

/// To `otherwise` in runs that write less than that.
void Moves::unless_bypassing(std::uint64_t from, Label& otherwise) {
  code_.cmp(code_.qword[code_.saved(rbx) + offsetof(MoverFrame, bytes)], static_cast<std::uint32_t>(from));
  code_.jb(otherwise, kNear);
}

bool Moves::rows_may_bypass() const { return may_bypass(tuning_.bypass_copy_bytes); }

void Moves::unless_rows_bypass(Label& otherwise) { unless_bypassing(tuning_.bypass_copy_bytes, otherwise); }

std::uint32_t Moves::ahead() const {
  return layout_.output_bytes() >= tuning_.write_ahead_least && !rows_may_bypass() ? tuning_.write_ahead : 0;
}

/// For the lines of so many bytes some way behind `to`, which are going to be written.
void Moves::ask_ahead(const Xbyak::RegExp& to, std::uint64_t bytes) {
  if (ahead() == 0) return;
  for (std::uint64_t at = 0; at < bytes; at += kLineBytes) code_.prefetchw(code_.ptr[to + ahead() + at]);
}

/// Goes to `done` where rcx bytes, at most `most`, were copied here; goes on where they were not.
void Moves::copy_long(std::uint64_t most, Label& done) {
  if (may_bypass(tuning_.bypass_copy_bytes) && most >= kLeastBypassing) copy_bypassing(done);
  if (tuning_.string_bytes > 0 && most >= tuning_.string_bytes) copy_by_string(done);
  if (tuning_.alias_window > 0 && most >= kLeastDescending) copy_descending(done);
}

/// Begins the copy with one vector, so that rax, from where it goes on, is on a multiple of a vector in the output.
void Moves::begin_aligned() {
  load(width_, 0, code_.ptr[r9]);
  save(width_, 0, code_.ptr[r8]);
  align_output();
}

void Moves::copy_bypassing(Label& done) {
  Label otherwise, loop, rest, last;
  const int width = static_cast<int>(width_), turn = kUnroll * width;
  unless_bypassing(tuning_.bypass_copy_bytes, otherwise);
  code_.cmp(rcx, kLeastBypassing);
  code_.jb(otherwise, kNear);
  begin_aligned();
  if (tuning_.bypass_pages > 1) copy_pages();
  code_.lea(r10, code_.ptr[rcx - turn]);
  code_.cmp(rax, r10);
  code_.ja(rest, kNear);
  code_.align(32);
  code_.L(loop);
  for (int i = 0; i < kUnroll; ++i) load(width_, i, code_.ptr[r9 + rax + i * width]);
  for (int i = 0; i < kUnroll; ++i) code_.vmovntps(code_.ptr[r8 + rax + i * width], vector(width_, i));
  code_.add(rax, turn);
  code_.cmp(rax, r10);
  code_.jbe(loop);
  code_.L(rest);
  note_bypassed();
  // Less than a turn is left; what overlaps was written by this copy.
  code_.lea(r10, code_.ptr[rcx - width]);
  code_.L(last);
  code_.cmp(rax, r10);
  code_.cmova(rax, r10);
  load(width_, 0, code_.ptr[r9 + rax]);
  save(width_, 0, code_.ptr[r8 + rax]);
  code_.add(rax, width);
  code_.cmp(rax, rcx);
  code_.jb(last);
  code_.jmp(done, kNear);
  code_.L(otherwise);
}

/// As many times four pages as rcx holds, from rax on, line by line in turn: that many streams keep more of the memory at
/// work than one.
void Moves::copy_pages() {
  constexpr int kPages = 4, kPage = static_cast<int>(kPageBytes);
  Label pages, line, enough;
  const int width = static_cast<int>(width_);
  code_.L(pages);
  code_.lea(r10, code_.ptr[rax + kPages * kPage]);
  code_.cmp(r10, rcx);
  code_.ja(enough, kNear);
  code_.lea(r10, code_.ptr[rax + kPage]);
  code_.L(line);
  for (int page = 0; page < kPages; ++page) {
    const int at = page * kPage;
    if (tuning_.read_ahead > 0)
      for (int next = 0; next < 2 * width; next += static_cast<int>(kLineBytes))
        code_.prefetcht1(code_.ptr[r9 + rax + at + next + kPages * kPage]);
    for (int i = 0; i < 2; ++i) load(width_, 2 * page + i, code_.ptr[r9 + rax + at + i * width]);
    for (int i = 0; i < 2; ++i) code_.vmovntps(code_.ptr[r8 + rax + at + i * width], vector(width_, 2 * page + i));
  }
  code_.add(rax, 2 * width);
  code_.cmp(rax, r10);
  code_.jb(line, kNear);
  code_.add(rax, (kPages - 1) * kPage);
  code_.jmp(pages, kNear);
  code_.L(enough);
}

/// The string move copies upwards by whole lines of the output.
void Moves::copy_by_string(Label& done) {
  Label otherwise;
  code_.cmp(rcx, static_cast<std::uint32_t>(tuning_.string_bytes));
  code_.jb(otherwise, kNear);
  if (tuning_.string_hazard > 0) unless_behind(tuning_.string_hazard, nullptr, &otherwise);
  for (std::uint32_t at = 0; at < kLineBytes; at += width_) {
    load(width_, 0, code_.ptr[r9 + at]);
    save(width_, 0, code_.ptr[r8 + at]);
  }
  code_.mov(eax, r8d);
  code_.neg(eax);
  code_.and_(eax, kLineBytes - 1);
  code_.mov(r10, rdi);
  code_.mov(r11, rsi);
  code_.lea(rdi, code_.ptr[r8 + rax]);
  code_.lea(rsi, code_.ptr[r9 + rax]);
  code_.sub(rcx, rax);
  code_.cld();
  code_.rep();
  code_.movsb();
  code_.mov(rcx, rdi);
  code_.sub(rcx, r8);
  code_.mov(rdi, r10);
  code_.mov(rsi, r11);
  code_.jmp(done, kNear);
  code_.L(otherwise);
}

/// To `not_behind` unless the output's address is 1 ... window - 1 behind the input's modulo 4096, else to `behind`; on
/// where that is null.
void Moves::unless_behind(std::uint32_t window, Label* not_behind, Label* behind) {
  code_.mov(eax, r8d);
  code_.sub(eax, r9d);
  code_.dec(eax);
  code_.and_(eax, kPageBytes - 1);
  code_.cmp(eax, window - 1);
  if (behind) code_.jb(*behind, kNear);
  if (not_behind) code_.jae(*not_behind, kNear);
}

/// From the last vector to the first: no load waits for what was just stored at its address modulo 4096.
void Moves::copy_descending(Label& done) {
  Label otherwise, loop, rest, one, first;
  const int width = static_cast<int>(width_), turn = kUnroll * width;
  code_.lea(eax, code_.ptr[rcx - kLeastDescending]);
  code_.cmp(eax, kMostDescending - kLeastDescending);
  code_.ja(otherwise, kNear);
  unless_behind(tuning_.alias_window, &otherwise, nullptr);
  load(width_, 0, code_.ptr[r9 + rcx - width]);
  save(width_, 0, code_.ptr[r8 + rcx - width]);
  // What is left ends, in the output, on a multiple of a vector: at least 512 less a vector.
  code_.lea(rax, code_.ptr[r8 + rcx]);
  code_.and_(rax, -width);
  code_.sub(rax, r8);
  code_.sub(rax, turn);
  code_.align(32);
  code_.L(loop);
  for (int i = kUnroll; i-- > 0;) load(width_, i, code_.ptr[r9 + rax + i * width]);
  for (int i = kUnroll; i-- > 0;) save(width_, i, code_.ptr[r8 + rax + i * width]);
  code_.sub(rax, turn);
  code_.jge(loop);
  code_.add(rax, turn);
  code_.L(rest);
  code_.sub(rax, width);
  code_.jb(first);
  code_.L(one);
  load(width_, 0, code_.ptr[r9 + rax]);
  save(width_, 0, code_.ptr[r8 + rax]);
  code_.sub(rax, width);
  code_.jae(one);
  code_.L(first);
  load(width_, 0, code_.ptr[r9]);
  save(width_, 0, code_.ptr[r8]);
  code_.jmp(done, kNear);
  code_.L(otherwise);
}

/// As copy_long(), for fills with a register.
void Moves::fill_bypassing(int number, Label& done) {
  if (!may_bypass(tuning_.bypass_fill_bytes)) return;
  Label otherwise, loop;
  const int width = static_cast<int>(width_), turn = kUnroll * width;
  unless_bypassing(tuning_.bypass_fill_bytes, otherwise);
  code_.cmp(rcx, kLeastBypassing);
  code_.jb(otherwise, kNear);
  // The register repeats elements: what is aligned for vectors is not aligned for them.
  code_.test(r8d, size_ - 1);
  code_.jnz(otherwise, kNear);
  code_.vmovups(code_.ptr[r8], vector(width_, number));
  align_output();
  code_.lea(r10, code_.ptr[rcx - turn]);
  code_.L(loop);
  for (int i = 0; i < kUnroll; ++i) code_.vmovntps(code_.ptr[r8 + rax + i * width], vector(width_, number));
  code_.add(rax, turn);
  code_.cmp(rax, r10);
  code_.jbe(loop);
  note_bypassed();
  for (int i = kUnroll; i > 0; --i) code_.vmovups(code_.ptr[r8 + rcx - i * width], vector(width_, number));
  code_.jmp(done, kNear);
  code_.L(otherwise);
}

/// The longest copy of a run of the innermost axis.
std::uint64_t Moves::longest_copy() const {
  std::uint64_t most = 0;
  plan::for_each_run(layout_.plan.axes[layout_.inner], [&](const plan::Run& run) {
    if (run.source != plan::kFill && run.step == 1) most = std::max(most, run.count);
  });
  return most * size_;
}

void Moves::describe_long(StrategyNotes& notes) const {
  const std::uint64_t most = longest_copy();
  if (most < kLeastDescending) return;
  constexpr std::string_view kLong = "long copies", kBypass = "past the caches", kString = "the processor's string move",
                             kDown = "from the end to the beginning";
  const std::string row = "tuning " + std::string(tuning_.name);
  const auto from = [&](std::string_view what, std::uint64_t least, std::uint64_t found, const std::string& of_what,
                        const std::string& taken) {
    if (least > 0 && found >= least) notes.take(kLong, taken);
    else if (least == 0) notes.decline(kLong, what, row + " never does");
    else notes.decline(kLong, what, row + " does from " + bytes_text(least) + " on; " + of_what + bytes_text(found));
  };
  from(kBypass, tuning_.bypass_copy_bytes, layout_.output_bytes(), "the output has ",
       std::string(kBypass) + (tuning_.bypass_pages > 1 ? ", four pages at once," : "") + " in runs that write " +
           bytes_text(tuning_.bypass_copy_bytes) + " or more");
  from(kString, tuning_.string_bytes, most, "the longest has ",
       std::string(kString) + " from " + bytes_text(tuning_.string_bytes) + " on" +
           (tuning_.string_hazard > 0 ? ", unless addresses differ by 1 to " + std::to_string(tuning_.string_hazard - 1) +
                                            " modulo 4096"
                                      : ""));
  if (tuning_.alias_window > 0)
    notes.take(kLong, std::string(kDown) + " where addresses differ by less than " + std::to_string(tuning_.alias_window) +
                          " modulo 4096, up to " + bytes_text(kMostDescending));
  else
    notes.decline(kLong, kDown, row + " never does");
  notes.take(kLong, "else vectors through the caches");
}

}  // namespace dmlrun::jit::x64
