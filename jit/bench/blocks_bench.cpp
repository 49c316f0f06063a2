// Times blocks written several times over in each way that a tuning may choose, by the time of one memcpy for
// each copy. Ways and memcpy take turns within one run; a figure is the median over rounds of the ratios in a round, in
// processor time. One argument, the number of rounds: 31 unless told.
#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "engine/plan/print.h"
#include "jit/x64/copy/copy_executable.h"

namespace dmlrun::jit::x64 {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kWorth = 4u << 20;  ///< bytes that are written between two looks at the clock

/// `rows` blocks of `bytes`, each `times` over.
struct Tile {
  std::size_t bytes, times, rows;
  [[nodiscard]] std::size_t output() const { return bytes * times * rows; }
};

constexpr Tile kTiles[] = {
    {8192, 2, 1},     {512, 32, 1},     {8192, 4, 8},     {16384, 4, 8},    {16384, 8, 4},    {32768, 8, 2},
    {65536, 8, 1},    {1024, 4096, 1},  {4096, 1024, 1},  {16384, 256, 1},  {1024, 16384, 1}, {4096, 4096, 1},
    {8192, 4, 512},   {16384, 4, 256},  {32768, 16, 32},  {512, 49152, 1},  {4096, 6144, 1},  {4096, 12, 512},
    {16384, 1536, 1}, {4096, 12288, 1}, {16384, 3072, 1}, {4096, 16384, 1}, {16384, 4, 1024},
};

struct Way {
  const char* name;
  Tuning tuning;
};

std::vector<Way> ways() {
  const Tuning here = tuning_of(this_processor());
  std::vector<Way> made{{"as tuned", here}};
  const auto add = [&](const char* name, auto change) {
    Tuning tuning = here;
    tuning.non_temporal_bytes = tuning.string_bytes = 0;
    tuning.replication = Replication::one_by_one;
    change(tuning);
    made.push_back({name, tuning});
  };
  add("1 ymm", [](Tuning& t) { t.has_wide_moves = false; });
  add("1 zmm", [](Tuning& t) { t.has_wide_moves = true; });
  add("4 ymm", [](Tuning& t) { t.has_wide_moves = false, t.replication = Replication::in_streams; });
  add("parts", [](Tuning& t) { t.replication = Replication::in_parts; });
  add("string", [](Tuning& t) { t.string_bytes = 512; });
  add("bypass", [](Tuning& t) { t.non_temporal_bytes = 1; });
  return made;
}

plan::Plan plan_of(const Tile& tile) {
  const std::string n = std::to_string(tile.bytes), row = std::to_string(tile.bytes * tile.times);
  const std::string body = "[(" + n + "@0)x" + std::to_string(tile.times) + "]";
  const std::string span = std::to_string(tile.output()), rows = std::to_string(tile.rows);
  return *plan::parse(
      tile.rows == 1
          ? "output x1 strides 1 span " + span + "; axes " + body + "; %0 = input 0 x1 offset 0 strides 1 span " + n
          : "output x1 strides " + row + ",1 span " + span + "; axes [" + rows + "@0] " + body +
                "; %0 = input 0 x1 offset 0 strides " + n + ",1 span " + std::to_string(tile.bytes * tile.rows));
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Work>
double time(std::size_t bytes, Work work) {
  const std::size_t calls = std::max<std::size_t>(1, kWorth / bytes);
  work();
  const double begin = processor_seconds();
  for (std::size_t i = 0; i < calls; ++i) work();
  return processor_seconds() - begin;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::byte* pages(std::size_t bytes) {
  void* const at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  return at == MAP_FAILED ? nullptr : static_cast<std::byte*>(at);
}

bool print_line(const Tile& tile, const std::vector<Way>& all, std::byte* input, std::byte* output,
                std::size_t rounds) {
  const plan::Plan plan = plan_of(tile);
  std::vector<std::unique_ptr<CopyExecutable>> kernels;
  for (const Way& way : all) {
    auto kernel = CopyExecutable::make(plan, {detected_isa(), &way.tuning, RowForm::straight, 65536});
    if (!kernel) return std::printf("%s\n", kernel.error().to_string().c_str()), false;
    kernels.push_back(std::move(*kernel));
  }
  const auto copies = [&] {
    for (std::size_t row = 0; row < tile.rows; ++row)
      for (std::size_t i = 0; i < tile.times; ++i)
        std::memcpy(output + (row * tile.times + i) * tile.bytes, input + row * tile.bytes, tile.bytes);
  };
  std::vector<std::vector<double>> ratios(all.size());
  for (std::size_t round = 0; round < rounds; ++round)
    for (std::size_t turn = 0; turn < all.size(); ++turn) {
      const std::size_t w = (turn + round) % all.size();
      const double copied = time(tile.output(), copies);
      ratios[w].push_back(time(tile.output(), [&] { kernels[w]->run(&input, output, 0, tile.output()); }) / copied);
    }
  for (const auto& of_way : ratios) std::printf("%10.2f", median(of_way));
  std::printf("  %zu bytes x%zu, %zu rows, %zu KiB\n", tile.bytes, tile.times, tile.rows, tile.output() >> 10);
  return std::fflush(stdout), true;
}

bool print_all(std::size_t rounds) {
  constexpr std::size_t kMax = std::size_t{64} << 20;
  // Outputs begin half a page behind: at equal distances loads wait for stores.
  std::byte *const input = pages(kMax), *const output = pages(kMax + kPage);
  if (!input || !output) return std::printf("there is not enough memory\n"), false;
  for (std::size_t i = 0; i < kMax; ++i) input[i] = static_cast<std::byte>(i * 7 + i / 251);
  const std::vector<Way> all = ways();
  std::printf("tuning %s; time by memcpy's, median of %zu rounds\n", std::string(all[0].tuning.name).c_str(), rounds);
  for (const Way& way : all) std::printf("%10s", way.name);
  std::printf("\n");
  return std::all_of(std::begin(kTiles), std::end(kTiles),
                     [&](const Tile& tile) { return print_line(tile, all, input, output + kPage / 2, rounds); });
}

}  // namespace
}  // namespace dmlrun::jit::x64

int main(int count, char** arguments) {
  const std::size_t rounds = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 31;
  return dmlrun::jit::x64::print_all(std::max<std::size_t>(rounds, 1)) ? 0 : 1;
}
