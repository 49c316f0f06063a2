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
#include "engine/run/module_file.h"
#include "engine/run/sharing_trial.h"
#include "engine/run/team.h"
#include "engine/test/catch.h"
#include "engine/threads/threads_interface.h"

namespace dmlrun {
namespace {

/// While it lives, outputs are shared whatever their size.
struct SharesEverything {
  SharesEverything() { share_from(1); }
  ~SharesEverything() { share_from(0); }
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
                        if (i % 2 == 0)
                          threads.emplace_back(part, context, i);
                        else
                          part(context, i);
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
    if (i < op.inputs().size())
      buffers.inputs.push_back(all.subspan(1));
    else
      buffers.outputs.push_back(all.subspan(1));
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
  {"DataType": "UINT8", "Sizes": [7, 1]}, {"DataType": "UINT8", "Sizes": [7, 900]}, {"DataType": "UINT8", "Sizes": [7, 99]}]}})";
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

TEST_CASE("threads: large blocks that repeat are shared by columns") {
  const SharesEverything now;
  OddExecutor odd;
  for (const std::string_view json :
       {R"({"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [2, 1, 600001]}, "Repeats": [1, 3, 1]}})",
        R"({"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT16", "Sizes": [1, 524288]}, "Repeats": [5, 1]}})"}) {
    const Operator op = make(json);
    const auto expected = run(op, {.backend = "interpreter"});
    for (const BackendInfo& backend : backends()) {
      if (!backend.why_not.empty() || !backend.devices.empty() || backend.device != "CPU" || backend.name == "reference") continue;
      INFO(json << " on " << backend.name);
      for (const unsigned threads : {2u, 3u}) {
        CompileOptions options{.backend = backend.name};
        options.threads = threads;
        options.executor = &odd.executor;
        CHECK((run(op, options) == expected));
      }
    }
  }
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

TEST_CASE("threads: small outputs are not shared") {
  OddExecutor odd;
  const Operator op = make(kTile);
  CompileOptions options;
  options.threads = 2;
  options.executor = &odd.executor;
  const auto kernel = compile(op, options);
  REQUIRE(kernel);
  Buffers buffers = buffers_for(op);
  const std::size_t measured = odd.calls;
  // An executor that makes threads takes longer than copying 126 KB.
  REQUIRE(kernel->run(buffers.inputs, buffers.outputs));
  CHECK(odd.calls == measured);
}

TEST_CASE("threads: both ways are tried of outputs that may be shared, and write the same") {
  OddExecutor odd;
  const Operator op = make(kTile);
  CompileOptions options;
  options.threads = 2;
  options.executor = &odd.executor;
  const auto kernel = compile(op, options);
  REQUIRE(kernel);
  const auto expected = run(op, {.backend = "reference"})[0];
  Buffers buffers = buffers_for(op);
  const SharingTrial trial(SharingTrial::Way::alone, buffers.outputs[0].size());
  const std::size_t before = odd.calls;
  std::size_t wrong = 0;
  // Runs that find threads awake and runs that do not are learnt of separately.
  for (std::uint32_t i = 0; i < 4 * trial.runs_each(); ++i) {
    std::fill(buffers.outputs[0].begin(), buffers.outputs[0].end(), std::byte{0});
    wrong += kernel->run(buffers.inputs, buffers.outputs) && buffers.data[1] == expected ? 0 : 1;
  }
  CHECK(wrong == 0);
  CHECK(odd.calls - before >= SharingTrial::kCounted);
  CHECK(odd.calls - before < 4 * trial.runs_each());
}

TEST_CASE("threads: the library's own give the same, from many threads at once and after fork") {
  const SharesEverything now;
  const Operator op = make(kTile);
  CompileOptions options;
  options.threads = 2;
  const auto kernel = compile(op, options);
  if (!kernel && kernel.error().code == ErrorCode::backend_unavailable) {
    CHECK(kernel.error().to_string().find("threads are not installed") != std::string::npos);
    return;
  }
  REQUIRE(kernel);
  const auto expected = run(op, {.backend = "reference"})[0];
  std::atomic<int> wrong{0};
  const auto work = [&] {
    Buffers buffers = buffers_for(op);
    for (int i = 0; i < 200; ++i) {
      std::fill(buffers.outputs[0].begin(), buffers.outputs[0].end(), std::byte{0});
      if (!kernel->run(buffers.inputs, buffers.outputs) || buffers.data[1] != expected) ++wrong;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);  // a child that waits for threads that it does not have must not stay
    work();
    ::_exit(wrong == 0 ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}

TEST_CASE("threads: the library's own run every part once, from many threads, inside parts, and for many parts") {
  const std::string path = module_file(kThreadsFile);
  if (path.empty()) return;  // as the test above says
  const Module loaded = load_module(path, kThreadsSymbol);
  REQUIRE(loaded.interface);
  const auto& module = *static_cast<const ThreadsModule*>(loaded.interface);
  struct Parts {
    const ThreadsModule& module;
    std::vector<std::atomic<int>> runs;
    int depth;
    static void run(void* context, std::size_t index) noexcept {
      auto& parts = *static_cast<Parts*>(context);
      ++parts.runs[index];
      if (parts.depth == 0) return;
      Parts inner{parts.module, std::vector<std::atomic<int>>(3), parts.depth - 1};
      parts.module.run(nullptr, 3, run, &inner);
      for (const auto& runs : inner.runs)
        if (runs != 1) parts.runs[index] = 1000;
    }
  };
  std::atomic<int> wrong{0};
  const auto work = [&] {
    for (int i = 0; i < 300; ++i)
      for (const std::size_t count : {0u, 1u, 2u, 3u, 64u, 65u}) {
        Parts parts{module, std::vector<std::atomic<int>>(count), i % 10 == 0 ? 2 : 0};
        module.run(nullptr, count, Parts::run, &parts);
        wrong += std::all_of(parts.runs.begin(), parts.runs.end(), [](const auto& runs) { return runs == 1; }) ? 0 : 1;
        // Now and then the threads go to sleep meanwhile, or are about to.
        if (i % 50 == 0) std::this_thread::sleep_for(std::chrono::microseconds(55 + i / 10));
      }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  work();
  CHECK(wrong == 0);
}

TEST_CASE("threads: explain says whether they would share the output") {
  OddExecutor odd;
  CompileOptions options;
  options.threads = 2;
  options.executor = &odd.executor;
  for (const auto& [json, taken] : {std::pair{kTile, "one thread"}, {kGaps, "one thread"}}) {
    const auto explanation = explain(make(json), options);
    REQUIRE(explanation);
    REQUIRE_FALSE(explanation->strategies[0].empty());
    const Choice& last = explanation->strategies[0].back();
    CHECK(last.subject == "threads");
    CHECK(last.taken == taken);
    CHECK(last.others.size() == 1);
  }
  CHECK(explain(make(kTile))->strategies[0].back().subject != "threads");
}

}  // namespace dmlrun
