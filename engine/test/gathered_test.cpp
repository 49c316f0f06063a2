// Buffers of all numbers, good and bad, as Kernel::run and dmlrun_kernel_run meet them: kernels of one, some and
// thousands of inputs or outputs find their buffers in different ways, and must say the same of them.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "dmlrun/dmlrun.h"
#include "engine/c/handles.h"
#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

using Inputs = std::vector<std::span<const std::byte>>;
using Outputs = std::vector<std::span<std::byte>>;

/// What a run said: code, buffer and message; "ok".
std::string words(const char* code, std::string_view where, std::string_view message) {
  return std::string(code) + " " + std::string(where) + ": " + std::string(message);
}

std::string run_from_c(const Kernel& kernel, const Inputs& inputs, const Outputs& outputs) {
  const dmlrun_kernel handle{kernel};
  std::vector<dmlrun_input_buffer> in;
  std::vector<dmlrun_output_buffer> out;
  for (const auto& input : inputs) in.push_back({input.data(), input.size()});
  for (const auto& output : outputs) out.push_back({output.data(), output.size()});
  dmlrun_error error;
  const dmlrun_code code = dmlrun_kernel_run(&handle, in.data(), in.size(), out.data(), out.size(), &error);
  return code == DMLRUN_OK ? "ok" : words(dmlrun_code_name(code), error.where, error.message);
}

/// What both interfaces say, which must be the same.
std::string run(const Kernel& kernel, const Inputs& inputs, const Outputs& outputs) {
  const std::string from_c = run_from_c(kernel, inputs, outputs);
  const auto done = kernel.run(inputs, outputs);
  const std::string said =
      done ? "ok" : words(std::string(name(done.error().code)).c_str(), done.error().where, done.error().message);
  if (from_c != said) FAIL("C: " << from_c << "; C++: " << said);
  return said;
}

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

/// A join of bytes along its only axis, its inputs one behind the other from an odd address on, and room for its
/// output.
struct Join {
  std::vector<std::byte> memory;
  Inputs inputs;
  std::span<std::byte> output;
  std::optional<Kernel> kernel;

  Join(std::size_t count, std::uint32_t bytes, bool are_alike, std::string_view backend = "auto") {
    JoinDesc desc{{}, {DataType::uint8, {0}}, 0};
    for (std::size_t i = 0; i < count; ++i)
      desc.inputs.push_back({DataType::uint8, {are_alike ? bytes : bytes + static_cast<std::uint32_t>(i * 7 % 5)}});
    for (const TensorDesc& input : desc.inputs) desc.output.sizes[0] += input.sizes[0];
    const std::size_t total = desc.output.sizes[0];
    memory.resize(2 * total + 1 + bytes + 4);  // an input may lie behind the output
    for (std::size_t i = 0; i <= total; ++i) memory[i] = static_cast<std::byte>(i * 37 + i / 251);
    std::size_t at = 1;
    for (const TensorDesc& input : desc.inputs) {
      inputs.push_back(std::span(memory).subspan(at, input.sizes[0]));
      at += input.sizes[0];
    }
    output = std::span(memory).subspan(total + 1, total);
    const auto op = Operator::make(desc);
    REQUIRE(op);
    auto made = compile(*op, {.backend = backend});
    REQUIRE(made);
    kernel = std::move(*made);
  }
  [[nodiscard]] std::string run(const Inputs& given) const { return ::run(*kernel, given, {output}); }
  [[nodiscard]] bool is_right() const { return std::equal(output.begin(), output.end(), memory.begin() + 1); }
};

