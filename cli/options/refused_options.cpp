// Options that are not for what a file holds: those of models, and those of single operators.
#include <algorithm>
#include <string_view>

#include "cli/options/option_values.h"
#include "cli/options/options.h"
#include "cli/report/failure.h"
#include "cli/report/shell_word.h"
#include "engine/text/letter_case.h"

namespace dmlrun::cli {
namespace {

bool names_tensor_file(std::string_view path) {
  constexpr std::string_view kExtensions[] = {".npy", ".npz", ".bin", ".raw", ".dat", ".csv", ".txt", ".json"};
  const std::string lower = text::lower_case(path);
  return std::any_of(std::begin(kExtensions), std::end(kExtensions),
                     [&](std::string_view extension) { return lower.ends_with(extension); });
}

}  // namespace

void refuse_given(const Options& options, std::span<const std::string_view> names, std::string_view why) {
  for (std::string_view name : names)
    if (std::find(options.given.begin(), options.given.end(), name) != options.given.end())
      fail_usage(std::string(name) + " is for " + std::string(why));
}

void refuse_options_of_models(const Options& options) {
  constexpr std::string_view kNames[] = {"-i",
                                         "-r",
                                         "-t",
                                         "-I",
                                         "-w",
                                         "-v",
                                         "--print_commands",
                                         "--input_path",
                                         "--output_path",
                                         "-s",
                                         "-S",
                                         "--skip-unsupported",
                                         "--any-alignment"};
  refuse_given(options, kNames,
               options.spec_text.empty() ? "models; the file describes one operator" : "models; this is one operator");
}

void refuse_options_of_specs(const Options& options) {
  constexpr std::string_view kNames[] = {"--in", "--expect"}, kOut[] = {"--out"};
  constexpr std::string_view kWhy = "single operators; a model names its files itself";
  refuse_given(options, kNames, kWhy);
  // A bare -o is DxDispatch's, and has no effect; but the name of a tensor's file tells that --out is meant.
  if (std::any_of(options.out.begin(), options.out.end(), [](const NamedFile& file) { return !file.name.empty(); }))
    refuse_given(options, kOut, kWhy);
  for (const NamedFile& file : options.out)
    if (names_tensor_file(file.file))
      fail_usage("-o " + shell_word(file.file) + " is for single operators; a model writes files by its commands: " +
                 R"({"type": "writeFile", "resource": "NAME", "targetPath": ")" + file.file + "\"}");
  if (!options.in.empty())
    fail_usage("unexpected operand " + in_quotes(options.in.front().file) + "; a model names its files itself");
}

}  // namespace dmlrun::cli
