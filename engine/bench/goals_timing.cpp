#include "engine/bench/goals_timing.h"

#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>
#include <span>

namespace goals {

namespace {

using namespace dmlrun;

constexpr std::size_t kPage = 4096;
/// Results of more elements are compared with the interpreter's instead of the reference's.
constexpr std::uint64_t kMostReferenceElements = std::uint64_t{1} << 20;
/// Least time of one sample, so that the clock's own does not count.
constexpr double kLeastSample = 20e-6;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Seconds of one core cycle at this moment: a third of a step of dependent multiplications.
double cycle_time() {
  constexpr int kSteps = 1500;
  std::uint64_t value = 3;
  const double begin = seconds();
  for (int i = 0; i < kSteps; ++i) asm volatile("imul %0, %0" : "+r"(value));
  return (seconds() - begin) / (3 * kSteps);
}

/// Mapped memory of its own, touched, that begins `skew` bytes behind a page.
class Buffer {
 public:
  Buffer(std::uint64_t bytes, std::size_t skew) : mapped_(bytes + skew + kPage), skew_(skew), bytes_(bytes) {
    void* const at = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    at_ = at == MAP_FAILED ? nullptr : static_cast<std::byte*>(at);
  }
  Buffer(Buffer&& other) noexcept : at_(other.at_), mapped_(other.mapped_), skew_(other.skew_), bytes_(other.bytes_) {
    other.at_ = nullptr;
  }
  Buffer& operator=(Buffer&&) = delete;
  ~Buffer() {
    if (at_) munmap(at_, mapped_);
  }
  [[nodiscard]] bool is_there() const noexcept { return at_ != nullptr; }
  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return {at_ + skew_, bytes_}; }

 private:
  std::byte* at_;
  std::size_t mapped_, skew_, bytes_;
};

void fill(std::span<std::byte> bytes, DataType type, std::uint64_t seed) {
  std::uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
  const float scale = 0.01f * static_cast<float>(seed + 1);
  if (type == DataType::float32 && bytes.size() == sizeof scale) {
    std::memcpy(bytes.data(), &scale, sizeof scale);
    return;
  }
  for (std::byte& byte : bytes) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<std::byte>(state >> 56);
  }
}

struct Workplace {
  std::vector<Buffer> inputs;
  std::vector<std::span<const std::byte>> input_spans;
  std::vector<Buffer> outputs;
  std::vector<std::span<std::byte>> output_spans;

  Workplace(const Operator& op, Placement placement) {
    std::uint64_t seed = 0;
    for (const TensorSlot& slot : op.inputs()) {
      inputs.emplace_back(buffer_bytes(slot.desc), 0);
      if (inputs.back().is_there()) fill(inputs.back().bytes(), slot.desc.type, ++seed);
      input_spans.emplace_back(inputs.back().bytes());
    }
    for (const TensorSlot& slot : op.outputs()) {
      outputs.emplace_back(buffer_bytes(slot.desc), placement == Placement::skewed ? kPage / 2 : 0);
      output_spans.push_back(outputs.back().bytes());
    }
  }
  [[nodiscard]] bool is_there() const {
    const auto there = [](const Buffer& buffer) { return buffer.is_there(); };
    return std::all_of(inputs.begin(), inputs.end(), there) && std::all_of(outputs.begin(), outputs.end(), there);
  }
};

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// "" where the kernel gives the bytes of another back end.
std::string compare(const Operator& op, const Kernel& kernel, const Workplace& place) {
  const bool is_small = element_count(op.outputs()[0].desc) <= kMostReferenceElements;
  const auto other = compile(op, {.backend = is_small ? "reference" : "interpreter"});
  if (!other) return other.error().to_string();
  const std::span<std::byte> output = place.output_spans[0];
  std::fill(output.begin(), output.end(), std::byte{0x5a});
  if (const auto done = other->run(place.input_spans, place.output_spans); !done) return done.error().to_string();
  const std::vector<std::byte> expected(output.begin(), output.end());
  std::fill(output.begin(), output.end(), std::byte{0xa5});
  if (const auto done = kernel.run(place.input_spans, place.output_spans); !done) return done.error().to_string();
  return std::equal(expected.begin(), expected.end(), output.begin()) ? "" : "wrong result";
}

}  // namespace

Figures measure(const OperatorDesc& desc, const CompileOptions& options, Placement placement, const Effort& effort) {
  const auto op = Operator::make(desc);
  if (!op) return {op.error().to_string()};
  const auto kernel = compile(*op, options);
  if (!kernel) return {kernel.error().to_string()};
  const Workplace place(*op, placement);
  const std::span<std::byte> output = place.output_spans[0];
  // memcpy reads a buffer half a page away from where it writes: at no small distance does it meet false dependences.
  const Buffer source(output.size(), placement == Placement::skewed ? 0 : kPage / 2);
  if (!place.is_there() || !source.is_there()) return {"there is not enough memory"};
  fill(source.bytes(), DataType::uint8, 99);
  if (std::string wrong = compare(*op, *kernel, place); !wrong.empty()) return {wrong};

  const auto own = [&] { static_cast<void>(kernel->run(place.input_spans, place.output_spans)); };
  const auto copy = [&] {
    std::memcpy(output.data(), source.bytes().data(), output.size());
    asm volatile("" ::: "memory");
  };
  const auto set = [&] {
    std::memset(output.data(), 1, output.size());
    asm volatile("" ::: "memory");
  };
  int calls = 1;
  const auto time = [&](const auto& work) {
    // Once untimed, so that the work finds in the caches what it left there.
    work();
    const double begin = seconds();
    for (int i = 0; i < calls; ++i) work();
    return (seconds() - begin) / calls;
  };
  const double once = std::min(time(copy), time(copy));
  calls = static_cast<int>(std::clamp(kLeastSample / once, 1.0, 1000.0));
  std::vector<double> ratios, fill_ratios, cycles;
  const auto elements = static_cast<double>(element_count(op->outputs()[0].desc));
  const double end = seconds() + effort.seconds;
  for (int round = 0; round < effort.least_rounds || seconds() < end; ++round) {
    double copied = 0, filled = 0, ran = 0, cycle = 0;
    for (int turn = 0; turn < 3; ++turn) switch ((turn + round) % 3) {
        case 0:
          copied = time(copy);
          break;
        case 1:
          filled = time(set);
          break;
        default: {
          const double before = cycle_time();
          ran = time(own);
          cycle = std::min(before, cycle_time());
        }
      }
    ratios.push_back(ran / copied);
    fill_ratios.push_back(ran / filled);
    cycles.push_back(ran / cycle * 64 / elements);
  }
  return {"", median(ratios), median(fill_ratios), median(cycles)};
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

std::vector<std::uint64_t> cache_bytes() {
  std::vector<std::uint64_t> levels{32u << 10, 1u << 20, 32u << 20};
  for (int index = 0; index < 8; ++index) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    std::ifstream level_file(folder + "level"), size_file(folder + "size"), type_file(folder + "type");
    std::size_t level = 0;
    std::uint64_t kilobytes = 0;
    std::string type;
    if (!(level_file >> level) || !(size_file >> kilobytes) || !(type_file >> type)) break;
    if (type != "Instruction" && level >= 1 && level <= levels.size()) levels[level - 1] = kilobytes << 10;
  }
  return levels;
}

}  // namespace goals