/// Makes each thing wrong that can be wrong with an input, and nothing else.
void check_input(const Join& join, std::size_t i) {
  const std::string which = "InputTensors[" + std::to_string(i) + "]";
  const std::size_t needed = join.inputs[i].size();
  CAPTURE(which);
  Inputs given = join.inputs;
  const auto run_with = [&](std::span<const std::byte> input) {
    given[i] = input;
    return join.run(given);
  };
  std::fill(join.output.begin(), join.output.end(), std::byte{0xee});
  CHECK(begins(run_with({}), "null_buffer " + which + ":"));
  CHECK(begins(run_with(std::span(static_cast<const std::byte*>(nullptr), needed)), "null_buffer " + which + ":"));
  CHECK(run_with(join.inputs[i].first(needed - 1)) == "buffer_too_small " + which + ": a buffer of " +
                                                          std::to_string(needed - 1) + " bytes was given; " +
                                                          std::to_string(needed) + " bytes are needed");
  CHECK(begins(run_with(join.inputs[i].first(0)), "buffer_too_small " + which + ":"));
  const std::string overlaps = "buffers_overlap OutputTensor: the buffer overlaps that of " + which + ";";
  // Its last byte is the output's first; its first byte the output's last, or any other.
  CHECK(begins(run_with({join.output.data() + 1 - needed, needed}), overlaps));
  CHECK(begins(run_with({join.output.data() + join.output.size() - 1, needed}), overlaps));
  CHECK(begins(run_with({join.output.data() + join.output.size() / 2, needed}), overlaps));
  CHECK(std::all_of(join.output.begin(), join.output.end(), [](std::byte b) { return b == std::byte{0xee}; }));
  // Right before the output; and larger than all memory is allowed, because only what is needed counts.
  CHECK(run_with({join.output.data() - needed, needed}) == "ok");
  CHECK(run_with({join.output.data() + join.output.size(), needed}) == "ok");
  CHECK(run_with({join.inputs[i].data(), std::numeric_limits<std::size_t>::max()}) == "ok");
  CHECK(join.is_right());
}

}  // namespace

TEST_CASE("inputs of every number are joined, and one that is wrong is named, whichever it is", "[run]") {
  for (const std::size_t count : {1u, 2u, 3u, 7u, 8u, 9u, 24u, 25u, 63u, 64u, 65u, 130u, 1023u, 1024u, 1025u, 4096u})
    for (const bool are_alike : {true, false}) {
      CAPTURE(count, are_alike);
      const Join join(count, 3, are_alike);
      CHECK(join.run(join.inputs) == "ok");
      CHECK(join.is_right());
      std::vector<std::size_t> some{0, 1, 2, 3, 4, count / 2, count - 5, count - 4, count - 3, count - 2, count - 1};
      for (const std::size_t i : some)
        if (i < count) check_input(join, i);
      const Inputs fewer(join.inputs.begin(), join.inputs.end() - 1);
      CHECK(begins(join.run(fewer), "buffer_count inputs:"));
      Inputs more = join.inputs;
      more.push_back(more[0]);
      CHECK(begins(join.run(more), "buffer_count inputs:"));
      CHECK(begins(run(*join.kernel, join.inputs, {}), "buffer_count outputs:"));
      CHECK(begins(run(*join.kernel, join.inputs, {join.output, join.output}),
                   "buffer_count outputs: 2 output buffers were given; 1 is needed"));
      CHECK(begins(run(*join.kernel, join.inputs, {join.output.first(join.output.size() - 1)}), "buffer_too_small"));
      CHECK(begins(run(*join.kernel, join.inputs, {{}}), "null_buffer OutputTensor:"));
    }
}

TEST_CASE("each of 1000 inputs is checked", "[run]") {
  const Join join(1000, 32, true);
  for (std::size_t i = 0; i < 1000; ++i) check_input(join, i);
}

TEST_CASE("every back end joins as many inputs as it takes, of all small sizes", "[run]") {
  for (const BackendInfo& info : backends()) {
    if (!info.why_not.empty() || info.device != "CPU" || info.name == "halide-cpu") continue;
    for (const std::uint32_t bytes : {1u, 2u, 3u, 4u, 7u, 8u, 15u, 16u, 17u, 31u, 33u, 64u, 65u, 200u})
      for (const bool are_alike : {true, false}) {
        CAPTURE(info.name, bytes, are_alike);
        const Join join(67, bytes, are_alike, info.name);
        CHECK(join.run(join.inputs) == "ok");
        CHECK(join.is_right());
      }
  }
}

