#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "cli/bench_report/results.h"
#include "cli/bound_spec.h"
#include "cli/interrupt.h"
#include "cli/report/failure.h"
#include "cli/report/json_text.h"
#include "engine/text/document.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {
namespace {

/// Four significant digits: more than a measurement has.
std::string number(double value) {
  if (!std::isfinite(value)) return "null";
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value, std::chars_format::general, 4);
  return error == std::errc() ? std::string(text, end) : "null";
}

std::string peers_json(const std::map<std::string, Peer>& peers) {
  JsonObject object;
  for (const auto& [name, peer] : peers)
    if (peer.times > 0) object.add_raw(name, number(peer.times));
  return object.text();
}

/// "" where nothing was measured again.
std::string peer_repeats_json(const std::map<std::string, Peer>& peers) {
  JsonObject object;
  bool are_any = false;
  for (const auto& [name, peer] : peers) {
    if (peer.repeats.empty()) continue;
    are_any = true;
    object.add_raw(name, json_array(peer.repeats, number));
  }
  return are_any ? object.text() : "";
}

std::string peer_words_json(const std::map<std::string, Peer>& peers) {
  JsonObject object;
  for (const auto& [name, peer] : peers)
    if (!peer.words.empty()) object.add(name, peer.words);
  return object.text();
}

std::string cell_json(const CellResult& cell) {
  JsonObject object;
  object.add("family", cell.family).add("name", cell.name).add("output_bytes", cell.output_bytes);
  object.add("region", cell.region).add("backend", cell.backend).add("threads", cell.threads);
  object.add_raw("ratio_memcpy", number(cell.error.empty() ? cell.ratio_memcpy : NAN));
  object.add_raw("ratio_memset", number(cell.error.empty() ? cell.ratio_memset : NAN));
  object.add_raw("goal", number(cell.goal > 0 ? cell.goal : NAN));
  object.add_raw("peers", peers_json(cell.peers));
  object.add("row", cell.row).add("placement", cell.is_skewed ? "skew" : "equal").add("isa", cell.isa);
  object.add_raw("noise", number(cell.noise)).add_raw("nanoseconds", number(cell.nanoseconds));
  if (cell.least_nanoseconds > 0) object.add_raw("least_nanoseconds", number(cell.least_nanoseconds));
  object.add_raw("cycles_per_64", number(cell.cycles)).add("error", cell.error);
  if (cell.gain > 0) object.add_raw("gain", number(cell.gain));
  if (cell.gain_memcpy > 0) object.add_raw("gain_memcpy", number(cell.gain_memcpy));
  if (cell.gain_memset > 0) object.add_raw("gain_memset", number(cell.gain_memset));
  object.add_raw("peer_words", peer_words_json(cell.peers));
  if (const std::string repeats = peer_repeats_json(cell.peers); !repeats.empty())
    object.add_raw("peer_repeats", repeats);
  return object.text();
}

std::string growth_json(const bench::Growth& growth) {
  JsonObject object;
  object.add("title", growth.title);
  object.add_raw("points", json_array(growth.points, [](const bench::GrowthPoint& point) {
                   JsonObject one;
                   one.add("at", point.at).add_raw("microseconds", number(point.microseconds));
                   one.add("code_bytes", point.code_bytes);
                   return one.add_raw("ratio_memcpy", number(point.ratio > 0 ? point.ratio : NAN)).text();
                 }));
  return object.text();
}

/// One item per line.
template <class Range, class Write>
std::string lines(const Range& range, Write write) {
  std::string text = "[";
  for (const auto& item : range) text += (text.size() > 1 ? ",\n  " : "\n  ") + write(item);
  return text + "\n]";
}

