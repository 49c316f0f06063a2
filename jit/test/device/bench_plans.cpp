#include "jit/test/device/bench_plans.h"

#include <cstdint>
#include <fstream>

#include "engine/plan/print.h"

namespace dmlrun::jit::test {
namespace {

using Number = std::uint64_t;

std::string text(Number number) { return std::to_string(number); }

/// One operand, packed, of rows x columns.
std::string matrix(unsigned input, const std::string& element, Number rows, Number columns) {
  return "; %" + text(input) + " = input " + text(input) + " " + element + " offset 0 strides " + text(columns) +
         ",1 span " + text(rows * columns);
}

std::string output(const std::string& element, Number rows, Number columns) {
  return "output " + element + " strides " + text(columns) + ",1 span " + text(rows * columns) + "; axes ";
}

/// `columns` columns of so many bytes per element make an output of 256 MiB.
std::vector<BenchPlan> copies(Number bytes) {
  const std::string element = "x" + text(bytes);
  const Number rows = 16384, columns = (256u << 20) / rows / bytes;
  const double all = static_cast<double>(rows * columns * bytes);
  const std::string zeros(2 * bytes, '0');
  const auto name = [&](const char* what) { return what + text(bytes); };
  std::vector<BenchPlan> plans;
  plans.push_back({name("copy x"),
                   "output " + element + " strides 1 span " + text(rows * columns) + "; axes [" + text(rows * columns) +
                       "@0]; %0 = input 0 " + element + " offset 0 strides 1 span " + text(rows * columns),
                   2 * all});
  plans.push_back({name("repeat 4x4 x"),
                   output(element, rows, columns) + "[(" + text(rows / 4) + "@0)x4] [(" + text(columns / 4) + "@0)x4]" +
                       matrix(0, element, rows / 4, columns / 4),
                   all * 17 / 16});
  const Number pad = 16;
  plans.push_back({name("border 16 x"),
                   output(element, rows, columns) + "[" + text(pad) + "f " + text(rows - 2 * pad) + "@0 " + text(pad) +
                       "f] [" + text(pad) + "f " + text(columns - 2 * pad) + "@0 " + text(pad) + "f]" +
                       matrix(0, element, rows - 2 * pad, columns - 2 * pad) + "; fill " + zeros,
                   2 * all});
  plans.push_back({name("border 1 x"),
                   output(element, rows, columns) + "[1f " + text(rows - 2) + "@0 1f] [1f " + text(columns - 2) +
                       "@0 1f]" + matrix(0, element, rows - 2, columns - 2) + "; fill " + zeros,
                   2 * all});
  plans.push_back({name("two beside each other x"),
                   output(element, rows, columns) + "[" + text(rows) + "@0] [%0:" + text(columns / 4) +
                       "@0 %1:" + text(columns / 4 * 3) + "@0]" + matrix(0, element, rows, columns / 4) +
                       matrix(1, element, rows, columns / 4 * 3),
                   2 * all});
  return plans;
}

BenchPlan sum() {
  const Number count = 256u << 20;
  const std::string size = text(count);
  std::string plan = "output i8 strides 1 span " + size + "; axes [" + size + "@0]";
  const char* elements[] = {"i8", "f32", "i8", "i8", "f32", "i8", "f32", "i8"};
  for (unsigned o = 0; o < 8; ++o) {
    const bool is_large = o == 0 || o == 3;
    plan += "; %" + text(o) + " = input " + text(o) + " " + elements[o] + " offset 0 strides " +
            (is_large ? "1" : "0") + " span " + (is_large ? size : "1");
  }
  plan +=
      "; value saturate.i32(minimum(maximum(add(round(divide(add("
      "multiply(subtract(convert.f32(%0), convert.f32(%2)), %1), "
      "multiply(subtract(convert.f32(%3), convert.f32(%5)), %4)), %6)), convert.f32(%7)), f32 -128), f32 127))";
  return {"quantized sum", plan, 3.0 * static_cast<double>(count)};
}

}  // namespace

std::vector<BenchPlan> bench_plans() {
  std::vector<BenchPlan> all;
  for (const Number bytes : {4u, 2u, 1u})
    for (BenchPlan& plan : copies(bytes)) all.push_back(std::move(plan));
  all.push_back(sum());
  return all;
}

std::vector<BenchPlan> bench_plans(const std::string& file) {
  std::vector<BenchPlan> all;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) continue;
    const auto plan = plan::parse(line.substr(tab + 1));
    if (!plan) continue;
    Number traffic = plan->output_span * plan::bytes_of(plan->output);
    for (const plan::Operand& operand : plan->operands)
      if (operand.input != plan::kIndex) traffic += operand.span * plan::bytes_of(operand.element);
    all.push_back({line.substr(0, tab), line.substr(tab + 1), static_cast<double>(traffic)});
  }
  return all;
}

}  // namespace dmlrun::jit::test
