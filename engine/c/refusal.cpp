#include "engine/c/refusal.h"

#include <cstring>
#include <string_view>

namespace dmlrun::c {
namespace {

struct Row {
  dmlrun_code code;
  ErrorCode error;
};

/// In the order of ErrorCode; the numbers are for ever, whatever happens to that order.
constexpr Row kRows[] = {
    {DMLRUN_ERROR_SYNTAX, ErrorCode::syntax},
    {DMLRUN_ERROR_BAD_UTF8, ErrorCode::bad_utf8},
    {DMLRUN_ERROR_DUPLICATE_KEY, ErrorCode::duplicate_key},
    {DMLRUN_ERROR_TOO_DEEP, ErrorCode::too_deep},
    {DMLRUN_ERROR_TOO_LARGE, ErrorCode::too_large},
    {DMLRUN_ERROR_TOO_MANY_ITEMS, ErrorCode::too_many_items},
    {DMLRUN_ERROR_WRONG_TYPE, ErrorCode::wrong_type},
    {DMLRUN_ERROR_NOT_AN_INTEGER, ErrorCode::not_an_integer},
    {DMLRUN_ERROR_OUT_OF_RANGE, ErrorCode::out_of_range},
    {DMLRUN_ERROR_BAD_ENUM, ErrorCode::bad_enum},
    {DMLRUN_ERROR_MISSING_FIELD, ErrorCode::missing_field},
    {DMLRUN_ERROR_UNKNOWN_FIELD, ErrorCode::unknown_field},
    {DMLRUN_ERROR_UNKNOWN_OPERATOR, ErrorCode::unknown_operator},
    {DMLRUN_ERROR_NOT_IMPLEMENTED, ErrorCode::not_implemented},
    {DMLRUN_ERROR_SIZE_ZERO, ErrorCode::size_zero},
    {DMLRUN_ERROR_SIZE_MISMATCH, ErrorCode::size_mismatch},
    {DMLRUN_ERROR_SIZE_OVERFLOW, ErrorCode::size_overflow},
    {DMLRUN_ERROR_TOO_MANY_ELEMENTS, ErrorCode::too_many_elements},
    {DMLRUN_ERROR_LIMIT_EXCEEDED, ErrorCode::limit_exceeded},
    {DMLRUN_ERROR_RANK_MISMATCH, ErrorCode::rank_mismatch},
    {DMLRUN_ERROR_COUNT_MISMATCH, ErrorCode::count_mismatch},
    {DMLRUN_ERROR_TYPE_MISMATCH, ErrorCode::type_mismatch},
    {DMLRUN_ERROR_AXIS_OUT_OF_RANGE, ErrorCode::axis_out_of_range},
    {DMLRUN_ERROR_STRIDE_OVERLAP, ErrorCode::stride_overlap},
    {DMLRUN_ERROR_TENSOR_TOO_SMALL, ErrorCode::tensor_too_small},
    {DMLRUN_ERROR_BAD_FLAGS, ErrorCode::bad_flags},
    {DMLRUN_ERROR_FEATURE_LEVEL, ErrorCode::feature_level},
    {DMLRUN_ERROR_UNKNOWN_NAME, ErrorCode::unknown_name},
    {DMLRUN_ERROR_NOT_BOUND, ErrorCode::not_bound},
    {DMLRUN_ERROR_MISALIGNED, ErrorCode::misaligned},
    {DMLRUN_ERROR_NPY_MAGIC, ErrorCode::npy_magic},
    {DMLRUN_ERROR_NPY_VERSION, ErrorCode::npy_version},
    {DMLRUN_ERROR_NPY_HEADER, ErrorCode::npy_header},
    {DMLRUN_ERROR_NPY_DTYPE, ErrorCode::npy_dtype},
    {DMLRUN_ERROR_NPY_TRUNCATED, ErrorCode::npy_truncated},
    {DMLRUN_ERROR_NPY_TRAILING_BYTES, ErrorCode::npy_trailing_bytes},
    {DMLRUN_ERROR_NPY_SHAPE_MISMATCH, ErrorCode::npy_shape_mismatch},
    {DMLRUN_ERROR_NPY_TYPE_MISMATCH, ErrorCode::npy_type_mismatch},
    {DMLRUN_ERROR_NPY_LIMIT, ErrorCode::npy_limit},
    {DMLRUN_ERROR_NULL_BUFFER, ErrorCode::null_buffer},
    {DMLRUN_ERROR_BUFFER_TOO_SMALL, ErrorCode::buffer_too_small},
    {DMLRUN_ERROR_BUFFERS_OVERLAP, ErrorCode::buffers_overlap},
    {DMLRUN_ERROR_BUFFER_COUNT, ErrorCode::buffer_count},
    {DMLRUN_ERROR_UNKNOWN_BACKEND, ErrorCode::unknown_backend},
    {DMLRUN_ERROR_UNKNOWN_OPTION, ErrorCode::unknown_option},
    {DMLRUN_ERROR_BACKEND_UNAVAILABLE, ErrorCode::backend_unavailable},
    {DMLRUN_ERROR_BACKEND_FAILED, ErrorCode::backend_failed},
    {DMLRUN_ERROR_OUT_OF_MEMORY, ErrorCode::out_of_memory},
    {DMLRUN_ERROR_CODE_BUDGET, ErrorCode::code_budget},
    {DMLRUN_ERROR_NO_EXECUTABLE_MEMORY, ErrorCode::no_executable_memory},
    {DMLRUN_ERROR_CANNOT_OPEN, ErrorCode::cannot_open},
    {DMLRUN_ERROR_CANNOT_READ, ErrorCode::cannot_read},
    {DMLRUN_ERROR_CANNOT_WRITE, ErrorCode::cannot_write},
    {DMLRUN_ERROR_USAGE, ErrorCode::usage},
    {DMLRUN_ERROR_INTERRUPTED, ErrorCode::interrupted},
    {DMLRUN_ERROR_INTERNAL, ErrorCode::internal},
};

constexpr bool is_complete() {
  for (std::size_t i = 0; i < std::size(kRows); ++i)
    if (static_cast<std::size_t>(kRows[i].error) != i) return false;
  return kRows[std::size(kRows) - 1].error == ErrorCode::internal;
}
static_assert(is_complete(),
              "every ErrorCode has its number in dmlrun_c.h and one row, in the order of the enumeration");
// Programs that were compiled long ago hold these.
static_assert(sizeof(dmlrun_error) == 2048 && DMLRUN_ERROR_NOT_IMPLEMENTED == 43 && DMLRUN_ERROR_NPY_LIMIT == 68 &&
              DMLRUN_ERROR_BUFFER_COUNT == 83 && DMLRUN_ERROR_BACKEND_FAILED == 93 &&
              DMLRUN_ERROR_NO_EXECUTABLE_MEMORY == 102 && DMLRUN_ERROR_INTERRUPTED == 114);

const Row* find(dmlrun_code code) noexcept {
  for (const Row& row : kRows)
    if (row.code == code) return &row;
  return nullptr;
}

/// As much of the text as there is room for. What is cut ends with "...", and not within a character.
template <std::size_t Room>
void copy_text(std::string_view text, char (&out)[Room]) noexcept {
  constexpr std::string_view kCut = "...";
  std::size_t size = text.size();
  if (size >= Room) {
    size = Room - 1 - kCut.size();
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  }
  if (size > 0) std::memcpy(out, text.data(), size);
  if (size < text.size()) {
    std::memcpy(out + size, kCut.data(), kCut.size());
    size += kCut.size();
  }
  std::memset(out + size, 0, Room - size);
}

void fill(dmlrun_error& out, dmlrun_code code, Position position, std::string_view rule, std::string_view where,
          std::string_view message) noexcept {
  out.code = code;
  out.line = position.line;
  out.column = position.column;
  copy_text(rule, out.rule);
  copy_text(where, out.where);
  copy_text(message, out.message);
}

}  // namespace

dmlrun_code code_of(ErrorCode code) noexcept {
  const auto index = static_cast<std::size_t>(code);
  return index < std::size(kRows) ? kRows[index].code : DMLRUN_ERROR_INTERNAL;
}

dmlrun_code refuse(const Error& error, dmlrun_error* out) noexcept {
  const dmlrun_code code = code_of(error.code);
  if (!out) return code;
  const std::string_view message = error.message.empty() ? summary(error.code) : std::string_view(error.message);
  fill(*out, code, error.position, error.rule, error.where, message);
  try {
    std::string lines(message);
    for (const Error& other : error.others) lines += "\nalso " + other.to_string();
    copy_text(lines, out->message);
  } catch (const std::bad_alloc&) {  // the first one stands there
  }
  return code;
}

dmlrun_code refuse_usage(const char* message, dmlrun_error* out) noexcept {
  if (out) fill(*out, DMLRUN_ERROR_USAGE, {}, {}, {}, message);
  return DMLRUN_ERROR_USAGE;
}

}  // namespace dmlrun::c

using namespace dmlrun;

// Names and summaries are literals: they end with a NUL.
const char* dmlrun_code_name(dmlrun_code code) noexcept {
  if (code == DMLRUN_OK) return "ok";
  const c::Row* row = c::find(code);
  return row ? name(row->error).data() : nullptr;
}

const char* dmlrun_code_summary(dmlrun_code code) noexcept {
  if (code == DMLRUN_OK) return "nothing was refused";
  const c::Row* row = c::find(code);
  return row ? summary(row->error).data() : nullptr;
}
