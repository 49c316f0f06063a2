// Times element-wise kernels in the first-level cache, in core cycles per 64 outputs. A core cycle is a third of a step
// of a chain of dependent integer multiplications, timed right before and after each sample. Cases take turns within
// one run; figures are medians over rounds, and every result is compared with the interpreter's first.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/kernel.h"
#include "engine/bench/machine.h"
#include "engine/bench/rounds.h"
#include "engine/plan/check.h"
#include "engine/plan/interpreter/interpret.h"
#include "engine/plan/print.h"
#include "jit/test/elementwise_kernel.h"

namespace dmlrun::jit {
namespace {

using namespace x64;

constexpr int kRounds = 101;
using Bytes = std::vector<std::byte>;

/// Room for as many bytes from a multiple of 4096 on.
constexpr std::size_t kPage = 4096;
Bytes room_for(std::size_t bytes) { return Bytes(bytes + 2 * kPage); }
std::byte* begin_of(Bytes& room) {
  return room.data() + (kPage - reinterpret_cast<std::uintptr_t>(room.data()) % kPage);
}
/// Outputs begin half a page on: no processor takes a load for one of what was just stored.
std::byte* begin_of_output(Bytes& room) { return begin_of(room) + kPage / 2; }

struct Case {
  std::string name;
  plan::Plan plan;
  std::vector<Bytes> inputs;
  Bytes output;
  std::uint64_t count = 0;
  Isa isa = Isa::none;
  std::vector<test::ElementwiseKernel> kernel;  ///< one, or none for the interpreter
  std::vector<double> cycles{};
};

void run(Case& one) {
  const std::byte* inputs[8] = {};
  for (std::size_t i = 0; i < one.inputs.size(); ++i) inputs[i] = begin_of(one.inputs[i]);
  if (one.kernel.empty()) plan::interpret(one.plan, inputs, begin_of_output(one.output), 0, one.count);
  else one.kernel[0].run(inputs, begin_of_output(one.output), 0, one.count);
}

void sample(Case& one) {
  const int calls = static_cast<int>(std::max<std::uint64_t>(one.kernel.empty() ? 2 : 8, 16384 / one.count));
  run(one);
  const double before = bench::cycle_time();
  const double begin = bench::seconds();
  for (int i = 0; i < calls; ++i) run(one);
  const double time = (bench::seconds() - begin) / calls;
  const double after = bench::cycle_time();
  one.cycles.push_back(time / std::min(before, after) * 64 / static_cast<double>(one.count));
}

/// Quantized addition of two tensors whose second operand has these strides, e.g. "16384" elements or "64,128" of them.
std::string text(std::string_view element, std::string_view extents, std::string_view strides,
                 std::string_view second_strides, std::string_view span) {
  const std::string least = element == "i8" ? "-128" : "0", most = element == "i8" ? "127" : "255";
  const std::string e(element), zeros = extents.find(' ') == std::string_view::npos ? "0" : "0,0";
  const auto operand = [&](int n, const std::string& type, const std::string& s, const std::string& elements) {
    return "; %" + std::to_string(n) + " = input " + std::to_string(n) + " " + type + " offset 0 strides " + s +
           " span " + elements;
  };
  std::string plan = "output " + e + " strides " + std::string(strides) + " span " + std::string(span) + "; axes " +
                     std::string(extents);
  plan += operand(0, e, std::string(strides), std::string(span)) + operand(1, "f32", zeros, "1") +
          operand(2, e, zeros, "1");
  plan += operand(3, e, std::string(second_strides), std::string(span)) + operand(4, "f32", zeros, "1");
  plan += operand(5, e, zeros, "1") + operand(6, "f32", zeros, "1") + operand(7, e, zeros, "1");
  return plan +
         "; value saturate.i32(minimum(maximum(add(round(divide(add("
         "multiply(subtract(convert.f32(%0), convert.f32(%2)), %1), "
         "multiply(subtract(convert.f32(%3), convert.f32(%5)), %4)), "
         "%6)), convert.f32(%7)), f32 " +
         least + "), f32 " + most + "))";
}

bool prepare(const std::string& name, const std::string& text, Isa isa, std::string_view tuning,
             std::vector<Case>& cases) {
  const auto parsed = plan::parse(text);
  if (!parsed) return std::printf("%s: %s\n", name.c_str(), parsed.error().to_string().c_str()), false;
  Case one{name, *parsed, {}, {}, plan::element_count(*parsed), isa, {}};
  for (const plan::Operand& operand : one.plan.operands) {
    Bytes buffer = room_for(operand.span * plan::bytes_of(operand.element));
    std::byte* const first = begin_of(buffer);
    for (std::size_t i = 0; i < buffer.size() - 2 * kPage; ++i) first[i] = static_cast<std::byte>(3 ^ i * 7 % 256);
    const float scale = 0.3f * static_cast<float>(operand.input + 1);
    if (operand.element == plan::Element::f32) std::memcpy(first, &scale, sizeof scale);
    one.inputs.push_back(std::move(buffer));
  }
  one.output = room_for(one.plan.output_span);
  run(one);
  const Bytes expected = one.output;
  if (isa != Isa::none) {
    const Tuning* row = find_tuning(tuning);
    one.kernel.emplace_back(one.plan, isa, row ? *row : tuning_of(this_processor()));
    std::fill(one.output.begin(), one.output.end(), std::byte{0});
    run(one);
  }
  if (one.output != expected) return std::printf("%s: wrong result\n", name.c_str()), false;
  cases.push_back(std::move(one));
  return true;
}

bool prepare_all(std::vector<Case>& cases) {
  const struct {
    const char* name;
    std::string text;
  } shapes[] = {
      {"u8, 64", text("u8", "[64@0]", "1", "1", "64")},
      {"u8, 100", text("u8", "[100@0]", "1", "1", "100")},
      {"u8, 4096", text("u8", "[4096@0]", "1", "1", "4096")},
      {"u8, 8192", text("u8", "[8192@0]", "1", "1", "8192")},
      {"i8, 4096", text("i8", "[4096@0]", "1", "1", "4096")},
      {"u8, one operand the same everywhere, 4096", text("u8", "[4096@0]", "1", "0", "4096")},
      {"u8, one operand the same everywhere, 512", text("u8", "[512@0]", "1", "0", "512")},
      {"u8, rows of 64, second operand one row", text("u8", "[64@0] [64@0]", "64,1", "0,1", "4096")},
      {"u8, rows of 64, second operand one column", text("u8", "[64@0] [64@0]", "64,1", "1,0", "4096")},
      {"u8, rows of 3, second operand one row", text("u8", "[1365@0] [3@0]", "3,1", "0,1", "4095")},
      {"u8, every second element of the second operand", text("u8", "[2048@0]", "1", "2", "4095")},
  };
  for (const auto& shape : shapes) {
    const std::string name = shape.name;
    if (!prepare(name + ": interpreter", shape.text, Isa::none, "", cases)) return false;
    for (const Isa isa : test::usable_isas())
      if ((isa < Isa::avx512_vbmi || name.find("same everywhere") != std::string::npos) &&
          !prepare(name + ": " + std::string(x64::name(isa)), shape.text, isa, "", cases))
        return false;
  }
  for (const Tuning& row : tunings())
    if (detected_isa() >= Isa::avx512 &&
        !prepare("u8, 4096: avx512 as for " + std::string(row.name), shapes[2].text, Isa::avx512, row.name, cases))
      return false;
  return true;
}

/// Median nanoseconds of a call of `body`.
template <class Body>
double nanoseconds(int calls, Body body) {
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    const double begin = bench::seconds();
    for (int i = 0; i < calls; ++i) body();
    times.push_back((bench::seconds() - begin) * 1e9 / calls);
  }
  std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
  return times[kRounds / 2];
}

/// 64 elements through the library's own door, and what making the code takes.
bool print_calls() {
  TensorDesc bytes, scale;
  bytes.type = DataType::uint8;
  bytes.sizes = {1, 1, 8, 8};
  scale.type = DataType::float32;
  scale.sizes = {1, 1, 1, 1};
  ElementWiseQuantizedLinearAddDesc desc;
  desc.a = desc.b = desc.output = bytes;
  desc.a_scale = desc.b_scale = desc.output_scale = scale;
  const auto op = Operator::make(desc);
  if (!op) return std::printf("%s\n", op.error().to_string().c_str()), false;
  const Bytes a(64, std::byte{7}), b(64, std::byte{9});
  Bytes sum(64);
  const float scales[3] = {0.3f, 0.6f, 0.9f};
  const auto one = [&](int n) { return std::as_bytes(std::span(&scales[n], 1)); };
  const std::span<const std::byte> inputs[] = {a, one(0), b, one(1), one(2)};
  const std::span<std::byte> outputs[] = {sum};
  for (const std::string_view backend : {"interpreter", "jit-avx2", "jit-avx512"}) {
    const auto kernel = dmlrun::compile(*op, {backend});
    if (!kernel) continue;
    const double call = nanoseconds(1000, [&] { static_cast<void>(kernel->run(inputs, outputs)); });
    const double making = nanoseconds(20, [&] { static_cast<void>(dmlrun::compile(*op, {backend})); });
    std::printf("%8.1f ns  64 elements through Kernel::run; %.1f us to compile: %s\n", call, making / 1000,
                std::string(backend).c_str());
  }
  return true;
}

}  // namespace
}  // namespace dmlrun::jit

int main() {
  using namespace dmlrun::jit;
  std::vector<Case> cases;
  if (!prepare_all(cases)) return 1;
  for (int round = 0; round < kRounds; ++round)
    for (Case& one : cases)
      if (!one.kernel.empty() || round % 8 == 0) sample(one);
  std::printf("%s; core cycles per 64 outputs, in the first-level cache, median of %d rounds\n",
              dmlrun::bench::processor_name().c_str(), kRounds);
  for (Case& one : cases) {
    std::sort(one.cycles.begin(), one.cycles.end());
    std::printf("%8.1f  (least %.1f)  %s\n", one.cycles[one.cycles.size() / 2], one.cycles[0], one.name.c_str());
  }
  return print_calls() ? 0 : 1;
}
