// Every call of the library with every allocation failing in turn: an error that says so, or the right result.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "dmlrun/kernel.h"
#include "dmlrun/spec.h"
#include "engine/run/threads/team.h"
#include "engine/test/catch.h"
#include "engine/test/sanitized.h"
#include "jit/test/allocation_failure.h"
#include "jit/test/child_process.h"

using namespace dmlrun;
using namespace dmlrun::jit::test;

namespace {

std::vector<std::string> texts_below(const char* folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(DMLRUN_SOURCE_DIR "/specs/") + folder))
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return texts;
}

/// Calls `call`, which gives a Result, with the n-th allocation and all later ones failing, for n = 1, 2, 3 ... until
/// none fails; with steps that grow with n, unless the environment has DMLRUN_EVERY_ALLOCATION. Each must give
/// out_of_memory, or what it gives when there is memory enough: `is_right(result)`. Returns how often one failed.
template <class Call, class IsRight>
std::uint64_t fail_each(const char* what, const Call& call, const IsRight& is_right) {
  static const bool is_every = std::getenv("DMLRUN_EVERY_ALLOCATION") != nullptr;
  std::uint64_t failures = 0;
  for (std::uint64_t n = 1;; n += is_every ? 1 : 1 + n / (dmlrun::test::kSanitized ? 5 : 16)) {
    std::optional<decltype(call())> result;
    bool has_struck = false;
    {
      const AllocationFailure failure(n);
      result.emplace(call());
      has_struck = failure.has_struck();
    }
    const bool is_told = !*result && result->error().code == ErrorCode::out_of_memory;
    if (!(has_struck && is_told) && !is_right(*result)) {
      FAIL_CHECK(what << ", allocation " << n << ": " << (*result ? "a wrong result" : result->error().to_string()));
      return failures;
    }
    if (!has_struck) return failures;
    ++failures;
  }
}

/// The buffers of an operator, made before anything fails.
struct Buffers {
  std::vector<std::vector<std::byte>> memory;
  std::vector<std::span<const std::byte>> inputs;
  std::vector<std::span<std::byte>> outputs;

  explicit Buffers(const Operator& op) {
    for (const TensorSlot& slot : op.inputs()) memory.emplace_back(buffer_bytes(slot.desc), std::byte{3});
    for (const TensorSlot& slot : op.outputs()) memory.emplace_back(buffer_bytes(slot.desc));
    inputs.assign(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(op.inputs().size()));
    outputs.assign(memory.begin() + static_cast<std::ptrdiff_t>(op.inputs().size()), memory.end());
  }
};

Result<void> compile_and_run(const Operator& op, const CompileOptions& options, const Buffers& buffers) {
  auto kernel = compile(op, options);
  if (!kernel) return std::move(kernel).error();
  return kernel->run(buffers.inputs, buffers.outputs);
}

/// Compiling and running it with a back end, built anew and through the cache.
std::uint64_t fail_each_run(const Operator& op, std::string_view backend) {
  Buffers expected(op), found(op);
  CompileOptions options{backend};
  options.use_cache = false;
  if (const auto done = compile_and_run(op, options, expected); !done) {
    CHECK(done.error().code == ErrorCode::backend_unavailable);
    return 0;
  }
  std::uint64_t failures = 0;
  for (const bool use_cache : {false, true}) {
    options.use_cache = use_cache;
    failures += fail_each(
        "compile and run", [&] { return compile_and_run(op, options, found); },
        [&](const Result<void>& done) { return done && found.memory == expected.memory; });
  }
  return failures;
}

}  // namespace

TEST_CASE("P15: when the n-th allocation fails, each call of the library says so") {
  std::uint64_t failures = 0, scripts = 0;
  for (const std::string& text : texts_below("examples")) {
    const auto op = parse_spec(text);
    if (!op) continue;  // what its files say is missing here
    const auto written = write_spec(*op);
    const auto explained = explain(*op);
    REQUIRE((written && explained));
    failures += fail_each(
        "parse_spec", [&] { return parse_spec(text); },
        [&](const Result<Operator>& again) { return again && write_spec(*again).value() == *written; });
    failures += fail_each(
        "write_spec", [&] { return write_spec(*op); },
        [&](const Result<std::string>& again) { return again && *again == *written; });
    failures += fail_each(
        "explain", [&] { return explain(*op); },
        [&](const Result<Explanation>& again) { return again && again->plans == explained->plans; });
    for (const std::string_view backend : {"reference", "interpreter", "jit-avx512", "jit-avx2"})
      failures += fail_each_run(*op, backend);
    scripts += 7;
  }
  std::printf("%llu allocations failed, each in turn, in %llu scripts\n", static_cast<unsigned long long>(failures),
              static_cast<unsigned long long>(scripts));
  CHECK(failures > 10 * scripts);
}

