// The cases of a fuzzing campaign: examples first, then mutations of them and generated descs in turn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dmlrun/operators.h"

namespace dmlrun::fuzz {

/// What a campaign starts from.
struct Seeds {
  std::uint64_t seed = 1;
  std::vector<Operator> examples;
  std::vector<std::string> operators;  ///< types to generate and to mutate; empty: all
  std::uint64_t most_elements = 4096;  ///< of an output; larger mutations are passed over
};

enum class Origin : std::uint8_t { example, mutation, generated };

struct Case {
  Origin origin = Origin::generated;
  /// What is to be run; nothing when the case was refused, as it should be or not.
  std::optional<Operator> op;
  /// Of a generated desc that was made illegal by one change: whether it was refused as it must be. Of a mutation: false,
  /// nothing is known of it.
  bool illegal = false;
  /// What is wrong already: an illegal desc accepted, a legal one refused, a refusal without a sentence. "" when nothing.
  std::string wrong;
};

/// Case `number` of a campaign, the same every time.
[[nodiscard]] Case make_fuzz_case(const Seeds& seeds, std::uint64_t number);

}  // namespace dmlrun::fuzz
