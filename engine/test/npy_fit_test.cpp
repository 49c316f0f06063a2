#include <algorithm>
#include <cstring>
#include <random>

#include "engine/test/catch.h"
#include "engine/test/npy_files.h"

using namespace dmlrun;
using namespace dmlrun::test;

namespace {

TensorDesc tensor(DataType type, Dimensions sizes, Dimensions strides = {}) { return {type, sizes, strides}; }

NpyHeader header_of(const std::string& descr, const std::string& shape, bool fortran = false) {
  Limits unlimited;
  unlimited.tensor_bytes = UINT64_MAX;
  auto header = read_header(npy_file(dictionary(descr, shape, fortran), 0), unlimited);
  REQUIRE(header);
  return *header;
}

void check_misfit(const NpyHeader& header, const TensorDesc& desc, ErrorCode code, const std::string& words,
                  bool one_element = false) {
  auto fit = fit_npy(header, desc, one_element);
  REQUIRE_FALSE(fit);
  CHECK(static_cast<int>(fit.error().code) == static_cast<int>(code));
  INFO(fit.error().message);
  CHECK(fit.error().message.find(words) != std::string::npos);
}

void check_fit(const NpyHeader& header, const TensorDesc& desc, NpyFit expected, bool one_element = false) {
  auto fit = fit_npy(header, desc, one_element);
  INFO((fit ? "" : fit.error().message));
  REQUIRE(fit);
  CHECK((*fit == expected));
}

std::string shape_text(const Dimensions& sizes) {
  std::string text = "(";
  for (std::uint32_t size : sizes) text += std::to_string(size) + ", ";
  return text + ")";
}

// Reads, fits and converts a file that holds `data`; gaps of the buffer are 0xEE.
std::vector<std::byte> convert(const NpyHeader& header, const std::vector<std::byte>& data, const TensorDesc& desc) {
  auto fit = fit_npy(header, desc, false);
  REQUIRE(fit);
  std::vector<std::byte> buffer(buffer_bytes(desc), std::byte{0xEE});
  convert_npy(header, data, desc, *fit, buffer);
  if (is_direct(header, desc, *fit)) CHECK(buffer == data);
  return buffer;
}

std::vector<std::byte> numbered(std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 37 + i / 256);
  return bytes;
}

}  // namespace

TEST_CASE("N116: a file of another type is refused with both types") {
  check_misfit(header_of("<f8", "(2, 3)"), tensor(DataType::float32, {2, 3}), ErrorCode::npy_type_mismatch,
               "the file holds FLOAT64; FLOAT32 was expected");
  check_misfit(header_of("|b1", "(2,)"), tensor(DataType::float32, {2}), ErrorCode::npy_type_mismatch, "booleans");
  check_misfit(header_of("|u1", "(2,)"), tensor(DataType::int8, {2}), ErrorCode::npy_type_mismatch, "UINT8");
  check_fit(header_of("|b1", "(2,)"), tensor(DataType::uint8, {2}), NpyFit::logical);
  check_fit(header_of("|b1", "(2,)"), tensor(DataType::int8, {2}), NpyFit::logical);
}

TEST_CASE("N125: a file's shape must be the tensor's sizes") {
  TensorDesc desc = tensor(DataType::float32, {2, 3});
  check_fit(header_of("<f4", "(2, 3)"), desc, NpyFit::logical);
  for (const char* shape : {"(3, 2)", "(6,)", "(1, 2, 3)", "(2, 3, 1)", "()", "(2,)"})
    check_misfit(header_of("<f4", shape), desc, ErrorCode::npy_shape_mismatch, "(2, 3) was expected");
  check_misfit(header_of("<f4", "(6,)"), desc, ErrorCode::npy_shape_mismatch, "shape is (6,);");
  check_misfit(header_of("<f4", "(4294967298, 3)"), desc, ErrorCode::npy_shape_mismatch, "4294967298");
  // As many dimensions as .npy has, more than a tensor has.
  check_misfit(header_of("<f4", "(1,1,1,1,1,1,1,1,2,3)"), desc, ErrorCode::npy_shape_mismatch, "was expected");
}

