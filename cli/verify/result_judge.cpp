#include "cli/verify/result_judge.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "cli/report/failure.h"

namespace dmlrun::cli {
namespace {

/// A result is sure where the number that is this much smaller is rounded to the same as the one that is larger.
constexpr double kWindow = 8 * kFilterError;
/// How many inputs of a chunk are computed both ways, beside the first and the last.
constexpr std::uint32_t kSamples = 62;

/// Below and above these every result is the same.
constexpr double kTiny = 0x1p-200, kHuge = 0x1p200;

bool are_near(double near, double exact) {
  if (std::isnan(exact) || std::isnan(near)) return std::isnan(exact) && std::isnan(near);
  if (near == exact) return std::signbit(near) == std::signbit(exact);
  if (std::abs(exact) > kHuge || std::abs(exact) < kTiny)
    return std::signbit(near) == std::signbit(exact) &&
           (std::abs(exact) > 1 ? std::abs(near) > kHuge : std::abs(near) < kTiny);
  return std::abs(near - exact) <= kFilterError * std::abs(exact);
}

template <class Bits>
std::uint32_t result_at(Domain domain, const std::byte* results, std::size_t i) noexcept {
  Bits bits;
  std::memcpy(&bits, results + i * sizeof bits, sizeof bits);
  return one_nan(domain, bits);
}

/// Numbers that follow one another without order.
std::uint32_t mixed(std::uint32_t number) noexcept {
  number = (number ^ number >> 16) * 0x85ebca6b;
  number = (number ^ number >> 13) * 0xc2b2ae35;
  return number ^ number >> 16;
}

/// Four independent products, so that a word takes less than a cycle of waiting.
class Hash {
 public:
  void add(const std::array<std::uint64_t, 4>& words) noexcept {
    for (std::size_t i = 0; i < words.size(); ++i) {
      state_[i] = (state_[i] ^ words[i]) * 0x9e3779b97f4a7c15;
      state_[i] ^= state_[i] >> 32;
    }
  }
  [[nodiscard]] std::uint32_t value() const noexcept {
    std::uint64_t all = 0;
    for (const std::uint64_t word : state_) all = (all ^ word) * 0xd6e8feb86659fd93, all ^= all >> 32;
    return static_cast<std::uint32_t>(all);
  }

 private:
  std::array<std::uint64_t, 4> state_{1, 2, 3, 4};
};

/// Blocks of results as 32-bit words, with one NaN: `get` gives result i.
template <class Get>
std::uint32_t hash_results(std::size_t count, Get get) noexcept {
  Hash hash;
  for (std::size_t i = 0; i + 8 <= count; i += 8) {
    std::array<std::uint64_t, 4> words;
    for (std::size_t k = 0; k < 4; ++k)
      words[k] = get(i + 2 * k) | static_cast<std::uint64_t>(get(i + 2 * k + 1)) << 32;
    hash.add(words);
  }
  return hash.value();
}

}  // namespace

void Wrongs::add(const Wrongs& more) noexcept {
  const bool is_larger =
      more.count > 0 && (count == 0 || more.error > error || (more.error == error && more.input < input));
  const std::uint64_t sum = count + more.count;
  if (is_larger) *this = more;
  count = sum;
}

void ResultJudge::check_filter(const UnaryFunction& function, Domain domain, std::uint32_t input) {
  const double x = input_value(domain, input), near = function.near(x), exact = exact_.value(function, x);
  if (are_near(near, exact)) return;
  char words[200];
  std::snprintf(words, sizeof words, "the filter of %s is wrong: of %.17g it says %.17g, and the value is %.17g",
                std::string(function.name).c_str(), x, near, exact);
  fail(ErrorCode::internal, words);
}

template <Domain domain>
void ResultJudge::judge_all(const UnaryFunction& function, std::uint32_t first) {
  for (std::uint32_t i = 0; i < right_.size(); ++i) {
    const double near = function.near(input_value(domain, first + i));
    const std::uint32_t below = rounded(domain, near * (1 - kWindow)), above = rounded(domain, near * (1 + kWindow));
    right_[i] = below;
    if (below != above) [[unlikely]] {
      check_filter(function, domain, first + i);
      right_[i] = rounded(domain, exact_.value(function, input_value(domain, first + i)));
    }
  }
}

std::span<const std::uint32_t> ResultJudge::right_results(const UnaryFunction& function, Domain domain,
                                                          std::size_t chunk) {
  const auto count = static_cast<std::uint32_t>(inputs_per_chunk(domain));
  const auto first = static_cast<std::uint32_t>(chunk * count);
  right_.resize(count);
  switch (domain) {
    case Domain::float32: judge_all<Domain::float32>(function, first); break;
    case Domain::float16: judge_all<Domain::float16>(function, first); break;
    case Domain::narrowed: judge_all<Domain::narrowed>(function, first); break;
  }
  check_filter(function, domain, first);
  check_filter(function, domain, first + count - 1);
  for (std::uint32_t i = 0; i < kSamples; ++i)
    check_filter(function, domain, first + mixed(first + i * 0x9e3779b9) % count);
  return right_;
}

std::vector<std::uint32_t> results_of(Domain domain, std::span<const std::byte> results) {
  std::vector<std::uint32_t> bits(results.size() / result_bytes(domain));
  const auto result = result_bytes(domain) == 2 ? result_at<std::uint16_t> : result_at<std::uint32_t>;
  for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = result(domain, results.data(), i);
  return bits;
}

Wrongs wrong_results(const UnaryFunction& function, Domain domain, std::size_t chunk, std::span<const std::byte> found,
                     std::span<const std::uint32_t> right) {
  Wrongs wrongs;
  const auto result_of = result_bytes(domain) == 2 ? result_at<std::uint16_t> : result_at<std::uint32_t>;
  for (std::size_t i = 0; i < right.size(); ++i) {
    const std::uint32_t result = result_of(domain, found.data(), i);
    if (result == right[i]) continue;
    const auto input = static_cast<std::uint32_t>(chunk * right.size() + i);
    wrongs.add({1, ulps_between(domain, result, function.near(input_value(domain, input))), input, result, right[i]});
  }
  return wrongs;
}

std::uint32_t hash_of(Domain domain, std::span<const std::byte> results) noexcept {
  const std::size_t count = results.size() / result_bytes(domain);
  if (result_bytes(domain) == 2)
    return hash_results(count, [&](std::size_t i) { return result_at<std::uint16_t>(domain, results.data(), i); });
  return hash_results(count, [&](std::size_t i) { return result_at<std::uint32_t>(domain, results.data(), i); });
}

std::uint32_t hash_of(std::span<const std::uint32_t> right) noexcept {
  return hash_results(right.size(), [&](std::size_t i) { return right[i]; });
}

}  // namespace dmlrun::cli
