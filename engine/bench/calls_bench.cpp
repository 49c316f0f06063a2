// What the public calls cost beside the work itself: compile() where the code is new and where it is cached, and
// Kernel::run of the smallest kernels. Results are checked before they are timed; a figure is the median of rounds,
// beside the least: where a processor's core is shared with other machines, all figures of some rounds are up to twice
// as large.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "dmlrun/dmlrun.h"
#include "engine/bench/machine.h"
#include "engine/bench/rounds.h"
#include "engine/operators/operator_state.h"
#include "engine/run/backends.h"

using namespace dmlrun;

namespace {

constexpr int kRounds = 41;

struct Case {
  std::string name;
  Desc desc;
};

TensorDesc tensor(DataType type, Dimensions sizes) { return {.type = type, .sizes = sizes}; }

Case pad_4x4() {
  return {"pad of 4x4 FLOAT32 by 1", PaddingDesc{.input = tensor(DataType::float32, {4, 4}),
                                                 .output = tensor(DataType::float32, {6, 6}),
                                                 .start_padding = {1, 1},
                                                 .end_padding = {1, 1}}};
}

Case add_64() {
  const TensorDesc bytes = tensor(DataType::uint8, {64}), one = tensor(DataType::float32, {1});
  return {"quantized add of 64",
          ElementWiseQuantizedLinearAddDesc{
              .a = bytes, .a_scale = one, .b = bytes, .b_scale = one, .output_scale = one, .output = bytes}};
}

/// Pads on both sides of every axis: 24 runs, the most that one input has.
Case pad_8d() {
  return {"pad of 8 axes, 24 runs", PaddingDesc{.input = tensor(DataType::float32, {2, 2, 2, 2, 2, 2, 2, 2}),
                                                .output = tensor(DataType::float32, {4, 4, 4, 4, 4, 4, 4, 4}),
                                                .start_padding = {1, 1, 1, 1, 1, 1, 1, 1},
                                                .end_padding = {1, 1, 1, 1, 1, 1, 1, 1}}};
}

Case join(std::uint32_t inputs) {
  JoinDesc desc{.output = tensor(DataType::uint8, {4, 3 * inputs}), .axis = 1};
  desc.inputs.assign(inputs, tensor(DataType::uint8, {4, 3}));
  return {"join of " + std::to_string(inputs), desc};
}

double nanoseconds(int times, const std::function<void()>& work) {
  const double begin = bench::seconds();
  for (int i = 0; i < times; ++i) work();
  return (bench::seconds() - begin) * 1e9 / times;
}

std::vector<double> rounds_of(int times, const std::function<void()>& work) {
  std::vector<double> rounds;
  for (int i = 0; i < kRounds; ++i) rounds.push_back(nanoseconds(times, work));
  return rounds;
}

/// Rounds in nanoseconds per unit.
void print(const std::string& what, std::vector<double> rounds, const char* unit, double nanoseconds_each,
           double goal) {
  const double least = *std::min_element(rounds.begin(), rounds.end()) / nanoseconds_each;
  const double value = bench::median(std::move(rounds)) / nanoseconds_each;
  std::printf("  %-52s %9.1f %s  ", what.c_str(), value, unit);
  if (least > 0) std::printf("(least %6.1f)  ", least);  // of differences it says nothing
  else std::printf("%*s", 16, "");
  std::printf("goal %6.0f  %s\n", goal, value <= goal ? "" : "above the goal");
}

struct Buffers {
  std::vector<std::vector<std::byte>> storage;
  std::vector<std::span<const std::byte>> inputs;
  std::vector<std::byte> output;
  explicit Buffers(const Operator& op) {
    for (const TensorSlot& slot : op.inputs()) {
      auto& bytes = storage.emplace_back(buffer_bytes(slot.desc));
      const float quarter = 0.25f;
      for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7);
      if (slot.desc.type == DataType::float32 && bytes.size() == 4) std::memcpy(bytes.data(), &quarter, 4);
    }
    inputs.assign(storage.begin(), storage.end());
    output.resize(buffer_bytes(op.outputs()[0].desc));
  }
};

