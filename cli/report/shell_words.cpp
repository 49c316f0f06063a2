#include "cli/report/shell_words.h"

namespace dmlrun::cli {
namespace {

struct Words {
  std::string_view library, shell;
};

// Whole remedies, so that nothing that a message quotes is taken for one.
constexpr Words kWords[] = {
    {"; operator_types() lists those that are", "; 'dmlrun operators implemented' lists those that are"},
    {"; skip_unsupported runs what does not need it", "; --skip-unsupported runs what does not need it"},
    {" (any_alignment takes all)", " (--any-alignment takes all)"},
    {"wanted as specs or as a DxDispatch", "wanted as specs ('dmlrun schema' has their fields) or as a DxDispatch"},
    {R"( Strides: "InputTensor": {"Sizes": [3, 2], "Strides": [1, 3]} reads)",
     R"( Strides: --InputTensor '{"Sizes": [3, 2], "Strides": [1, 3]}' reads)"},
    {R"( Strides: "InputTensor": {"Sizes": [2, 3], "Strides": [0, 1]} reads)",
     R"( Strides: --InputTensor '{"Sizes": [2, 3], "Strides": [0, 1]}' reads)"},
    {R"( file with "InputTensor": {"DataType": "FLOAT32", "Sizes": [3, 2]},)", " file with --InputTensor FLOAT32:3,2,"},
};

}  // namespace

std::string in_shell_words(std::string_view message) {
  std::string text(message);
  for (const Words& words : kWords)
    if (const std::size_t at = text.find(words.library); at != std::string::npos)
      text.replace(at, words.library.size(), words.shell);
  return text;
}

}  // namespace dmlrun::cli