TEST_CASE("P15: when the n-th allocation fails, what is illegal is refused, for that or for its own reason") {
  std::uint64_t failures = 0, scripts = 0;
  for (const std::string& text : texts_below("rejected")) {
    const auto refused = parse_spec(text);
    if (refused) continue;  // by a feature level, or a warning
    failures += fail_each(
        "refusing", [&] { return parse_spec(text); },
        [&](const Result<Operator>& again) { return !again && again.error().code == refused.error().code; });
    ++scripts;
  }
  std::printf("%llu allocations failed, each in turn, in %llu refusals\n", static_cast<unsigned long long>(failures),
              static_cast<unsigned long long>(scripts));
  CHECK(failures > 10 * scripts);
}

TEST_CASE("P15: when the n-th allocation fails, a drawing is refused, and so is code that no back end makes") {
  std::uint64_t failures = 0, drawings = 0;
  for (const std::string& text : texts_below("examples")) {
    const auto op = parse_spec(text);
    if (!op) continue;
    const auto drawn = draw(*op);
    REQUIRE(drawn);
    if (drawn->size() > 5000) continue;  // what takes longer draws the same things more often
    failures += fail_each(
        "draw", [&] { return draw(*op); }, [&](const Result<std::string>& again) { return again && *again == *drawn; });
    failures += fail_each(
        "emit", [&] { return emit(*op, 0, Emitted::object, {}, {"reference"}); },
        [](const Result<std::string>& made) { return !made && made.error().code == ErrorCode::backend_unavailable; });
    ++drawings;
  }
  std::printf("%llu allocations failed, each in turn, in %llu drawings\n", static_cast<unsigned long long>(failures),
              static_cast<unsigned long long>(drawings));
  CHECK(drawings > 5);
  CHECK(failures > 20 * drawings);
}

TEST_CASE("running allocates nothing up to 1024 inputs, or 8 and 16 outputs, and more are refused without memory") {
  // So many tensors of 3 bytes make one, or are made of one, by the operator of these examples.
  const auto many = [](const char* examples, const char* whole, const char* parts, std::uint32_t count) {
    const std::string example = texts_below(examples).at(0), key = "\"type\": \"";
    const std::size_t begin = example.find(key) + key.size();
    const auto tensor = [](std::uint32_t size) {
      return R"({"DataType": "UINT8", "Sizes": [)" + std::to_string(size) + "]}";
    };
    std::string list = tensor(3);
    for (std::uint32_t i = 1; i < count; ++i) list += ", " + tensor(3);
    return "{" + key + example.substr(begin, example.find('"', begin) - begin) + R"(", "desc": {"Axis": 0, ")" + whole +
           "\": " + tensor(3 * count) + ", \"" + parts + "\": [" + list + "]}}";
  };
  const auto runs_without_memory = [](const std::string& text) {
    const auto op = parse_spec(text);
    REQUIRE(op);
    const auto kernel = compile(*op);
    REQUIRE(kernel);
    Buffers buffers(*op);
    std::optional<Result<void>> done;
    bool has_struck = false;
    {
      const AllocationFailure failure(1);
      done.emplace(kernel->run(buffers.inputs, buffers.outputs));
      has_struck = failure.has_struck();
    }
    CHECK((*done || done->error().code == ErrorCode::out_of_memory));
    CHECK(done->has_value() != has_struck);
    return done->has_value();
  };
  for (const std::uint32_t inputs : {1u, 8u, 64u, 65u, 1024u})
    CHECK(runs_without_memory(many("examples/join", "OutputTensor", "InputTensors", inputs)));
  CHECK_FALSE(runs_without_memory(many("examples/join", "OutputTensor", "InputTensors", 1025)));
  for (const std::uint32_t outputs : {1u, 2u, 16u})
    CHECK(runs_without_memory(many("examples/split", "InputTensor", "OutputTensors", outputs)));
  CHECK_FALSE(runs_without_memory(many("examples/split", "InputTensor", "OutputTensors", 17)));
}

TEST_CASE("a loop whose threads find no memory to start is run by the thread that calls") {
  constexpr unsigned kThreads = 8;
  constexpr std::uint32_t kEach = 5;
  static std::array<std::atomic<int>, kThreads * kEach> runs{};
  const ParallelLoop loop{[](const void*, std::uint64_t chunk) noexcept { ++runs[chunk]; }, nullptr, kThreads, kEach};
  // A child of fork() has none of the threads that other tests have started.
  const ChildOutcome child = run_in_child([&] {
    Claims claims;
    bool has_struck = false;
    {
      const AllocationFailure failure(1);
      run_loop({}, loop);
      has_struck = failure.has_struck();
    }
    claims.claim(has_struck, "a thread was to be started");
    claims.claim(std::ranges::all_of(runs, [](const auto& count) { return count == 1; }), "each chunk ran once");
    return claims.exit_code();
  });
  CHECK(child.output == "");
  CHECK(child.signal == 0);
  CHECK(child.exit_code == 0);
}
