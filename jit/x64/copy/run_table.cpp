#include "jit/x64/copy/run_table.h"

#include <cstddef>

namespace dmlrun::jit::x64 {

using namespace Xbyak::util;
using Xbyak::Label;

namespace {

/// Begins the section at rax: the first record, and rcx repeats; for a clipped axis without the repeats before the
/// wanted coordinates.
void begin_section(CopyEmission& e, std::size_t a, const RunTableBody& body, Label& next_section) {
  Assembler& code = e.code;
  code.mov(rcx, code.ptr[rax + offsetof(RunSection, first)]);
  code.add(rcx, code.saved(rbp));
  code.mov(e.frame.slot(a, &AxisFrame::record), rcx);
  code.mov(rcx, code.ptr[rax + offsetof(RunSection, repeats)]);
  if (e.layout.advances(a)) code.mov(e.frame.moved(a), 0);
  if (e.layout.is_clipped(a)) {
    code.mov(rdx, e.frame.slot(a, &AxisFrame::skip));
    code.and_(rdx, code.ptr[rax + offsetof(RunSection, is_body)]);
    if (e.layout.advances(a)) {
      code.mov(r8, rdx);
      e.moves.multiply(r8, e.layout.plan.axes[a].advance, r9);
      code.mov(e.frame.moved(a), r8);
    }
    code.mov(r8, rdx);
    code.imul(r8, code.ptr[rax + offsetof(RunSection, extent)]);
    code.add(e.frame.slot(a, &AxisFrame::coordinate), r8);
    code.sub(rcx, rdx);
    code.jz(next_section, kNear);
  }
  if (body.repeats) body.repeats();
  code.mov(e.frame.slot(a, &AxisFrame::repeats), rcx);
}

/// rcx becomes the run's coordinates within the limits, rdi where they go, r10 how many lie before them.
void clip(CopyEmission& e, std::size_t a, Label& next_run, Label& next_section) {
  Assembler& code = e.code;
  code.mov(rax, e.frame.slot(a, &AxisFrame::coordinate));
  code.mov(r9, e.frame.slot(a, a == e.layout.innermost ? &AxisFrame::limit : &AxisFrame::high));
  code.cmp(rax, r9);
  code.jae(next_section, kNear);
  code.add(rcx, rax);
  code.mov(e.frame.slot(a, &AxisFrame::coordinate), rcx);
  code.cmp(rcx, r9);
  code.cmova(rcx, r9);
  code.mov(r10, e.frame.slot(a, &AxisFrame::low));
  code.cmp(r10, rax);
  code.cmovb(r10, rax);
  code.sub(rcx, r10);
  code.jbe(next_run, kNear);
  code.mov(rdi, r10);
  e.moves.multiply(rdi, e.layout.axes[a].stride, r8);
  code.add(rdi, e.frame.slot(a, &AxisFrame::origin));
  code.sub(r10, rax);
}

/// The run whose record the frame names.
void run(CopyEmission& e, std::size_t a, const RunTableBody& body, Label& next_section) {
  Assembler& code = e.code;
  Label next_run;
  code.mov(rdx, e.frame.slot(a, &AxisFrame::record));
  code.mov(rcx, code.ptr[rdx + offsetof(RunRecord, count)]);
  if (e.layout.is_clipped(a)) clip(e, a, next_run, next_section);
  else code.mov(rdi, e.frame.slot(a, &AxisFrame::output));
  body.run(next_run);
  code.L(next_run);
}

}  // namespace

void emit_run_table(CopyEmission& e, std::size_t a, bool has_input, const RunTableBody& body) {
  Assembler& code = e.code;
  FrameAccess& frame = e.frame;
  Label section, repeat, next_run, next_section, section_done;
  code.mov(frame.slot(a, &AxisFrame::origin), rdi);
  code.mov(frame.slot(a, &AxisFrame::output), rdi);
  if (has_input) code.mov(frame.slot(a, &AxisFrame::input), rsi);
  if (e.layout.is_clipped(a)) code.mov(frame.slot(a, &AxisFrame::coordinate), 0);
  code.lea(rax, code.ptr[frame.table(e.layout.axes[a].sections)]);
  code.mov(frame.slot(a, &AxisFrame::section), rax);
  code.L(section);
  if (body.section) body.section(section_done);
  begin_section(e, a, body, next_section);
  code.L(repeat);
  if (body.repeat) body.repeat(next_section);
  code.L(next_run);
  run(e, a, body, next_section);
  code.mov(rdx, frame.slot(a, &AxisFrame::record));
  code.add(rdx, sizeof(RunRecord));
  code.mov(frame.slot(a, &AxisFrame::record), rdx);
  code.mov(rax, frame.slot(a, &AxisFrame::section));
  code.mov(rcx, code.ptr[rax + offsetof(RunSection, end)]);
  code.add(rcx, rbp);
  code.cmp(rdx, rcx);
  code.jne(next_run, kNear);
  code.mov(rcx, code.ptr[rax + offsetof(RunSection, first)]);
  code.add(rcx, rbp);
  code.mov(frame.slot(a, &AxisFrame::record), rcx);
  if (e.layout.advances(a)) {
    code.mov(rcx, static_cast<std::uint64_t>(e.layout.plan.axes[a].advance));
    code.add(frame.moved(a), rcx);
  }
  code.dec(frame.slot(a, &AxisFrame::repeats));
  code.jnz(repeat, kNear);
  code.L(next_section);
  if (body.section_end) body.section_end();
  code.L(section_done);
  code.mov(rax, frame.slot(a, &AxisFrame::section));
  code.add(rax, sizeof(RunSection));
  code.mov(frame.slot(a, &AxisFrame::section), rax);
  code.cmp(code.qword[rax + offsetof(RunSection, repeats)], 0);
  code.jne(section, kNear);
}

}  // namespace dmlrun::jit::x64
