// Times models: a chain of 100 dispatches on buffers of 4 KiB against its kernels alone, and loading 64 MB of .npy
// resources against reading the files. Pairs take turns within one run; figures are medians over rounds. Results are
// checked first. usage: dmlrun_model_bench FOLDER (where the files are made; it must exist).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "cli/files/files.h"
#include "cli/files/output_file.h"
#include "cli/interrupt.h"
#include "cli/model/model_file.h"
#include "cli/model/sampling.h"
#include "cli/model/session.h"
#include "engine/tensor/npy.h"

using namespace dmlrun;
using namespace dmlrun::cli;

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kDispatches = 100;
constexpr std::uint32_t kFloats = 1024;  // 4 KiB
constexpr std::size_t kFiles = 16;
constexpr std::uint32_t kFileFloats = 1'000'000;  // 16 files of 4 MB

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "model_bench: %s\n", why.c_str());
  std::exit(1);
}

text::Document document(std::string text) {
  auto parsed = text::Document::parse(std::move(text));
  if (!parsed) give_up(parsed.error().to_string());
  return std::move(*parsed);
}

/// One buffer rotated by an element into the next, back and forth.
std::string chain_text() {
  const std::string n = std::to_string(kFloats), last = std::to_string(kFloats - 1);
  const std::string tensor = R"({"DataType": "FLOAT32", "Sizes": [)";
  std::string text = R"({"resources": {
    "A": {"initialValuesDataType": "FLOAT32", "initialValues": {"valueCount": )" +
                     n + R"(, "valueStart": 0, "valueDelta": 1}},
    "B": {"initialValuesDataType": "FLOAT32", "initialValues": {"valueCount": )" +
                     n + R"(, "value": 0}}},
  "dispatchables": {"shift": {"type": "PADDING", "desc": {"InputTensor": )" +
                     tensor + last + R"(]}, "OutputTensor": )" + tensor + n +
                     R"(]}, "PaddingMode": "CONSTANT", "PaddingValue": -1, "DimensionCount": 1,
    "StartPadding": [1], "EndPadding": [0]}}},
  "commands": [)";
  for (std::size_t i = 0; i < kDispatches; ++i) {
    const char* from = i % 2 == 0 ? "A" : "B";
    const char* to = i % 2 == 0 ? "B" : "A";
    text += std::string(i ? "," : "") +
            R"({"type": "dispatch", "dispatchable": "shift", "bindings": {"InputTensor": ")" + from +
            R"(", "OutputTensor": ")" + to + "\"}}";
  }
  return text + "]}";
}

void check_chain(const Session& session) {
  std::vector<float> found(kFloats);
  std::memcpy(found.data(), session.resource(0).data(), kFloats * sizeof(float));
  for (std::size_t i = 0; i < kFloats; ++i)
    if (found[i] != (i < kDispatches ? -1.0f : static_cast<float>(i - kDispatches))) give_up("the chain is wrong");
}

/// What ModelRun does for each dispatch, but for the line that it prints.
void run_commands(const Session& session) {
  const DxDispatchOptions options;
  for (std::size_t i = 0; i < kDispatches; ++i) {
    check_interrupted();
    const Samples samples = sample_dispatch(session, i, options);
    if (samples.count() != 1) give_up("a dispatch was not sampled once");
  }
}

void run_kernels(const Kernel& kernel, const Session& session) {
  for (std::size_t i = 0; i < kDispatches; ++i)
    if (!kernel.run(session.state().inputs(i), session.state().outputs(i))) give_up("a kernel failed");
}

void bench_chain() {
  Options options;
  ModelFile file(options, "chain", document(chain_text()), nullptr);
  file.load(nullptr);
  Session session(file, file.initial_buffers(), {});
  auto kernel = compile(*file.model().dispatchables[0].op);
  if (!kernel) give_up(kernel.error().to_string());
  run_commands(session);
  check_chain(session);
  constexpr int kRounds = 2001;
  std::vector<double> whole, alone, beside;
  for (int round = 0; round < kRounds; ++round) {
    auto start = Clock::now();
    run_commands(session);
    whole.push_back(seconds_since(start));
    start = Clock::now();
    run_kernels(*kernel, session);
    alone.push_back(seconds_since(start));
    beside.push_back(whole.back() - alone.back());
  }
  const double per = 1e9 / kDispatches;
  std::printf("chain of %zu dispatches on 4 KiB (%s): %.0f ns each, the kernel alone %.0f ns, beside it %.0f ns\n",
              kDispatches, std::string(kernel->backend()).c_str(), median(whole) * per, median(alone) * per,
              median(beside) * per);
}

std::string file_name(const std::string& folder, std::size_t i) { return folder + "/r" + std::to_string(i) + ".npy"; }

std::string load_text(const std::string& folder) {
  std::string resources;
  for (std::size_t i = 0; i < kFiles; ++i)
    resources += (i ? ", \"r" : "\"r") + std::to_string(i) + R"(": {"initialValues": {"sourcePath": ")" +
                 file_name(folder, i) + "\"}}";
  return R"({"resources": {)" + resources + R"(}, "dispatchables": {}, "commands": []})";
}

void bench_loading(const std::string& folder) {
  std::vector<float> values(kFileFloats);
  for (std::size_t i = 0; i < kFiles; ++i) {
    std::iota(values.begin(), values.end(), static_cast<float>(i));
    OutputFile out(file_name(folder, i), Durability::as_the_system_likes);
    out.write(npy_header(DataType::float32, std::span(&kFileFloats, 1)));
    out.write(std::as_bytes(std::span(values)));
    out.commit();
  }
  const std::string text = load_text(folder);
  Options options;
  const auto load = [&] {
    ModelFile file(options, "-", document(text), nullptr);
    file.load(nullptr);
    return file.take_buffers();
  };
  // Every file into memory of its own: what any program has to do that wants to keep them all.
  const auto read_files = [&] {
    std::vector<Buffer> buffers;
    for (std::size_t i = 0; i < kFiles; ++i) {
      InputFile file(file_name(folder, i));
      buffers.push_back(std::move(*Buffer::make(*file.regular_size())));
      if (file.read(buffers.back().bytes()) != buffers.back().size()) give_up("a file is short");
    }
    return buffers;
  };
  const std::vector<Buffer> loaded = load();
  if (loaded.size() != kFiles || std::memcmp(loaded.back().data(), values.data(), values.size() * sizeof(float)) != 0)
    give_up("the resources are wrong");
  constexpr int kRounds = 21;
  std::vector<double> ours, theirs, ratios;
  for (int round = 0; round < kRounds; ++round) {
    auto start = Clock::now();
    (void)load();
    ours.push_back(seconds_since(start));
    start = Clock::now();
    (void)read_files();
    theirs.push_back(seconds_since(start));
    ratios.push_back(ours.back() / theirs.back());
  }
  std::printf("64 MB of .npy resources: %.1f ms, reading the files %.1f ms, %.2f x\n", median(ours) * 1e3,
              median(theirs) * 1e3, median(ratios));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) give_up("usage: dmlrun_model_bench FOLDER");
  try {
    bench_chain();
    bench_loading(argv[1]);
  } catch (const Failure& failure) {
    give_up(sentence(failure));
  }
}
