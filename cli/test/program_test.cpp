// What transcripts cannot reach: the whole table of exit codes, and the generator's sequence.
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "cli/report/failure.h"
#include "engine/tensor/element.h"
#include "engine/tensor/random_values.h"
#include "engine/test/catch.h"

using namespace dmlrun;
using namespace dmlrun::cli;

TEST_CASE("every error code has the exit code of the documentation", "[exit]") {
  // Typed again, not read from the table.
  std::map<ErrorCategory, int> documented = {
      {ErrorCategory::document, 3}, {ErrorCategory::tensor_file, 4},   {ErrorCategory::buffer, 70},
      {ErrorCategory::backend, 5},  {ErrorCategory::memory, 6},        {ErrorCategory::file, 7},
      {ErrorCategory::usage, 2},    {ErrorCategory::interrupted, 130}, {ErrorCategory::internal, 70}};
  for (auto i = 0; i <= static_cast<int>(ErrorCode::internal); ++i) {
    auto code = static_cast<ErrorCode>(i);
    INFO(name(code));
    int expected = code == ErrorCode::unknown_backend ? 2 : documented.at(category(code));
    CHECK(static_cast<int>(exit_code(code)) == expected);
  }
  CHECK(static_cast<int>(ExitCode::ok) == 0);
  CHECK(static_cast<int>(ExitCode::comparison_failed) == 1);
  CHECK(static_cast<int>(ExitCode::terminated) == 143);
  CHECK(static_cast<int>(ExitCode::hung_up) == 129);
}

TEST_CASE("an error of a tensor file is exit 4 whatever its code, but memory is 6", "[exit]") {
  auto exit_of = [](ErrorCode code) {
    try {
      fail_tensor_file({code}, "x.npy");
    } catch (const Failure& failure) {
      CHECK(failure.file == "x.npy");
      return static_cast<int>(failure.exit);
    }
  };
  CHECK(exit_of(ErrorCode::size_zero) == 4);
  CHECK(exit_of(ErrorCode::npy_magic) == 4);
  CHECK(exit_of(ErrorCode::out_of_memory) == 6);
}

TEST_CASE("the generator is SplitMix64", "[random]") {
  RandomBits random(1234567);
  for (std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u})
    CHECK(random.next() == expected);
}

TEST_CASE("random floats are exact in every float type and never NaN, scales are positive", "[random]") {
  for (DataType type : {DataType::float16, DataType::float32, DataType::float64}) {
    RandomBits random(1);
    std::vector<std::byte> values(4096 * element_size(type)), scales(values.size());
    fill_random(type, RandomUse::values, random, values);
    fill_random(type, RandomUse::scale, random, scales);
    bool varied = false;
    for (std::size_t at = 0; at < values.size(); at += element_size(type)) {
      double value = load_double(type, values.data() + at), scale = load_double(type, scales.data() + at);
      REQUIRE(std::abs(value) <= 16);
      REQUIRE(std::trunc(value * 64) == value * 64);
      REQUIRE(double_from_half(half_from_double(value)) == value);
      REQUIRE(scale >= 1.0 / 128);
      REQUIRE(scale < 2);
      varied = varied || value != load_double(type, values.data());
    }
    CHECK(varied);
  }
}

TEST_CASE("random integers take every byte value", "[random]") {
  RandomBits random(1);
  std::vector<std::byte> values(1u << 14);
  fill_random(DataType::int32, RandomUse::values, random, values);
  std::vector<bool> seen(256);
  for (std::byte b : values) seen[static_cast<std::size_t>(b)] = true;
  CHECK(std::find(seen.begin(), seen.end(), false) == seen.end());
}
