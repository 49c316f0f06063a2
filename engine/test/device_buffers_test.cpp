// Buffers with copies on devices: planted devices whose memory is this process's, so that what travels can be counted
// and what fails can be chosen. A failure prints its seed; the same cases run again with
// dmlrun_engine_tests "buffers on devices*".
#include "engine/run/device/device_buffers.h"

#include <cstring>

#include "dmlrun/spec.h"
#include "engine/run/kernel_state.h"
#include "engine/test/catch.h"
#include "engine/test/random.h"

using namespace dmlrun;
using test::Random;

namespace {

using Bytes = std::vector<std::byte>;

struct PlantedDevice {
  std::uint64_t id = 1;
  std::uint64_t capacity = UINT64_MAX;  ///< bytes
  std::uint64_t used = 0, blocks = 0;
  std::uint64_t runs_until_failure = UINT64_MAX;
};

class PlantedMemory final : public DeviceMemory {
 public:
  PlantedMemory(PlantedDevice& device, std::uint64_t bytes) : bytes_(bytes, std::byte{0xEE}), device_(device) {
    device_.used += bytes;
    ++device_.blocks;
  }
  ~PlantedMemory() override {
    device_.used -= bytes_.size();
    --device_.blocks;
  }
  Result<void> upload(const std::byte* host) noexcept override {
    std::copy(host, host + bytes_.size(), bytes_.begin());
    return {};
  }
  Result<void> download(std::byte* host) noexcept override {
    std::copy(bytes_.begin(), bytes_.end(), host);
    return {};
  }
  Bytes bytes_;

 private:
  PlantedDevice& device_;
};

class PlantedExecutable final : public Executable {
 public:
  PlantedExecutable(PlantedDevice& device, const CompiledOutput& compiled, std::size_t inputs)
      : device_(device), compiled_(compiled), inputs_(inputs) {}
  void run(const std::byte* const*, std::byte*, std::uint64_t, std::uint64_t) const noexcept override {}
  [[nodiscard]] bool can_fail() const noexcept override { return true; }
  Result<void> try_run(const std::byte* const* inputs, std::byte* output, std::uint64_t first,
                       std::uint64_t last) const noexcept override {
    return compiled_.run(inputs, output, first, last);
  }
  [[nodiscard]] std::uint64_t device() const noexcept override { return device_.id; }
  Result<std::unique_ptr<DeviceMemory>> allocate(std::uint64_t bytes) const noexcept override {
    if (bytes > device_.capacity - device_.used) return Error{.code = ErrorCode::out_of_memory, .message = "planted"};
    return std::unique_ptr<DeviceMemory>(std::make_unique<PlantedMemory>(device_, bytes));
  }
  Result<void> run_on_device(const DeviceAddress* inputs, DeviceAddress output) const noexcept override {
    std::vector<const std::byte*> pointers;
    for (std::size_t i = 0; i < inputs_; ++i) pointers.push_back(at(inputs[i]));
    if (device_.runs_until_failure-- == 0) {
      *at(output) = std::byte{0xBB};
      return Error{.code = ErrorCode::backend_failed, .message = "planted"};
    }
    return compiled_.run(pointers.data(), at(output), 0, compiled_.elements);
  }

