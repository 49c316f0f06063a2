// SIGINT, SIGTERM and SIGHUP end the program between two steps, so that destructors remove temporary files. A step that
// takes long is ended itself.
#pragma once

#include <functional>
#include <string>

#include "cli/report/failure.h"

namespace dmlrun::cli {

/// Installs the handlers, ignores SIGPIPE and SIGXFSZ (write() reports both), and makes sure that descriptors 0 to 2
/// are open, so that no file of ours can take the place of a closed stdout. The calling thread is the one that must
/// notice signals: when it works for 150 ms without check_interrupted(), unfinished files are removed and the process
/// ends at once.
void prepare_process();

/// What is printed when the process ends at once: `words` of what check_interrupted() would have thrown.
void prepare_last_words(const std::function<std::string(const Failure&)>& words);

/// Throws Failure (exit 130, 143 or 129) when a signal has arrived. Called before and after everything that may block
/// or take long, and whenever a system call was interrupted.
void check_interrupted();

/// For output that is still written after an interruption: check_interrupted() throws again only when another signal
/// arrives.
void forget_interruption() noexcept;

}  // namespace dmlrun::cli
