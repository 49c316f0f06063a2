// Times the back ends that take plans against memcpy of as many bytes as they write. Cases, back ends and memcpy take
// turns within one run; the figure of a case is the median over rounds of its time by memcpy's in the same round. Every
// result is checked first. An argument chooses the cases whose names contain it.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bench/machine.h"
#include "engine/bench/rounds.h"
#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/normalize.h"
#include "engine/plan/print.h"
#include "engine/run/backends.h"
#include "engine/test/naive_walk.h"

using namespace dmlrun;
using plan_test::Bytes;

namespace {

constexpr int kRounds = 201;

struct Case {
  std::string name;
  std::string text;
};

struct Prepared {
  std::string name;
  plan::Plan plan;
  std::vector<Bytes> inputs;
  Bytes output;
  std::uint64_t count = 0;
  std::vector<std::unique_ptr<Executable>> kernels;  ///< one per back end, null where it declines
  std::vector<std::vector<double>> ratios;           ///< per back end
};

/// What is timed: everything but the reference.
std::vector<const Backend*> timed_backends() {
  std::vector<const Backend*> list;
  for (const Backend& backend : backend_list())
    if (backend.name != "reference" && backend.name != "jit" && backend.unavailable({}).empty())
      list.push_back(&backend);
  return list;
}

template <class... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return stream.str();
}

/// Output rows of `row` bytes, about 1 MiB together, in the ways of the data movers.
void add_movers(std::vector<Case>& cases, std::uint64_t row) {
  const std::uint64_t rows = (1u << 20) / row, middle = row - 6, half = row / 2;
  const std::string all = text("[", rows, "@0] ");
  const auto add = [&](std::string_view name, const std::string& axes, std::uint64_t width, std::uint64_t height,
                       std::string_view rest = "") {
    cases.push_back({text(name, ", rows of ", row),
                     text("output x1 strides ", row, ",1 span ", rows * row, "; axes ", axes,
                          "; %0 = input 0 x1 offset 0 strides ", width, ",1 span ", width * height, rest)});
  };
  add("strided copy", text(all, "[", row, "@0]"), row + 64, rows);
  add("tile inner x4", text(all, "[(", row / 4, "@0)x4]"), row / 4, rows);
  add("tile outer x4", text("[(", rows / 4, "@0)x4] [", row, "@0]"), row, rows / 4);
  add("pad constant", text("[1f ", rows - 2, "@0 1f] [3f ", middle, "@0 3f]"), middle, rows - 2, "; fill 2a");
  add("pad edge", text("[2@0= ", rows - 2, "@1] [3@0= ", middle, "@0 3@", middle - 1, "=]"), middle, rows);
  add("pad reflection", text("[1@1 ", rows - 2, "@0 1@5] [3@3- ", middle, "@0 3@", middle - 2, "-]"), middle, rows);
  add("join inner of 2", text(all, "[%0:", half, "@0 %1:", half, "@0]"), half, rows,
      text("; %1 = input 1 x1 offset 0 strides ", half, ",1 span ", rows * half));
}

