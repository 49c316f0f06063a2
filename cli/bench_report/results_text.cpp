// Results for people at a terminal.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_map>

#include "cli/bench_report/results.h"
#include "cli/interrupt.h"
#include "engine/bench/grid.h"
#include "engine/bench/rounds.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

template <class... Values>
std::string formatted(const char* format, Values... values) {
  std::string text(static_cast<std::size_t>(std::snprintf(nullptr, 0, format, values...)), ' ');
  std::snprintf(text.data(), text.size() + 1, format, values...);
  return text;
}

/// Words out of a file, which may hold anything, for a terminal.
std::string shown(std::string_view text) { return text::printable(text, 4096); }

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

constexpr std::size_t kColumns = 120;

/// A line that ends with a cell's name, or the name on a line of its own where it would pass the last column.
std::string with_title(const std::string& line, const CellResult& cell) {
  const std::string title = shown(cell.title());
  return line + (line.size() + 1 + title.size() <= kColumns ? " " : "\n      ") + title + "\n";
}

std::string goal_lines(const Results& results) {
  struct Row {
    std::string name;
    int cells = 0, reached = 0;
    const CellResult* worst = nullptr;
  };
  std::vector<Row> rows;  // in the order in which they first come
  std::unordered_map<std::string, std::size_t> places;
  int all = 0, reached = 0;
  for (const CellResult& cell : results.cells) {
    check_interrupted();
    if (!cell.error.empty() || cell.goal <= 0) continue;
    const auto [place, is_new] = places.try_emplace(cell.row + ", " + cell.region, rows.size());
    if (is_new) rows.push_back({place->first});
    Row& row = rows[place->second];
    ++row.cells, ++all;
    if (reaches_goal(cell)) ++row.reached, ++reached;
    if (!row.worst || cell.ratio_memcpy / cell.goal > row.worst->ratio_memcpy / row.worst->goal) row.worst = &cell;
  }
  if (all == 0) return "";
  std::string text = "\n" + std::to_string(reached) + " of " + std::to_string(all) + " cells reach their goal\n";
  for (const Row& row : rows)
    text += with_title(formatted("  %-40s %2d of %2d, worst %5.2f of its goal:", shown(row.name).c_str(), row.reached,
                                 row.cells, row.worst->ratio_memcpy / row.worst->goal),
                       *row.worst);
  return text;
}

/// What several threads gain over one, by what is asked of each size.
std::string thread_lines(const Results& results) {
  constexpr double kSlower = 1 / 1.05;
  struct Size {
    const char* name;
    std::uint64_t from;
    std::vector<double> gains;
    int missed = 0, as_plain = 0, beside_plain = 0, slower = 0;
  };
  Size sizes[] = {{"below 192 KB", 0, {}}, {"192 KB to 4 MB", 192 << 10, {}}, {"4 MB and more", 4 << 20, {}}};
  for (const CellResult& cell : results.cells) {
    check_interrupted();
    if (!cell.error.empty() || cell.gain <= 0) continue;
    Size& size = sizes[cell.output_bytes >= sizes[2].from ? 2 : cell.output_bytes >= sizes[1].from ? 1 : 0];
    size.gains.push_back(cell.gain);
    if (cell.gain < bench::gain_goal(size.from)) {
      ++size.missed;
      size.beside_plain += cell.gain_memcpy > 0 ? 1 : 0;
      size.as_plain += cell.gains_as_plain_moves() ? 1 : 0;
    }
    size.slower += cell.gain < kSlower ? 1 : 0;
  }
  std::string text;
  for (Size& size : sizes) {
    if (size.gains.empty()) continue;
    text += formatted("  %-16s %.2f times as fast as one in the median of %zu cells", size.name,
                      bench::median(size.gains), size.gains.size());
    if (const double goal = bench::gain_goal(size.from); goal > 0)
      text += formatted(", less than %.1f in %d", goal, size.missed);
    if (size.beside_plain > 0)
      text += formatted("\n%19s(in %d of %d of these plain copies and fills gain no more)", "", size.as_plain,
                        size.beside_plain);
    text += formatted("; more than 5 %% slower in %d\n", size.slower);
  }
  return text.empty() ? text : "\nseveral threads\n" + text;
}

