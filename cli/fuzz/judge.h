// Judges the cases of a campaign: dmlrun's own back ends, or a program, against the reference.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "cli/fuzz/settings.h"
#include "cli/fuzz/verdict.h"

namespace dmlrun::cli {

/// What a judge is told about one case, and what it reports beside its verdict. "The program" is that of --against.
struct Trial {
  // To be set before:
  bool alone = false;   ///< how the program ends after its answer counts, too
  SharedInputs inputs;  ///< what a program is given; null: what the case says
  // Results:
  bool passed_over = false;       ///< no implementation supports it
  std::string why;                ///< the program's reason not to
  bool unfinished = false;        ///< the campaign's time ended first
  std::string before;             ///< how the program crashed after its answer to the case before; "" when it did not
  std::uint64_t comparisons = 0;  ///< of a back end's or the program's outputs with the reference's
};

/// Judges one operator on the inputs of a case. Fastest when cases of one operator follow one another.
using Judge = std::function<std::optional<Verdict>(const Operator&, std::uint64_t number, Trial& trial)>;

/// "jit-avx512 with no more than avx512".
[[nodiscard]] std::string name_of(const CompileOptions& variant);

/// Seconds after which a case has hung.
[[nodiscard]] double longest_case(const FuzzSettings& settings, const Operator& op, std::uint64_t number) noexcept;

/// What the program does instead of answering the first of these questions: it did not start, ended, said nothing for
/// `deadline` seconds, or printed something else. "" when it answers one of them with ok, unsupported or error.
[[nodiscard]] std::string probe(const FuzzSettings& settings, std::span<const Operator> questions);

/// The judge for these settings. Made in the process that uses it: it may hold a running program.
[[nodiscard]] Judge make_judge(const FuzzSettings& settings);

/// What a program is given in a case: what --given-inputs says, else random values.
[[nodiscard]] SharedInputs inputs_of_program(const FuzzSettings& settings, const Operator& op, std::uint64_t number);

/// Asks the program once more, and keeps what it wrote in `folder`.
void keep_answer(const FuzzSettings& settings, const Operator& op, SharedInputs inputs, const std::string& folder);

}  // namespace dmlrun::cli
