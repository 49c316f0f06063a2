// Kernels whose runs are shared by threads.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "dmlrun/dmlrun.h"
#include "engine/run/threads/work_range.h"
#include "engine/test/catch.h"

namespace dmlrun {
namespace {

/// ThreadSanitizer knows nothing of threads that a child of a process with threads starts.
#if defined(__SANITIZE_THREAD__)
constexpr int kForks = 0;
#else
constexpr int kForks = 10;
#endif

/// While it lives, outputs are shared whatever their size.
struct SharesEverything {
  SharesEverything() { set_work_per_thread(1); }
  ~SharesEverything() { set_work_per_thread(0); }
};

/// Runs parts one by one in a random order, some of them late and on other threads, and counts.
struct OddExecutor {
  std::atomic<std::size_t> calls{0}, parts{0};
  std::mt19937 random{7};
  Executor executor{[](void* self, std::size_t count, Executor::Part part, void* context) noexcept {
                      auto& me = *static_cast<OddExecutor*>(self);
                      ++me.calls;
                      me.parts += count;
                      std::vector<std::size_t> order(count);
                      std::iota(order.begin(), order.end(), std::size_t{0});
                      std::shuffle(order.begin(), order.end(), me.random);
                      std::vector<std::thread> threads;
                      for (std::size_t i : order) {
                        if (i % 2 == 0) threads.emplace_back(part, context, i);
                        else part(context, i);
                      }
                      for (std::thread& thread : threads) thread.join();
                    },
                    this};
};

Operator make(std::string_view json) {
  auto op = parse_spec(json);
  INFO((op ? "" : op.error().to_string()));
  REQUIRE(op);
  return std::move(*op);
}

struct Buffers {
  std::vector<std::vector<std::byte>> data;
  std::vector<std::span<const std::byte>> inputs;
  std::vector<std::span<std::byte>> outputs;
};

Buffers buffers_for(const Operator& op) {
  Buffers buffers;
  std::mt19937 random(11);
  std::vector<std::uint64_t> sizes;
  for (const TensorSlot& slot : op.inputs()) sizes.push_back(buffer_bytes(slot.desc));
  for (const TensorSlot& slot : op.outputs()) sizes.push_back(buffer_bytes(slot.desc));
  for (const std::uint64_t size : sizes) {
    auto& bytes = buffers.data.emplace_back(static_cast<std::size_t>(size) + 1);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    std::span<std::byte> all = buffers.data[i];
    // One byte off: what threads share need not begin at a cache line, nor even at an element.
    if (i < op.inputs().size()) buffers.inputs.push_back(all.subspan(1));
    else buffers.outputs.push_back(all.subspan(1));
  }
  return buffers;
}

/// The outputs of a run under these options.
std::vector<std::vector<std::byte>> run(const Operator& op, const CompileOptions& options) {
  auto kernel = compile(op, options);
  INFO((kernel ? "" : kernel.error().to_string()));
  REQUIRE(kernel);
  Buffers buffers = buffers_for(op);
  REQUIRE(kernel->run(buffers.inputs, buffers.outputs));
  return {buffers.data.begin() + static_cast<std::ptrdiff_t>(buffers.inputs.size()), buffers.data.end()};
}

constexpr std::string_view kTile = R"({"type": "TILE", "desc": {
  "InputTensor": {"DataType": "UINT16", "Sizes": [3, 5, 700]}, "Repeats": [2, 3, 1]}})";
constexpr std::string_view kSplit = R"({"type": "SPLIT", "desc": {"Axis": 1,
  "InputTensor": {"DataType": "UINT8", "Sizes": [7, 1000]}, "OutputTensors": [
  {"DataType": "UINT8", "Sizes": [7, 1]}, {"DataType": "UINT8", "Sizes": [7, 900]}, {"DataType": "UINT8",
  "Sizes": [7, 99]}]}})";
constexpr std::string_view kSum = R"({"type": "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "desc": {
  "ATensor": {"DataType": "UINT8", "Sizes": [9, 333]}, "AScaleTensor": {"DataType": "FLOAT32", "Sizes": [1, 1]},
  "BTensor": {"DataType": "UINT8", "Sizes": [9, 333]}, "BScaleTensor": {"DataType": "FLOAT32", "Sizes": [1, 1]},
  "OutputScaleTensor": {"DataType": "FLOAT32", "Sizes": [1, 1]}}})";
constexpr std::string_view kGaps = R"({"type": "PADDING", "desc": {"PaddingMode": "EDGE",
  "InputTensor": {"DataType": "UINT32", "Sizes": [4, 60]}, "StartPadding": [3, 2], "EndPadding": [1, 2],
  "OutputTensor": {"DataType": "UINT32", "Sizes": [8, 64], "Strides": [70, 1]}}})";

}  // namespace

