// Kernel::run and run_slice as an embedder meets them: B133-B141 of the list of hostile inputs.
#include "dmlrun/dmlrun.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <thread>

#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

using Inputs = std::vector<std::span<const std::byte>>;
using Outputs = std::vector<std::span<std::byte>>;

template <class T>
std::span<const std::byte> bytes(const T& values) {
  return std::as_bytes(std::span(values));
}
template <class T>
std::span<std::byte> writable(T& values) {
  return std::as_writable_bytes(std::span(values));
}

Operator tile_2x3() {
  auto op = Operator::make(TileDesc{{DataType::uint16, {2, 3}}, {DataType::uint16, {2, 6}}, {1, 2}});
  REQUIRE(op);
  return *op;
}

const std::array<std::uint16_t, 6> kInput{1, 2, 3, 4, 5, 6};
const std::array<std::uint16_t, 12> kExpected{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6};

Kernel kernel_of(const Operator& op, std::string_view backend) {
  auto kernel = compile(op, {backend});
  REQUIRE(kernel);
  return *kernel;
}

}  // namespace

TEST_CASE("every back end tiles") {
  for (const BackendInfo& info : backends()) {
    if (!info.why_not.empty()) continue;
    CAPTURE(info.name);
    const Kernel kernel = kernel_of(tile_2x3(), info.name);
    CHECK(kernel.backend() == info.name);
    std::array<std::uint16_t, 12> output{};
    REQUIRE(kernel.run(Inputs{bytes(kInput)}, Outputs{writable(output)}));
    CHECK(output == kExpected);
  }
}

TEST_CASE("a run on numbers: inputs in order, then the output") {
  const Kernel tile = kernel_of(tile_2x3(), "auto");
  std::vector<std::uint16_t> output(12);
  REQUIRE(run(tile, kInput, output));
  CHECK(std::equal(output.begin(), output.end(), kExpected.begin()));
  output.pop_back();
  CHECK(run(tile, kInput, output).error().code == ErrorCode::buffer_too_small);
  const TensorDesc pair{DataType::float32, {2}};
  auto sum = Operator::make(ElementWiseAddDesc{pair, pair, pair});
  REQUIRE(sum);
  const float a[] = {1, 2};
  std::array<float, 2> b{3, 5}, c{};
  REQUIRE(run(kernel_of(*sum, "auto"), a, std::span<const float>(b), std::span(c)));
  CHECK(c == std::array<float, 2>{4, 7});
  CHECK(run(tile, a, b, c).error().code == ErrorCode::buffer_count);
  auto seven = parse_spec(R"({"type": "FILL_VALUE_CONSTANT", "desc": {"ValueDataType": "INT8", "Value": 7,
                              "OutputTensor": {"DataType": "INT8", "Sizes": [2]}}})");
  REQUIRE(seven);
  std::array<std::int8_t, 2> filled{};
  REQUIRE(run(kernel_of(*seven, "auto"), filled));
  CHECK(filled == std::array<std::int8_t, 2>{7, 7});
}

