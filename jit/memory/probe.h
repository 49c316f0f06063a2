// Tests whether code memory works here by running an instruction.
#pragma once

#include "dmlrun/result.h"
#include "jit/memory/pages.h"

namespace dmlrun::jit::memory {

/// Maps a page, writes a function, runs it, rewrites it and runs it again, and gives the page back. Fails with
/// no_executable_memory where the system refuses a step, where the second run still shows the first function (an
/// emulator or a checker that keeps translations), and on processors other than x86-64, for which there is no code.
/// Precondition: `mapping` is not none. May be called from several threads.
Result<void> probe(Pages& pages, CodeMapping mapping) noexcept;

}  // namespace dmlrun::jit::memory
