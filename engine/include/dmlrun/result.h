// Errors as values. Public functions are noexcept; those that can fail return a Result<T>.
#pragma once

#if __cplusplus < 202002L
#error "dmlrun's headers are C++20: compile with -std=c++20 or later, or use dmlrun_c.h"
#endif

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#pragma GCC visibility push(default)
namespace dmlrun {

/// Why a request was refused. Codes are stable; Error::message may improve. Codes are grouped by subject: see
/// category().
// clang-format off
enum class ErrorCode : std::uint16_t {
  // The text of a document.
  syntax,
  bad_utf8,
  duplicate_key,
  too_deep,
  too_large,
  too_many_items,
  // The meaning of a document or of a desc built in code.
  wrong_type,
  not_an_integer,
  out_of_range,
  bad_enum,
  missing_field,
  unknown_field,
  unknown_operator, not_implemented,
  size_zero,
  size_mismatch,
  size_overflow,
  too_many_elements,
  limit_exceeded,
  rank_mismatch,
  count_mismatch,
  type_mismatch,
  axis_out_of_range,
  stride_overlap,
  tensor_too_small,
  bad_flags,
  feature_level,
  unknown_name, not_bound, misaligned,
  // The content of a tensor file, or a file that contradicts a legal spec.
  npy_magic, npy_version, npy_header, npy_dtype, npy_truncated, npy_trailing_bytes,
  npy_shape_mismatch, npy_type_mismatch, npy_limit,
  // Buffers handed to a kernel.
  null_buffer, buffer_too_small, buffers_overlap, buffer_count,
  // Back ends.
  unknown_backend,
  unknown_option,
  backend_unavailable,
  backend_failed,
  // Resources.
  out_of_memory,
  code_budget,
  no_executable_memory,
  // Files and options, for programs that use the library. The library itself returns only `usage`, for an option that
  // can never be valid.
  cannot_open,
  cannot_read,
  cannot_write,
  usage,
  interrupted,
  // A defect of dmlrun itself.
  internal,
};
// clang-format on

/// The subject of an ErrorCode. A program maps categories to exit codes.
// clang-format off
enum class ErrorCategory : std::uint8_t {
  document, tensor_file, buffer, backend, memory, file, usage, interrupted, internal
};
// clang-format on

/// The subject of a code.
[[nodiscard]] ErrorCategory category(ErrorCode code) noexcept;
/// The code's name as written above, e.g. "size_mismatch".
[[nodiscard]] std::string_view name(ErrorCode code) noexcept;
/// A general sentence about the code. Never allocates, so it also describes out_of_memory.
[[nodiscard]] std::string_view summary(ErrorCode code) noexcept;

/// A position in a text, counted from 1; columns count bytes. line 0: unknown.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const Position&, const Position&) = default;
};

/// One failure: a code, where it is, and one sentence. Members that are not known have their defaults.
struct Error {
  ErrorCode code = ErrorCode::internal;
  std::string where{};    ///< JSON pointer ("/desc/Axis"), tensor name, or part of a file; "" when there is none
  Position position{};    ///< where in the document's text
  std::string message{};  ///< one sentence: the value found, and what is valid; "" means summary(code)
  std::string rule{};     ///< id of the broken rule in docs/operators, e.g. "TILE-4"; "": none
  /// Independent errors in other fields of the same text, at most 19. Their own `others` are empty.
  std::vector<Error> others{};
  /// "<where> (line:column): <message> [<rule>]", with the parts that are known, then `others`, one per line. May throw
  /// std::bad_alloc.
  [[nodiscard]] std::string to_string() const;
};

/// Ends a program that takes from a Result what it does not hold: throws, where nobody can catch it, what
/// std::terminate shows, the text of the Error that it holds.
[[noreturn, gnu::cold]] void refuse_access(const Error* held);

/// The value of a successful call or the Error of a failed one: the subset of std::expected that is used here.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) noexcept : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) noexcept : state_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }
  /// Precondition: has_value(). Where it is broken, std::terminate is called with the Error's text.
  [[nodiscard]] T& value() & noexcept { return held<0>(state_); }
  [[nodiscard]] const T& value() const& noexcept { return held<0>(state_); }
  [[nodiscard]] T&& value() && noexcept { return std::move(held<0>(state_)); }
  T& operator*() & noexcept { return value(); }
  const T& operator*() const& noexcept { return value(); }
  T&& operator*() && noexcept { return std::move(*this).value(); }
  T* operator->() noexcept { return &value(); }
  const T* operator->() const noexcept { return &value(); }
  /// Precondition: !has_value(). Where it is broken, std::terminate is called.
  [[nodiscard]] Error& error() & noexcept { return held<1>(state_); }
  [[nodiscard]] const Error& error() const& noexcept { return held<1>(state_); }
  [[nodiscard]] Error&& error() && noexcept { return std::move(held<1>(state_)); }

 private:
  template <std::size_t I>
  static auto& held(auto& state) noexcept {
    if (state.index() != I) refuse_access(std::get_if<1>(&state));
    return *std::get_if<I>(&state);
  }
  std::variant<T, Error> state_;
};

/// Success, or the Error of a failed call. The Error is constructed only on failure: constructing and destroying three
/// empty texts would take as long as a small kernel runs.
template <>
class [[nodiscard]] Result<void> {
  static auto& held(auto& error) noexcept {
    if (!error) refuse_access(nullptr);
    return *error;
  }

 public:
  Result() noexcept {}  // "= default" would make "return {}" clear all of it
  Result(Error error) noexcept : error_(std::move(error)) {}
  [[nodiscard]] bool has_value() const noexcept { return !error_.has_value(); }
  explicit operator bool() const noexcept { return has_value(); }
  /// Precondition: !has_value(). Where it is broken, std::terminate is called.
  [[nodiscard]] Error& error() & noexcept { return held(error_); }
  [[nodiscard]] const Error& error() const& noexcept { return held(error_); }
  [[nodiscard]] Error&& error() && noexcept { return std::move(held(error_)); }

 private:
  std::optional<Error> error_;
};

/// Bounds on accepted input. They protect against hostile documents; raise them deliberately.
struct Limits {
  std::uint64_t document_bytes = 16ull << 20;  ///< bytes of JSON text
  std::uint32_t depth = 16;                    ///< nesting of arrays and objects
  std::uint64_t values = 1'000'000;            ///< values in one document
  std::uint64_t string_bytes = 4096;           ///< bytes of one string or key
  std::uint64_t number_characters = 64;        ///< characters of one number
  std::uint64_t tensor_bytes = 4ull << 30;     ///< one tensor, its TotalTensorSizeInBytes, one model resource
  std::uint64_t model_bytes = 16ull << 30;     ///< all resources of a model together
  std::uint64_t join_inputs = 4096;            ///< tensors in one InputTensors or OutputTensors
  std::uint64_t npy_header_bytes = 64u << 10;  ///< bytes of a .npy file's header
};

}  // namespace dmlrun
#pragma GCC visibility pop
