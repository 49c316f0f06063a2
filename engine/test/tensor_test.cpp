#include "dmlrun/tensor.h"

#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

TensorDesc tensor(DataType type, Dimensions sizes, Dimensions strides = {}) { return {type, sizes, strides}; }

}  // namespace

TEST_CASE("every data type has its DirectML value, name and size") {
  struct Row {
    int value;
    const char* name;
    std::size_t bytes;
  };
  const Row rows[] = {{1, "FLOAT32", 4}, {2, "FLOAT16", 2}, {3, "UINT32", 4}, {4, "UINT16", 2},
                      {5, "UINT8", 1},   {6, "INT32", 4},   {7, "INT16", 2},  {8, "INT8", 1},
                      {9, "FLOAT64", 8}, {10, "UINT64", 8}, {11, "INT64", 8}};
  for (const Row& row : rows) {
    auto type = static_cast<DataType>(row.value);
    CHECK(name(type) == row.name);
    CHECK(element_size(type) == row.bytes);
    CHECK(data_type_from_name(row.name) == type);
    CHECK(data_type_from_name(std::string("DML_TENSOR_DATA_TYPE_") + row.name) == type);
  }
  CHECK(element_size(DataType::unknown) == 0);
  CHECK(element_size(static_cast<DataType>(12)) == 0);
  CHECK(name(static_cast<DataType>(255)) == "UNKNOWN");
}

TEST_CASE("other words are not data types") {
  for (const char* word :
       {"", "UNKNOWN", "DML_TENSOR_DATA_TYPE_UNKNOWN", "UINT4", "INT4", "DML_TENSOR_DATA_TYPE_INT4", "float32",
        "FLOAT32 ", "FLOAT", "DML_TENSOR_DATA_TYPE_", "DML_TENSOR_DATA_TYPE_DML_TENSOR_DATA_TYPE_INT8"})
    CHECK_FALSE(data_type_from_name(word).has_value());
}

TEST_CASE("a packed tensor's strides, elements and bytes follow from its sizes") {
  TensorDesc desc = tensor(DataType::float16, {2, 3, 5});
  CHECK(element_count(desc) == 30);
  CHECK(strides_of(desc) == Dimensions{15, 5, 1});
  CHECK(buffer_bytes(desc) == 60);
  CHECK(minimum_total_bytes(desc) == 60);
  CHECK(is_packed(desc));
}

TEST_CASE("total bytes are rounded up to four") {
  CHECK(minimum_total_bytes(tensor(DataType::uint8, {1})) == 4);
  CHECK(minimum_total_bytes(tensor(DataType::uint8, {4})) == 4);
  CHECK(minimum_total_bytes(tensor(DataType::float16, {3})) == 8);
  CHECK(minimum_total_bytes(tensor(DataType::int64, {3})) == 24);
}

TEST_CASE("a strided tensor ends with its last element") {
  TensorDesc desc = tensor(DataType::int32, {2, 3}, {8, 2});
  CHECK(element_count(desc) == 6);
  CHECK(buffer_bytes(desc) == (8 + 4 + 1) * 4);
  CHECK(strides_of(desc) == Dimensions{8, 2});
  CHECK_FALSE(is_packed(desc));
  CHECK(buffer_bytes(tensor(DataType::int32, {5, 7}, {0, 0})) == 4);
}

TEST_CASE("strides that say what packed says are packed, whatever axes of size 1 say") {
  CHECK(is_packed(tensor(DataType::uint8, {2, 3}, {3, 1})));
  CHECK(is_packed(tensor(DataType::uint8, {1, 2, 1, 3}, {99, 3, 0, 1})));
  CHECK_FALSE(is_packed(tensor(DataType::uint8, {2, 3}, {0, 1})));
  CHECK_FALSE(is_packed(tensor(DataType::uint8, {2, 3}, {1, 2})));
}

TEST_CASE("sizes beyond 32 bits are counted in 64") {
  TensorDesc desc = tensor(DataType::float64, {65536, 65535});
  CHECK(element_count(desc) == 4294901760ull);
  CHECK(buffer_bytes(desc) == 34359214080ull);
  CHECK(buffer_bytes(tensor(DataType::uint8, {2, 2}, {4294967295u, 4294967295u})) == 8589934591ull);
}
