#include "cli/report/failure.h"

#include <cstring>

#include "engine/text/document.h"

namespace dmlrun::cli {

ExitCode exit_code(ErrorCode code) noexcept {
  if (code == ErrorCode::unknown_backend) return ExitCode::usage;
  switch (category(code)) {
    case ErrorCategory::document: return ExitCode::refused;
    case ErrorCategory::tensor_file: return ExitCode::tensor_file;
    case ErrorCategory::buffer: return ExitCode::internal;  // the program sizes its own buffers
    case ErrorCategory::backend: return ExitCode::backend;
    case ErrorCategory::memory: return ExitCode::memory;
    case ErrorCategory::file: return ExitCode::file;
    case ErrorCategory::usage: return ExitCode::usage;
    case ErrorCategory::interrupted: return ExitCode::interrupted;
    case ErrorCategory::internal: break;
  }
  return ExitCode::internal;
}

void fail(Error error, std::string file) {
  ExitCode exit = exit_code(error.code);
  throw Failure{std::move(error), std::move(file), exit};
}

void fail_tensor_file(Error error, std::string file) {
  ExitCode exit = category(error.code) == ErrorCategory::memory ? ExitCode::memory : ExitCode::tensor_file;
  throw Failure{std::move(error), std::move(file), exit};
}

void fail_usage(std::string sentence) {
  Error error;
  error.code = ErrorCode::usage;
  error.message = std::move(sentence);
  fail(std::move(error));
}

void fail_system(ErrorCode code, std::string file, std::string what, int error_number) {
  Error error;
  error.code = code;
  error.message = std::move(what) + ": " + std::strerror(error_number);
  fail(std::move(error), std::move(file));
}

void fail_broken_pipe() {
  Error error;
  error.code = ErrorCode::interrupted;
  throw Failure{std::move(error), {}, ExitCode::broken_pipe};
}

std::string in_quotes(std::string_view word) {
  constexpr std::size_t kMax = 300;
  return "'" + text::printable(word.substr(0, kMax)) + (word.size() > kMax ? "...'" : "'");
}

}  // namespace dmlrun::cli
