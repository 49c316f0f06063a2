// Tensors of more than 2 GiB with few elements, or of which few are read: every offset and step beyond 32 bits.
#include <sys/mman.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "dmlrun/dmlrun.h"
#include "engine/test/catch.h"
#include "engine/test/variants.h"

using namespace dmlrun;

namespace {

constexpr std::uint32_t kFar = 2'500'000'000;  // elements of a byte

/// Pages that are there once they are touched.
class SparseBuffer {
 public:
  explicit SparseBuffer(std::size_t bytes)
      : bytes_(bytes),
        memory_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    REQUIRE(memory_ != MAP_FAILED);
  }
  SparseBuffer(const SparseBuffer&) = delete;
  SparseBuffer& operator=(const SparseBuffer&) = delete;
  ~SparseBuffer() { ::munmap(memory_, bytes_); }

  [[nodiscard]] std::span<std::byte> bytes() const { return {static_cast<std::byte*>(memory_), bytes_}; }

 private:
  std::size_t bytes_;
  void* memory_;
};

using Places = std::vector<std::uint64_t>;

/// Fills the places of the input with 1, 2, 3, ..., runs the operator on each back end, and returns what then lies at
/// the places of the output: of the first back end, which the others must agree with.
std::vector<int> run_everywhere(const Operator& op, const Places& input, const Places& output) {
  const SparseBuffer from(buffer_bytes(op.inputs()[0].desc));
  int value = 0;
  for (const std::uint64_t place : input) from.bytes()[place] = static_cast<std::byte>(++value);
  std::optional<std::vector<int>> first;
  for (const CompileOptions& how : test::all_variants()) {
    if (how.backend == "reference") continue;
    const SparseBuffer to(buffer_bytes(op.outputs()[0].desc));
    CAPTURE(how.backend, how.isa);
    auto kernel = compile(op, how);
    REQUIRE(kernel);
    const std::span<const std::byte> inputs[] = {from.bytes()};
    const std::span<std::byte> outputs[] = {to.bytes()};
    REQUIRE(kernel->run(inputs, outputs));
    std::vector<int> found;
    for (const std::uint64_t place : output) found.push_back(static_cast<int>(to.bytes()[place]));
    if (!first) first = found;
    CHECK(found == *first);
    if (!is_packed(op.outputs()[0].desc)) continue;
    const std::uint64_t step = kernel->slice_granularity(0), all = element_count(op.outputs()[0].desc);
    const SparseBuffer sliced(buffer_bytes(op.outputs()[0].desc));
    for (std::uint64_t at = 0; at < all; at += step) {
      const std::uint64_t count = std::min(step, all - at);
      REQUIRE(kernel->run_slice(inputs, 0, at, count, sliced.bytes().subspan(at, count)));
    }
    CHECK(std::equal(to.bytes().begin(), to.bytes().end(), sliced.bytes().begin()));
  }
  return first.value();
}

Places row(std::uint64_t begin, std::uint64_t count) {
  Places places;
  for (std::uint64_t i = 0; i < count; ++i) places.push_back(begin + i);
  return places;
}

Places operator+(Places a, const Places& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

std::vector<int> numbers(int first, int last) {
  std::vector<int> all;
  for (int i = first; i <= last; ++i) all.push_back(i);
  return all;
}

Operator made(Desc desc) {
  auto op = Operator::make(std::move(desc));
  if (!op) FAIL(op.error().to_string());
  return *op;
}

}  // namespace

TEST_CASE("the end of a tensor of more than 2 GiB is copied from where it is") {
  for (const std::uint32_t count : {1u, 7u, 100u}) {
    const Operator op =
        made(SliceDesc{{DataType::uint8, {kFar + count}}, {DataType::uint8, {count}}, {kFar}, {count}, {1}});
    CHECK(run_everywhere(op, row(kFar, count), row(0, count)) == numbers(1, static_cast<int>(count)));
  }
}

TEST_CASE("rows that lie more than 2 GiB apart are read and written where they are") {
  for (const std::uint32_t count : {1u, 5u, 40u}) {
    const TensorDesc packed{DataType::uint8, {2, count}}, apart{DataType::uint8, {2, count}, {kFar, 1}};
    const Places near = row(0, 2 * count), far = row(0, count) + row(kFar, count);
    CHECK(run_everywhere(made(TileDesc{apart, packed, {1, 1}}), far, near) == numbers(1, static_cast<int>(2 * count)));
    CHECK(run_everywhere(made(TileDesc{packed, apart, {1, 1}}), near, far) == numbers(1, static_cast<int>(2 * count)));
  }
}

