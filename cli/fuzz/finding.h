// From a failing case to a small one in a folder of its own.
#pragma once

#include <optional>
#include <string>

#include "cli/fuzz/settings.h"
#include "cli/fuzz/verdict.h"

namespace dmlrun::cli {

/// A case that went wrong.
struct Finding {
  std::uint64_t number = 0;
  Verdict verdict;
  std::string folder;         ///< where it was written
  std::string command;        ///< what repeats it
  std::uint64_t op = 0;       ///< equal for failures of one operator
  std::string first_subject;  ///< what was first seen to fail
  std::string kind = {};      ///< kind_of() it when it was made small
  std::uint64_t others = 0;   ///< of its kind
};

/// Finds which back end or program fails, makes the case smaller as long as the same one fails on its data or those of
/// the next cases, and writes it to a folder below settings.folder. Everything that may fault runs in processes of its
/// own. Takes up to about 20 seconds. False, and nothing is written, if `is_sure` is false and the case, run alone,
/// does not fail again.
bool minimise_and_write(const FuzzSettings& settings, Finding& finding, bool is_sure);

/// The same for failures of one kind: who fails, operator, mode, may_be_rounding(), and the message without what has a
/// digit in it, and without what follows a quotation mark or a parenthesis. One without an operator is of a kind of its
/// own.
[[nodiscard]] std::string kind_of(const Finding& finding);

/// The command that runs a case of the campaign again.
[[nodiscard]] std::string command_of(const FuzzSettings& settings, std::uint64_t number);

}  // namespace dmlrun::cli
