// Emits the loop over an axis whose runs are in a table: over sections, repeats and runs.
#pragma once

#include <functional>

#include "jit/x64/copy/copy_emission.h"

namespace dmlrun::jit::x64 {

/// Emitters for the parts of the loop. All but `run` may be empty.
struct RunTableBody {
  /// Before a section; rax points to it. May jump to the label, after the section.
  std::function<void(Xbyak::Label& section_done)> section{};
  /// Before the repeats of the section at rax. rcx is their number, which the emitted code may reduce.
  std::function<void()> repeats{};
  /// Before each repeat of the section at rax, on an axis that advances. May jump to the label, after the section.
  std::function<void(Xbyak::Label& next_section)> repeat{};
  /// For each run: writes rcx coordinates of the RunRecord at rdx to rdi. On a clipped axis these are the wanted ones,
  /// and r10 coordinates of the run come before them. May jump to the label, after the run.
  std::function<void(Xbyak::Label& next_run)> run;
  /// After the repeats of a section.
  std::function<void()> section_end{};
};

/// Emits the loop over axis `a`. rdi: output address; rsi: input address of coordinate 0, if `has_input`.
void emit_run_table(CopyEmission& e, std::size_t a, bool has_input, const RunTableBody& body);

}  // namespace dmlrun::jit::x64