TEST_CASE("outputs of every number are written, in any order, and one that is wrong is named", "[run]") {
  for (const std::size_t count : {2u, 3u, 8u, 15u, 16u, 17u, 40u}) {
    CAPTURE(count);
    SplitDesc desc;
    desc.input = {DataType::uint8, {static_cast<std::uint32_t>(3 * count)}};
    desc.outputs.assign(count, {DataType::uint8, {3}});
    const auto op = Operator::make(desc);
    REQUIRE(op);
    const auto kernel = compile(*op);
    REQUIRE(kernel);
    std::vector<std::byte> input(3 * count), memory(3 * count + 3);
    for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::byte>(i + 1);
    for (const bool is_down : {false, true}) {
      Outputs outputs;
      for (std::size_t i = 0; i < count; ++i)
        outputs.push_back(std::span(memory).subspan(3 * (is_down ? count - 1 - i : i), 3));
      const auto check = [&](const Outputs& given) { return run(*kernel, {input}, given); };
      CHECK(check(outputs) == "ok");
      for (std::size_t i = 0; i < count; ++i)
        CHECK(std::equal(outputs[i].begin(), outputs[i].end(), input.begin() + static_cast<std::ptrdiff_t>(3 * i)));
      std::fill(memory.begin(), memory.end(), std::byte{0xee});
      for (std::size_t i = 0; i < count; ++i) {
        const std::string which = "OutputTensors[" + std::to_string(i) + "]";
        CAPTURE(which, is_down);
        Outputs given = outputs;
        given[i] = outputs[i].first(2);
        CHECK(begins(check(given), "buffer_too_small " + which + ":"));
        given[i] = std::span(static_cast<std::byte*>(nullptr), 3);
        CHECK(begins(check(given), "null_buffer " + which + ":"));
        given[i] = std::span(input).subspan(input.size() - 1, 1);
        given[i] = {given[i].data(), 3};
        CHECK(begins(check(given), "buffers_overlap " + which + ": the buffer overlaps that of InputTensor;"));
        for (const std::size_t other : {std::size_t{0}, i / 2, i + 1, count - 1}) {
          if (other == i || other >= count) continue;
          given[i] = {outputs[other].data() + 2, 3};  // its first byte is the other's last
          CHECK(begins(check(given), "buffers_overlap OutputTensors["));
        }
      }
      CHECK(begins(check(Outputs(outputs.begin(), outputs.end() - 1)), "buffer_count outputs:"));
      CHECK(std::all_of(memory.begin(), memory.end(), [](std::byte b) { return b == std::byte{0xee}; }));
    }
  }
}

TEST_CASE("an output that would reach beyond the end of all addresses overlaps those that it would come back to",
          "[run]") {
  SplitDesc desc;
  desc.input = {DataType::uint8, {600}};
  desc.outputs = {{DataType::uint8, {200}}, {DataType::uint8, {200}}, {DataType::uint8, {200}}};
  const auto op = Operator::make(desc);
  REQUIRE(op);
  const auto kernel = compile(*op);
  REQUIRE(kernel);
  std::vector<std::byte> input(600), memory(200);
  const auto at = [](std::uintptr_t address) { return std::span(reinterpret_cast<std::byte*>(address), 200); };
  const std::uintptr_t last = std::numeric_limits<std::uintptr_t>::max();
  CHECK(begins(run(*kernel, {input}, {at(last - 99), at(last - 149), memory}), "buffers_overlap OutputTensors[1]:"));
  CHECK(begins(run(*kernel, {input}, {at(last - 149), at(last - 99), memory}), "buffers_overlap OutputTensors[1]:"));
}
