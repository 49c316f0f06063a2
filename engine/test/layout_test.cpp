#include "engine/tensor/layout.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <random>
#include <vector>

#include "engine/test/catch.h"
#include "engine/test/this_program.h"

using namespace dmlrun;

namespace {

TensorDesc strided_tensor(DataType type, Dimensions sizes, Dimensions strides) {
  TensorDesc desc;
  desc.type = type;
  desc.sizes = sizes;
  desc.strides = strides;
  return desc;
}

// The definition, element by element: offset of each logical element in row-major order.
std::vector<std::uint64_t> offsets_of(const TensorDesc& desc) {
  std::vector<std::uint64_t> offsets;
  Dimensions strides = strides_of(desc);
  for (std::uint64_t e = 0; e < element_count(desc); ++e) {
    std::uint64_t rest = e, offset = 0;
    for (std::size_t axis = desc.sizes.size(); axis-- > 0;) {
      offset += rest % desc.sizes[axis] * strides[axis];
      rest /= desc.sizes[axis];
    }
    offsets.push_back(offset);
  }
  return offsets;
}

std::vector<std::byte> random_bytes(std::mt19937& random, std::uint64_t count) {
  std::vector<std::byte> bytes(count);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random());
  return bytes;
}

void check_both_directions(const TensorDesc& desc, std::mt19937& random) {
  std::size_t size = element_size(desc.type);
  auto offsets = offsets_of(desc);
  auto buffer = random_bytes(random, buffer_bytes(desc));
  std::vector<std::byte> packed(offsets.size() * size), expected(packed.size());
  for (std::size_t e = 0; e < offsets.size(); ++e)
    std::memcpy(expected.data() + e * size, buffer.data() + offsets[e] * size, size);
  gather(desc, buffer, packed.data());
  REQUIRE(packed == expected);

  packed = random_bytes(random, packed.size());
  auto wanted = buffer;
  for (std::size_t e = 0; e < offsets.size(); ++e)
    std::memcpy(wanted.data() + offsets[e] * size, packed.data() + e * size, size);
  scatter(desc, packed.data(), buffer);
  REQUIRE(buffer == wanted);
}

TensorDesc random_tensor(std::mt19937& random) {
  const DataType types[] = {DataType::uint8, DataType::int16, DataType::float32, DataType::int64};
  auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::size_t rank = 1 + below(8);
  std::uint32_t most = rank <= 2 ? 80 : rank <= 4 ? 9 : 4;
  TensorDesc desc = strided_tensor(types[below(4)], {}, {});
  for (std::size_t i = 0; i < rank; ++i) desc.sizes.push_back(1 + below(most));
  if (below(6) == 0) return desc;
  // Gaps and a random order of the axes; some strides 0, and sometimes overlaps.
  std::vector<std::size_t> order(rank);
  for (std::size_t i = 0; i < rank; ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  desc.strides = Dimensions::filled(rank, 0);
  std::uint32_t stride = 1 + below(3) / 2;
  for (std::size_t axis : order) {
    desc.strides[axis] = below(8) == 0 ? 0 : below(12) == 0 ? 1 + below(4) : stride;
    if (desc.strides[axis] == stride) stride *= desc.sizes[axis];
    if (below(4) == 0) stride += below(3);
    if (stride > 20'000) stride = 1 + below(50);
  }
  return desc;
}

}  // namespace

TEST_CASE("gather and scatter follow the strides of random tensors") {
  std::uint32_t seed = dmlrun::test::random_seed() ? dmlrun::test::random_seed() : 1;
  INFO("seed " << seed << "; repeat: " << dmlrun::test::this_program() << " \"gather and scatter*\" --rng-seed "
               << seed);
  std::mt19937 random(seed);
  for (int i = 0; i < 1500; ++i) {
    TensorDesc desc = random_tensor(random);
    std::string text;
    for (std::uint32_t s : desc.sizes) text += std::to_string(s) + " ";
    for (std::uint32_t s : desc.strides) text += "/" + std::to_string(s);
    INFO("case " << i << ": " << name(desc.type) << " " << text);
    check_both_directions(desc, random);
  }
}

TEST_CASE("fill writes an element to every place of random tensors and leaves gaps alone") {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const TensorDesc desc = random_tensor(random);
    const std::size_t size = element_size(desc.type);
    const auto element = random_bytes(random, size);
    auto buffer = random_bytes(random, buffer_bytes(desc)), wanted = buffer;
    for (const std::uint64_t offset : offsets_of(desc))
      std::memcpy(wanted.data() + offset * size, element.data(), size);
    fill(desc, element.data(), buffer.data());
    REQUIRE(buffer == wanted);
  }
}

