// Results for people at a terminal.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "cli/benchmark/results.h"
#include "engine/bench/grid.h"

namespace dmlrun::cli {
namespace {

template <class... Values>
std::string formatted(const char* format, Values... values) {
  char text[400];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

std::string time_name(double nanoseconds) {
  if (nanoseconds < 999.5) return formatted("%.3g ns", nanoseconds);
  return nanoseconds < 999.5e3 ? formatted("%.3g us", nanoseconds / 1e3) : formatted("%.3g ms", nanoseconds / 1e6);
}

double geometric_mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return values.empty() ? 0 : std::exp(sum / static_cast<double>(values.size()));
}

bool reaches_goal(const CellResult& cell) { return cell.goal <= 0 || cell.ratio_memcpy <= cell.goal; }

/// The peer with the least time; null where none was timed.
const std::pair<const std::string, Peer>* best_peer(const CellResult& cell) {
  const std::pair<const std::string, Peer>* best = nullptr;
  for (const auto& peer : cell.peers)
    if (peer.second.times > 0 && (!best || peer.second.times < best->second.times)) best = &peer;
  return best;
}

std::string goal_lines(const Results& results) {
  struct Row {
    std::string name;
    int cells = 0, reached = 0;
    const CellResult* worst = nullptr;
  };
  std::vector<Row> rows;
  int all = 0, reached = 0;
  for (const CellResult& cell : results.cells) {
    if (!cell.error.empty() || cell.goal <= 0) continue;
    const std::string name = cell.row + ", " + cell.region;
    auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& one) { return one.name == name; });
    if (row == rows.end()) row = rows.insert(rows.end(), {name});
    ++row->cells, ++all;
    if (reaches_goal(cell)) ++row->reached, ++reached;
    if (!row->worst || cell.ratio_memcpy / cell.goal > row->worst->ratio_memcpy / row->worst->goal) row->worst = &cell;
  }
  if (all == 0) return "";
  std::string text = "\n" + std::to_string(reached) + " of " + std::to_string(all) + " cells reach their goal\n";
  for (const Row& row : rows)
    text += formatted("  %-48s %2d of %2d, worst %5.2f of its goal: %s\n", row.name.c_str(), row.reached, row.cells,
                      row.worst->ratio_memcpy / row.worst->goal, row.worst->title().c_str());
  return text;
}

std::string peer_lines(const Results& results) {
  std::string text;
  for (const auto& [name, version] : results.peers) {
    std::vector<double> times;
    int slower = 0;
    for (const CellResult& cell : results.cells)
      if (const auto found = cell.peers.find(name); found != cell.peers.end() && found->second.times > 0) {
        times.push_back(found->second.times);
        slower += found->second.times < 1 / 1.05 ? 1 : 0;
      }
    if (times.empty()) text += formatted("  %-12s %s\n", name.c_str(), version.c_str());
    else
      text += formatted("  %-12s takes %6.2f times as long (geometric mean of %zu cells); faster in %d: %s\n", name.c_str(),
                        geometric_mean(times), times.size(), slower, version.c_str());
  }
  return text.empty() ? text : "\npeers\n" + text;
}

}  // namespace

std::string machine_line(const Results& results) {
  std::string text = results.cpu + ", caches";
  for (const std::uint64_t bytes : results.caches) text += " " + bench::size_name(bytes);
  text += ", " + std::to_string(results.cores) + (results.cores == 1 ? " core" : " cores");
  if (results.load_before >= 0) text += formatted(", load %.1f", results.load_before);
  if (results.load_after >= 0) text += formatted(" before and %.1f after", results.load_after);
  return text + "\n";
}

std::string table_heading() {
  return "x memcpy  x memset   goal  noise       time   c/64  cell\n";
}

std::string table_line(const CellResult& cell) {
  if (!cell.error.empty()) return formatted("%56s", "") + cell.title() + ": " + cell.error + "\n";
  std::string text = formatted("%8.2f  %8.2f  ", cell.ratio_memcpy, cell.ratio_memset);
  text += cell.goal > 0 ? formatted("%5.2f%c", cell.goal, reaches_goal(cell) ? ' ' : '!') : "     - ";
  text += formatted(" %4.0f%%  %9s  ", 100 * cell.noise, time_name(cell.nanoseconds).c_str());
  text += std::isfinite(cell.cycles) ? formatted("%5.1f", cell.cycles) : "    -";
  text += "  " + cell.title();
  if (const auto* peer = best_peer(cell))
    text += formatted("; %s %.2f", peer->first.c_str(), peer->second.times);
  return text + "\n";
}

std::string summary_lines(const Results& results) {
  std::string text = goal_lines(results) + peer_lines(results);
  if (results.copy_trap > 1.5)
    text += formatted("\nmemcpy of 64 KB takes %.1f times as long where its destination lies 4 bytes behind the source in their "
                      "pages; the ratios above are not to that\n", results.copy_trap);
  return text;
}

std::string comparison_lines(const Results& now, const Results& old) {
  struct Change {
    const CellResult* cell;
    double factor;
  };
  std::vector<Change> changes;
  std::vector<double> factors;
  std::size_t only_now = 0;
  for (const CellResult& cell : now.cells) {
    const auto before = std::find_if(old.cells.begin(), old.cells.end(),
                                     [&](const CellResult& one) { return one.title() == cell.title(); });
    if (before == old.cells.end()) ++only_now;
    if (before == old.cells.end() || !cell.error.empty() || !before->error.empty()) continue;
    if (cell.ratio_memcpy <= 0 || before->ratio_memcpy <= 0) continue;
    const double factor = cell.ratio_memcpy / before->ratio_memcpy;
    factors.push_back(factor);
    constexpr double kLeast = 0.03;  // memcpy's own place in memory differs by that much between two runs
    if (std::fabs(std::log(factor)) > kLeast + cell.noise + before->noise) changes.push_back({&cell, factor});
  }
  std::string text = "\ncompared with " + (old.moment.empty() ? "the earlier run" : old.moment) + ": ";
  if (now.cpu != old.cpu) text += "that was another processor, " + old.cpu + "; ";
  text += std::to_string(changes.size()) + " of " + std::to_string(factors.size()) +
          " cells changed beyond the noise of both" +
          (factors.empty() ? "" : formatted("; geometric mean of all %.3f", geometric_mean(factors))) + "\n";
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.factor > b.factor; });
  for (const Change& change : changes)
    text += formatted("  %s %.2f times: %.2f to %.2f x memcpy, noise %.0f%%  ", change.factor > 1 ? "slower" : "faster",
                      change.factor > 1 ? change.factor : 1 / change.factor, change.cell->ratio_memcpy / change.factor,
                      change.cell->ratio_memcpy, 100 * change.cell->noise) + change.cell->title() + "\n";
  if (only_now > 0) text += "  " + std::to_string(only_now) + " cells were not in the earlier run\n";
  return text;
}

}  // namespace dmlrun::cli