TEST_CASE("N121: a () file is one element of any rank, and of one-element tensors only") {
  check_fit(header_of("<f4", "()"), tensor(DataType::float32, {1}), NpyFit::logical);
  check_fit(header_of("<f4", "()"), tensor(DataType::float32, {1, 1, 1, 1}), NpyFit::logical);
  check_fit(header_of("<f4", "()"), tensor(DataType::float32, {5, 7}, {0, 0}), NpyFit::logical);
  check_misfit(header_of("<f4", "()"), tensor(DataType::float32, {2}), ErrorCode::npy_shape_mismatch, "shape is ()");
  check_misfit(header_of("<f4", "()"), tensor(DataType::float32, {5, 7}, {0, 1}), ErrorCode::npy_shape_mismatch,
               "(1, 7)");
}

TEST_CASE("a file of one element takes a scale's rank, and only a scale's") {
  TensorDesc scale = tensor(DataType::float32, {1, 1, 1, 1});
  for (const char* shape : {"(1,)", "(1, 1)", "(1, 1, 1, 1, 1, 1, 1, 1, 1)"}) {
    check_fit(header_of("<f4", shape), scale, NpyFit::logical, true);
    check_fit(header_of("<f4", shape), tensor(DataType::float32, {2, 3}, {0, 0}), NpyFit::logical, true);
    check_misfit(header_of("<f4", shape), scale, ErrorCode::npy_shape_mismatch, "(1, 1, 1, 1) was expected");
  }
  check_misfit(header_of("<f4", "(2,)"), scale, ErrorCode::npy_shape_mismatch, "(1, 1, 1, 1) was expected", true);
  check_misfit(header_of("<f4", "(1,)"), tensor(DataType::float32, {2}), ErrorCode::npy_shape_mismatch, "(2,)", true);
}

TEST_CASE("a strided tensor takes its values or its raw buffer; where both fit, the values") {
  TensorDesc desc = tensor(DataType::uint8, {2, 2}, {4, 2});
  check_fit(header_of("|u1", "(2, 2)"), desc, NpyFit::logical);
  check_fit(header_of("|u1", "(7,)"), desc, NpyFit::raw);
  check_misfit(header_of("|u1", "(8,)"), desc, ErrorCode::npy_shape_mismatch,
               "(2, 2) for the values, or (7,) for the strided buffer");
  check_misfit(header_of("|u1", "(1, 7)"), desc, ErrorCode::npy_shape_mismatch, "was expected");
  // Packed in rank 1: both are the same; strided in rank 1: the lengths tell.
  check_fit(header_of("|u1", "(5,)"), tensor(DataType::uint8, {5}, {1}), NpyFit::logical);
  check_fit(header_of("|u1", "(3,)"), tensor(DataType::uint8, {3}, {2}), NpyFit::logical);
  check_fit(header_of("|u1", "(5,)"), tensor(DataType::uint8, {3}, {2}), NpyFit::raw);
  // Overlapping rows: the buffer has fewer elements than the tensor.
  check_fit(header_of("|u1", "(4,)"), tensor(DataType::uint8, {3, 2}, {1, 1}), NpyFit::raw);
  // Without strides there is no raw form.
  check_misfit(header_of("|u1", "(4,)"), tensor(DataType::uint8, {2, 2}), ErrorCode::npy_shape_mismatch, "(2, 2)");
}

TEST_CASE("on a stride-0 axis a file has extent 1, and the refusal of another says so") {
  TensorDesc desc = tensor(DataType::uint8, {4, 3}, {0, 1});
  check_fit(header_of("|u1", "(1, 3)"), desc, NpyFit::logical);
  check_fit(header_of("|u1", "(3,)"), desc, NpyFit::raw);
  check_misfit(header_of("|u1", "(4, 3)"), desc, ErrorCode::npy_shape_mismatch, "an axis of stride 0 holds one value");
  check_misfit(header_of("|u1", "(4, 4)"), desc, ErrorCode::npy_shape_mismatch, "(1, 3) for the values, or (3,)");
  auto data = numbered(3);
  CHECK(convert(header_of("|u1", "(1, 3)"), data, desc) == data);
}

