// Hostile .npy files, by the numbers N97-N132 of the list of hostile inputs. The program's part of N129-N131 (sparse
// files, files that shrink, things that are no regular files) is tested with the program.
#include <algorithm>
#include <cstring>
#include <memory>

#include "engine/test/catch.h"
#include "engine/test/npy_files.h"

using namespace dmlrun;
using namespace dmlrun::test;

namespace {

void check_refused(const std::string& file, ErrorCode code, const std::string& words = "") {
  auto error = refusal(file);
  INFO("file begins " << file.substr(0, 150));
  REQUIRE(error);
  INFO("message: " << error->message);
  CHECK(static_cast<int>(error->code) == static_cast<int>(code));
  CHECK(error->message.find(words) != std::string::npos);
  CHECK(error->where.size() > 0);
}

void check_accepted(const std::string& file) {
  auto error = refusal(file);
  INFO("file begins " << file.substr(0, 150));
  INFO("message: " << (error ? error->message : ""));
  CHECK_FALSE(error);
}

std::string good_file(int major = 1) { return npy_file(dictionary("<f4", "(2, 3)"), 24, major); }

// From memory of exactly the file's size, so that the address sanitizer sees a read past its end.
Result<NpyHeader> read_exactly(const std::string& file) {
  auto copy = std::make_unique<std::byte[]>(file.size());
  std::memcpy(copy.get(), file.data(), file.size());
  return read_npy_header({copy.get(), file.size()});
}

// What any accepted header must say, whatever bytes it was made of.
void require_consistent(const NpyHeader& header, const Limits& limits) {
  REQUIRE(element_size(header.type) > 0);
  REQUIRE(header.shape.size() <= 32);
  std::uint64_t count = 1;
  for (std::uint64_t extent : header.shape) {
    REQUIRE(extent > 0);
    count *= extent;
  }
  REQUIRE(header.element_count == count);
  REQUIRE(header.data_bytes == count * element_size(header.type));
  REQUIRE(header.data_bytes <= limits.tensor_bytes);
  REQUIRE(header.data_offset > 10);
  REQUIRE(header.data_offset <= std::max(npy_prefix_bytes(limits, {}), limits.npy_header_bytes + 12));
  REQUIRE_FALSE((header.big_endian && element_size(header.type) == 1));
  REQUIRE_FALSE((header.boolean && header.type != DataType::uint8));
}

}  // namespace

TEST_CASE("a good .npy header is read in all three versions") {
  for (int major : {1, 2, 3}) {
    auto header = read_header(good_file(major));
    REQUIRE(header);
    CHECK(header->type == DataType::float32);
    CHECK(header->shape == std::vector<std::uint64_t>{2, 3});
    CHECK(header->element_count == 6);
    CHECK(header->data_bytes == 24);
    CHECK(header->data_offset == 128);
    CHECK_FALSE(header->fortran_order);
    CHECK_FALSE(header->big_endian);
    CHECK_FALSE(header->boolean);
    check_accepted(good_file(major));
  }
}

TEST_CASE("N97-N100: short files and foreign files are refused by their first bytes") {
  check_refused("", ErrorCode::npy_truncated, "empty");
  check_refused(good_file().substr(0, 5), ErrorCode::npy_truncated, "5 bytes");
  check_refused("\x93NUMPX" + good_file().substr(6), ErrorCode::npy_magic, "magic");
  check_refused("hello", ErrorCode::npy_magic);
  check_refused("{\"type\": \"TILE\"}", ErrorCode::npy_magic);
  check_refused(good_file().substr(0, 6), ErrorCode::npy_truncated);
  check_refused(good_file().substr(0, 8), ErrorCode::npy_truncated);
}

TEST_CASE("N101: other versions are refused") {
  for (auto [major, minor] : {std::pair{0, 0}, {4, 0}, {255, 255}, {1, 1}, {2, 255}}) {
    std::string file = good_file();
    file[6] = static_cast<char>(major);
    file[7] = static_cast<char>(minor);
    check_refused(file, ErrorCode::npy_version, std::to_string(major) + "." + std::to_string(minor));
  }
}

