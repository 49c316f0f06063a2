// From a file's first bytes to an NpyHeader. The header is a Python dictionary display, of which exactly the three keys
// that the format knows are understood: a scanner of its own, without recursion and without evaluating anything.
#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string_view>

#include "engine/tensor/checked_math.h"
#include "engine/tensor/npy.h"
#include "engine/text/document.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxDimensions = 32;  // numpy's own bound when the format was made

std::string quoted_part(std::string_view text) { return "'" + text::printable(text, 40) + "'"; }

Error refusal(ErrorCode code, std::string where, std::string message) {
  return Error{code, std::move(where), {}, std::move(message), {}};
}

// The dictionary as it is written, not yet judged.
struct Fields {
  std::optional<std::string_view> descr;
  std::optional<bool> fortran_order;
  std::optional<std::vector<std::uint64_t>> shape;
  bool shape_overflows = false;  // an extent beyond 64 bits
};

class HeaderScanner {
 public:
  explicit HeaderScanner(std::string_view text) noexcept : text_(text) {}
  [[nodiscard]] Result<Fields> scan();

 private:
  [[nodiscard]] Result<void> scan_member();
  [[nodiscard]] Result<void> scan_descr();
  [[nodiscard]] Result<void> scan_fortran_order();
  [[nodiscard]] Result<void> scan_shape();
  [[nodiscard]] Result<void> scan_extent();
  [[nodiscard]] Result<std::string_view> scan_string(std::string_view what);