/// Whether the back end gives the reference's bytes.
bool is_right(const Operator& op, std::string_view backend) {
  Buffers expected(op), found(op);
  const auto reference = compile(op, {.backend = "reference"}), kernel = compile(op, {.backend = backend});
  if (!reference || !kernel) return false;
  const std::span<std::byte> right[] = {expected.output}, tested[] = {found.output};
  return reference->run(expected.inputs, right) && kernel->run(found.inputs, tested) && expected.output == found.output;
}

bool time_compile(const Case& one, int times, double goal_microseconds) {
  const auto op = Operator::make(one.desc), again = Operator::make(one.desc);
  if (!op || !again || !is_right(*op, "auto")) return std::printf("%s: wrong\n", one.name.c_str()), false;
  print("compile, " + one.name, rounds_of(times, [&] { (void)compile(*op, {.use_cache = false}); }), "us", 1000,
        goal_microseconds);
  const auto kept = compile(*op);
  const std::uint64_t builds = cache_statistics().builds;
  const std::vector<double> hits = rounds_of(1000, [&] { (void)compile(*again); });
  if (cache_statistics().builds != builds) return std::printf("%s: was not cached\n", one.name.c_str()), false;
  if (one.name.find("4096") == std::string::npos) print("compile of what is cached, " + one.name, hits, "ns", 1, 200);
  return true;
}

/// From JSON text to a kernel that is new.
bool time_text(const Case& one, int times, double goal_microseconds) {
  const auto op = Operator::make(one.desc);
  const auto text = op ? write_spec(*op) : Result<std::string>(op.error());
  if (!text || !parse_spec(*text)) return std::printf("%s: wrong\n", one.name.c_str()), false;
  const auto work = [&] {
    if (const auto read = parse_spec(*text)) (void)compile(*read, {.use_cache = false});
  };
  print("JSON text to kernel, " + one.name, rounds_of(times, work), "us", 1000, goal_microseconds);
  return true;
}

bool time_run(const Case& one, std::string_view backend, double goal) {
  const auto op = Operator::make(one.desc);
  const Backend* made_by = find_backend(backend);
  if (!op || !made_by || !made_by->unavailable({}).empty()) return true;
  if (!is_right(*op, backend)) return std::printf("%s: wrong\n", one.name.c_str()), false;
  const auto kernel = compile(*op, {.backend = backend});
  const OperatorState& state = op->state();
  const CompileOptions options{.backend = backend};
  const auto bare = made_by->build({state.desc, state.plans[0], 0, options});
  if (!kernel || !bare) return false;
  Buffers buffers(*op);
  const std::span<std::byte> outputs[] = {buffers.output};
  std::vector<const std::byte*> pointers;
  for (const auto& input : buffers.inputs) pointers.push_back(input.data());
  const std::uint64_t elements = element_count(op->outputs()[0].desc);
  std::vector<double> whole, overhead;
  for (int i = 0; i < kRounds; ++i) {
    whole.push_back(nanoseconds(20000, [&] { (void)kernel->run(buffers.inputs, outputs); }));
    overhead.push_back(whole.back() -
                       nanoseconds(20000, [&] { (*bare)->run(pointers.data(), buffers.output.data(), 0, elements); }));
  }
  print("run, " + one.name + ", " + std::string(backend), whole, "ns", 1, goal);
  print("  of that, beside Executable::run", overhead, "ns", 1, 20);
  return true;
}

}  // namespace

int main() {
  std::printf("what calls cost, median of %d rounds, %s\n", kRounds, bench::processor_name().c_str());
  bool good = time_compile(pad_4x4(), 50, 50) && time_compile(add_64(), 50, 50) && time_compile(pad_8d(), 20, 250) &&
              time_compile(join(8), 50, 50) && time_compile(join(4096), 1, 3000);
  good = time_text(pad_4x4(), 10, 100) && time_text(add_64(), 10, 100) && good;
  for (const char* backend : {"jit-avx512", "jit-avx2"}) {
    good = time_run(pad_4x4(), backend, 40) && good;
    good = time_run(add_64(), backend, 30) && good;
  }
  return good ? 0 : 1;
}