TEST_CASE("a run on numbers of another type, or more of them than the tensor has, is refused") {
  const auto spec = [](const char* type, const char* size) {
    const std::string text = R"({"type": "PADDING", "desc": {"InputTensor": {"DataType": ")" + std::string(type) +
                             R"(", "Sizes": [)" + size +
                             R"(]}, "PaddingMode": "REFLECTION", "StartPadding": [2], "EndPadding": [2]}})";
    return kernel_of(parse_spec(text).value(), "auto");
  };
  const auto code = [](const Kernel& kernel, auto input, auto output) {
    const auto before = output;
    const auto done = run(kernel, input, output);
    if (!done) CHECK(output == before);
    return done ? "ok" : done.error().where + " " + std::string(name(done.error().code));
  };
  const Kernel floats = spec("FLOAT32", "3");
  CHECK(code(floats, std::array<float, 3>{1, 2, 3}, std::array<float, 7>{}) == "ok");
  CHECK(code(floats, std::array<std::byte, 12>{}, std::vector<std::byte>(28)) == "ok");
  CHECK(code(floats, std::array<double, 3>{}, std::array<double, 7>{}) == "InputTensor type_mismatch");
  CHECK(code(floats, std::array<float, 3>{}, std::array<std::int32_t, 7>{}) == "OutputTensor type_mismatch");
  CHECK(code(floats, std::array<float, 3>{}, std::array<float, 8>{}) == "OutputTensor size_mismatch");
  CHECK(code(floats, std::array<float, 4>{}, std::array<float, 7>{}) == "InputTensor size_mismatch");
  CHECK(code(floats, std::array<float, 3>{}, std::array<float, 6>{}) == "OutputTensor buffer_too_small");
  CHECK(code(floats, std::vector<float>(), std::array<float, 7>{}) == "InputTensor null_buffer");
  CHECK(code(spec("INT8", "5"), std::array<std::int8_t, 5>{}, std::array<float, 4>{}) == "OutputTensor type_mismatch");
  CHECK(code(spec("INT8", "5"), std::array<std::uint8_t, 5>{}, std::array<std::int8_t, 9>{}) ==
        "InputTensor type_mismatch");
  CHECK(code(spec("FLOAT16", "3"), std::array<std::uint16_t, 3>{}, std::array<std::uint16_t, 7>{}) == "ok");
  CHECK(code(spec("FLOAT16", "3"), std::array<std::int16_t, 3>{}, std::array<std::uint16_t, 7>{}) ==
        "InputTensor type_mismatch");
  CHECK(code(spec("FLOAT64", "3"), std::array<double, 3>{}, std::array<double, 7>{}) == "ok");
  CHECK(code(spec("INT64", "3"), std::array<long long, 3>{}, std::array<long, 7>{}) == "ok");
  CHECK(code(spec("UINT8", "3"), std::array<bool, 3>{}, std::array<unsigned char, 7>{}) == "ok");
}

TEST_CASE("auto never chooses the reference") { CHECK(kernel_of(tile_2x3(), "auto").backend() != "reference"); }

TEST_CASE("an unknown back end is refused with the names that exist") {
  auto kernel = compile(tile_2x3(), {"fpga"});
  REQUIRE_FALSE(kernel);
  CHECK(kernel.error().code == ErrorCode::unknown_backend);
  CHECK(kernel.error().message.find("interpreter") != std::string::npos);
}

TEST_CASE("B133 B134 B135 B136: spans are checked and bytes beyond them left alone") {
  const Kernel kernel = kernel_of(tile_2x3(), "auto");
  std::array<std::uint16_t, 12> output{};
  const auto all = writable(output);
  CHECK(kernel.run(Inputs{bytes(kInput)}, Outputs{all.first(23)}).error().code == ErrorCode::buffer_too_small);
  CHECK(kernel.run(Inputs{bytes(kInput).first(11)}, Outputs{all}).error().code == ErrorCode::buffer_too_small);
  CHECK(kernel.run(Inputs{{}}, Outputs{all}).error().code == ErrorCode::null_buffer);
  CHECK(kernel.run(Inputs{}, Outputs{all}).error().code == ErrorCode::buffer_count);
  CHECK(kernel.run(Inputs{bytes(kInput), bytes(kInput)}, Outputs{all}).error().code == ErrorCode::buffer_count);
  CHECK(kernel.run(Inputs{bytes(kInput)}, Outputs{}).error().code == ErrorCode::buffer_count);
  CHECK(output == std::array<std::uint16_t, 12>{});
  std::array<std::uint16_t, 14> longer;
  longer.fill(0xABCD);
  REQUIRE(kernel.run(Inputs{bytes(kInput)}, Outputs{writable(longer)}));
  CHECK(longer[12] == 0xABCD);
  CHECK(longer[13] == 0xABCD);
}

TEST_CASE("B137: buffers may have any address, on every back end") {
  std::size_t ran = 0;
  for (const BackendInfo& info : backends()) {
    if (!info.why_not.empty()) continue;
    const auto kernel = compile(tile_2x3(), {.backend = info.name});
    if (!kernel) continue;  // it declines; whether it may is another test's
    for (std::size_t odd : {1u, 3u, 7u}) {
      std::array<std::byte, 12 + 8> input{};
      std::array<std::byte, 24 + 8> output{};
      std::memcpy(input.data() + odd, kInput.data(), 12);
      INFO(info.name << " at " << odd);
      REQUIRE(kernel->run(Inputs{std::span(input).subspan(odd, 12)}, Outputs{std::span(output).subspan(odd, 24)}));
      CHECK(std::memcmp(output.data() + odd, kExpected.data(), 24) == 0);
      CHECK(output[odd - 1] == std::byte{0});
      CHECK(output[odd + 24] == std::byte{0});
    }
    ++ran;
  }
  CHECK(ran >= 2);
}

