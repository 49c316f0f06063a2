#include "dmlrun/result.h"

#include <cstddef>
#include <set>
#include <string>

#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

constexpr std::size_t kCodes = static_cast<std::size_t>(ErrorCode::internal) + 1;

}  // namespace

TEST_CASE("every error code has a name and a sentence of its own") {
  std::set<std::string_view> names, summaries;
  for (std::size_t i = 0; i < kCodes; ++i) {
    auto code = static_cast<ErrorCode>(i);
    CAPTURE(i, name(code), summary(code));
    CHECK(names.insert(name(code)).second);
    CHECK(summaries.insert(summary(code)).second);
    CHECK(name(code).find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos);
    CHECK(summary(code).size() > 15);
    CHECK(summary(code).back() != '.');
  }
}

TEST_CASE("an error code is named as it is written") {
  CHECK(name(ErrorCode::syntax) == "syntax");
  CHECK(name(ErrorCode::bad_utf8) == "bad_utf8");
  CHECK(name(ErrorCode::size_mismatch) == "size_mismatch");
  CHECK(name(ErrorCode::npy_trailing_bytes) == "npy_trailing_bytes");
  CHECK(name(ErrorCode::buffers_overlap) == "buffers_overlap");
  CHECK(name(ErrorCode::internal) == "internal");
}

TEST_CASE("the category of an error code is that of its group") {
  auto check = [](ErrorCode first, ErrorCode last, ErrorCategory expected) {
    for (auto i = static_cast<std::size_t>(first); i <= static_cast<std::size_t>(last); ++i) {
      auto code = static_cast<ErrorCode>(i);
      CAPTURE(name(code));
      CHECK(category(code) == expected);
    }
  };
  check(ErrorCode::syntax, ErrorCode::misaligned, ErrorCategory::document);
  check(ErrorCode::npy_magic, ErrorCode::npy_limit, ErrorCategory::tensor_file);
  check(ErrorCode::null_buffer, ErrorCode::buffer_count, ErrorCategory::buffer);
  check(ErrorCode::unknown_backend, ErrorCode::unknown_option, ErrorCategory::usage);
  check(ErrorCode::backend_unavailable, ErrorCode::backend_failed, ErrorCategory::backend);
  check(ErrorCode::out_of_memory, ErrorCode::no_executable_memory, ErrorCategory::memory);
  check(ErrorCode::cannot_open, ErrorCode::cannot_write, ErrorCategory::file);
  check(ErrorCode::usage, ErrorCode::usage, ErrorCategory::usage);
  check(ErrorCode::interrupted, ErrorCode::interrupted, ErrorCategory::interrupted);
  check(ErrorCode::internal, ErrorCode::internal, ErrorCategory::internal);
}

TEST_CASE("a code that does not exist is a defect, not a crash") {
  auto code = static_cast<ErrorCode>(60000);
  CHECK(name(code) == "internal");
  CHECK(category(code) == ErrorCategory::internal);
}

TEST_CASE("an error prints the parts that are known") {
  Error error{ErrorCode::size_mismatch, "/desc/OutputTensor/Sizes/2", {3, 14}, "7 was found; 6 is expected", "TILE-4"};
  CHECK(error.to_string() == "/desc/OutputTensor/Sizes/2 (3:14): 7 was found; 6 is expected [TILE-4]");
  error.rule.clear();
  CHECK(error.to_string() == "/desc/OutputTensor/Sizes/2 (3:14): 7 was found; 6 is expected");
  error.position = {};
  CHECK(error.to_string() == "/desc/OutputTensor/Sizes/2: 7 was found; 6 is expected");
  error.where.clear();
  CHECK(error.to_string() == "7 was found; 6 is expected");
  error.position = {1, 1};
  CHECK(error.to_string() == "(1:1): 7 was found; 6 is expected");
}

TEST_CASE("an error without a message prints its code's sentence") {
  Error error;
  error.code = ErrorCode::out_of_memory;
  CHECK(error.to_string() == summary(ErrorCode::out_of_memory));
}

TEST_CASE("a very long place is shown by its two ends") {
  Error error{.code = ErrorCode::syntax, .where = "/" + std::string(5000, 'a') + "/end", .message = "text"};
  const std::string text = error.to_string();
  CHECK(text.size() < 500);
  CHECK(text.find("...") != std::string::npos);
  CHECK(text.ends_with("/end: text"));
}