TEST_CASE("N113: big-endian elements of every width are swapped") {
  for (auto [descr, type] : {std::pair{">u2", DataType::uint16},
                             {">f2", DataType::float16},
                             {">i4", DataType::int32},
                             {">f4", DataType::float32},
                             {">f8", DataType::float64},
                             {">u8", DataType::uint64}}) {
    std::size_t size = element_size(type);
    auto data = numbered(77 * size);
    NpyHeader header = header_of(descr, "(7, 11)");
    auto buffer = convert(header, data, tensor(type, {7, 11}));
    for (std::size_t i = 0; i < data.size(); i += size) std::reverse(data.begin() + i, data.begin() + i + size);
    INFO(descr);
    CHECK(buffer == data);
    CHECK_FALSE(is_direct(header, tensor(type, {7, 11}), NpyFit::logical));
  }
}

TEST_CASE("N117: Fortran order of ranks 1 to 4 is converted, of all widths, orders and strides") {
  std::mt19937 random(11);
  const std::pair<const char*, DataType> types[] = {
      {"|u1", DataType::uint8},  {"<i2", DataType::int16},   {">i2", DataType::int16}, {"<f4", DataType::float32},
      {">u4", DataType::uint32}, {"<f8", DataType::float64}, {">i8", DataType::int64}};
  const Dimensions shapes[] = {{5},       {1},         {3, 4},       {1, 7},       {70, 45},
                               {2, 3, 4}, {33, 2, 35}, {5, 1, 6, 2}, {2, 3, 4, 5}, {1, 1, 9, 1}};
  for (auto [descr, type] : types) {
    for (const Dimensions& sizes : shapes) {
      for (bool strided : {false, true}) {
        std::size_t size = element_size(type), rank = sizes.size();
        TensorDesc desc = tensor(type, sizes);
        if (strided) {
          desc.strides = strides_of(desc);
          for (std::size_t axis = 0; axis < rank; ++axis) desc.strides[axis] *= 2;
        }
        NpyHeader header = header_of(descr, shape_text(sizes), true);
        auto data = numbered(element_count(desc) * size);
        auto buffer = convert(header, data, desc);
        std::vector<std::byte> expected(buffer_bytes(desc), std::byte{0xEE});
        Dimensions strides = strides_of(desc);
        for (std::size_t e = 0; e < element_count(desc); ++e) {
          std::size_t rest = e, offset = 0;  // the first index runs fastest
          for (std::size_t axis = 0; axis < rank; ++axis) {
            offset += rest % sizes[axis] * strides[axis];
            rest /= sizes[axis];
          }
          for (std::size_t b = 0; b < size; ++b)
            expected[offset * size + b] = data[e * size + (header.big_endian ? size - 1 - b : b)];
        }
        INFO(descr << " " << shape_text(sizes) << (strided ? " strided" : ""));
        CHECK((buffer == expected));
      }
    }
  }
}

TEST_CASE("Fortran order that is no different needs no conversion") {
  CHECK(is_direct(header_of("<f4", "(1, 7, 1)", true), tensor(DataType::float32, {1, 7, 1}), NpyFit::logical));
  CHECK(is_direct(header_of("<f4", "(2, 7)"), tensor(DataType::float32, {2, 7}), NpyFit::logical));
  CHECK_FALSE(is_direct(header_of("<f4", "(2, 7)", true), tensor(DataType::float32, {2, 7}), NpyFit::logical));
  CHECK_FALSE(is_direct(header_of("<f4", "(2, 7)"), tensor(DataType::float32, {2, 7}, {8, 1}), NpyFit::logical));
  CHECK(is_direct(header_of("<f4", "(15,)"), tensor(DataType::float32, {2, 7}, {8, 1}), NpyFit::raw));
}

TEST_CASE("values go to their strides and gaps stay; a raw buffer is taken as it is, swapped if need be") {
  TensorDesc desc = tensor(DataType::uint16, {2, 2}, {3, 2});
  auto bytes = [](std::initializer_list<int> list) {
    std::vector<std::byte> all;
    for (int b : list) all.push_back(static_cast<std::byte>(b));
    return all;
  };
  CHECK(convert(header_of("<u2", "(2, 2)"), bytes({1, 2, 3, 4, 5, 6, 7, 8}), desc) ==
        bytes({1, 2, 0xEE, 0xEE, 3, 4, 5, 6, 0xEE, 0xEE, 7, 8}));
  auto raw = numbered(12);
  CHECK(convert(header_of("<u2", "(6,)"), raw, desc) == raw);
  CHECK(convert(header_of(">u2", "(6,)"), bytes({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}), desc) ==
        bytes({2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11}));
}

