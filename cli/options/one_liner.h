// A spec on the command line: dmlrun TILE x.npy --Repeats 1,2.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/options.h"
#include "engine/spec/field_words.h"

namespace dmlrun::cli {

struct OneLiner {
  std::string_view type;                ///< "" where the first word names no operator
  std::vector<spec::FieldWord> fields;  ///< of the desc
  std::vector<std::string> words;       ///< those that are no fields
  std::vector<NamedFile> in, out;       ///< fields that are values or name files
};
/// Reads the words behind a command that takes a spec. `is_option` says whether a word is an option of the command;
/// those come before fields that differ from them in letter case only. Failure exit 2 for a field that the operator
/// does not have, lacks its value or is given twice, and for an operator that is not implemented.
[[nodiscard]] OneLiner read_one_liner(Command command, std::span<const std::string> words,
                                      const std::function<bool(std::string_view)>& is_option);

/// Gives the options what a one-liner says, and the operands behind the spec as files of inputs; those that are values
/// stand in the text of the spec.
void take_files(OneLiner line, Options& options);

/// What what_is_meant() ends with where nothing is near.
inline constexpr std::string_view kOperatorsAreListed = "dmlrun operators lists them";

/// "did you mean TILE?" of the command or operator that an unknown word probably means, or where they are listed.
[[nodiscard]] std::string what_is_meant(std::string_view word, bool may_be_command = true);

/// Exit 2 for a word that stands where an operator or a file should, and is none of them, or an operator behind
/// options; returns where it may be a file. Without a command (`run`) the word may be one, too.
void refuse_unknown_word(Command command, const std::string& word);

/// Exit 2 for the option --Repeats where no operator is named: what an operator's field is beside a file; for another
/// name of a field, --Mode, that of the operator in the file.
void refuse_field_beside_file(std::string_view option, const std::string& path);

}  // namespace dmlrun::cli
