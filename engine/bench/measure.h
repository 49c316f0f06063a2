// Times one operator beside memcpy and memset of the output's size.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "dmlrun/kernel.h"
#include "engine/bench/rounds.h"
#include "engine/bench/workplace.h"

namespace dmlrun::bench {

/// The error of Figures where memory ran out.
inline constexpr std::string_view kNoMemory = "there is not enough memory";

/// Medians over rounds.
struct Figures {
  std::string error;      ///< "" or why there are none
  std::string backend{};  ///< that ran it
  double ratio = 0;       ///< time by memcpy's of as many output bytes
  double fill_ratio = 0;  ///< time by memset's
  double noise = 0;       ///< distance between the quartiles of the ratios to memcpy, by their median
  double nanoseconds = 0, least_nanoseconds = 0;  ///< of a call: the median, and the least of all rounds
  double cycles = 0;  ///< core cycles per 64 output elements; NaN on processors whose cycle is not known
  double gain = 0;    ///< time of a kernel of one thread by this one's, in the same rounds; 0 where this has one thread
  /// The same of plain copies and fills of the output, where several threads are to gain: what memory gives them there.
  double copy_gain = 0, fill_gain = 0;
};

/// Compares the kernel's bytes with the reference's, or with the interpreter's where the reference would take long;
/// then times it. The outputs are written by all of them. `between` is called before the calls of each turn and while
/// large outputs are compared, and may throw.
[[nodiscard]] Figures measure(const Operator& op, const Kernel& kernel,
                              std::span<const std::span<const std::byte>> inputs,
                              std::span<const std::span<std::byte>> outputs, const Effort& effort,
                              const std::function<void()>& between = {});

/// The same on memory of its own, in three places one after another.
[[nodiscard]] Figures measure(const Operator& op, const CompileOptions& options, Placement placement,
                              const Effort& effort, const InputValues& with = {},
                              const std::function<void()>& between = {});

/// memcpy's time at a distance of 4 bytes, modulo a page, by that at 2 KiB, for 64 KiB: on some processors the string
/// instruction inside it is many times slower where a destination lies 1 to 15 bytes behind its source in their pages.
[[nodiscard]] double copy_trap(const Effort& effort);

}  // namespace dmlrun::bench
