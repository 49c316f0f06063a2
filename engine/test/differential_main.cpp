// dmlrun_differential: every back end against the reference, on random operators.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "engine/fuzz/differential.h"
#include "engine/run/threads/work_range.h"
#include "engine/test/this_program.h"
#include "engine/test/variants.h"

namespace {

struct Options {
  std::uint64_t seed = 1, first = 0, cases = 40000, threads = 1;
  bool complete = true;  ///< whether enough cases are run for every class to have been met
};

constexpr const char* kUsage =
    "usage: dmlrun_differential [--seed N] [--cases N] [--first K] [--threads N]\n"
    "  Runs cases K ... K + N - 1 (40000 from 0) of a seed (1) on every back end and compares with the reference.\n"
    "  N threads (1) share every output, however small. From 40000 cases on, every class of cases must have been met. "
    "Ends with 1 at the first difference.\n";

bool read_number(const char* text, std::uint64_t& number) {
  const char* const end = text + std::strlen(text);
  const auto [rest, error] = std::from_chars(text, end, number);
  return error == std::errc() && rest == end && text != end;
}

bool read(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; i += 2) {
    const std::string_view name = argv[i];
    std::uint64_t* const number = name == "--seed"      ? &options.seed
                                  : name == "--cases"   ? &options.cases
                                  : name == "--first"   ? &options.first
                                  : name == "--threads" ? &options.threads
                                                        : nullptr;
    if (!number || i + 1 == argc || !read_number(argv[i + 1], *number)) return false;
  }
  options.complete = options.cases >= 40000;
  return true;
}

void print_failure(const Options& options, std::uint64_t number, const std::string& report) {
  std::printf("seed %llu, case %llu: %s", static_cast<unsigned long long>(options.seed),
              static_cast<unsigned long long>(number), report.c_str());
  std::printf("repeat with: %s --seed %llu --first %llu --cases 1 --threads %llu\n",
              dmlrun::test::this_program().c_str(), static_cast<unsigned long long>(options.seed),
              static_cast<unsigned long long>(number), static_cast<unsigned long long>(options.threads));
}

/// What is said where a case ends the process: it read or wrote beside its buffers, most likely.
char last_words[8192];

extern "C" void on_fault(int number) {
  if (::write(STDERR_FILENO, last_words, std::strlen(last_words)) < 0) ::_exit(70);
  ::signal(number, SIG_DFL);  // and it comes again
}

void prepare_last_words(const Options& options, std::uint64_t number) {
  std::snprintf(last_words, sizeof last_words,
                "a fault in seed %llu, case %llu\nrepeat with: %s --seed %llu --first %llu --cases 1 --threads %llu\n",
                static_cast<unsigned long long>(options.seed), static_cast<unsigned long long>(number),
                dmlrun::test::this_program().c_str(), static_cast<unsigned long long>(options.seed),
                static_cast<unsigned long long>(number), static_cast<unsigned long long>(options.threads));
}

/// The counts, and whether they are good enough.
bool print_counts(const Options& options, const dmlrun::fuzz::DifferentialCounts& counts, double seconds,
                  bool has_code) {
  const double cases = static_cast<double>(counts.legal + counts.illegal);
  const double share = 100.0 * static_cast<double>(counts.legal) / std::max(cases, 1.0);
  if (options.complete) std::printf("%s", counts.tally.table().c_str());
  std::printf(
      "%.0f cases in %.1f s (%.0f per second), %.1f %% legal, %llu output elements, digest %016llx, seed %llu\n", cases,
      seconds, cases / std::max(seconds, 1e-9), share, static_cast<unsigned long long>(counts.elements),
      static_cast<unsigned long long>(counts.digest), static_cast<unsigned long long>(options.seed));
  std::printf("%llu legal descs were accepted, %llu illegal ones refused by a rule that they break\n",
              static_cast<unsigned long long>(counts.legal), static_cast<unsigned long long>(counts.illegal));
  if (!dmlrun::fuzz::compares_signs_of_zeros())
    std::printf("signs of zeros were not compared: fma makes +0 of -0 + -0 here\n");
  if (counts.declined > 0)
    std::printf("%llu plans were declined; none should be\n", static_cast<unsigned long long>(counts.declined));
  const double dull = 100.0 * static_cast<double>(counts.dull) / std::max(static_cast<double>(counts.outputs), 1.0);
  std::printf("%.1f %% of %llu outputs are no evidence: more than nine tenths of their elements are equal\n", dull,
              static_cast<unsigned long long>(counts.outputs));
  if (!options.complete) return counts.declined == 0;
  // Without machine code no kernel works in units of several elements.
  const std::size_t left_out[] = {dmlrun::fuzz::kSlicedInside};
  const std::string missing = counts.tally.missing(std::span(left_out).first(has_code ? 0 : 1));
  if (!missing.empty()) std::printf("never met:\n%s", missing.c_str());
  const bool balanced = share >= 60 && share <= 95;
  if (!balanced) std::printf("60 to 95 %% of the cases must be legal\n");
  constexpr double kMaxDull = 20;  // what one-hot rows, wide paddings, comparisons and clips answer is mostly one value
  if (dull > kMaxDull) std::printf("at most %.0f %% may be\n", kMaxDull);
  return missing.empty() && balanced && dull <= kMaxDull && counts.declined == 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read(argc, argv, options)) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 4096);
  dmlrun::fuzz::DifferentialCounts counts;
  std::vector<dmlrun::CompileOptions> variants = dmlrun::test::all_variants();
  for (dmlrun::CompileOptions& variant : variants) variant.threads = static_cast<unsigned>(options.threads);
  if (options.threads != 1) dmlrun::set_work_per_thread(1);
  for (const int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE}) ::signal(number, on_fault);
  const std::span<const std::string_view> tunings = dmlrun::tuning_names();
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t number = options.first; number - options.first < options.cases; ++number) {
    prepare_last_words(options, number);
    // This processor's tuning, and those of all others, in turn.
    for (dmlrun::CompileOptions& variant : variants)
      variant.tuning = number % 2 == 0 || tunings.empty() ? "" : tunings[number / 2 % tunings.size()];
    const std::string report = dmlrun::fuzz::run_case(options.seed, number, variants, counts);
    if (report.empty()) continue;
    print_failure(options, number, report);
    return 1;
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const bool has_code = std::any_of(variants.begin(), variants.end(),
                                    [](const auto& variant) { return variant.backend.starts_with("jit"); });
  return print_counts(options, counts, seconds.count(), has_code) ? 0 : 1;
}