TEST_CASE("threads: whoever shares an output, in whatever order, it is the same") {
  const SharesEverything now;
  OddExecutor odd;
  for (const std::string_view json : {kTile, kSplit, kSum, kGaps}) {
    const Operator op = make(json);
    for (const BackendInfo& backend : backends()) {
      if (!backend.why_not.empty() || !backend.devices.empty() || backend.device != "CPU") continue;
      INFO(json << " on " << backend.name);
      const auto expected = run(op, {.backend = backend.name});
      for (const unsigned threads : {2u, 3u, 8u, 64u, 1000u}) {
        CompileOptions options{.backend = backend.name};
        options.threads = threads;
        options.executor = &odd.executor;
        CHECK(run(op, options) == expected);
      }
    }
  }
  CHECK(odd.calls > 0);
  CHECK(odd.parts >= 2 * odd.calls);
}

TEST_CASE("threads: slices are shared, too") {
  const SharesEverything now;
  OddExecutor odd;
  const Operator op = make(kTile);
  CompileOptions options;
  options.threads = 3;
  options.executor = &odd.executor;
  const auto kernel = compile(op, options);
  REQUIRE(kernel);
  const auto expected = run(op, {.backend = "reference"})[0];
  Buffers buffers = buffers_for(op);
  const std::uint64_t elements = element_count(op.outputs()[0].desc), grain = kernel->slice_granularity(0);
  const std::uint64_t first = elements / 3 / grain * grain;
  std::vector<std::byte> slice(static_cast<std::size_t>((elements - first) * 2) + 1, std::byte{0x5A});
  const std::size_t before = odd.calls;
  REQUIRE(kernel->run_slice(buffers.inputs, 0, first, elements - first, slice));
  CHECK(odd.calls == before + 1);
  CHECK(std::equal(slice.begin(), slice.end() - 1, expected.begin() + 1 + static_cast<std::ptrdiff_t>(first * 2)));
  CHECK(slice.back() == std::byte{0x5A});
}

TEST_CASE("threads: an executor without a function is refused") {
  const Executor empty;
  CompileOptions options;
  options.threads = 2;
  options.executor = &empty;
  const auto kernel = compile(make(kTile), options);
  REQUIRE_FALSE(kernel);
  CHECK(kernel.error().code == ErrorCode::usage);
}

TEST_CASE("threads: as many share an output as have work, and one does all of a small one") {
  OddExecutor odd;
  const Operator op = make(kTile);  // 126,000 bytes
  CompileOptions options;
  options.threads = 8;
  options.executor = &odd.executor;
  for (const auto& [least, parts] : {std::pair{63'001u, 0u}, {63'000u, 2u}, {20'000u, 6u}, {1'000u, 8u}}) {
    set_work_per_thread(least);
    odd.parts = 0;
    run(op, options);
    set_work_per_thread(0);
    CHECK(odd.parts == parts);
  }
}

TEST_CASE("threads: the library's own give the same, from many threads at once and after fork") {
  const SharesEverything now;
  const Operator op = make(kTile);
  CompileOptions options;
  options.threads = 16;
  const auto kernel = compile(op, options);
  REQUIRE(kernel);
  const auto expected = run(op, {.backend = "reference"})[0];
  std::atomic<int> wrong{0};
  const auto work = [&] {
    Buffers buffers = buffers_for(op);
    for (int i = 0; i < 20; ++i) {
      std::fill(buffers.outputs[0].begin(), buffers.outputs[0].end(), std::byte{0});
      wrong += kernel->run(buffers.inputs, buffers.outputs) && buffers.data[1] == expected ? 0 : 1;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 1000; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  for (int i = 0; i < kForks; ++i) {
    // While the parent's threads run: the child begins with threads of its own.
    std::thread other(work);
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(60);
      work();
      ::_exit(wrong == 0 ? 0 : 1);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    other.join();
    CHECK(status == 0);
  }
  CHECK(wrong == 0);
}

TEST_CASE("threads: a process that ends in the middle of runs ends") {
  const SharesEverything now;
  const Operator op = make(kTile);
  CompileOptions options;
  options.threads = 16;
  for (int i = 0; i < 2 * kForks; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(60);
      const auto kernel = compile(op, options);
      for (int caller = 0; caller < 3; ++caller)
        std::thread([&] {
          Buffers buffers = buffers_for(op);
          for (;;) static_cast<void>(kernel->run(buffers.inputs, buffers.outputs));
        }).detach();
      std::this_thread::sleep_for(std::chrono::microseconds(300 * i));
      ::quick_exit(0);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
}

TEST_CASE("threads: explain says in one line how a run is cut") {
  CompileOptions options;
  options.threads = 4;
  const auto line = [&](std::string_view json) {
    const auto explanation = explain(make(json), options);
    REQUIRE(explanation);
    const Choice& last = explanation->strategies[0].back();
    CHECK(last.subject == "threads");
    CHECK(last.others.empty());
    return last.taken;
  };
  CHECK(line(kTile) == "1, because two share no less than 131072 bytes");
  CHECK(line(kSum) == "1, because two share no less than 32768 bytes");
  const SharesEverything now;
  CHECK(line(kTile) == "4, each of them 1 of 4 chunks of about 31500 bytes");
  CHECK(line(kGaps) == "1, because an output with gaps is not cut");
  options.threads = 1;
  CHECK(explain(make(kTile), options)->strategies[0].back().subject != "threads");
}

}  // namespace dmlrun