TEST_CASE("B138 B139 B140: outputs overlap nothing, inputs may overlap each other") {
  auto op = Operator::make(JoinDesc{{{DataType::uint8, {4}}, {DataType::uint8, {4}}}, {DataType::uint8, {8}}, 0});
  REQUIRE(op);
  const Kernel kernel = kernel_of(*op, "auto");
  std::array<std::byte, 16> memory{};
  for (std::size_t i = 0; i < 16; ++i) memory[i] = static_cast<std::byte>(i);
  const std::span all(memory);
  for (std::size_t at : {0u, 1u, 3u})
    CHECK(kernel.run(Inputs{all.first(4), all.subspan(12)}, Outputs{all.subspan(at, 8)}).error().code ==
          ErrorCode::buffers_overlap);
  CHECK(kernel.run(Inputs{all.first(4), all.subspan(11, 4)}, Outputs{all.subspan(4, 8)}).error().code ==
        ErrorCode::buffers_overlap);
  // Only where one ends is the other allowed to begin.
  for (std::size_t at = 0; at <= 12; ++at)
    for (const Inputs& inputs : {Inputs{all.first(4), all.subspan(at, 4)}, Inputs{all.subspan(at, 4), all.first(4)}})
      CHECK(kernel.run(inputs, Outputs{all.subspan(4, 8)}).has_value() == (at == 0 || at == 12));
  REQUIRE(kernel.run(Inputs{all.first(4), all.first(4)}, Outputs{all.subspan(4, 8)}));
  CHECK(std::memcmp(memory.data() + 4, "\0\1\2\3\0\1\2\3", 8) == 0);
}

TEST_CASE("one, few and many inputs are checked each, whether they need the same or not") {
  for (const std::size_t count : {1u, 2u, 8u, 9u, 64u, 65u})
    for (const bool are_alike : {true, false}) {
      CAPTURE(count, are_alike);
      JoinDesc desc{{}, {DataType::uint8, {0}}, 0};
      for (std::uint32_t i = 0; i < count; ++i) desc.inputs.push_back({DataType::uint8, {are_alike ? 3 : 3 + i % 2}});
      for (const TensorDesc& input : desc.inputs) desc.output.sizes[0] += input.sizes[0];
      const std::size_t total = desc.output.sizes[0];
      std::vector<std::uint8_t> memory(2 * total);
      std::iota(memory.begin(), memory.end(), std::uint8_t{0});
      const std::vector<std::uint8_t> expected(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(total));
      Inputs inputs;
      std::size_t at = 0;
      for (const TensorDesc& input : desc.inputs) {
        inputs.push_back(bytes(memory).subspan(at, input.sizes[0]));
        at += input.sizes[0];
      }
      const auto op = Operator::make(desc);
      REQUIRE(op);
      const Kernel kernel = kernel_of(*op, "auto");
      const auto output = writable(memory).subspan(total);
      REQUIRE(kernel.run(inputs, Outputs{output}));
      CHECK(std::memcmp(output.data(), expected.data(), total) == 0);
      CHECK(kernel.run(inputs, Outputs{output.first(total - 1)}).error().code == ErrorCode::buffer_too_small);
      CHECK_FALSE(kernel.run(inputs, Outputs{}));
      CHECK_FALSE(kernel.run(Inputs(inputs.begin(), inputs.end() - 1), Outputs{output}));
      for (const std::size_t changed : {std::size_t{0}, count / 2, count - 1}) {
        Inputs wrong = inputs;
        wrong[changed] = wrong[changed].first(wrong[changed].size() - 1);
        CHECK(kernel.run(wrong, Outputs{output}).error().code == ErrorCode::buffer_too_small);
        wrong[changed] = bytes(memory).subspan(total - 1, inputs[changed].size());
        CHECK(kernel.run(wrong, Outputs{output}).error().code == ErrorCode::buffers_overlap);
      }
    }
}

