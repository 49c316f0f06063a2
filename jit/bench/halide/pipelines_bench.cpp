// Times kernels of halide-cpu as ratios to memcpy of the output, and how long they take to compile. Rounds take turns;
// the result is compared with the interpreter's first.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "engine/bench/rounds.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/print.h"
#include "jit/halide/host_target.h"
#include "jit/halide/module.h"
#include "jit/halide/object_executable.h"

namespace dmlrun::jit {
namespace {

constexpr int kRounds = 25;
constexpr double kSampleSeconds = 0.004;
using Bytes = std::vector<std::byte>;

struct Case {
  const char* name;
  std::string plan;
};

/// Rows of `row` float32 elements, `rows` a plane, `planes` of them.
std::vector<Case> cases_of(std::uint64_t planes, std::uint64_t rows, std::uint64_t row) {
  const auto n = [](std::uint64_t number) { return std::to_string(number); };
  const auto output = [&](std::uint64_t p, std::uint64_t r, std::uint64_t c) {
    return "output x4 strides " + n(r * c) + "," + n(c) + ",1 span " + n(p * r * c) + "; axes ";
  };
  const std::string input =
      "; %0 = input 0 x4 offset 0 strides " + n(rows * row) + "," + n(row) + ",1 span " + n(planes * rows * row);
  const std::string whole = "[" + n(planes) + "@0] ";
  const auto padded = [&](const std::string& before, const std::string& after_rows, const std::string& after_row) {
    return output(planes, rows + 2, row + 2) + whole + "[" + before + " " + n(rows) + "@0 " + after_rows + "] [" +
           before + " " + n(row) + "@0 " + after_row + "]" + input;
  };
  return {
      {"repeated rows", output(planes, rows, 2 * row) + whole + "[" + n(rows) + "@0] [(" + n(row) + "@0)x2]" + input},
      {"repeated planes",
       output(4 * planes, rows, row) + "[(" + n(planes) + "@0)x4] [" + n(rows) + "@0] [" + n(row) + "@0]" + input},
      {"joined rows", output(planes, rows, 2 * row) + whole + "[" + n(rows) + "@0] [%0:" + n(row) + "@0 %1:" + n(row) +
                          "@0]" + input + "; %1 = input 1" + input.substr(input.find(" x4"))},
      {"constant border", padded("1f", "1f", "1f") + "; fill 0000803f"},
      {"edge border", padded("1@0", "1@" + n(rows - 1), "1@" + n(row - 1))},
      {"mirrored border", padded("1@1", "1@" + n(rows - 2), "1@" + n(row - 2))},
  };
}

template <class Call>
double time_of(std::uint64_t calls, Call call) {
  const double begin = bench::seconds();
  for (std::uint64_t i = 0; i < calls; ++i) call();
  return (bench::seconds() - begin) / static_cast<double>(calls);
}

/// How long something took, and how much of a processor: under load the first says little.
struct Taken {
  double milliseconds = 0, processor = 0;
};

std::unique_ptr<halide::ObjectExecutable> compile(const plan::Plan& plan, Taken& taken) {
  const std::string text = plan::print(plan), target = halide::host_target("");
  const double begin = bench::seconds();
  const std::clock_t processor = std::clock();
  auto answers = halide::ask_module({text.c_str(), target.c_str(), halide::kKernelFunction});
  auto arena = memory::CodeArena::of_process();
  if (!answers || !arena) return nullptr;
  auto object = halide::load_object(*arena, answers->at(0), halide::object_imports());
  if (!object) return nullptr;
  auto kernel = halide::ObjectExecutable::make(plan, std::move(*object));
  taken = {1e3 * (bench::seconds() - begin), 1e3 * static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC};
  return kernel ? std::move(*kernel) : nullptr;
}

bool run(const Case& one) {
  const auto plan = plan::parse(one.plan);
  Taken taken;
  const auto kernel = plan ? compile(*plan, taken) : nullptr;
  if (!kernel) {
    std::printf("%-18s cannot be compiled: %s\n", one.name, one.plan.c_str());
    return false;
  }
  std::vector<Bytes> inputs;
  std::vector<const std::byte*> pointers;
  for (const plan::Operand& operand : plan->operands) inputs.emplace_back(operand.span * 4, std::byte{7});
  for (Bytes& input : inputs) {
    for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::byte>(i * 7 + i / 255);
    pointers.push_back(input.data());
  }
  const std::uint64_t count = plan::element_count(*plan);
  Bytes expected(count * 4), output(count * 4), copied(count * 4);
  plan::interpret(*plan, pointers.data(), expected.data(), 0, count);
  kernel->run(pointers.data(), output.data(), 0, count);
  if (output != expected) {
    std::printf("%-18s differs from the interpreter: %s\n", one.name, one.plan.c_str());
    return false;
  }
  const auto copy = [&] { std::memcpy(copied.data(), expected.data(), copied.size()); };
  const auto make = [&] { kernel->run(pointers.data(), output.data(), 0, count); };
  const auto calls = static_cast<std::uint64_t>(kSampleSeconds / time_of(3, copy)) + 1;
  std::vector<double> ratios;
  for (int round = 0; round < kRounds; ++round) {
    const double copying = time_of(calls, copy), making = time_of(calls, make);
    ratios.push_back(making / copying);
  }
  std::printf("%-18s %6.1f MiB  %5.2f x memcpy   compiled in %5.1f ms, %5.1f of a processor\n", one.name,
              static_cast<double>(count) / 262144, bench::median(ratios), taken.milliseconds, taken.processor);
  return true;
}

}  // namespace
}  // namespace dmlrun::jit

int main() {
  bool good = true;
  for (const auto [planes, rows, row] : {std::array<std::uint64_t, 3>{64, 56, 64}, {64, 112, 112}, {256, 112, 128}}) {
    std::printf("rows of %llu bytes\n", static_cast<unsigned long long>(row * 4));
    for (const dmlrun::jit::Case& one : dmlrun::jit::cases_of(planes, rows, row)) good = dmlrun::jit::run(one) && good;
  }
  return good ? 0 : 1;
}
