// Emits the loop over an axis by the table of its runs: section by section, repeat by repeat, run by run.
#pragma once

#include <functional>

#include "jit/x64/copy/emission.h"

namespace dmlrun::jit::x64 {

/// Emitters for the parts of the loop; any but `run` may be missing.
struct RunTableBody {
  /// At the beginning of a section, to which rax points; may jump to the label, after the section.
  std::function<void(Xbyak::Label& section_done)> section{};
  /// Before the repeats of the section at rax: rcx, how many there are, may become fewer.
  std::function<void()> repeats{};
  /// Before each repeat of an axis that advances, of a section at rax; may jump to the label, after the section.
  std::function<void(Xbyak::Label& next_section)> repeat{};
  /// A run: rcx coordinates of the RunRecord at rdx go to rdi. Of a clipped axis they are those that are wanted, and
  /// r10 lie before them. May jump to the label, after the run.
  std::function<void(Xbyak::Label& next_run)> run;
  /// After the repeats of a section.
  std::function<void()> section_end{};
};

/// The axis from rdi on; coordinate 0 reads from rsi where `has_input`.
void emit_run_table(Emission& e, std::size_t a, bool has_input, const RunTableBody& body);

}  // namespace dmlrun::jit::x64
