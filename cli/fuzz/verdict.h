// What is wrong with a case.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dmlrun::cli {

struct Verdict {
  std::string subject;  ///< a back end (with its cap of instructions), the program that is judged, or "dmlrun"
  std::string message;
  std::string operator_and_mode = {};  ///< as in the table of what was compared; "" where they are not known
  /// Of a program: coordinates where an output first differs; empty where nothing does.
  std::vector<std::uint32_t> first_difference = {};
  /// Of a program: the largest difference of computed floats, where --ulp of that much admits all of them. Of a
  /// finding: the largest of the cases like it.
  std::optional<std::uint64_t> ulp = {};
};

/// Whether all that differs may be due to rounding. Such failures are never taken to be like the others.
[[nodiscard]] inline bool may_be_rounding(const Verdict& verdict) noexcept { return verdict.ulp && *verdict.ulp <= 4; }

}  // namespace dmlrun::cli
