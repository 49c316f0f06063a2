// From a failing case to a small one in a folder of its own.
#pragma once

#include <optional>
#include <string>

#include "cli/fuzz/settings.h"

namespace dmlrun::cli {

/// A case that went wrong.
struct Finding {
  std::uint64_t number = 0;
  Verdict verdict;
  std::string folder;  ///< where it was written
  std::string command; ///< what repeats it
};

/// Finds whose it is, makes the case smaller as long as the same one fails on its data or those of the next cases, and
/// writes it to a folder below settings.folder. Everything that may fault runs in processes of its own. Takes up to about
/// 20 seconds.
void minimise_and_write(const FuzzSettings& settings, Finding& finding);

}  // namespace dmlrun::cli
