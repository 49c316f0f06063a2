// Results of a bench as data: written as JSON, read again, printed, compared and drawn.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bench/growth.h"
#include "engine/bench/workplace.h"

namespace dmlrun::cli {

/// A peer's figure for the same work on the same bytes in the same rounds.
struct Peer {
  double times = 0;             ///< its time by ours; 0 where there is none
  std::string words;            ///< why there is none, or in what it differs; "" when it did the same
  std::vector<double> repeats;  ///< where it was measured several times: each figure; `times` is their median
};

struct CellResult {
  std::string family, name, row;  ///< row: of the table of goals; "" where there is no goal
  std::uint64_t output_bytes = 0;
  std::string region, backend;
  std::uint64_t threads = 1;
  bool is_skewed = false;  ///< the output 2 KiB further in its page than the inputs
  std::string isa;         ///< the cap on instructions; "" when there was none
  double ratio_memcpy = 0, ratio_memset = 0;
  double goal = 0;  ///< in times of memcpy's, so that ratio_memcpy is to be at most this; 0: none
  double noise = 0;
  double nanoseconds = 0;                                    ///< of one call, the median
  double least_nanoseconds = 0;                              ///< the least of all rounds; 0: older builds kept none
  double cycles = std::numeric_limits<double>::quiet_NaN();  ///< per 64 output elements; NaN where not known
  /// With several threads: one thread's time divided by theirs, in the same rounds; 0 if not measured.
  double gain = 0;
  double gain_memcpy = 0, gain_memset = 0;  ///< the same for plain copies and fills
  std::string error;                        ///< "" or why there are no figures
  std::map<std::string, Peer> peers;

  /// The identity of a cell within a result: its name and all its settings.
  [[nodiscard]] std::string title() const;
  /// Whether plain copies and fills of its output gain no more by several threads, so that memory is what keeps it from
  /// more.
  [[nodiscard]] bool gains_as_plain_moves() const noexcept;
};

struct Results {
  std::string cpu, system, version, moment, grid, command;
  std::uint64_t caches[3]{};
  bool is_partial = false;  ///< interrupted: these are the cells that were measured before
  unsigned cores = 0;
  double load_before = -1, load_after = -1;  ///< processes that wanted a core; -1: not known
  double copy_trap = 0;                      ///< memcpy at a distance of 4 bytes by memcpy at 2 KiB; 0: not measured
  std::map<std::string, std::string> peers;  ///< name to version, or to why it is not there
  std::vector<CellResult> cells;
  std::vector<bench::Growth> growth;
};

/// {"cpu": ..., "cells": [...], ...}, ending with a line break.
[[nodiscard]] std::string to_json(const Results& results);
/// Reads what to_json wrote; fields that are missing keep their defaults. Failure exit 3, 4 or 7 names the file.
[[nodiscard]] Results read_results(const std::string& path);

/// The processor, its caches, and its load.
[[nodiscard]] std::string machine_line(const Results& results);
/// What the columns of the table are, a line each.
[[nodiscard]] std::string table_legend();
/// A line of the table: the heading, or one cell, which for a terminal is broken where it is wider than 120 columns.
[[nodiscard]] std::string table_heading();
[[nodiscard]] std::string table_line(const CellResult& cell, bool is_for_terminal);
/// How many cells reach their goals, by the rows of the table of goals; geometric means by peer; the cost of the trap.
[[nodiscard]] std::string summary_lines(const Results& results);
/// A self-contained page: figures, plots and the table.
[[nodiscard]] std::string to_page(const Results& results);
/// Changes since `old` that exceed the noise of both.
[[nodiscard]] std::string comparison_lines(const Results& now, const Results& old);

}  // namespace dmlrun::cli