TEST_CASE("the headers written are numpy's, byte for byte") {
  // Made with numpy.lib.format.write_array_header_1_0 of numpy 2.4.6.
  using Sizes = std::vector<std::uint32_t>;
  struct Row {
    DataType type;
    Sizes sizes;
    const char* words;
    std::size_t length;
  };
  const Row rows[] = {
      {DataType::float32, {2, 3}, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 118},
      {DataType::uint8, {3}, "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }", 118},
      {DataType::int8, {}, "{'descr': '|i1', 'fortran_order': False, 'shape': (), }", 118},
      {DataType::int64,
       {4294967295u, 1, 1, 1, 1, 1, 1, 1},
       "{'descr': '<i8', 'fortran_order': False, 'shape': (4294967295, 1, 1, 1, 1, 1, 1, 1), }",
       118},
      // One byte short of the next 64, exactly there (numpy then adds 64 more), and far beyond.
      {DataType::float16,
       {1, 1, 1, 1, 1, 10, 1000000000, 1000000000},
       "{'descr': '<f2', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1, 10, 1000000000, 1000000000), }",
       118},
      {DataType::float16,
       {1, 1, 1, 1, 1, 100, 1000000000, 1000000000},
       "{'descr': '<f2', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1, 100, 1000000000, 1000000000), }",
       182},
      {DataType::float64, Sizes(8, 4294967295u),
       "{'descr': '<f8', 'fortran_order': False, 'shape': (4294967295, 4294967295, 4294967295, 4294967295, 4294967295, "
       "4294967295, 4294967295, 4294967295), }",
       182},
  };
  for (const Row& row : rows) {
    std::string header = npy_header(row.type, row.sizes);
    std::string expected = std::string("\x93NUMPY\x01") + '\0' + static_cast<char>(row.length) + '\0' + row.words;
    expected += std::string(10 + row.length - 1 - expected.size(), ' ') + "\n";
    INFO(row.words);
    CHECK(header == expected);
    CHECK(header.size() % 64 == 0);
  }
}

TEST_CASE("headers written are read back, for every type and rank") {
  for (int number = 1; number <= 11; ++number) {
    auto type = static_cast<DataType>(number);
    for (std::size_t rank = 0; rank <= 8; ++rank) {
      std::vector<std::uint32_t> sizes;
      for (std::size_t i = 0; i < rank; ++i) sizes.push_back(static_cast<std::uint32_t>(i % 3 + 1));
      std::string file = npy_header(type, sizes);
      auto header = read_header(file);
      REQUIRE(header);
      CHECK((header->type == type));
      CHECK(std::equal(header->shape.begin(), header->shape.end(), sizes.begin(), sizes.end()));
      CHECK(header->data_offset == file.size());
      CHECK_FALSE(header->boolean);
      CHECK_FALSE(header->big_endian);
      CHECK_FALSE(header->fortran_order);
    }
  }
}

TEST_CASE("a file may lack first axes along which strides repeat it, and no axes of a packed tensor") {
  const TensorDesc repeated{DataType::int8, {2, 3, 4}, {0, 4, 1}};
  check_fit(header_of("|i1", "(3, 4)"), repeated, NpyFit::logical);
  check_fit(header_of("|i1", "(1, 3, 4)"), repeated, NpyFit::logical);
  check_misfit(header_of("|i1", "(4, 3)"), repeated, ErrorCode::npy_shape_mismatch, "(1, 3, 4)");
  check_misfit(header_of("|i1", "(3, 4)"), {DataType::int8, {1, 3, 4}}, ErrorCode::npy_shape_mismatch, "(1, 3, 4)");
  check_fit(header_of("|i1", "(4,)"), {DataType::int8, {2, 3, 4}, {0, 0, 1}}, NpyFit::raw);
}
