// Times long copies made in each way by memcpy's time for as many bytes: through the caches, past them, by the string
// move, downwards; at each distance of output and input modulo 4096 that matters. Ways and memcpy take turns within one
// run; a figure is the median over rounds of the ratios in a round. "then read" reads the output afterwards, both
// times. An argument chooses the sizes in KiB that are at most that.
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "engine/plan/print.h"
#include "jit/x64/copy/copy_executable.h"

namespace dmlrun::jit {
namespace {

constexpr std::size_t kPage = 4096;
constexpr int kRounds = 15;

struct Way {
  explicit Way(const x64::Tuning& row) : tuning(row) {}
  x64::Tuning tuning;
  std::vector<std::unique_ptr<x64::CopyExecutable>> kernels;  ///< per size
};

std::vector<x64::Tuning> ways() {
  const x64::Tuning here = x64::tuning_of(x64::this_processor());
  const auto way = [&](std::string_view name, auto change) {
    x64::Tuning made = here;
    made.name = name;
    made.non_temporal_bytes = made.string_bytes = 0;
    made.string_hazard_bytes = made.alias_4k_bytes = 0;
    change(made);
    return made;
  };
  return {
      way("as tuned", [&](x64::Tuning& t) { t = here; }),
      way("ymm", [](x64::Tuning& t) { t.has_wide_moves = false; }),
      way("zmm", [](x64::Tuning& t) { t.has_wide_moves = true; }),
      way("string", [](x64::Tuning& t) { t.string_bytes = 512; }),
      way("bypass", [](x64::Tuning& t) { t.non_temporal_bytes = 1, t.four_pages = false; }),
      way("4 pages", [](x64::Tuning& t) { t.non_temporal_bytes = 1, t.four_pages = true; }),
      way("down", [](x64::Tuning& t) { t.alias_4k_bytes = 4097; }),
  };
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::byte* pages(std::size_t bytes) {
  void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  return at == MAP_FAILED ? nullptr : static_cast<std::byte*>(at);
}

std::uint64_t sum(const std::byte* from, std::size_t bytes) {
  std::uint64_t all = 0, one = 0;
  for (std::size_t at = 0; at + 8 <= bytes; at += 64) std::memcpy(&one, from + at, 8), all += one;
  return all;
}

struct Buffers {
  std::byte* input;
  std::byte* output;
  std::size_t bytes;
  bool then_reads;
};

template <class Work>
double time(const Buffers& buffers, Work work) {
  const int calls = static_cast<int>(std::max<std::size_t>(1, (512u << 10) / buffers.bytes));
  std::uint64_t all = 0;
  work();
  const double begin = seconds();
  for (int i = 0; i < calls; ++i) {
    work();
    if (buffers.then_reads) all += sum(buffers.output, buffers.bytes);
    asm volatile("" : : "r"(all) : "memory");
  }
  return (seconds() - begin) / calls;
}

/// One line: every way's ratio.
bool print_line(std::vector<Way>& all, std::size_t number, const Buffers& buffers, const std::string& title) {
  std::vector<std::vector<double>> ratios(all.size());
  // memcpy at a distance at which no processor stumbles.
  std::byte* const aside = buffers.output - reinterpret_cast<std::uintptr_t>(buffers.output) % kPage + kPage / 2;
  for (int round = 0; round < kRounds; ++round)
    for (std::size_t turn = 0; turn < all.size(); ++turn) {
      const std::size_t w = (turn + static_cast<std::size_t>(round)) % all.size();
      const double copied = time(buffers, [&] { std::memcpy(aside, buffers.input, buffers.bytes); });
      const x64::CopyExecutable& kernel = *all[w].kernels[number];
      const double ran = time(buffers, [&] { kernel.run(&buffers.input, buffers.output, 0, buffers.bytes); });
      ratios[w].push_back(ran / copied);
      if (round == 0 && std::memcmp(buffers.input, buffers.output, buffers.bytes) != 0)
        return std::printf("%s: wrong result\n", title.c_str()), false;
    }
  for (const auto& of_way : ratios) std::printf("%10.2f", median(of_way));
  std::printf("  %s\n", title.c_str());
  return true;
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

bool print_all(std::size_t most) {
  std::vector<Way> all;
  for (const x64::Tuning& row : ways()) all.emplace_back(row);
  std::vector<std::size_t> sizes;
  for (const std::size_t kib : {2u, 8u, 64u, 512u, 4096u, 12288u, 16384u, 24576u, 32768u, 65536u, 131072u})
    if (kib <= most) sizes.push_back(std::size_t{kib} << 10);
  if (sizes.empty()) return std::printf("no size is so small\n"), false;
  for (Way& way : all)
    for (const std::size_t bytes : sizes) {
      const std::string n = std::to_string(bytes);
      const auto plan = plan::parse("output x1 strides 1 span " + n + "; axes [" + n +
                                    "@0]; %0 = input 0 x1 offset 0 strides 1 span " + n);
      auto kernel =
          plan ? x64::CopyExecutable::make(*plan, {x64::detected_isa(), &way.tuning, x64::RowForm::straight, 65536})
               : plan.error();
      if (!kernel) return std::printf("%s\n", kernel.error().to_string().c_str()), false;
      way.kernels.push_back(std::move(*kernel));
    }
  std::byte* const input = pages(sizes.back() + 4 * kPage);
  std::byte* const output = pages(sizes.back() + 4 * kPage);
  if (!input || !output) return std::printf("there is not enough memory\n"), false;
  for (std::size_t i = 0; i < sizes.back(); ++i) input[i] = static_cast<std::byte>(i * 7 + i / 251);
  std::printf("%s; time by memcpy's, median of %d rounds\n", processor().c_str(), kRounds);
  for (const Way& way : all) std::printf("%10s", std::string(way.tuning.name).c_str());
  std::printf("\n");
  for (std::size_t s = 0; s < sizes.size(); ++s)
    for (const std::size_t distance : {0u, 4u, 20u, 64u, 1024u, 3072u}) {
      if (sizes[s] > (1u << 20) && distance > 64) continue;
      for (const bool then_reads : {false, true}) {
        if (then_reads && (sizes[s] < (4u << 20) || distance != 64)) continue;
        const std::string title = std::to_string(sizes[s] >> 10) + " KiB, " + std::to_string(distance) + " behind" +
                                  (then_reads ? ", then read" : "");
        if (!print_line(all, s, {input, output + kPage + distance, sizes[s], then_reads}, title)) return false;
      }
    }
  return true;
}

}  // namespace
}  // namespace dmlrun::jit

int main(int count, char** arguments) {
  const std::size_t most = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : ~std::size_t{0};
  return dmlrun::jit::print_all(most) ? 0 : 1;
}
