// Generated code as text. Zydis is known only in disassembly.cpp.
#pragma once

#include <string>

#include "dmlrun/kernel.h"

namespace dmlrun::cli {

/// Whether this build has a disassembler.
[[nodiscard]] bool can_disassemble() noexcept;

/// One output's code as the GNU assembler reads it, Intel syntax: what it does and how in comments, labels where jumps
/// lead and where data is read, data as numbers. The same for the same code, wherever it lies. Bytes that are no
/// instruction are shown as bytes. Precondition: can_disassemble().
/// `suffix` is part of every label, so that several outputs fit into one file.
[[nodiscard]] std::string disassemble(const KernelDescription& kernel, const std::string& suffix = {});

}  // namespace dmlrun::cli