TEST_CASE("slices stitched together are the whole") {
  const Operator op = tile_2x3();
  for (const BackendInfo& info : backends()) {
    if (!info.why_not.empty()) continue;
    const Kernel kernel = kernel_of(op, info.name);
    const std::uint64_t grain = kernel.slice_granularity(0);
    for (std::uint64_t step = grain; step <= 12; step += grain) {
      std::array<std::uint16_t, 12> output{};
      for (std::uint64_t first = 0; first < 12; first += step) {
        const std::uint64_t count = std::min<std::uint64_t>(step, 12 - first);
        REQUIRE(kernel.run_slice(Inputs{bytes(kInput)}, 0, first, count, writable(output).subspan(first * 2)));
      }
      CHECK(output == kExpected);
    }
    std::array<std::uint16_t, 12> output{};
    CHECK(kernel.run_slice(Inputs{bytes(kInput)}, 0, 8, 5, writable(output)).error().code == ErrorCode::out_of_range);
    CHECK(kernel.run_slice(Inputs{bytes(kInput)}, 0, 0, ~0ull, writable(output)).error().code ==
          ErrorCode::out_of_range);
    CHECK(kernel.run_slice(Inputs{bytes(kInput)}, 1, 0, 1, writable(output)).error().code == ErrorCode::buffer_count);
    CHECK(kernel.run_slice(Inputs{bytes(kInput)}, 0, 0, 12, writable(output).first(23)).error().code ==
          ErrorCode::buffer_too_small);
  }
}

TEST_CASE("gaps of a strided output are preserved") {
  auto op = Operator::make(TileDesc{{DataType::uint8, {2, 1}}, {DataType::uint8, {2, 2}, {5, 2}}, {1, 2}});
  REQUIRE(op);
  const std::array<std::uint8_t, 2> input{7, 9};
  for (const char* backend : {"interpreter", "reference"}) {
    std::array<std::uint8_t, 8> output;
    output.fill(0xEE);
    REQUIRE(kernel_of(*op, backend).run(Inputs{bytes(input)}, Outputs{writable(output)}));
    CHECK(output == std::array<std::uint8_t, 8>{7, 0xEE, 7, 0xEE, 0xEE, 9, 0xEE, 9});
  }
}

TEST_CASE("every back end fills all outputs, each whole or by slices, and they may not overlap") {
  SplitDesc desc;
  desc.input = {DataType::uint16, {2, 3}};
  desc.outputs = {{DataType::uint16, {2, 1}}, {DataType::uint16, {2, 2}}};
  desc.axis = 1;
  auto op = Operator::make(desc);
  REQUIRE(op);
  for (const BackendInfo& info : backends()) {
    if (!info.why_not.empty()) continue;
    CAPTURE(info.name);
    const Kernel kernel = kernel_of(*op, info.name);
    std::array<std::uint16_t, 6> memory{};
    const std::span<std::byte> all = writable(memory);
    REQUIRE(kernel.run(Inputs{bytes(kInput)}, Outputs{all.first(4), all.subspan(4)}));
    CHECK(memory == std::array<std::uint16_t, 6>{1, 4, 2, 3, 5, 6});
    const std::uint64_t grain = kernel.slice_granularity(1);
    std::array<std::uint16_t, 4> sliced{};
    for (std::uint64_t first = 0; first < 4; first += grain)
      REQUIRE(kernel.run_slice(Inputs{bytes(kInput)}, 1, first, std::min<std::uint64_t>(grain, 4 - first),
                               writable(sliced).subspan(first * 2)));
    CHECK(sliced == std::array<std::uint16_t, 4>{2, 3, 5, 6});
    CHECK(kernel.run(Inputs{bytes(kInput)}, Outputs{all.subspan(6, 4), all.first(8)}).error().code ==
          ErrorCode::buffers_overlap);
    CHECK(kernel.run(Inputs{bytes(kInput)}, Outputs{all.first(4)}).error().code == ErrorCode::buffer_count);
    CHECK(kernel.run(Inputs{bytes(kInput)}, Outputs{all.first(4), all.subspan(4, 7)}).error().code ==
          ErrorCode::buffer_too_small);
  }
}

TEST_CASE("run() on arrays says that a kernel with several outputs is Kernel::run()'s") {
  const auto op = parse_spec(R"({"type": "SPLIT", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [4]},
                                 "Axis": 0, "OutputCount": 2}})");
  REQUIRE(op);
  const auto kernel = compile(*op);
  REQUIRE(kernel);
  const std::array<float, 4> input{};
  std::array<float, 2> first{}, second{};
  const auto done = run(*kernel, input, first, second);
  REQUIRE_FALSE(done);
  CHECK(done.error().code == ErrorCode::buffer_count);
  CHECK(done.error().message == "the kernel has 2 outputs; one is expected here, and Kernel::run() takes several");
}