 private:
  static std::byte* at(const DeviceAddress& place) {
    return static_cast<PlantedMemory*>(place.memory)->bytes_.data() + place.offset;
  }
  PlantedDevice& device_;
  CompiledOutput compiled_;
  std::size_t inputs_;
};

Kernel kernel_of(std::string_view json) {
  auto op = parse_spec(json);
  if (!op) FAIL(op.error().to_string());
  CompileOptions options;
  options.backend = "interpreter";
  auto kernel = compile(*op, options);
  REQUIRE(kernel);
  return std::move(*kernel);
}

Kernel on(PlantedDevice& device, const Kernel& kernel) {
  auto state = std::make_shared<KernelState>(kernel.state());
  state->is_plain = false;
  for (std::size_t i = 0; i < state->compiled.size(); ++i) {
    CompiledOutput& compiled = state->compiled[i];
    compiled.executable = std::make_shared<PlantedExecutable>(device, compiled, state->inputs.size());
    compiled.can_fail = true;
  }
  return Kernel(std::move(state));
}

constexpr const char* kOperators[] = {
    R"({"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [12]}, "Repeats": [2]}})",
    R"({"type": "PADDING", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [20]}, "PaddingMode": "REFLECTION",
        "StartPadding": [3], "EndPadding": [9]}})",
    // With gaps, which stay as they are.
    R"({"type": "PADDING", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [8]},
        "OutputTensor": {"DataType": "UINT8",
        "Sizes": [10], "Strides": [3]}, "PaddingMode": "EDGE", "StartPadding": [1], "EndPadding": [1]}})",
    R"({"type": "JOIN", "desc": {"InputTensors": [{"DataType": "UINT8", "Sizes": [16]}, {"DataType": "UINT8",
        "Sizes": [8]}],
        "Axis": 0}})",
    R"({"type": "SPLIT", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [24]}, "OutputTensors": [
        {"DataType": "UINT8", "Sizes": [12]}, {"DataType": "UINT8", "Sizes": [12]}], "Axis": 0}})",
};

/// A run's buffers within one stretch of memory.
struct Placement {
  std::vector<std::size_t> inputs, outputs;  ///< where they begin

  [[nodiscard]] static Placement at_random(const KernelState& kernel, std::size_t room, Random& random) {
    const auto place = [&](const auto& buffer) {
      return static_cast<std::size_t>(random.below(room - buffer.bytes + 1));
    };
    for (;;) {
      Placement placement;
      for (const auto& buffer : kernel.inputs) placement.inputs.push_back(place(buffer));
      for (const auto& buffer : kernel.outputs) placement.outputs.push_back(place(buffer));
      Bytes memory(room);
      if (check_buffers(kernel, placement.inputs_in(kernel, memory), placement.outputs_in(kernel, memory)))
        return placement;
    }
  }
  [[nodiscard]] std::vector<std::span<const std::byte>> inputs_in(const KernelState& kernel,
                                                                  const Bytes& memory) const {
    std::vector<std::span<const std::byte>> spans;
    for (std::size_t i = 0; i < inputs.size(); ++i) spans.emplace_back(&memory[inputs[i]], kernel.inputs[i].bytes);
    return spans;
  }
  [[nodiscard]] std::vector<std::span<std::byte>> outputs_in(const KernelState& kernel, Bytes& memory) const {
    std::vector<std::span<std::byte>> spans;
    for (std::size_t i = 0; i < outputs.size(); ++i) spans.emplace_back(&memory[outputs[i]], kernel.outputs[i].bytes);
    return spans;
  }
};

/// Random runs, looks and writes on one stretch of memory, beside the same without devices.
class Trial {
 public:
  Trial(std::uint64_t seed, const std::vector<Kernel>& plain) : random_(seed, 0), plain_(plain) {
    first_.id = 1;
    second_.id = 2;
    for (std::size_t i = 0; i < host_.size(); ++i) host_[i] = truth_[i] = static_cast<std::byte>(random_.below(256));
  }

  void steps(std::size_t count) {
    for (std::size_t s = 0; s < count; ++s) {
      if (random_.one_in(5)) look();
      else run();
      if (random_.one_in(8)) write();
    }
    REQUIRE(buffers_.fetch(host_));
    REQUIRE(host_ == truth_);
  }
  [[nodiscard]] const DeviceBuffers& buffers() const { return buffers_; }

 private:
  void run() {
    const Kernel& kernel = plain_[random_.below(plain_.size())];
    PlantedDevice& device = random_.one_in(3) ? second_ : first_;
    device.capacity = random_.one_in(6) ? random_.below(150) : UINT64_MAX;
    if (device.capacity < device.used) device.capacity = device.used;
    device.runs_until_failure = random_.one_in(8) ? random_.below(2) : UINT64_MAX;
    const Placement placement = Placement::at_random(kernel.state(), host_.size(), random_);
    const auto there = placement.outputs_in(kernel.state(), host_), here = placement.outputs_in(kernel.state(), truth_);
    const bool is_plain = random_.one_in(4);
    const auto ran =
        buffers_.run(is_plain ? kernel : on(device, kernel), placement.inputs_in(kernel.state(), host_), there);
    if (ran) {
      REQUIRE(kernel.run(placement.inputs_in(kernel.state(), truth_), here));
      return;
    }
    REQUIRE(ran.error().code == ErrorCode::backend_failed);
    REQUIRE(ran.error().message == "planted");
    REQUIRE_FALSE(is_plain);
    // What the outputs hold is not said; all else is as it was.
    for (std::size_t i = 0; i < there.size(); ++i) {
      REQUIRE(buffers_.fetch(there[i]));
      std::copy(there[i].begin(), there[i].end(), here[i].begin());
    }
  }