std::vector<Case> all_cases() {
  std::vector<Case> cases = {
      {"copy", "output x4 strides 1 span 262144; axes [262144@0]; %0 = input 0 x4 offset 0 strides 1 span 262144"},
      {"fill x4", "output x4 strides 1 span 262144; axes [262144f]; fill 01020304"},
  };
  for (const std::uint64_t row : {16, 64, 256, 1024, 4096, 65536}) add_movers(cases, row);
  cases.push_back({"reflection of 3, 16 MiB",
                   "output x1 strides 1 span 16777216; axes [(3@0 1@1)x4194304]; "
                   "%0 = input 0 x1 offset 0 strides 1 span 3"});
  cases.push_back({"tile of 3, 16 MiB",
                   "output x1 strides 1 span 16777215; axes [(3@0)x5592405]; "
                   "%0 = input 0 x1 offset 0 strides 1 span 3"});
  cases.push_back({"tile of 1, 16 MiB",
                   "output x1 strides 1 span 16777216; axes [(1@0)x16777216]; "
                   "%0 = input 0 x1 offset 0 strides 1 span 1"});
  cases.push_back({"pad x4 4x4 by 1",
                   "output x4 strides 6,1 span 36; axes [1f 4@0 1f] [1f 4@0 1f]; "
                   "%0 = input 0 x4 offset 0 strides 4,1 span 16; fill 00000000"});
  cases.push_back({"pad x4 16x56x56 by 1",
                   "output x4 strides 3364,58,1 span 53824; axes [16@0] [1f 56@0 1f] [1f 56@0 1f]; "
                   "%0 = input 0 x4 offset 0 strides 3136,56,1 span 50176; fill 00000000"});
  cases.push_back({"pad x1 3 to 4 channels",
                   "output x1 strides 4,1 span 200704; axes [50176@0] [3@0 1f]; "
                   "%0 = input 0 x1 offset 0 strides 3,1 span 150528; fill 07"});
  cases.push_back({"tile x1 channel to 3",
                   "output x1 strides 3,1 span 150528; axes [50176@0] [3@0=]; "
                   "%0 = input 0 x1 offset 0 strides 1,0 span 50176"});
  cases.push_back({"tile x1 channel to 64",
                   "output x1 strides 64,1 span 262144; axes [4096@0] [64@0=]; "
                   "%0 = input 0 x1 offset 0 strides 1,0 span 4096"});
  cases.push_back({"tile x4 rows of 3 to 48",
                   "output x4 strides 48,1 span 49152; axes [1024@0] [(3@0)x16]; "
                   "%0 = input 0 x4 offset 0 strides 3,1 span 3072"});
  cases.push_back({"join x4 3 and 1 channels",
                   "output x4 strides 4,1 span 16384; axes [4096@0] [%0:3@0 %1:1@0]; "
                   "%0 = input 0 x4 offset 0 strides 3,1 span 12288; "
                   "%1 = input 1 x4 offset 0 strides 1,0 span 4096"});
  cases.push_back({"join x1 3 and 1 channels",
                   "output x1 strides 4,1 span 200704; axes [50176@0] [%0:3@0 %1:1@0]; "
                   "%0 = input 0 x1 offset 0 strides 3,1 span 150528; "
                   "%1 = input 1 x1 offset 0 strides 1,0 span 50176"});
  cases.push_back({"transpose x4 512x512",
                   "output x4 strides 512,1 span 262144; axes [512@0] [512@0]; "
                   "%0 = input 0 x4 offset 0 strides 1,512 span 262144"});
  cases.push_back({"reverse x1",
                   "output x1 strides 1 span 1048576; axes [1048576@1048575-]; "
                   "%0 = input 0 x1 offset 0 strides 1 span 1048576"});
  cases.push_back({"quantized add i8",
                   "output i8 strides 1 span 1048576; axes [1048576@0]"
                   "; %0 = input 0 i8 offset 0 strides 1 span 1048576"
                   "; %1 = input 1 i8 offset 0 strides 1 span 1048576"
                   "; %2 = input 2 f32 offset 0 strides 0 span 1"
                   "; value saturate.i32(minimum(maximum(add(round(divide(add("
                   "multiply(subtract(convert.f32(%0), f32 3), %2), "
                   "multiply(subtract(convert.f32(%1), f32 -2), %2)), %2)), f32 5), f32 -128), f32 127))"});
  return cases;
}

Bytes counting(std::uint64_t bytes, bool floats) {
  Bytes buffer(bytes);
  for (std::size_t i = 0; i < buffer.size(); ++i) buffer[i] = static_cast<std::byte>(i * 7 + i / 251);
  const float quarter = 0.25f;
  if (floats)
    for (std::size_t i = 0; i + 4 <= buffer.size(); i += 4) std::memcpy(&buffer[i], &quarter, 4);
  return buffer;
}

void run(Prepared& one, const Executable& kernel) {
  const std::byte* inputs[8] = {};
  for (std::size_t i = 0; i < one.inputs.size(); ++i) inputs[i] = one.inputs[i].data();
  kernel.run(inputs, one.output.data(), 0, one.count);
}