std::string peer_lines(const Results& results) {
  struct Figures {
    std::vector<double> times;
    int faster = 0;
  };
  std::map<std::string_view, Figures> found;
  for (const CellResult& cell : results.cells) {
    check_interrupted();
    for (const auto& [name, peer] : cell.peers)
      if (peer.times > 0) {
        found[name].times.push_back(peer.times);
        found[name].faster += peer.times < 1 / 1.05 ? 1 : 0;
      }
  }
  std::string text;
  for (const auto& [name, version] : results.peers) {
    const Figures& figures = found[name];
    if (figures.times.empty()) text += formatted("  %-12s %s\n", shown(name).c_str(), shown(version).c_str());
    else
      text += formatted("  %-12s takes %6.2f times as long (geometric mean of %zu cells); faster in %d: %s\n",
                        shown(name).c_str(), geometric_mean(figures.times), figures.times.size(), figures.faster,
                        shown(version).c_str());
  }
  return text.empty() ? text : "\npeers\n" + text;
}

/// What is said of the peers of a cell: "; torch, onednn: has no such operation; halide: hangs".
std::string peer_words(const CellResult& cell) {
  std::map<std::string_view, std::string> names;
  for (const auto& [name, peer] : cell.peers) {
    if (peer.words.empty()) continue;
    std::string& listed = names[peer.words];
    listed += (listed.empty() ? "" : ", ") + shown(name);
  }
  std::string text;
  for (const auto& [words, listed] : names) text += "; " + listed + ": " + shown(words);
  return text;
}

constexpr int kTitleColumn = 61;  ///< where the table's last column begins

/// 10^9 bytes of the output in a second; a byte in a nanosecond is one.
std::string speed_name(const CellResult& cell) {
  return cell.nanoseconds > 0 ? formatted("%.3g", static_cast<double>(cell.output_bytes) / cell.nanoseconds) : "-";
}

/// Text of the last column, which continues below itself where it would pass the last one of the terminal.
std::string broken(std::string_view text) {
  constexpr std::size_t kRoom = kColumns - kTitleColumn;
  std::string lines;
  while (text.size() > kRoom) {
    std::size_t end = text.find_last_of(",;", kRoom - 1);  // a comma or semicolon stays on its line
    if (end == std::string_view::npos || text[end + 1] != ' ') end = text.rfind(' ', kRoom);
    else ++end;
    if (end == std::string_view::npos) break;
    lines.append(text.substr(0, end)).append("\n").append(kTitleColumn, ' ');
    text.remove_prefix(end + 1);
  }
  return lines.append(text);
}

/// A cell's name, what threads gain, and the other systems.
std::string title_column(const CellResult& cell) {
  std::string text = shown(cell.title());
  if (!cell.error.empty()) return text + ": " + shown(cell.error) + peer_words(cell);
  if (cell.gain > 0) text += formatted("; %.2f times as fast as one", cell.gain);
  if (cell.gain_memcpy > 0) text += formatted(" (memcpy %.2f, memset %.2f)", cell.gain_memcpy, cell.gain_memset);
  if (const auto* peer = best_peer(cell)) {
    text += formatted("; %s %.2f", shown(peer->first).c_str(), peer->second.times);
    std::string repeats;
    for (const double times : peer->second.repeats) repeats += formatted("%s%.2f", repeats.empty() ? "" : ", ", times);
    if (!repeats.empty()) text += " (" + repeats + ")";
  }
  return text + peer_words(cell);
}

}  // namespace

std::string machine_line(const Results& results) {
  std::string text = shown(results.cpu) + ", caches";
  for (const std::uint64_t bytes : results.caches) text += " " + bench::size_name(bytes);
  text += ", " + std::to_string(results.cores) + (results.cores == 1 ? " core" : " cores");
  if (results.load_before >= 0) text += formatted(", load %.1f", results.load_before);
  if (results.load_after >= 0) text += formatted(" before and %.1f after", results.load_after);
  return text + "\n";
}