  std::span<std::byte> any_part(Bytes& memory, std::size_t first, std::size_t last) {
    return std::span(memory).subspan(std::min(first, last), std::max(first, last) - std::min(first, last));
  }
  void look() {
    const std::size_t first = random_.below(host_.size()), last = random_.below(host_.size());
    const auto part = any_part(host_, first, last);
    REQUIRE(buffers_.fetch(part));
    const auto expected = any_part(truth_, first, last);
    REQUIRE(std::equal(part.begin(), part.end(), expected.begin()));
  }
  void write() {
    const std::size_t first = random_.below(host_.size()), last = random_.below(host_.size());
    const auto part = any_part(host_, first, last);
    REQUIRE(buffers_.fetch(part));
    for (std::byte& byte : part) byte = static_cast<std::byte>(random_.below(256));
    std::copy(part.begin(), part.end(), any_part(truth_, first, last).begin());
    buffers_.changed(part);
  }

  Random random_;
  const std::vector<Kernel>& plain_;
  PlantedDevice first_, second_;
  Bytes host_ = Bytes(200), truth_ = Bytes(200);
  DeviceBuffers buffers_;
};

}  // namespace

TEST_CASE("H184: buffers on devices give the host's bytes, however runs, looks and failures follow each other") {
  std::vector<Kernel> kernels;
  for (const char* json : kOperators) kernels.push_back(kernel_of(json));
  std::uint64_t runs = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    INFO("seed " << seed);
    Trial trial(seed, kernels);
    trial.steps(40);
    runs += trial.buffers().traffic().runs;
  }
  CHECK(runs > 3000);
}

TEST_CASE("buffers on devices travel once in a chain of kernels") {
  const Kernel tile = kernel_of(kOperators[0]);
  PlantedDevice device;
  const Kernel there = on(device, tile);
  Bytes a(12, std::byte{1}), b(24), c(24);
  const auto read = [](Bytes& bytes, std::size_t at) {
    return std::vector<std::span<const std::byte>>{{&bytes[at], 12}};
  };
  {
    DeviceBuffers buffers;
    for (int round = 0; round < 10; ++round) {
      REQUIRE(buffers.run(there, read(a, 0), std::vector<std::span<std::byte>>{b}));
      REQUIRE(buffers.run(there, read(b, 5), std::vector<std::span<std::byte>>{c}));
    }
    CHECK(buffers.traffic().runs == 20);
    CHECK(buffers.traffic().uploads == 1);
    CHECK(buffers.traffic().downloads == 0);
    CHECK(buffers.held() == 3);
    CHECK(device.blocks == 3);
    CHECK(c == Bytes(24));
    REQUIRE(buffers.fetch(c));
    REQUIRE(buffers.fetch(c));
    CHECK(buffers.traffic().downloads == 1);
    CHECK(c == Bytes(24, std::byte{1}));
    CHECK(b == Bytes(24));
    // A kernel of the processor needs them here, and what it writes goes there again.
    REQUIRE(buffers.run(tile, read(b, 0), std::vector<std::span<std::byte>>{c}));
    CHECK(buffers.traffic().downloads == 2);
    REQUIRE(buffers.run(there, read(c, 0), std::vector<std::span<std::byte>>{b}));
    CHECK(buffers.traffic().uploads == 2);
  }
  CHECK(device.blocks == 0);
}