  void skip_blanks() noexcept {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  // Takes `word` after blanks if it is there.
  bool take(std::string_view word) noexcept {
    skip_blanks();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  [[nodiscard]] char next() noexcept {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  [[nodiscard]] Error unexpected(std::string_view wanted, std::string where = "header") {
    skip_blanks();
    std::string found = at_ == text_.size() ? "the header ends" : "found " + quoted_part(text_.substr(at_, 20));
    return refusal(
        ErrorCode::npy_header, std::move(where),
        found + " at byte " + std::to_string(at_) + " of the header where " + std::string(wanted) + " was expected");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Fields fields_;
};

Result<Fields> HeaderScanner::scan() {
  if (!take("{")) return unexpected("'{', the beginning of a dictionary,");
  while (next() != '}') {
    if (auto member = scan_member(); !member) return member.error();
    if (!take(",") && next() != '}') return unexpected("',' or '}'");
  }
  ++at_;
  skip_blanks();
  if (at_ != text_.size()) return unexpected("the end of the header");
  std::string_view missing = !fields_.descr ? "descr" : !fields_.fortran_order ? "fortran_order" : "shape";
  if (!fields_.descr || !fields_.fortran_order || !fields_.shape)
    return refusal(ErrorCode::npy_header, "header",
                   "the key " + quoted_part(missing) + " is missing; 'descr', 'fortran_order' and 'shape' are needed");
  return std::move(fields_);
}

Result<void> HeaderScanner::scan_member() {
  auto key = scan_string("a key");
  if (!key) return key.error();
  bool descr = *key == "descr", fortran_order = *key == "fortran_order", shape = *key == "shape";
  if (!descr && !fortran_order && !shape)
    return refusal(ErrorCode::npy_header, "header",
                   "the key " + quoted_part(*key) + " is unknown; only 'descr', 'fortran_order' and 'shape' are");
  if ((descr && fields_.descr) || (fortran_order && fields_.fortran_order) || (shape && fields_.shape))
    return refusal(ErrorCode::npy_header, "header",
                   "the key " + quoted_part(*key) + " appears twice; once was expected");
  if (!take(":")) return unexpected("':'");
  return descr ? scan_descr() : shape ? scan_shape() : scan_fortran_order();
}

// No escapes and no prefixes: none of the words that can be meant needs any.
Result<std::string_view> HeaderScanner::scan_string(std::string_view what) {
  char quote = next();
  if (quote != '\'' && quote != '"') return unexpected(std::string(what) + " in quotes");
  std::size_t end = text_.find_first_of(std::string_view("'\"\\\n"), at_ + 1);
  while (end != std::string_view::npos && text_[end] != quote && text_[end] != '\\' && text_[end] != '\n')
    end = text_.find_first_of(std::string_view("'\"\\\n"), end + 1);
  if (end == std::string_view::npos || text_[end] != quote)
    return unexpected(std::string(what) + " in quotes, without escapes,");
  std::string_view content = text_.substr(at_ + 1, end - at_ - 1);
  at_ = end + 1;
  return content;
}

Result<void> HeaderScanner::scan_descr() {
  if (next() == '[')
    return refusal(ErrorCode::npy_dtype, "descr",
                   "the elements are structures; a plain number type such as '<f4' was expected");
  auto descr = scan_string("a data type");
  if (!descr) return descr.error();
  fields_.descr = *descr;
  return {};
}

Result<void> HeaderScanner::scan_fortran_order() {
  if (take("True")) fields_.fortran_order = true;
  else if (take("False")) fields_.fortran_order = false;
  else return unexpected("True or False", "fortran_order");
  return {};
}

Result<void> HeaderScanner::scan_shape() {
  if (!take("(")) return unexpected("'(', the beginning of a tuple,", "shape");
  fields_.shape.emplace();
  while (next() != ')') {
    if (fields_.shape->size() == kMaxDimensions)
      return refusal(ErrorCode::npy_header, "shape",
                     "the shape has more than " + std::to_string(kMaxDimensions) + " dimensions");
    if (auto extent = scan_extent(); !extent) return extent.error();
    bool comma = take(",");
    // In Python "(3)" is a number, "(3,)" a tuple.
    if (!comma && (next() != ')' || fields_.shape->size() == 1)) return unexpected("','", "shape");
  }
  ++at_;
  return {};
}

Result<void> HeaderScanner::scan_extent() {
  constexpr std::string_view kWanted = "an extent (decimal digits, no sign, no leading zero)";
  auto is_digit = [&](std::size_t i) { return i < text_.size() && text_[i] >= '0' && text_[i] <= '9'; };
  skip_blanks();
  if (!is_digit(at_) || (text_[at_] == '0' && is_digit(at_ + 1))) return unexpected(kWanted, "shape");
  std::uint64_t extent = 0;
  for (; is_digit(at_); ++at_) {
    auto shifted = checked_multiply(extent, 10);
    auto sum = shifted ? checked_add(*shifted, static_cast<std::uint64_t>(text_[at_] - '0')) : std::nullopt;
    if (!sum) fields_.shape_overflows = true;
    extent = sum.value_or(UINT64_MAX);
  }
  fields_.shape->push_back(extent);
  return {};
}

struct DescrRow {
  std::string_view word;
  DataType type;
};
/// Then numpy's letters of the types whose size does not depend on the machine.
constexpr std::array<DescrRow, 24> kDescrs{{
    {"b1", DataType::uint8},  {"i1", DataType::int8},    {"u1", DataType::uint8},   {"i2", DataType::int16},
    {"u2", DataType::uint16}, {"i4", DataType::int32},   {"u4", DataType::uint32},  {"i8", DataType::int64},
    {"u8", DataType::uint64}, {"f2", DataType::float16}, {"f4", DataType::float32}, {"f8", DataType::float64},
    {"?", DataType::uint8},   {"b", DataType::int8},     {"B", DataType::uint8},    {"h", DataType::int16},
    {"H", DataType::uint16},  {"i", DataType::int32},    {"I", DataType::uint32},   {"q", DataType::int64},
    {"Q", DataType::uint64},  {"e", DataType::float16},  {"f", DataType::float32},  {"d", DataType::float64},
}};

Result<void> judge_descr(std::string_view descr, NpyHeader& header) {
  // Without a mark the order is the machine's, as with '='; '|' says that there is none.
  constexpr std::string_view kOrders = "<>=|";
  const char order = descr.empty() || kOrders.find(descr[0]) == std::string_view::npos ? '=' : descr[0];
  const std::string_view word = descr.substr(!descr.empty() && descr[0] == order ? 1 : 0);
  if (word == "O")
    return refusal(ErrorCode::npy_dtype, "descr",
                   "the elements are Python objects (" + quoted_part(descr) + "); object arrays are never loaded");
  for (const DescrRow& row : kDescrs) {
    if (row.word != word) continue;
    bool one_byte = element_size(row.type) == 1;
    if (order == '|' && !one_byte) break;
    header.type = row.type;
    header.boolean = word == "b1" || word == "?";
    constexpr bool kNativeIsBig = std::endian::native == std::endian::big;
    header.big_endian = !one_byte && (order == '>' || (order == '=' && kNativeIsBig));
    return {};
  }
  return refusal(
      ErrorCode::npy_dtype, "descr",
      "the element type " + quoted_part(descr) +
          " is not supported; b1, i1, u1, and i2, u2, i4, u4, i8, u8, f2, f4, f8 with or without '<', '>' or "
          "'=', or one of the letters ? b B h H i I q Q e f d, were expected");
}

std::string text_of_shape(const std::vector<std::uint64_t>& shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

Result<void> judge_shape(bool overflows, NpyHeader& header) {
  auto zero = std::find(header.shape.begin(), header.shape.end(), 0u);
  if (zero != header.shape.end())
    return refusal(ErrorCode::size_zero, "shape",
                   "dimension " + std::to_string(zero - header.shape.begin()) + " of the shape " +
                       text_of_shape(header.shape) + " is 0; every extent must be at least 1");
  std::optional<std::uint64_t> count = 1;
  for (std::uint64_t extent : header.shape) count = count ? checked_multiply(*count, extent) : count;
  auto bytes = count ? checked_multiply(*count, element_size(header.type)) : count;
  if (overflows || !bytes)
    return refusal(ErrorCode::size_overflow, "shape",
                   "the bytes of a " + std::string(name(header.type)) +
                       " tensor of the file's shape cannot be counted in 64 bits");
  header.element_count = *count;
  header.data_bytes = *bytes;
  return {};
}

Result<void> judge_size(std::span<const std::byte> start, const Limits& limits, const NpyHeader& header) {
  if (header.data_bytes <= limits.tensor_bytes) return {};
  // What is shorter than the prefix is the whole file: then the claim is simply not true.
  if (start.size() < npy_prefix_bytes(limits, start)) return check_npy_size(header, start.size());
  return refusal(ErrorCode::npy_limit, "data",
                 "the shape " + text_of_shape(header.shape) + " of " + std::string(name(header.type)) + " makes " +
                     std::to_string(header.data_bytes) + " bytes; the limit tensor_bytes is " +
                     std::to_string(limits.tensor_bytes));
}

Result<void> check_magic(std::string_view file) {
  std::string_view found = file.substr(0, kMagic.size());
  if (file.empty()) return refusal(ErrorCode::npy_truncated, "header", "the file is empty; a .npy file was expected");
  if (!kMagic.starts_with(found)) {
    std::string message = "the file does not begin with a .npy file's magic bytes, 93 4E 55 4D 50 59";
    if (found.starts_with("PK\x03\x04") || found.starts_with("PK\x05\x06"))
      message = "the file is a zip archive, not a .npy file; an archive called .npz is read, as file.npz:name";
    return refusal(ErrorCode::npy_magic, "header", message);
  }
  if (file.size() < kMagic.size() + 2)
    return refusal(ErrorCode::npy_truncated, "header",
                   "the file ends after " + std::to_string(file.size()) + " bytes, within the magic bytes and version");
  return {};
}

// The dictionary's text, after the version and the length in front of it were judged.
Result<std::string_view> header_text(std::string_view file, const Limits& limits) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(file[i])); };
  unsigned major = byte(6), minor = byte(7);
  if (major < 1 || major > 3 || minor != 0)
    return refusal(ErrorCode::npy_version, "header",
                   "version " + std::to_string(major) + "." + std::to_string(minor) +
                       " of the .npy format is not supported; 1.0, 2.0 and 3.0 are");
  std::size_t length_bytes = major == 1 ? 2 : 4, begin = 8 + length_bytes;
  if (file.size() < begin)
    return refusal(ErrorCode::npy_truncated, "header",
                   "the file ends after " + std::to_string(file.size()) + " bytes, within the header's length");
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) length |= std::uint64_t{byte(8 + i)} << (8 * i);
  if (length == 0) return refusal(ErrorCode::npy_header, "header", "the header's length is 0");
  if (length > limits.npy_header_bytes)
    return refusal(ErrorCode::npy_header, "header",
                   "the header's length is " + std::to_string(length) + " bytes; the limit npy_header_bytes is " +
                       std::to_string(limits.npy_header_bytes));
  if (length > file.size() - begin)
    return refusal(
        ErrorCode::npy_truncated, "header",
        "expected " + std::to_string(length) + " bytes of header, found " + std::to_string(file.size() - begin));
  std::string_view text = file.substr(begin, static_cast<std::size_t>(length));
  auto foreign = std::find_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
  // Version 3.0 made the header UTF-8, for the field names of structures; its strings are judged where they stand.
  if (major < 3 && foreign != text.end())
    return refusal(ErrorCode::npy_header, "header",
                   "byte " + std::to_string(foreign - text.begin()) + " of the header is not ASCII");
  return text;
}

Result<NpyHeader> read(std::span<const std::byte> start, const Limits& limits) {
  std::string_view file(reinterpret_cast<const char*>(start.data()), start.size());
  if (auto magic = check_magic(file); !magic) return magic.error();
  auto text = header_text(file, limits);
  if (!text) return text.error();
  auto fields = HeaderScanner(*text).scan();
  if (!fields) return fields.error();
  NpyHeader header;
  header.fortran_order = *fields->fortran_order;
  header.shape = std::move(*fields->shape);
  header.data_offset = static_cast<std::uint64_t>(text->data() + text->size() - file.data());
  if (auto descr = judge_descr(*fields->descr, header); !descr) return descr.error();
  if (auto shape = judge_shape(fields->shape_overflows, header); !shape) return shape.error();
  if (auto size = judge_size(start, limits, header); !size) return size.error();
  return header;
}

}  // namespace