TEST_CASE("columns that lie more than 2 GiB apart are read and written where they are") {
  for (const std::uint32_t count : {2u, 9u, 33u}) {
    const TensorDesc packed{DataType::uint8, {count, 2}}, apart{DataType::uint8, {count, 2}, {1, kFar}};
    Places near, far;
    for (std::uint32_t i = 0; i < count; ++i) {
      near = near + row(2 * i, 2);
      far = far + Places{i, i + std::uint64_t{kFar}};
    }
    CHECK(run_everywhere(made(TileDesc{apart, packed, {1, 1}}), far, near) == numbers(1, static_cast<int>(2 * count)));
    CHECK(run_everywhere(made(TileDesc{packed, apart, {1, 1}}), near, far) == numbers(1, static_cast<int>(2 * count)));
  }
}

TEST_CASE("sums of elements more than 2 GiB apart are where they should be") {
  constexpr float kOne = 1;
  for (const std::uint32_t count : {1u, 5u, 70u}) {
    const TensorDesc packed{DataType::uint8, {2, count}}, apart{DataType::uint8, {2, count}, {kFar, 1}};
    const TensorDesc scale{DataType::float32, {1, 1}};
    for (const bool output_is_apart : {false, true}) {
      const TensorDesc &terms = output_is_apart ? packed : apart, &sums = output_is_apart ? apart : packed;
      const Operator op = made(ElementWiseQuantizedLinearAddDesc{
          .a = terms, .a_scale = scale, .b = terms, .b_scale = scale, .output_scale = scale, .output = sums});
      const SparseBuffer a(buffer_bytes(terms)), b(buffer_bytes(terms));
      const auto place = [&](const TensorDesc& tensor, std::uint32_t row, std::uint32_t column) {
        return std::size_t{row} * (&tensor == &packed ? count : kFar) + column;
      };
      for (std::uint32_t row = 0; row < 2; ++row)
        for (std::uint32_t column = 0; column < count; ++column) {
          a.bytes()[place(terms, row, column)] = static_cast<std::byte>(100 * row + 2);
          b.bytes()[place(terms, row, column)] = static_cast<std::byte>(column);
        }
      const auto one = std::as_bytes(std::span(&kOne, 1));
      const std::span<const std::byte> inputs[] = {a.bytes(), one, b.bytes(), one, one};
      for (const CompileOptions& how : test::all_variants()) {
        if (how.backend == "reference") continue;
        CAPTURE(how.backend, how.isa, count, output_is_apart);
        const SparseBuffer to(buffer_bytes(sums));
        const std::span<std::byte> outputs[] = {to.bytes()};
        auto kernel = compile(op, how);
        REQUIRE(kernel);
        REQUIRE(kernel->run(inputs, outputs));
        for (std::uint32_t row = 0; row < 2; ++row)
          for (std::uint32_t column = 0; column < count; ++column)
            REQUIRE(to.bytes()[place(sums, row, column)] == static_cast<std::byte>(100 * row + 2 + column));
      }
    }
  }
}

TEST_CASE("copies and edges and mirrors of elements more than 2 GiB apart are where they should be") {
  const TensorDesc apart{DataType::uint8, {2, 3}, {kFar, 1}};
  const Places input = row(0, 3) + row(kFar, 3);
  const Operator tile = made(TileDesc{apart, {DataType::uint8, {2, 9}}, {1, 3}});
  CHECK(run_everywhere(tile, input, row(0, 18)) ==
        std::vector<int>{1, 2, 3, 1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6, 4, 5, 6});
  const Operator edge = made(PaddingDesc{.input = apart,
                                         .output = {DataType::uint8, {4, 4}},
                                         .padding_mode = PaddingMode::edge,
                                         .start_padding = {1, 0},
                                         .end_padding = {1, 1}});
  CHECK(run_everywhere(edge, input, row(0, 16)) == std::vector<int>{1, 2, 3, 3, 1, 2, 3, 3, 4, 5, 6, 6, 4, 5, 6, 6});
  const Operator mirror = made(PaddingDesc{.input = apart,
                                           .output = {DataType::uint8, {3, 5}, {5, 1}},
                                           .padding_mode = PaddingMode::reflection,
                                           .start_padding = {1, 2},
                                           .end_padding = {0, 0}});
  CHECK(run_everywhere(mirror, input, row(0, 15)) == std::vector<int>{6, 5, 4, 5, 6, 3, 2, 1, 2, 3, 6, 5, 4, 5, 6});
}