/// Parses, checks and normalizes a case and compares its output with the definition's.
bool prepare(const Case& from, Prepared& one) {
  const Result<plan::Plan> parsed = plan::parse(from.text);
  if (!parsed) return std::printf("%s: %s\n", from.name.c_str(), parsed.error().to_string().c_str()), false;
  if (const std::string wrong = plan::check(*parsed); !wrong.empty())
    return std::printf("%s: %s\n", from.name.c_str(), wrong.c_str()), false;
  one.name = from.name;
  one.plan = plan::normalize(*parsed);
  one.count = plan::element_count(one.plan);
  one.inputs.resize(parsed->operands.size());
  for (const plan::Operand& operand : parsed->operands)
    one.inputs[operand.input] =
        counting(operand.span * plan::bytes_of(operand.element), operand.element == plan::Element::f32);
  const Bytes expected = plan_test::NaiveWalk(one.plan).run(one.inputs);
  const Desc none{};
  const CompileOptions options{};
  for (const Backend* backend : timed_backends()) {
    const CompileRequest task{none, one.plan, 0, options};
    one.ratios.emplace_back();
    one.kernels.emplace_back();
    if (!backend->why_not(task).empty()) continue;
    auto kernel = backend->build(task);
    if (!kernel) return std::printf("%s: %s\n", from.name.c_str(), kernel.error().to_string().c_str()), false;
    one.kernels.back() = std::move(*kernel);
    one.output.assign(expected.size(), std::byte{0xaa});
    run(one, *one.kernels.back());
    if (one.output != expected) return std::printf("%s: wrong result\n", from.name.c_str()), false;
  }
  return true;
}

/// Seconds for memcpy of as many bytes, at an offset where no processor stumbles over addresses equal modulo 4096.
double copy_time(std::size_t bytes, std::size_t times, Bytes& from, Bytes& to) {
  const double begin = bench::seconds();
  for (std::size_t i = 0; i < times; ++i) {
    std::memcpy(to.data() + 2048, from.data(), bytes);
    asm volatile("" : : "r"(to.data()) : "memory");
  }
  return bench::seconds() - begin;
}

/// One round of all back ends, beginning with another one each time: the first finds its input and pages cold.
void time_case(Prepared& one, Bytes& from, Bytes& to, std::size_t first) {
  // Small outputs are made several times over, so that the clock does not matter.
  const std::size_t bytes = one.output.size(), times = std::max<std::size_t>(1, 65536 / bytes);
  for (std::size_t turn = 0; turn < one.kernels.size(); ++turn) {
    const std::size_t b = (first + turn) % one.kernels.size();
    if (!one.kernels[b]) continue;
    copy_time(bytes, times, from, to);  // Both start with their own buffers in the cache.
    const double copy = copy_time(bytes, times, from, to);
    run(one, *one.kernels[b]);
    const double begin = bench::seconds();
    for (std::size_t i = 0; i < times; ++i) run(one, *one.kernels[b]);
    one.ratios[b].push_back((bench::seconds() - begin) / copy);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view wanted = count > 1 ? arguments[1] : "";
  std::vector<Prepared> prepared;
  for (const Case& one : all_cases())
    if (one.name.find(wanted) != std::string::npos && !prepare(one, prepared.emplace_back())) return 1;
  std::size_t most = 0;
  for (const Prepared& one : prepared) most = std::max(most, one.output.size());
  Bytes from = counting(most, false), to(most + 4096);
  for (int round = 0; round < kRounds; ++round)
    for (Prepared& one : prepared)
      if (one.output.size() <= (4u << 20) || round % 8 == 0) time_case(one, from, to, static_cast<std::size_t>(round));
  std::printf("%s; time by that of memcpy of the output's bytes, median of %d rounds\n",
              bench::processor_name().c_str(), kRounds);
  for (const Backend* backend : timed_backends()) std::printf("%12s", std::string(backend->name).c_str());
  std::printf("\n");
  for (Prepared& one : prepared) {
    for (const std::vector<double>& ratios : one.ratios)
      if (ratios.empty()) std::printf("%12s", "-");
      else std::printf("%12.2f", bench::median(ratios));
    std::printf("  %s\n", one.name.c_str());
  }
  return 0;
}