std::string table_legend() {
  return "x memcpy  the time by memcpy's for as many bytes as the output has, the median of the rounds\n"
         "x memset  the same by memset's\n"
         "goal      what x memcpy is to be at most; ! where it is more\n"
         "GB/s      10^9 bytes of the output in a second, by the median time\n"
         "least     the least time of a call in any round\n"
         "median    the median time of a call\n"
         "spread    the distance between the quartiles of x memcpy, by its median\n"
         "c/64      core cycles for 64 elements of the output\n"
         "cell      operator, types, shape and size of the output; then threads and other systems, if any took "
         "part\n\n";
}

std::string table_heading() { return "x memcpy x memset  goal  GB/s    least  median spread  c/64  cell\n"; }

std::string table_line(const CellResult& cell, bool is_for_terminal) {
  const std::string title = is_for_terminal ? broken(title_column(cell)) : title_column(cell);
  if (!cell.error.empty()) return std::string(kTitleColumn, ' ') + title + "\n";
  std::string text = formatted("%8.2f %8.2f", cell.ratio_memcpy, cell.ratio_memset);
  text += cell.goal > 0 ? formatted("%6.2f%c", cell.goal, reaches_goal(cell) ? ' ' : '!') : "     - ";
  const std::string least = cell.least_nanoseconds > 0 ? time_name(cell.least_nanoseconds) : "-";
  text += formatted("%5s%9s%8s", speed_name(cell).c_str(), least.c_str(), time_name(cell.nanoseconds).c_str());
  text += formatted("%6.0f%%", 100 * cell.noise);
  text += std::isfinite(cell.cycles) ? formatted("%6.1f", cell.cycles) : "     -";
  return text + "  " + title + "\n";
}

std::string summary_lines(const Results& results) {
  std::string text = goal_lines(results) + thread_lines(results) + peer_lines(results);
  if (results.is_partial)
    text += formatted("\npartial: the bench was interrupted after %zu %s\n", results.cells.size(),
                      results.cells.size() == 1 ? "cell" : "cells");
  const bool is_near = std::any_of(results.cells.begin(), results.cells.end(), [](const CellResult& cell) {
    return cell.output_bytes >= 16u << 10 && cell.output_bytes <= 256u << 10;
  });
  if (is_near && results.copy_trap > 1.5)
    text += formatted(
        "\nmemcpy of 64 KB takes %.1f times as long where its destination lies 4 bytes behind the source in their "
        "pages; the ratios above are not to that\n",
        results.copy_trap);
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
  std::unordered_map<std::string, const CellResult*> earlier;
  for (const CellResult& cell : old.cells) {
    check_interrupted();
    earlier.emplace(cell.title(), &cell);
  }
  for (const CellResult& cell : now.cells) {
    check_interrupted();
    const auto found = earlier.find(cell.title());
    const CellResult* const before = found == earlier.end() ? nullptr : found->second;
    if (!before) ++only_now;
    if (!before || !cell.error.empty() || !before->error.empty()) continue;
    if (cell.ratio_memcpy <= 0 || before->ratio_memcpy <= 0) continue;
    const double factor = cell.ratio_memcpy / before->ratio_memcpy;
    factors.push_back(factor);
    constexpr double kMin = 0.03;  // memcpy's own place in memory differs by that much between two runs
    if (std::fabs(std::log(factor)) > kMin + cell.noise + before->noise) changes.push_back({&cell, factor});
  }
  std::string text = "\ncompared with " + (old.moment.empty() ? "the earlier run" : shown(old.moment)) + ": ";
  if (now.cpu != old.cpu) text += "that was another processor, " + shown(old.cpu) + "; ";
  text += std::to_string(changes.size()) + " of " + std::to_string(factors.size()) +
          " cells changed beyond the noise of both" +
          (factors.empty() ? "" : formatted("; geometric mean of all %.3f", geometric_mean(factors))) + "\n";
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.factor > b.factor; });
  for (const Change& change : changes)
    text += with_title(
        formatted("  %s %.2f times: %.2f to %.2f x memcpy, spread %.0f%% ", change.factor > 1 ? "slower" : "faster",
                  change.factor > 1 ? change.factor : 1 / change.factor, change.cell->ratio_memcpy / change.factor,
                  change.cell->ratio_memcpy, 100 * change.cell->noise),
        *change.cell);
  if (only_now > 0) text += "  " + std::to_string(only_now) + " cells were not in the earlier run\n";
  return text;
}

}  // namespace dmlrun::cli