/// Takes members of an object; a member of the wrong kind is an error with its place.
class Members {
 public:
  Members(const text::Value& object, const std::string& path) : object_(object), path_(path) {
    take(text::expect_kind(object, text::Kind::object));
  }
  void read(std::string_view name, std::string& into) const {
    if (const auto value = find(name)) into = take(text::read_string(value));
  }
  void read(std::string_view name, bool& into) const {
    if (const auto value = find(name)) {
      take(text::expect_kind(value, text::Kind::boolean));
      into = value.boolean();
    }
  }
  /// `least`: what is written where a figure is not known may lie below 0.
  void read(std::string_view name, double& into, double least = 0) const {
    if (const auto value = find(name)) into = figure(value, least, path_);
  }
  /// A number that a measurement may give, and that can be divided by another one.
  static double figure(const text::Value& value, double least, const std::string& path) {
    const double found = cli::take(text::read_real(value), path);
    constexpr double kSmallest = 1e-15, kLargest = 1e15;
    if (!(found >= least && found <= kLargest) || (found > 0 && found < kSmallest))
      fail(text::error_at(value, ErrorCode::out_of_range,
                          (std::isnan(found) ? "nan" : number(found)) +
                              " is not a figure of a measurement, which is 0 or from 1e-15 to 1e15"),
           path);
    return found;
  }
  void require(std::string_view name) const {
    if (!find(name))
      fail(text::error_at(
               object_, ErrorCode::missing_field,
               "has no " + json_string(name) + "; 'dmlrun bench --json' writes one in the results of a bench"),
           path_);
  }
  template <class Whole>
  void read_whole(std::string_view name, Whole& into) const {
    if (const auto value = find(name))
      into = static_cast<Whole>(take(text::read_unsigned(value, std::numeric_limits<Whole>::max())));
  }
  [[nodiscard]] text::Value list(std::string_view name, text::Kind kind) const {
    const text::Value value = find(name);
    if (value) take(text::expect_kind(value, kind));
    return value;
  }
  void refuse(std::string_view name, std::string message) const {
    fail(text::error_at(object_.find(name), ErrorCode::bad_enum, std::move(message)), path_);
  }

 private:
  [[nodiscard]] text::Value find(std::string_view name) const {
    const text::Value value = object_.find(name);
    return value && value.is(text::Kind::null) ? text::Value() : value;
  }
  template <class T>
  T take(Result<T> result) const {
    return cli::take(std::move(result), path_);
  }
  void take(Result<void> result) const { cli::require(std::move(result), path_); }

  text::Value object_;
  const std::string& path_;
};

void read_peers(const Members& members, const std::string& path, CellResult& cell) {
  if (const auto peers = members.list("peers", text::Kind::object))
    for (const text::Value one : peers)
      if (!one.is(text::Kind::null)) cell.peers[std::string(one.key())].times = Members::figure(one, 0, path);
  if (const auto words = members.list("peer_words", text::Kind::object))
    for (const text::Value one : words) cell.peers[std::string(one.key())].words = take(text::read_string(one), path);
  if (const auto repeats = members.list("peer_repeats", text::Kind::object))
    for (const text::Value one : repeats) {
      require(text::expect_kind(one, text::Kind::array), path);
      for (const text::Value figure : one)
        cell.peers[std::string(one.key())].repeats.push_back(Members::figure(figure, 0, path));
    }
}

CellResult read_cell(const text::Value& value, const std::string& path) {
  const Members members(value, path);
  for (const std::string_view name : {"family", "name", "output_bytes", "region"}) members.require(name);
  CellResult cell;
  members.read("family", cell.family);
  members.read("name", cell.name);
  members.read("row", cell.row);
  members.read_whole("output_bytes", cell.output_bytes);
  members.read("region", cell.region);
  members.read("backend", cell.backend);
  members.read_whole("threads", cell.threads);
  members.read("ratio_memcpy", cell.ratio_memcpy);
  members.read("ratio_memset", cell.ratio_memset);
  members.read("goal", cell.goal);
  members.read("isa", cell.isa);
  members.read("noise", cell.noise);
  members.read("nanoseconds", cell.nanoseconds);
  members.read("least_nanoseconds", cell.least_nanoseconds);
  members.read("cycles_per_64", cell.cycles);
  members.read("gain", cell.gain);
  members.read("gain_memcpy", cell.gain_memcpy);
  members.read("gain_memset", cell.gain_memset);
  members.read("error", cell.error);
  std::string placement = "equal";
  members.read("placement", placement);
  if (placement != "equal" && placement != "skew") members.refuse("placement", "is neither \"equal\" nor \"skew\"");
  cell.is_skewed = placement == "skew";
  read_peers(members, path, cell);
  return cell;
}

