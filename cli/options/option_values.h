// Reading the values of options, strictly: decimal, no leading zeros, no signs, no surprises. Every refusal is a
// Failure with exit 2.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "cli/options/options.h"

namespace dmlrun::cli {

/// Name=file; without a name, a file alone where the option takes one.
[[nodiscard]] NamedFile read_named_file(std::string_view option, const std::string& text);
/// Refuses a file whose extension belongs to another format than the one that is written, e.g. ".npy". An extension
/// begins with a letter; a file without one is taken.
void require_extension(std::string_view option, const std::string& file, std::string_view written);
/// What other libraries call an option, --abs of --atol; "" if none.
[[nodiscard]] std::string_view usual_option(std::string_view word, std::span<const std::string_view> options);
/// The option that an unknown word may mean, by its usual name or a near one; "" if none.
[[nodiscard]] std::string_view option_meant(std::string_view word, std::span<const std::string_view> options);
[[nodiscard]] std::uint64_t read_count(std::string_view option, std::string_view text, std::uint64_t least = 0,
                                       std::uint64_t most = 0xFFFFFFFFFFFFFFFF);
/// As DxDispatch reads numbers: decimal without leading zeros, or hexadecimal after 0x; from `least` to `most`.
[[nodiscard]] std::uint32_t read_number(std::string_view option, std::string_view text, std::uint32_t least,
                                        std::uint32_t most);
/// A number that is 0 or above, e.g. "0.5" or "1e-6".
[[nodiscard]] double read_tolerance(std::string_view option, std::string_view text);
[[nodiscard]] FeatureLevel read_feature_level(std::string_view text);
/// One of the known names of a `what`.
[[nodiscard]] std::string read_name(std::string_view what, const std::string& text,
                                    std::span<const std::string_view> known);
/// A name that C takes for a function, of at most 100 characters.
[[nodiscard]] std::string read_identifier(std::string_view option, const std::string& text);
/// "auto", "all" (not for explain and emit), or a name out of dmlrun::backends().
[[nodiscard]] std::string read_backend(Command command, const std::string& text);
/// What only fuzz takes. `one` gives the text of an option, or null.
[[nodiscard]] FuzzOptions read_fuzz_options(const std::function<const std::string*(std::string_view)>& one);
/// Reads the options of bench.
[[nodiscard]] BenchOptions read_bench_options(const std::function<const std::string*(std::string_view)>& one);
/// Refuses combinations that say nothing, and keeps the command line for the report.
void check_bench(Options& options, std::span<const std::string> arguments);
/// Options that admit differences.
inline constexpr std::string_view kTolerances[] = {"--ulp", "--abs", "--rel"};
/// Failure exit 2 when one of the options was given: "--x is for `why`".
void refuse_given(const Options& options, std::span<const std::string_view> names, std::string_view why);
/// NAME=VALUE; the value may end in K, M or G (1024 times the one before).
void read_limit(std::string_view text, Limits& limits);

}  // namespace dmlrun::cli
