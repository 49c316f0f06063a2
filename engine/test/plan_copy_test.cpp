// The byte movers under the interpreter, each against a loop over single bytes.
#include <cstring>
#include <vector>

#include "engine/plan/interpreter/copy_rectangle.h"
#include "engine/test/catch.h"

using dmlrun::plan::copy_rectangle;
using dmlrun::plan::Rectangle;
using dmlrun::plan::repeat_bytes;

namespace {

constexpr std::byte kUntouched{0xaa};

std::vector<std::byte> counting(std::size_t bytes) {
  std::vector<std::byte> buffer(bytes);
  for (std::size_t i = 0; i < bytes; ++i) buffer[i] = static_cast<std::byte>(i * 37 + i / 200 + 1);
  return buffer;
}

bool repeats_well(std::uint64_t period, std::uint64_t total) {
  std::vector<std::byte> output(total + 1, kUntouched);
  const std::vector<std::byte> once = counting(period);
  std::copy(once.begin(), once.end(), output.begin());
  repeat_bytes(output.data(), period, total);
  for (std::uint64_t i = 0; i < total; ++i)
    if (output[i] != once[i % period]) return false;
  return output[total] == kUntouched;
}

struct Steps {
  std::int64_t output_row, output_step, input_row, input_step;
};

bool copies_well(std::uint64_t rows, std::uint64_t count, const Steps& steps, std::size_t element) {
  const auto size = static_cast<std::int64_t>(element);
  const std::int64_t last_row = static_cast<std::int64_t>(rows) - 1, last = static_cast<std::int64_t>(count) - 1;
  const auto start = [&](std::int64_t row, std::int64_t step) {
    return std::max<std::int64_t>(0, -row * last_row) + std::max<std::int64_t>(0, -step * last);
  };
  const auto length = [&](std::int64_t row, std::int64_t step) {
    return static_cast<std::size_t>(std::abs(row) * last_row + std::abs(step) * last + size);
  };
  const std::vector<std::byte> input = counting(length(steps.input_row, steps.input_step));
  std::vector<std::byte> output(length(steps.output_row, steps.output_step), kUntouched), expected = output;
  const std::byte* from = input.data() + start(steps.input_row, steps.input_step);
  const std::int64_t to = start(steps.output_row, steps.output_step);
  for (std::int64_t r = 0; r <= last_row; ++r)
    for (std::int64_t i = 0; i <= last; ++i)
      std::memcpy(expected.data() + to + r * steps.output_row + i * steps.output_step,
                  from + r * steps.input_row + i * steps.input_step, element);
  copy_rectangle(
      {output.data() + to, steps.output_row, steps.output_step, from, steps.input_row, steps.input_step, rows, count},
      element);
  return output == expected;
}

}  // namespace

TEST_CASE("bytes repeat with any period up to any length") {
  for (std::uint64_t period = 1; period <= 70; ++period)
    for (std::uint64_t total = period; total <= 5 * period + 40; ++total) {
      CAPTURE(period, total);
      REQUIRE(repeats_well(period, total));
    }
  for (const std::uint64_t period : {1, 2, 3, 4, 5, 7, 8, 11, 13, 15, 16, 17, 100, 4099, 8191, 8192, 8193, 20000})
    for (const std::uint64_t total : {20000, 24576, 40961, 65537}) {
      CAPTURE(period, total);
      REQUIRE(repeats_well(period, total));
    }
}

TEST_CASE("rectangles of elements are copied whatever the steps and sizes") {
  for (const std::size_t element : {1, 2, 4, 8}) {
    const auto size = static_cast<std::int64_t>(element);
    for (const std::uint64_t rows : {1, 2, 5, 9})
      for (std::uint64_t count = 1; count <= 280; count += count < 70 ? 1 : 23) {
        const std::int64_t row = (static_cast<std::int64_t>(count) + 1) * size;
        for (const std::int64_t input_step : {size, std::int64_t{0}, -size, 3 * size, -2 * size})
          for (const std::int64_t input_row : {row, std::int64_t{0}, size, -row})
            for (const Steps& output : {Steps{row, size, 0, 0}, Steps{2 * row, 2 * size, 0, 0},
                                        Steps{size, size * static_cast<std::int64_t>(rows), 0, 0}}) {
              CAPTURE(element, rows, count, input_step, input_row, output.output_row, output.output_step);
              REQUIRE(
                  copies_well(rows, count, {output.output_row, output.output_step, input_row, input_step}, element));
            }
      }
  }
}

TEST_CASE("copies of many lengths and distances modulo 4096 are whole") {
  for (const std::uint64_t bytes : {2047, 2048, 2049, 4096, 10000})
    for (const std::size_t apart : {0, 1, 15, 16, 4095}) {
      std::vector<std::byte> input = counting(bytes), output(bytes + 8192, kUntouched);
      const auto now = reinterpret_cast<std::uintptr_t>(output.data()) - reinterpret_cast<std::uintptr_t>(input.data());
      std::byte* to = output.data() + (apart + 4096 - now % 4096) % 4096;
      copy_rectangle({to, 0, 1, input.data(), 0, 1, 1, bytes}, 1);
      REQUIRE(std::memcmp(to, input.data(), bytes) == 0);
      REQUIRE(to[bytes] == kUntouched);
    }
}