TEST_CASE("a run in place is one on the host, with a copy of what it reads") {
  const Kernel sum = kernel_of(R"({"type": "ELEMENT_WISE_ADD", "desc": {
      "ATensor": {"DataType": "UINT8", "Sizes": [12]}, "BTensor": {"DataType": "UINT8", "Sizes": [12]}}})");
  PlantedDevice device;
  const Kernel there = on(device, sum);
  Bytes a(12, std::byte{1}), b(12, std::byte{2}), c(12);
  const std::vector<std::span<const std::byte>> inputs{a, b};
  DeviceBuffers buffers;
  REQUIRE(buffers.run(there, inputs, std::vector<std::span<std::byte>>{a}));
  REQUIRE(buffers.run(there, inputs, std::vector<std::span<std::byte>>{a}));
  CHECK(buffers.traffic().runs == 0);
  CHECK(a == Bytes(12, std::byte{5}));
  REQUIRE(buffers.run(there, inputs, std::vector<std::span<std::byte>>{c}));
  CHECK(buffers.traffic().runs == 1);
  REQUIRE(buffers.fetch(c));
  CHECK(c == Bytes(12, std::byte{7}));
}

TEST_CASE("buffers on devices that are expected have their memory once") {
  const Kernel tile = kernel_of(kOperators[0]);
  PlantedDevice device;
  const Kernel there = on(device, tile);
  Bytes a(40), b(24);
  const std::vector<std::span<const std::byte>> parts[] = {{{&a[0], 12}}, {{&a[8], 12}}, {{&a[28], 12}}};
  const std::vector<std::span<std::byte>> output{b};
  DeviceBuffers buffers;
  for (const auto& part : parts) REQUIRE(buffers.expect(there, part, output));
  CHECK(buffers.held() == 0);
  for (const auto& part : parts) REQUIRE(buffers.run(there, part, output));
  CHECK(buffers.traffic().uploads == 2);
  CHECK(buffers.held() == 3);
  CHECK(device.used == 20 + 12 + 24);
}

TEST_CASE("buffers on devices come home when the device is full, and the kernel runs all the same") {
  const Kernel tile = kernel_of(kOperators[0]);
  PlantedDevice device;
  device.capacity = 60;
  const Kernel there = on(device, tile);
  Bytes a(12, std::byte{1}), b(24), c(12, std::byte{2}), d(24);
  const auto read = [](Bytes& bytes) { return std::vector<std::span<const std::byte>>{{bytes.data(), 12}}; };
  DeviceBuffers buffers;
  REQUIRE(buffers.run(there, read(a), std::vector<std::span<std::byte>>{b}));
  REQUIRE(buffers.run(there, read(c), std::vector<std::span<std::byte>>{d}));
  CHECK(b == Bytes(24, std::byte{1}));
  CHECK(d == Bytes(24, std::byte{2}));
  CHECK(device.blocks == 0);
}

TEST_CASE("buffers on devices that are shared are the host's between runs") {
  const Kernel tile = kernel_of(kOperators[0]);
  PlantedDevice device;
  const Kernel there = on(device, tile);
  Bytes a(12, std::byte{1}), b(24);
  const std::vector<std::span<const std::byte>> input{a};
  const std::vector<std::span<std::byte>> output{b};
  DeviceBuffers buffers;
  REQUIRE(buffers.share(a));
  REQUIRE(buffers.share(b));
  REQUIRE(buffers.run(there, input, output));
  CHECK(b == Bytes(24, std::byte{1}));
  a.assign(12, std::byte{7});
  REQUIRE(buffers.run(there, input, output));
  CHECK(b == Bytes(24, std::byte{7}));
}

TEST_CASE("buffers on devices are checked as those of every run") {
  PlantedDevice device;
  const Kernel there = on(device, kernel_of(kOperators[0]));
  Bytes memory(40);
  DeviceBuffers buffers;
  const std::vector<std::span<const std::byte>> input{{memory.data(), 12}}, few{{memory.data(), 11}};
  CHECK(buffers.run(there, input, std::vector<std::span<std::byte>>{{&memory[8], 24}}).error().code ==
        ErrorCode::buffers_overlap);
  CHECK(buffers.run(there, few, std::vector<std::span<std::byte>>{{&memory[12], 24}}).error().code ==
        ErrorCode::buffer_too_small);
  CHECK(buffers.held() == 0);
}
