// The line that does what other programs call transpose, reshape or broadcast, for a file that is given.
#pragma once

#include <span>
#include <string>

namespace dmlrun::cli {

/// Exit 2 for "transpose x.npy 1,0" and the like, with the line that does it to that file; returns where the first word
/// is none of these, or where no .npy file follows whose layout that can be told for.
void refuse_layout_word(std::span<const std::string> words);

}  // namespace dmlrun::cli
