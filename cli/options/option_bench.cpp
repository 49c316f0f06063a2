// The values of bench's own options.
#include "cli/options/option_values.h"
#include "cli/report/failure.h"

namespace dmlrun::cli {

std::span<const std::string_view> grid_names() noexcept {
  static constexpr std::string_view kNames[] = {"quick", "standard", "full"};
  return kNames;
}

std::span<const std::string_view> placement_names() noexcept {
  static constexpr std::string_view kNames[] = {"equal", "skew", "both"};
  return kNames;
}

BenchOptions read_bench_options(const std::function<const std::string*(std::string_view)>& one) {
  BenchOptions bench;
  if (const std::string* text = one("--grid")) bench.grid = read_name("grid", *text, grid_names());
  if (const std::string* text = one("--placement")) bench.placement = read_name("placement", *text, placement_names());
  const auto take = [&](std::string_view option, std::string& into) {
    if (const std::string* text = one(option)) into = *text;
  };
  take("--filter", bench.filter);
  take("--json", bench.json);
  take("--html", bench.html);
  require_extension("--json", bench.json, ".json");
  require_extension("--html", bench.html, ".html");
  take("--compare", bench.compare);
  take("--read", bench.read);
  return bench;
}

}  // namespace dmlrun::cli
