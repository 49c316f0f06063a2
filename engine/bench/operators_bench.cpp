// The interpreter against memcpy: the same number of output bytes, in rotation in one process, so that both see the same
// machine. A figure is the median of the rounds' ratios.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "dmlrun/dmlrun.h"

namespace {

using dmlrun::DataType;
using dmlrun::Dimensions;
using dmlrun::TensorDesc;

constexpr std::uint32_t kOutputBytes = 1u << 20;
constexpr int kRounds = 101;

struct Case {
  std::string title;
  dmlrun::OperatorDesc desc;
};

TensorDesc bytes(Dimensions sizes) { return {.type = DataType::uint8, .sizes = sizes}; }

/// Movers whose innermost contiguous pieces are `row` bytes long.
std::vector<Case> cases_of(std::uint32_t row) {
  const std::uint32_t rows = kOutputBytes / row;
  const std::string suffix = ", rows of " + std::to_string(row) + " B";
  dmlrun::PaddingDesc padding{.input = bytes({rows, row - 16}), .output = bytes({rows, row}),
                              .mode = dmlrun::PaddingMode::edge, .start = {0, 8}, .end = {0, 8}};
  return {
      {"TILE" + suffix, dmlrun::TileDesc{.input = bytes({rows / 2, row}), .output = bytes({rows, row}), .repeats = {2, 1}}},
      {"TILE inside" + suffix,
       dmlrun::TileDesc{.input = bytes({rows / 4, row}), .output = bytes({rows / 4, row * 4}), .repeats = {1, 4}}},
      {"JOIN" + suffix, dmlrun::JoinDesc{.inputs = {bytes({rows / 2, row}), bytes({rows / 2, row})},
                                         .output = bytes({rows / 2, row * 2}), .axis = 1}},
      {"PADDING by 8 at both ends" + suffix, padding},
  };
}

double microseconds(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

bool measure(const Case& one) {
  const auto op = dmlrun::Operator::make(one.desc);
  if (!op) return std::fprintf(stderr, "%s: %s\n", one.title.c_str(), op.error().to_string().c_str()), false;
  const auto kernel = dmlrun::compile(*op, {.backend = "interpreter"});
  if (!kernel) return std::fprintf(stderr, "%s: %s\n", one.title.c_str(), kernel.error().to_string().c_str()), false;

  std::vector<std::vector<std::byte>> buffers;
  for (const auto& slot : op->inputs()) buffers.emplace_back(dmlrun::buffer_bytes(slot.desc), std::byte{7});
  const std::vector<std::span<const std::byte>> inputs(buffers.begin(), buffers.end());
  std::vector<std::byte> output(kOutputBytes), source(kOutputBytes, std::byte{1}), copy(kOutputBytes);
  const std::span<std::byte> outputs[] = {output};

  std::vector<double> ratios, times;
  for (int round = 0; round < kRounds; ++round) {
    const double copied = microseconds([&] { std::memcpy(copy.data(), source.data(), kOutputBytes); });
    bool done = false;
    const double ran = microseconds([&] { done = kernel->run(inputs, outputs).has_value(); });
    if (!done) return std::fprintf(stderr, "%s: the kernel refused to run\n", one.title.c_str()), false;
    ratios.push_back(ran / copied);
    times.push_back(ran);
  }
  std::printf("%-44s %9.1f us %8.2f x memcpy\n", one.title.c_str(), median(times), median(ratios));
  return true;
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

}  // namespace

int main() {
  std::printf("interpreter, 1 MiB of output, median of %d rounds, %s\n", kRounds, processor().c_str());
  bool good = true;
  for (std::uint32_t row : {64u, 256u, 1024u, 4096u})
    for (const Case& one : cases_of(row)) good = measure(one) && good;
  return good ? 0 : 1;
}
