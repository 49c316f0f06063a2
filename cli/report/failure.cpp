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

void fail(ErrorCode code, std::string message, std::string file) {
  fail({.code = code, .message = std::move(message)}, std::move(file));
}

void fail_tensor_file(Error error, std::string file) {
  ExitCode exit = category(error.code) == ErrorCategory::memory ? ExitCode::memory : ExitCode::tensor_file;
  throw Failure{std::move(error), std::move(file), exit};
}

void fail_tensor_file(ErrorCode code, std::string where, std::string message, std::string file) {
  fail_tensor_file({.code = code, .where = std::move(where), .message = std::move(message)}, std::move(file));
}

void fail_usage(std::string sentence) { fail(ErrorCode::usage, std::move(sentence)); }

void fail_system(ErrorCode code, std::string file, std::string what, int error_number, std::string_view remedy) {
  fail(code, std::move(what) + ": " + std::strerror(error_number) + std::string(remedy), std::move(file));
}

void fail_broken_pipe() { throw Failure{{ErrorCode::interrupted}, {}, ExitCode::broken_pipe}; }

std::string in_quotes(std::string_view word) {
  constexpr std::size_t kMax = 300;
  return "'" + text::printable(word.substr(0, kMax)) + (word.size() > kMax ? "...'" : "'");
}

}  // namespace dmlrun::cli