TEST_CASE("N102-N104: the header's length is judged before it is used") {
  std::string file = good_file().substr(0, 128);
  file[8] = file[9] = '\xFF';
  CHECK(read_exactly(file).error().code == ErrorCode::npy_truncated);
  check_refused(file, ErrorCode::npy_truncated, "65535");
  file = good_file(2);
  file.replace(8, 4, "\xFF\xFF\xFF\xFF");
  check_refused(file, ErrorCode::npy_header, "4294967295");
  check_refused(file, ErrorCode::npy_header, "npy_header_bytes");
  file = good_file();
  file[8] = file[9] = '\0';
  check_refused(file, ErrorCode::npy_header, "0");
  Limits small;
  small.npy_header_bytes = 117;
  CHECK(read_header(good_file(), small).error().code == ErrorCode::npy_header);
  small.npy_header_bytes = 118;
  CHECK(read_header(good_file(), small).has_value());
  CHECK(npy_prefix_bytes(small, {}) == 130);
  small.npy_header_bytes = UINT64_MAX;
  const auto bytes = [](const std::string& text) { return std::as_bytes(std::span(text)); };
  CHECK(npy_prefix_bytes(small, {}) == (64u << 10) + 12);
  CHECK(npy_prefix_bytes(small, bytes(good_file())) == (64u << 10) + 12);
  const std::string claims = good_file(2).substr(0, 8) + std::string(4, '\x7f') + "{";
  CHECK(npy_prefix_bytes(small, bytes(claims)) == 0x7f7f7f7fu + std::uint64_t{12});
  CHECK(npy_prefix_bytes(small, bytes(claims.substr(0, 11))) == (64u << 10) + 12);
  small.npy_header_bytes = 1 << 20;
  CHECK(npy_prefix_bytes(small, bytes(claims)) == (1u << 20) + 12);
  CHECK(read_header(good_file(), small).has_value());
}

TEST_CASE("N105: a header without padding or newline is accepted") {
  std::string words = dictionary("<f4", "(2, 3)");
  std::string file = std::string("\x93NUMPY\x01") + '\0' + static_cast<char>(words.size()) + '\0' + words;
  check_accepted(file + std::string(24, 'x'));
  auto header = read_header(file);
  REQUIRE(header);
  CHECK(header->data_offset == 10 + words.size());
}