TEST_CASE("fill writes large tensors in parts, and axes of stride 0 once") {
  const std::uint16_t element = 0x3c01;
  const auto* bytes = reinterpret_cast<const std::byte*>(&element);
  int parts = 0;
  std::vector<std::uint16_t> buffer(3'000'000, 5);
  const auto fill_counted = [&](const Dimensions& sizes, const Dimensions& strides) {
    parts = 0;
    fill(strided_tensor(DataType::float16, sizes, strides), bytes, reinterpret_cast<std::byte*>(buffer.data()),
         [&] { ++parts; });
  };
  fill_counted({4294967295}, {0});
  CHECK(parts == 1);
  CHECK((buffer[0] == element && buffer[1] == 5));
  fill_counted({3, 1'000'000 / 2}, {1'000'000, 2});
  CHECK(parts >= 6);
  for (std::size_t i = 1; i < buffer.size(); ++i)
    if (buffer[i] != (i % 2 ? 5 : element)) FAIL(i);
  fill_counted({2'999'999}, {});
  CHECK(parts >= 12);
  for (std::size_t i = 0; i + 1 < buffer.size(); ++i)
    if (buffer[i] != element) FAIL(i);
  CHECK(buffer.back() == 5);
}

TEST_CASE("an element fills a layout without gaps in any order of its axes as quickly as a row") {
  constexpr std::uint32_t kSide = 8192;
  std::vector<std::byte> buffer(std::size_t{kSide} * (kSide + 1));
  const std::byte element{7};
  const auto ticks = [&](const Dimensions& strides) {
    std::fill(buffer.begin(), buffer.end(), std::byte{1});
    const std::clock_t begin = std::clock();
    fill(strided_tensor(DataType::uint8, {kSide, kSide + 1}, strides), &element, buffer.data());
    const std::clock_t took = std::clock() - begin;
    CHECK(std::count(buffer.begin(), buffer.end(), element) == static_cast<std::ptrdiff_t>(buffer.size()));
    return took;
  };
  std::clock_t row = ticks({}), columns = ticks({1, kSide});
  for (int i = 0; i < 4; ++i) row = std::min(row, ticks({})), columns = std::min(columns, ticks({1, kSide}));
  CHECK(columns < 8 * row + CLOCKS_PER_SEC / 500);
}

TEST_CASE("scatter leaves the gaps of a strided tensor alone") {
  std::vector<std::byte> buffer(7, std::byte{0xEE});
  const std::byte packed[] = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  scatter(strided_tensor(DataType::uint8, {2, 2}, {4, 2}), packed, buffer);
  const int expected[] = {1, 0xEE, 2, 0xEE, 3, 0xEE, 4};
  for (std::size_t i = 0; i < 7; ++i) CHECK(std::to_integer<int>(buffer[i]) == expected[i]);
}

TEST_CASE("on a stride-0 axis gather repeats and scatter keeps the last value") {
  TensorDesc desc = strided_tensor(DataType::uint8, {3, 2}, {0, 1});
  std::byte buffer[] = {std::byte{7}, std::byte{8}};
  std::byte packed[6];
  gather(desc, buffer, packed);
  for (int i = 0; i < 6; ++i) CHECK(std::to_integer<int>(packed[i]) == 7 + i % 2);
  for (int i = 0; i < 6; ++i) packed[i] = static_cast<std::byte>(i);
  scatter(desc, packed, buffer);
  CHECK(std::to_integer<int>(buffer[0]) == 4);
  CHECK(std::to_integer<int>(buffer[1]) == 5);
}

TEST_CASE("elements at odd addresses are moved whole") {
  std::mt19937 random(5);
  TensorDesc desc = strided_tensor(DataType::float64, {5, 7}, {1, 5});
  auto source = random_bytes(random, 35 * 8 + 1);
  std::vector<std::byte> packed(35 * 8 + 3), again(35 * 8 + 1);
  gather(desc, std::span<const std::byte>(source).subspan(1), packed.data() + 3);
  scatter(desc, packed.data() + 3, std::span<std::byte>(again).subspan(1));
  CHECK(std::equal(source.begin() + 1, source.end(), again.begin() + 1));
}