bench::Growth read_growth(const text::Value& value, const std::string& path) {
  const Members members(value, path);
  bench::Growth growth;
  members.read("title", growth.title);
  if (const auto points = members.list("points", text::Kind::array))
    for (const text::Value one : points) {
      const Members point(one, path);
      bench::GrowthPoint read;
      point.read_whole("at", read.at);
      point.read("microseconds", read.microseconds);
      point.read_whole("code_bytes", read.code_bytes);
      point.read("ratio_memcpy", read.ratio);
      growth.points.push_back(read);
    }
  return growth;
}

}  // namespace

std::string CellResult::title() const {
  std::string text = family + ": " + name;
  if (is_skewed) text += ", 2 KiB skew";
  if (threads > 1) text += ", " + std::to_string(threads) + " threads";
  if (!isa.empty()) text += ", " + isa;
  return text;
}

bool CellResult::gains_as_plain_moves() const noexcept {
  constexpr double kNoise = 0.03;
  const double plain = std::max(gain_memcpy, gain_memset);
  return plain > 0 && gain >= (1 - kNoise) * plain;
}

std::string to_json(const Results& results) {
  JsonObject peers;
  for (const auto& [name, version] : results.peers) peers.add(name, version);
  std::string caches = "[";
  for (const std::uint64_t bytes : results.caches) caches += (caches.size() > 1 ? ", " : "") + std::to_string(bytes);
  const auto text = [](std::string_view name, const std::string& value) {
    return ",\n" + json_string(name) + ": " + json_string(value);
  };
  return "{\"cpu\": " + json_string(results.cpu) + ",\n\"cells\": " + lines(results.cells, cell_json) +
         ",\n\"growth\": " + lines(results.growth, growth_json) + text("system", results.system) +
         text("version", results.version) + text("moment", results.moment) + text("grid", results.grid) +
         text("command", results.command) + ",\n\"partial\": " + (results.is_partial ? "true" : "false") +
         ",\n\"caches\": " + caches + "],\n\"cores\": " + std::to_string(results.cores) + ",\n\"load\": [" +
         number(results.load_before) + ", " + number(results.load_after) +
         "],\n\"copy_trap\": " + number(results.copy_trap) + ",\n\"peer_versions\": " + peers.text() + "\n}\n";
}

Results read_results(const std::string& path) {
  Limits limits;
  limits.document_bytes = 64ull << 20;
  const text::Document document = read_document(path, limits);
  const Members members(document.root(), path);
  for (const std::string_view name : {"cpu", "cells"}) members.require(name);
  Results results;
  members.read("cpu", results.cpu);
  members.read("system", results.system);
  members.read("version", results.version);
  members.read("moment", results.moment);
  members.read("grid", results.grid);
  members.read("command", results.command);
  members.read("partial", results.is_partial);
  members.read_whole("cores", results.cores);
  members.read("copy_trap", results.copy_trap);
  if (const auto loads = members.list("load", text::Kind::array)) {
    double* const into[] = {&results.load_before, &results.load_after};
    std::size_t i = 0;
    for (const text::Value one : loads)
      if (i < 2) *into[i++] = Members::figure(one, -1, path);
  }
  if (const auto caches = members.list("caches", text::Kind::array)) {
    std::size_t i = 0;
    for (const text::Value one : caches)
      if (i < 3) results.caches[i++] = take(text::read_unsigned(one, std::uint64_t{1} << 50), path);
  }
  if (const auto peers = members.list("peer_versions", text::Kind::object))
    for (const text::Value one : peers) results.peers[std::string(one.key())] = take(text::read_string(one), path);
  if (const auto cells = members.list("cells", text::Kind::array))
    for (const text::Value one : cells) {
      check_interrupted();
      results.cells.push_back(read_cell(one, path));
    }
  if (const auto growths = members.list("growth", text::Kind::array))
    for (const text::Value one : growths) results.growth.push_back(read_growth(one, path));
  return results;
}

}  // namespace dmlrun::cli
