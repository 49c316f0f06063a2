#include "dmlrun/result.h"

#include <array>
#include <cstddef>
#include <stdexcept>

namespace dmlrun {
namespace {

struct Row {
  ErrorCode code;
  ErrorCategory category;
  std::string_view name;
  std::string_view summary;
};

#define DMLRUN_ROW(code, category, summary) \
  Row { ErrorCode::code, ErrorCategory::category, #code, summary }

constexpr std::size_t kCodes = static_cast<std::size_t>(ErrorCode::internal) + 1;

constexpr std::array<Row, kCodes> kRows = {
    DMLRUN_ROW(syntax, document, "the text is not JSON"),
    DMLRUN_ROW(bad_utf8, document, "the text is not UTF-8"),
    DMLRUN_ROW(duplicate_key, document, "an object has the same key twice"),
    DMLRUN_ROW(too_deep, document, "arrays and objects nest too deep"),
    DMLRUN_ROW(too_large, document, "the document, or a string in it, is too long"),
    DMLRUN_ROW(too_many_items, document, "the document has too many values"),
    DMLRUN_ROW(wrong_type, document, "a value has the wrong JSON type"),
    DMLRUN_ROW(not_an_integer, document, "a number is not written as an integer"),
    DMLRUN_ROW(out_of_range, document, "a number is outside its range"),
    DMLRUN_ROW(bad_enum, document, "a name or number is none of those that are known here"),
    DMLRUN_ROW(missing_field, document, "a field that must be there is missing"),
    DMLRUN_ROW(unknown_field, document, "a field is not known"),
    DMLRUN_ROW(unknown_operator, document, "the operator is not known"),
    DMLRUN_ROW(not_implemented, document, "the operator is DirectML's, and not implemented yet"),
    DMLRUN_ROW(size_zero, document, "a tensor has a size of 0"),
    DMLRUN_ROW(size_mismatch, document, "sizes do not agree"),
    DMLRUN_ROW(size_overflow, document, "sizes multiply or add to more than an integer holds"),
    DMLRUN_ROW(too_many_elements, document, "a tensor has more elements than DirectML allows"),
    DMLRUN_ROW(limit_exceeded, document, "a limit of this program is exceeded"),
    DMLRUN_ROW(rank_mismatch, document, "numbers of dimensions do not agree"),
    DMLRUN_ROW(count_mismatch, document, "counts do not agree"),
    DMLRUN_ROW(type_mismatch, document, "data types do not agree or are not supported"),
    DMLRUN_ROW(axis_out_of_range, document, "an axis is not one of the tensor's dimensions"),
    DMLRUN_ROW(stride_overlap, document, "strides make two output elements share memory"),
    DMLRUN_ROW(tensor_too_small, document, "a tensor's bytes do not hold its elements"),
    DMLRUN_ROW(bad_flags, document, "flags are not known or not allowed"),
    DMLRUN_ROW(feature_level, document, "the feature level does not include this"),
    DMLRUN_ROW(unknown_name, document, "a name stands for nothing in the document"),
    DMLRUN_ROW(not_bound, document, "a tensor is not bound, or bound twice"),
    DMLRUN_ROW(misaligned, document, "an offset is not a multiple of what is required"),
    DMLRUN_ROW(npy_magic, tensor_file, "the file does not begin as a .npy file does"),
    DMLRUN_ROW(npy_version, tensor_file, "the version of the .npy format is not known"),
    DMLRUN_ROW(npy_header, tensor_file, "the header of the .npy file is damaged"),
    DMLRUN_ROW(npy_dtype, tensor_file, "the data type of the .npy file is not supported"),
    DMLRUN_ROW(npy_truncated, tensor_file, "the .npy file ends before its last element"),
    DMLRUN_ROW(npy_trailing_bytes, tensor_file, "the .npy file goes on after its last element"),
    DMLRUN_ROW(npy_shape_mismatch, tensor_file, "the shape of the .npy file is not the tensor's"),
    DMLRUN_ROW(npy_type_mismatch, tensor_file, "the data type of the .npy file is not the tensor's"),
    DMLRUN_ROW(npy_limit, tensor_file, "the .npy file exceeds a limit of this program"),
    DMLRUN_ROW(null_buffer, buffer, "a buffer is missing"),
    DMLRUN_ROW(buffer_too_small, buffer, "a buffer is smaller than its tensor"),
    DMLRUN_ROW(buffers_overlap, buffer, "the output's buffer overlaps another one"),
    DMLRUN_ROW(buffer_count, buffer, "the number of buffers is not the number of tensors"),
    DMLRUN_ROW(unknown_backend, usage, "no back end has this name"),
    DMLRUN_ROW(unknown_option, usage, "a choice for generated code has no such name"),
    DMLRUN_ROW(backend_unavailable, backend, "the back end does not work here or cannot run this"),
    DMLRUN_ROW(backend_failed, backend, "the back end failed"),
    DMLRUN_ROW(out_of_memory, memory, "there is not enough memory"),
    DMLRUN_ROW(code_budget, memory, "the memory set aside for generated code is used up"),
    DMLRUN_ROW(no_executable_memory, memory, "this machine does not allow generated code"),
    DMLRUN_ROW(cannot_open, file, "a file cannot be opened"),
    DMLRUN_ROW(cannot_read, file, "a file cannot be read"),
    DMLRUN_ROW(cannot_write, file, "a file cannot be written"),
    DMLRUN_ROW(usage, usage, "the command line is not understood"),
    DMLRUN_ROW(interrupted, interrupted, "the program was interrupted"),
    DMLRUN_ROW(internal, internal, "dmlrun is at fault; please report this"),
};

#undef DMLRUN_ROW

constexpr bool is_complete() {
  for (std::size_t i = 0; i < kCodes; ++i) {
    if (static_cast<std::size_t>(kRows[i].code) != i || kRows[i].name.empty() || kRows[i].summary.empty()) return false;
  }
  return true;
}
static_assert(is_complete(), "every ErrorCode has one row, in the order of the enumeration");

const Row& row(ErrorCode code) noexcept {
  std::size_t index = static_cast<std::size_t>(code);
  return index < kCodes ? kRows[index] : kRows.back();
}

}  // namespace

ErrorCategory category(ErrorCode code) noexcept { return row(code).category; }

std::string_view name(ErrorCode code) noexcept { return row(code).name; }

std::string_view summary(ErrorCode code) noexcept { return row(code).summary; }

std::string Error::to_string() const {
  // A pointer through 15 keys of 4 KiB each is for a program to read; a person needs its two ends.
  constexpr std::size_t kEnds = 200;
  std::string text = where;
  if (text.size() > 2 * kEnds + 3) text = where.substr(0, kEnds) + "..." + where.substr(where.size() - kEnds);
  if (position.line != 0) {
    text += text.empty() ? "(" : " (";
    text += std::to_string(position.line) + ":" + std::to_string(position.column) + ")";
  }
  if (!text.empty()) text += ": ";
  text += message.empty() ? summary(code) : std::string_view(message);
  if (!rule.empty()) text += " [" + rule + "]";
  for (const Error& other : others) text += "\n" + other.to_string();
  return text;
}

void refuse_access(const Error* held) {
  throw std::logic_error(held ? "the value of a dmlrun::Result was taken, which holds an error: " + held->to_string()
                              : "the error of a dmlrun::Result was taken, which holds none");
}

}  // namespace dmlrun
