// How a command ends badly: one exception type, thrown anywhere in cli/ and turned into a message and an exit code by
// main(). The library returns Results; the program has a single reader of errors, so it may throw, and destructors
// remove temporary files on the way.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "dmlrun/result.h"

namespace dmlrun::cli {

/// The program's exit codes (docs/commands.md lists them).
enum class ExitCode : int {
  ok = 0,
  comparison_failed = 1,
  usage = 2,
  refused = 3,
  tensor_file = 4,
  backend = 5,
  memory = 6,
  file = 7,
  internal = 70,
  interrupted = 130,  ///< SIGINT
  terminated = 143,   ///< SIGTERM
  hung_up = 129,      ///< SIGHUP: the terminal was closed
  broken_pipe = 141,  ///< as of SIGPIPE: nobody reads standard output any more
};

/// The one table from what went wrong to the exit code.
[[nodiscard]] ExitCode exit_code(ErrorCode code) noexcept;

struct Failure {
  Error error;
  std::string file;  ///< the file it speaks of; "" when there is none
  ExitCode exit;
};

[[noreturn]] void fail(Error error, std::string file = {});
[[noreturn]] void fail(ErrorCode code, std::string message, std::string file = {});
/// As fail, for errors of a tensor file's content: exit 4 whatever the code, except for memory.
[[noreturn]] void fail_tensor_file(Error error, std::string file);
[[noreturn]] void fail_tensor_file(ErrorCode code, std::string where, std::string message, std::string file);
[[noreturn]] void fail_usage(std::string sentence);
/// errno is turned into words. `what` says what was tried: "cannot open", "cannot write".
[[noreturn]] void fail_system(ErrorCode code, std::string file, std::string what, int error_number,
                              std::string_view remedy = {});

/// The reader of standard output has gone: an interruption that main() has no words for, as other filters end.
[[noreturn]] void fail_broken_pipe();

/// 'word', fit for a message.
[[nodiscard]] std::string in_quotes(std::string_view word);

/// The value, or the Failure.
template <class T>
T take(Result<T> result, const std::string& file = {}) {
  if (!result) fail(std::move(result).error(), file);
  return std::move(result).value();
}
inline void require(Result<void> result, const std::string& file = {}) {
  if (!result) fail(std::move(result).error(), file);
}

}  // namespace dmlrun::cli