std::uint64_t npy_prefix_bytes(const Limits& limits, std::span<const std::byte> start) noexcept {
  constexpr std::uint64_t kBeforeHeader = 12;  // magic, version, and the longer form of the length
  constexpr std::uint64_t kUsual = Limits{}.npy_header_bytes + kBeforeHeader;
  const std::string_view file(reinterpret_cast<const char*>(start.data()), start.size());
  std::uint64_t claimed = 0;
  if (file.size() >= kBeforeHeader && file.starts_with(kMagic)) {
    const std::size_t length_bytes = file[6] == 1 ? 2 : 4;
    for (std::size_t i = 0; i < length_bytes; ++i)
      claimed |= std::uint64_t{static_cast<unsigned char>(file[8 + i])} << (8 * i);
  }
  const std::uint64_t most = checked_add(limits.npy_header_bytes, kBeforeHeader).value_or(UINT64_MAX);
  return std::min(most, std::max(kUsual, claimed + kBeforeHeader));
}

Result<NpyHeader> read_npy_header(std::span<const std::byte> start, const Limits& limits) noexcept {
  return or_out_of_memory([&]() -> Result<NpyHeader> { return read(start, limits); });
}

Result<void> check_npy_size(const NpyHeader& header, std::uint64_t file_bytes) noexcept {
  std::uint64_t found = file_bytes > header.data_offset ? file_bytes - header.data_offset : 0;
  if (found == header.data_bytes) return {};
  return or_out_of_memory([&]() -> Result<void> {
    return refusal(found < header.data_bytes ? ErrorCode::npy_truncated : ErrorCode::npy_trailing_bytes, "data",
                   "expected " + std::to_string(header.data_bytes) + " bytes of data, found " + std::to_string(found));
  });
}

}  // namespace dmlrun
