// Settings of a fuzzing campaign, the same in each of its processes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/kernel.h"
#include "engine/fuzz/case.h"
#include "engine/fuzz/random.h"
#include "engine/tensor/compare.h"

namespace dmlrun::cli {

class Inputs;
using SharedInputs = std::shared_ptr<const Inputs>;

/// Seconds after the time's end that a case which has begun may take, and after those that findings may take to be made
/// smaller.
constexpr double kSecondsForCases = 5, kSecondsForFindings = 10;
/// Seconds after which a case of dmlrun's own back ends has hung: one whose tensors are small, which takes
/// milliseconds, and one that compiles long.
constexpr double kLongestSmall = 5, kLongestCase = 60;
/// The latter for an operator of so many outputs, each of which is compiled apart: 356 took 80 seconds.
constexpr double longest_compiled(std::size_t outputs) noexcept {
  return kLongestCase * std::max(1.0, static_cast<double>(outputs) / 64);
}
/// Fractions of these timeouts used when a hung case is retried alone, to be sure, and while it is made smaller.
constexpr double kAlone = 0.4, kAttempt = 0.1;
constexpr std::string_view kHung = "hung", kAfterAnswer = " after its answer";
/// The last line of a finding's words begins with it where tensors have strides.
constexpr std::string_view kStridesAre = "\nStrides: ";

struct FuzzSettings {
  fuzz::Seeds seeds;
  std::vector<SharedInputs> given;       ///< for each example its own inputs; none: they are random
  std::vector<fuzz::CaseClass> classes;  ///< what is counted
  std::vector<CompileOptions> variants;
  /// Variants that take long to compile: judged on few cases.
  std::vector<CompileOptions> slow_variants;
  std::string against;                                        ///< a command for the shell; "": the variants are judged
  Tolerance tolerance;                                        ///< of the program; none: equal bytes
  std::string backends;                                       ///< the option's value
  std::string folder;                                         ///< for findings, exists
  std::string again;                                          ///< " --dir" for a command that repeats, or ""
  std::string scratch;                                        ///< of this campaign alone, exists
  std::uint64_t deadline = 10;                                ///< seconds for one case of the program
  std::uint64_t first = 0, count = 0, shard = 0, shards = 1;  ///< shard from 0; count 0: no end
  std::uint64_t seconds = 0, jobs = 1, failures = 10;         ///< seconds 0: no limit
  std::uint64_t slow_every = 256;                             ///< operators, about
  /// Whether the slow variants judge a case: drawn, as kinds of cases take turns.
  [[nodiscard]] bool is_slow(std::uint64_t number) const noexcept {
    return fuzz::Random(0x736c6f77, number / seeds.sets).below(slow_every) == 0;
  }
  /// When no case begins any more, and when one that has begun is cut (now_in_seconds()).
  double last_begin = std::numeric_limits<double>::infinity(), end = last_begin;

  std::vector<std::string> judging;  ///< the options, beside who is judged, that decide what passes
  std::vector<std::string> origin;   ///< the options, beside the seed, that decide what a case of a number is

  /// The position of this shard in a round of all shards. It differs from round to round: the kinds of cases alternate
  /// with their numbers, and every shard must get all kinds.
  [[nodiscard]] std::uint64_t place_in(std::uint64_t turn) const noexcept {
    return (shard + fuzz::Random(0x7475726e, turn).below(shards)) % shards;
  }
  /// Case j of this shard: shards take turns by the cases of one operator.
  [[nodiscard]] std::uint64_t number(std::uint64_t j) const noexcept {
    const std::uint64_t turn = j / seeds.sets;
    return first + (turn * shards + place_in(turn)) * seeds.sets + j % seeds.sets;
  }
  /// The number of cases of this shard.
  [[nodiscard]] std::uint64_t cases() const noexcept {
    if (count == 0) return UINT64_MAX;
    const std::uint64_t turn = seeds.sets * shards, begin = place_in(count / turn) * seeds.sets, rest = count % turn;
    return count / turn * seeds.sets + (rest > begin ? std::min(rest - begin, seeds.sets) : 0);
  }
};

}  // namespace dmlrun::cli
