// Outputs in the buffer of an input: what is computed, and what is refused.
#include <vector>

#include "dmlrun/kernel.h"
#include "dmlrun/operator_descs.h"
#include "engine/test/catch.h"
#include "engine/test/variants.h"

using namespace dmlrun;

namespace {

using Bytes = std::vector<std::byte>;

TensorDesc tensor(DataType type, Dimensions sizes, Dimensions strides = {}) { return {type, sizes, strides}; }

Bytes numbers(const TensorDesc& desc, unsigned first) {
  Bytes bytes(buffer_bytes(desc));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>((first + i * 37) % 64);
  return bytes;
}

Operator sum(const TensorDesc& a, const TensorDesc& b, const TensorDesc& output) {
  auto op = Operator::make(ElementWiseAddDesc{.a = a, .b = b, .output = output});
  REQUIRE(op);
  return *op;
}

Result<void> run(const Operator& op, const CompileOptions& variant, std::span<const std::byte> a,
                 std::span<const std::byte> b, std::span<std::byte> output) {
  const auto kernel = compile(op, variant);
  if (!kernel) return kernel.error();
  const std::span<const std::byte> inputs[] = {a, b};
  return kernel->run(inputs, {&output, 1});
}

/// A + B in A's buffer, then A + A in it, on one back end; neither is the same when it is done twice.
void check_sums(const TensorDesc& desc, const CompileOptions& variant) {
  const Operator op = sum(desc, desc, desc);
  const Bytes a = numbers(desc, 1), b = numbers(desc, 2);
  Bytes apart = a, twice = a, in_place = a;
  INFO(variant.backend << ", " << name(desc.type) << ", " << element_count(desc));
  const auto first = run(op, variant, a, b, apart);
  if (!first && first.error().code == ErrorCode::backend_unavailable) return;
  REQUIRE(first);
  REQUIRE(run(op, variant, in_place, b, in_place));
  REQUIRE(in_place == apart);
  REQUIRE(run(op, variant, apart, apart, twice));
  REQUIRE(run(op, variant, in_place, in_place, in_place));
  REQUIRE(in_place == twice);
}

}  // namespace

TEST_CASE("a sum in the buffer of an operand is that of other buffers, for every length up to 300") {
  for (const DataType type : {DataType::uint8, DataType::int16, DataType::float32, DataType::int64})
    for (const CompileOptions& variant : test::all_variants())
      for (std::uint32_t length = 1; length <= 300; ++length) check_sums(tensor(type, {length}), variant);
}

TEST_CASE("strided sums and other back ends run in place, too") {
  const TensorDesc gaps = tensor(DataType::float32, {5, 105}, {512, 3});
  for (const CompileOptions& variant : test::all_variants()) check_sums(gaps, variant);
  for (const std::uint32_t length : {1u, 15u, 33u, 100u, 300u})
    for (const DataType type : {DataType::uint8, DataType::int16, DataType::float32, DataType::int64})
      check_sums(tensor(type, {length}), {"halide-cpu"});
  check_sums(gaps, {"halide-cpu"});
}

TEST_CASE("an output may be an input only as a whole, where both lie alike and DirectML allows it") {
  const TensorDesc row = tensor(DataType::uint8, {64}), one = tensor(DataType::uint8, {64}, {0}),
                   spread = tensor(DataType::uint8, {64}, {2});
  Bytes buffer(256), other(256);
  const auto code = [&](const Operator& op, std::size_t from, std::size_t to) {
    const auto done = run(op, {"interpreter"}, std::span(buffer).subspan(from), other, std::span(buffer).subspan(to));
    return done ? ErrorCode::internal : done.error().code;
  };
  CHECK(code(sum(row, row, row), 0, 0) == ErrorCode::internal);  // none
  CHECK(code(sum(row, row, row), 0, 64) == ErrorCode::internal);
  CHECK(code(sum(row, row, row), 0, 1) == ErrorCode::buffers_overlap);
  CHECK(code(sum(row, row, row), 63, 0) == ErrorCode::buffers_overlap);
  CHECK(code(sum(one, row, row), 0, 0) == ErrorCode::buffers_overlap);
  CHECK(code(sum(spread, row, row), 0, 0) == ErrorCode::buffers_overlap);
  const auto less = Operator::make(ElementWiseLogicalLessThanDesc{.a = row, .b = row, .output = row});
  REQUIRE(less);
  CHECK(code(*less, 0, 0) == ErrorCode::buffers_overlap);
  const auto kernel = compile(sum(row, row, row), {"interpreter"});
  REQUIRE(kernel);
  const std::span<const std::byte> inputs[] = {buffer, other};
  CHECK(kernel->run_slice(inputs, 0, 0, 32, std::span(buffer).first(32)).error().code == ErrorCode::buffers_overlap);
}