TEST_CASE("N106: a header of nested brackets is refused without recursion") {
  for (char bracket : {'(', '{', '['}) {
    std::string nested(65'000, bracket);
    check_refused(npy_file(nested, 0, 2), ErrorCode::npy_header);
    check_refused(npy_file("{'shape': " + nested, 0, 2), ErrorCode::npy_header);
    check_refused(npy_file("{'fortran_order': " + nested, 0, 2), ErrorCode::npy_header);
  }
  check_refused(npy_file("{'descr': " + std::string(65'000, '('), 0, 2), ErrorCode::npy_header);
}

TEST_CASE("N107: what is not a dictionary is refused and nothing is evaluated") {
  for (const char* words : {"[]",
                            "()",
                            "1",
                            "None",
                            "__import__('os').system('true')",
                            "dict(descr='<f4')",
                            "{",
                            "}",
                            "{}",
                            "{'descr'}",
                            "{'descr':}",
                            "{'descr': '<f4'",
                            "{,}",
                            "{'descr': '<f4',, 'shape': ()}",
                            "{'descr': '<f4' 'fortran_order': False, 'shape': ()}",
                            "{'descr': '<' 'f4', 'fortran_order': False, 'shape': ()}",
                            "{'descr': '<f4', 'fortran_order': False, 'shape': ()} # comment",
                            "{'descr': '<f4', 'fortran_order': False, 'shape': ()}}",
                            "{descr: '<f4', 'fortran_order': False, 'shape': ()}",
                            "{'descr': __import__('os'), 'fortran_order': False, 'shape': ()}",
                            "{'descr': '<f4', 'fortran_order': not True, 'shape': ()}",
                            "{'descr': '<f4', 'fortran_order': False, 'shape': tuple()}",
                            "{'descr': '<f4', 'fortran_order': False, 'shape': (1+1,)}",
                            "{'descr': u'<f4', 'fortran_order': False, 'shape': ()}",
                            "{'descr': '\\x3cf4', 'fortran_order': False, 'shape': ()}",
                            "{'descr': '''<f4''', 'fortran_order': False, 'shape': ()}",
                            "{'descr': '<f4\", 'fortran_order': False, 'shape': ()}",
                            "{'descr': '<f4\n', 'fortran_order': False, 'shape': ()}"})
    check_refused(npy_file(words, 4), ErrorCode::npy_header);
  check_refused(npy_file(dictionary("<f4", "()") + std::string(1, '\0'), 4), ErrorCode::npy_header);
}

TEST_CASE("N108: a key that is missing, unknown or repeated is refused by its name") {
  check_refused(npy_file("{'fortran_order': False, 'shape': (), }", 4), ErrorCode::npy_header, "'descr' is missing");
  check_refused(npy_file("{'descr': '<f4', 'shape': (), }", 4), ErrorCode::npy_header, "'fortran_order' is missing");
  check_refused(npy_file("{'descr': '<f4', 'fortran_order': False}", 4), ErrorCode::npy_header, "'shape' is missing");
  check_refused(npy_file("{'descr': '<f4', 'order': 1, 'fortran_order': False, 'shape': ()}", 4), ErrorCode::npy_header,
                "'order' is unknown");
  for (const char* twice : {"'descr': '<f4', ", "'shape': (), ", "'fortran_order': False, "}) {
    std::string words = dictionary("<f4", "()");
    words.insert(1, twice);
    check_refused(npy_file(words, 4), ErrorCode::npy_header, "twice");
  }
}

TEST_CASE("N109: keys in any order, either quotes, any blanks and an optional last comma are accepted") {
  for (const char* words : {"{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}",
                            "{\"fortran_order\": False, \"descr\": \"<f4\", \"shape\": (2, 3)}",
                            "{\"descr\":'<f4','fortran_order':False,'shape':(2,3)}",
                            "  {\t'descr' :\n'<f4' , 'fortran_order' : False , 'shape' : ( 2 , 3 , ) , }  "}) {
    check_accepted(npy_file(words, 24));
    auto header = read_header(npy_file(words, 24));
    REQUIRE(header);
    CHECK(header->shape == std::vector<std::uint64_t>{2, 3});
  }
}

TEST_CASE("N110: a header that is not ASCII is refused") {
  for (int major : {1, 2}) {
    check_refused(npy_file(dictionary("<f4\xE9", "()"), 4, major), ErrorCode::npy_header, "ASCII");
    check_refused(npy_file(dictionary("<f4", "()") + "\xC2\xA0", 4, major), ErrorCode::npy_header, "ASCII");
  }
  check_refused(npy_file(dictionary("<f4", "()") + "\xC2\xA0", 4, 3), ErrorCode::npy_header);
  check_refused(npy_file(dictionary("<\xC3\xA9", "()"), 4, 3), ErrorCode::npy_dtype);
}

TEST_CASE("N111, N112, N115: elements that are no plain numbers are refused") {
  for (const char* descr : {"|O", "O", "<O", "|O8"})
    check_refused(npy_file(dictionary(descr, "(1,)"), 8), ErrorCode::npy_dtype);
  check_refused(npy_file(dictionary("|O", "(1,)"), 8), ErrorCode::npy_dtype, "object arrays are never loaded");
  check_refused(npy_file("{'descr': [('a', '<f4'), ('b', '<i2')], 'fortran_order': False, 'shape': (1,)}", 6),
                ErrorCode::npy_dtype, "structures");
  for (const char* descr :
       {"<f16", "<c8", "<U3", "|V8",  "<M8[ns]", "<m8[s]", "|S4", "<f3", "<i16", "l", "",   "<",  "<g",   "|f4", "|i2",
        "<f44", "<F4", "!f4", " <f4", "<f4 ",    "<b2",    "L",   "<x1", "u",    "p", "|d", "ff", "<<f4", "==f4"})
    check_refused(npy_file(dictionary(descr, "(1,)"), 8), ErrorCode::npy_dtype);
}

TEST_CASE("N113, N114: every supported type is read in every byte order that it has") {
  struct Row {
    const char* word;
    DataType type;
  };
  const Row rows[] = {{"b1", DataType::uint8},   {"i1", DataType::int8},    {"u1", DataType::uint8},
                      {"i2", DataType::int16},   {"u2", DataType::uint16},  {"i4", DataType::int32},
                      {"u4", DataType::uint32},  {"i8", DataType::int64},   {"u8", DataType::uint64},
                      {"f2", DataType::float16}, {"f4", DataType::float32}, {"f8", DataType::float64}};
  for (const Row& row : rows) {
    bool one_byte = element_size(row.type) == 1;
    for (char order : one_byte ? std::string("<>=|") : std::string("<>=")) {
      auto header =
          read_header(npy_file(dictionary(order + std::string(row.word), "(2,)"), 2 * element_size(row.type)));
      INFO(order << row.word);
      REQUIRE(header);
      CHECK(header->type == row.type);
      CHECK(header->big_endian == (order == '>' && !one_byte));
      CHECK(header->boolean == (row.word[0] == 'b'));
    }
  }
}

TEST_CASE("numpy's letters are types, and a type without a byte order has the machine's") {
  const std::pair<const char*, DataType> rows[] = {
      {"?", DataType::uint8},    {"b", DataType::int8},    {"B", DataType::uint8},   {"h", DataType::int16},
      {"H", DataType::uint16},   {"i", DataType::int32},   {"I", DataType::uint32},  {"q", DataType::int64},
      {"Q", DataType::uint64},   {"e", DataType::float16}, {"f", DataType::float32}, {"d", DataType::float64},
      {"f4", DataType::float32}, {"i2", DataType::int16},  {"u1", DataType::uint8},  {"b1", DataType::uint8}};
  for (const auto& [word, type] : rows) {
    const std::string bare(word);
    for (const std::string& descr : {bare, "<" + bare, "=" + bare, ">" + bare}) {
      INFO(descr);
      auto header = read_header(npy_file(dictionary(descr, "(2,)"), 2 * element_size(type)));
      REQUIRE(header);
      CHECK(header->type == type);
      CHECK(header->big_endian == (descr[0] == '>' && element_size(type) > 1));
      CHECK(header->boolean == (bare == "?" || bare == "b1"));
    }
  }
}

TEST_CASE("N117, N118: fortran_order is True or False and nothing else") {
  auto header = read_header(npy_file(dictionary("<f4", "(2, 3)", true), 24));
  REQUIRE(header);
  CHECK(header->fortran_order);
  for (const char* word : {"1", "0", "None", "true", "'True'", "Truely", "True1", "False()", ""})
    check_refused(npy_file(std::string("{'descr': '<f4', 'fortran_order': ") + word + ", 'shape': (1,)}", 4),
                  ErrorCode::npy_header);
}

TEST_CASE("N119, N120: extents are plain decimal numbers") {
  for (const char* shape : {"(2, -3)", "(+2,)",   "(True, 2)", "(2.0,)", "(2L,)",  "(0x10,)", "(1_0,)", "(01,)",
                            "(00,)",   "(1e2,)",  "(3)",       "3",      "[2, 3]", "(2 3)",   "(,)",    "(2,,3)",
                            "('2',)",  "(None,)", "((2,),)",   "(2",     "(2,",    "(",       "(2}",    "(1j,)"})
    check_refused(npy_file(dictionary("<f4", shape), 24), ErrorCode::npy_header);
}

TEST_CASE("N121: () is one element") {
  auto header = read_header(npy_file(dictionary("<f4", "()"), 4));
  REQUIRE(header);
  CHECK(header->shape.empty());
  CHECK(header->element_count == 1);
  CHECK(header->data_bytes == 4);
}

TEST_CASE("N122: an extent of 0 is size_zero, wherever it stands") {
  check_refused(npy_file(dictionary("<f4", "(0, 5)"), 0), ErrorCode::size_zero, "dimension 0 of the shape (0, 5)");
  check_refused(npy_file(dictionary("<f4", "(5, 0)"), 0), ErrorCode::size_zero, "dimension 1");
  check_refused(npy_file(dictionary("<f4", "(0,)"), 0), ErrorCode::size_zero);
  check_refused(npy_file(dictionary("<f4", "(18446744073709551615, 18446744073709551615, 0)"), 0),
                ErrorCode::size_zero);
}

TEST_CASE("N123: 32 dimensions are the most") {
  auto ones = [](int count) {
    std::string text = "(";
    for (int i = 0; i < count; ++i) text += "1, ";
    return text + ")";
  };
  check_accepted(npy_file(dictionary("<f4", ones(32)), 4));
  check_refused(npy_file(dictionary("<f4", ones(33)), 4), ErrorCode::npy_header, "32");
  check_refused(npy_file(dictionary("<f4", ones(15'000)), 4, 2), ErrorCode::npy_header, "32");
}

TEST_CASE("N124: a product beyond 64 bits is size_overflow") {
  for (const char* shape : {"(4294967296, 4294967296)", "(18446744073709551616,)", "(99999999999999999999999999, 1)",
                            "(4611686018427387904,)", "(2147483648, 2147483648, 2)", "(3, 6148914691236517206)"})
    check_refused(npy_file(dictionary("<f4", shape), 0), ErrorCode::size_overflow);
  check_refused(npy_file(dictionary("<f4", "(" + std::string(60'000, '9') + ",)"), 0, 2), ErrorCode::size_overflow);
}

TEST_CASE("N126-N129: the data must be exactly what the header claims") {
  std::string file = good_file();
  check_refused(file.substr(0, file.size() - 1), ErrorCode::npy_truncated, "expected 24 bytes of data, found 23");
  check_refused(file + "x", ErrorCode::npy_trailing_bytes, "expected 24 bytes of data, found 25");
  check_refused(file.substr(0, 128), ErrorCode::npy_truncated, "found 0");
  // 1 TiB claimed by a file of 200 bytes.
  check_refused(npy_file(dictionary("|u1", "(1099511627776,)"), 72), ErrorCode::npy_truncated,
                "expected 1099511627776 bytes of data, found 72");
  // The same where only the beginning of the file is known: the limit is what is broken.
  std::string start = npy_file(dictionary("|u1", "(5368709120,)"), 70'000);
  check_refused(start, ErrorCode::npy_limit, "tensor_bytes");
  Limits limits;
  limits.tensor_bytes = 5'368'709'120;
  auto header = read_header(start, limits);
  REQUIRE(header);
  CHECK(check_npy_size(*header, header->data_offset + 5'368'709'120).has_value());
  CHECK(check_npy_size(*header, header->data_offset + 5'368'709'119).error().code == ErrorCode::npy_truncated);
  CHECK(check_npy_size(*header, 3).error().code == ErrorCode::npy_truncated);
}

TEST_CASE("N132: a zip archive is refused with a hint") {
  check_refused(std::string("PK\x03\x04") + std::string(100, 'x'), ErrorCode::npy_magic, ".npz");
  check_refused(std::string("PK\x05\x06") + std::string(18, '\0'), ErrorCode::npy_magic, ".npz");
}

TEST_CASE("every truncation of good files is refused as npy_truncated") {
  const std::string files[] = {good_file(1),
                               good_file(2),
                               good_file(3),
                               npy_file(dictionary(">i8", "(3,)", true), 24),
                               npy_file(dictionary("|b1", "()"), 1),
                               npy_file(dictionary("=u2", "(1, 2, 3, 4)"), 48),
                               npy_file("{'shape':(5,),\"descr\":'|i1','fortran_order':False}", 5)};
  for (const std::string& file : files) {
    check_accepted(file);
    for (std::size_t length = 0; length < file.size(); ++length) {
      std::string cut = file.substr(0, length);
      auto header = read_exactly(cut);
      INFO("length " << length);
      REQUIRE(header.has_value() == (length >= file.find('\n') + 1));
      ErrorCode code = header ? check_npy_size(*header, length).error().code : header.error().code;
      REQUIRE(code == ErrorCode::npy_truncated);
    }
  }
}

TEST_CASE("every change of one byte of three headers is refused or read consistently") {
  const std::string files[] = {npy_file(dictionary("<f4", "(2, 3)"), 0),
                               npy_file(dictionary(">u2", "(12, 1, 7)", true), 0, 2),
                               npy_file("{'shape': (5,), \"descr\": '|b1', 'fortran_order': False}", 0, 3)};
  Limits limits;
  int accepted = 0, refused = 0;
  for (const std::string& good : files) {
    REQUIRE(good.size() == 128);
    std::string file = good;
    for (std::size_t at = 0; at < file.size(); ++at) {
      for (int change = 1; change < 256; ++change) {
        file[at] = static_cast<char>(good[at] ^ change);
        auto header = read_exactly(file);
        if (header) {
          require_consistent(*header, limits);
          ++accepted;
        } else {
          REQUIRE_FALSE(header.error().message.empty());
          REQUIRE(header.error().code != ErrorCode::internal);
          ++refused;
        }
      }
      file[at] = good[at];
    }
  }
  CHECK(accepted + refused == 97'920);
  CHECK(accepted > 100);
  CHECK(refused > 50'000);
}
