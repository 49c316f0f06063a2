// The table of goals for the back end "jit": each cell's value, its goal and their ratio, through the public calls. A value
// is the median over the cell's shapes and both placements of buffers; the worst shape stands beside it.
#include <getopt.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/bench/goals_shapes.h"
#include "engine/bench/goals_timing.h"

namespace goals {

namespace {

struct Settings {
  dmlrun::CompileOptions options{.backend = "jit"};
  std::string filter;     ///< of "ROW, REGION: SHAPE"
  double seconds = 0.05;  ///< per shape and placement
  bool shows_shapes = false;
};

constexpr const char* kUsage =
    "usage: dmlrun_goals_bench [--isa NAME] [--tuning NAME] [--backend NAME] [--filter TEXT] [--seconds S] [--shapes]\n"
    "  --filter   only the shapes whose 'ROW, REGION: SHAPE' contains TEXT\n"
    "  --seconds  of timing per shape and placement (0.05)\n"
    "  --shapes   a line per shape, too\n";

bool read(int argc, char** argv, Settings& settings) {
  const option known[] = {{"isa", required_argument, nullptr, 'i'},
                          {"tuning", required_argument, nullptr, 't'},
                          {"backend", required_argument, nullptr, 'b'},
                          {"filter", required_argument, nullptr, 'f'},
                          {"seconds", required_argument, nullptr, 's'},
                          {"shapes", no_argument, nullptr, 'p'},
                          {nullptr, 0, nullptr, 0}};
  for (int chosen; (chosen = getopt_long(argc, argv, "", known, nullptr)) != -1;) switch (chosen) {
      case 'i':
        settings.options.isa = optarg;
        break;
      case 't':
        settings.options.tuning = optarg;
        break;
      case 'b':
        settings.options.backend = optarg;
        break;
      case 'f':
        settings.filter = optarg;
        break;
      case 's':
        settings.seconds = std::atof(optarg);
        break;
      case 'p':
        settings.shows_shapes = true;
        break;
      default:
        return false;
    }
  return optind == argc;
}

/// Output bytes that belong to each region.
std::array<std::uint64_t, kRegions> region_bytes() {
  const auto caches = cache_bytes();
  return {std::min<std::uint64_t>(caches[0] * 3 / 8, 16u << 10), caches[1] / 4,
          std::min<std::uint64_t>(caches[2] / 8, 16u << 20),
          std::max<std::uint64_t>(64u << 20, std::min<std::uint64_t>(caches[2] * 2, 128u << 20))};
}

struct Worst {
  double value = 0;
  std::string name;
};

/// One cell; false when a shape failed.
bool print_cell(const Row& row, std::size_t region, std::uint64_t bytes, const Settings& settings) {
  const Goal goal = row.goals[region];
  std::vector<double> values;
  Worst worst;
  for (const Shape& shape : row.shapes) {
    const std::string title = row.name + ", " + kRegionNames[region] + ": " + shape.name;
    if (title.find(settings.filter) == std::string::npos) continue;
    for (const Placement placement : {Placement::equal, Placement::skewed}) {
      const Figures found = measure(shape.make(bytes), settings.options, placement, {settings.seconds, 5});
      if (!found.error.empty()) return std::printf("%s: %s\n", title.c_str(), found.error.c_str()), false;
      const char* place = placement == Placement::equal ? "equal offset" : "2 KiB skew";
      const double value = goal.unit == Unit::ratio ? found.ratio : found.cycles;
      values.push_back(value);
      if (value > worst.value) worst = {value, shape.name + ", " + place};
      if (settings.shows_shapes)
        std::printf("    %6.2f x memcpy %6.2f x memset %7.2f c/64  %s, %s\n", found.ratio, found.fill_ratio,
                    found.cycles, title.c_str(), place);
    }
  }
  if (values.empty()) return true;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  const double value = values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
  std::printf("%-24s %-4s %6.2f %s  goal %5.2f  %5.2f of goal  worst %6.2f (%s)\n", row.name.c_str(),
              kRegionNames[region], value, goal.unit == Unit::ratio ? "R   " : "c/64", goal.value, value / goal.value,
              worst.value, worst.name.c_str());
  std::fflush(stdout);
  return true;
}

}  // namespace

}  // namespace goals

int main(int argc, char** argv) {
  using namespace goals;
  Settings settings;
  if (!read(argc, argv, settings)) return std::fputs(kUsage, stderr), 2;
  const auto bytes = region_bytes();
  std::printf("%s; R: time by memcpy's; output of", processor_name().c_str());
  for (std::size_t region = 0; region < kRegions; ++region)
    std::printf(" %s %llu KiB%s", kRegionNames[region], static_cast<unsigned long long>(bytes[region] >> 10),
                region + 1 < kRegions ? "," : "\n");
  bool good = true;
  for (const Row& row : all_rows())
    for (std::size_t region = 0; region < kRegions; ++region)
      good = print_cell(row, region, bytes[region], settings) && good;
  return good ? 0 : 1;
}