TEST_CASE("SPLIT into 4096 outputs runs, and one pair of them that overlaps is found") {
  SplitDesc desc;
  desc.input = {DataType::uint8, {4096}};
  desc.outputs.assign(4096, {DataType::uint8, {1}});
  auto op = Operator::make(desc);
  REQUIRE(op);
  std::vector<std::uint8_t> input(4096), output(4096);
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::uint8_t>(i * 7);
  Outputs outputs;
  for (std::size_t i = 0; i < 4096; ++i) outputs.push_back(writable(output).subspan(i, 1));
  const Kernel kernel = kernel_of(*op, "interpreter");
  REQUIRE(kernel.run(Inputs{bytes(input)}, outputs));
  CHECK(output == input);
  outputs[7] = outputs[4000];
  CHECK(kernel.run(Inputs{bytes(input)}, outputs).error().code == ErrorCode::buffers_overlap);
}

TEST_CASE("a kernel outlives its operator, and threads share it", "[threads]") {
  std::optional<Kernel> kernel;
  {
    const Operator op = tile_2x3();
    kernel = kernel_of(op, "auto");
  }
  std::array<std::array<std::uint16_t, 12>, 4> outputs{};
  std::array<int, 4> failures{};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < outputs.size(); ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 2000; ++i)
        if (!kernel->run(Inputs{bytes(kInput)}, Outputs{writable(outputs[t])}) || outputs[t] != kExpected)
          ++failures[t];
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(failures == std::array<int, 4>{});
}

TEST_CASE("JOIN of 4096 inputs runs, of 4097 is refused") {
  std::vector<std::array<std::uint8_t, 2>> values(4097);
  Inputs inputs;
  JoinDesc desc{{}, {DataType::uint8, {2, 4096}}, 1};
  for (std::size_t i = 0; i < 4096; ++i) {
    values[i] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8)};
    desc.inputs.push_back({DataType::uint8, {2, 1}});
    inputs.push_back(bytes(values[i]));
  }
  auto op = Operator::make(desc);
  REQUIRE(op);
  std::vector<std::uint8_t> expected(8192);
  for (std::size_t i = 0; i < 4096; ++i) expected[i] = values[i][0], expected[4096 + i] = values[i][1];
  for (const char* backend : {"interpreter", "reference"}) {
    std::vector<std::uint8_t> output(8192);
    REQUIRE(kernel_of(*op, backend).run(inputs, Outputs{writable(output)}));
    CHECK(output == expected);
  }
  desc.inputs.push_back({DataType::uint8, {2, 1}});
  desc.output.sizes = {2, 4097};
  auto refused = Operator::make(desc);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().rule == "JOIN-3");
}

TEST_CASE("periodic paddings of 2e9 have plans of at most 8 runs per axis") {
  for (PaddingMode mode : {PaddingMode::reflection, PaddingMode::symmetric, PaddingMode::wrap})
    for (std::uint32_t size : {1u, 2u, 3u}) {
      auto op = Operator::make(PaddingDesc{{DataType::uint8, {size}},
                                           {DataType::uint8, {4'000'000'000u + size}},
                                           mode,
                                           0,
                                           {2'000'000'000},
                                           {2'000'000'000}});
      REQUIRE(op);
      auto explanation = explain(*op);
      REQUIRE(explanation);
      CHECK(std::count(explanation->plans[0].begin(), explanation->plans[0].end(), '@') <= 8);
      CHECK(explanation->plans[0].size() < 400);
      const Kernel kernel = kernel_of(*op, "interpreter");
      const Kernel reference = kernel_of(*op, "reference");
      const std::array<std::uint8_t, 3> input{10, 20, 30};
      for (std::uint64_t first : {std::uint64_t{0}, std::uint64_t{1'999'999'990}, std::uint64_t{3'999'999'970}}) {
        std::array<std::uint8_t, 30> a{}, b{};
        const std::uint64_t count = std::min<std::uint64_t>(30, 4'000'000'000u + size - first);
        REQUIRE(kernel.run_slice(Inputs{bytes(input)}, 0, first, count, writable(a)));
        REQUIRE(reference.run_slice(Inputs{bytes(input)}, 0, first, count, writable(b)));
        CHECK(a == b);
      }
    }
}
