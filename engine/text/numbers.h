// Typed access to the scalars of a document. Integers must be written as integers: 1.0, 1e3 and -0 are refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>

#include "engine/text/document.h"

namespace dmlrun::text {

/// wrong_type, not_an_integer, out_of_range (with the bounds).
[[nodiscard]] Result<std::uint64_t> read_unsigned(const Value& value, std::uint64_t most);
[[nodiscard]] Result<std::int64_t> read_signed(const Value& value, std::int64_t least, std::int64_t most);
/// A JSON number, or one of the strings "inf", "-inf", "nan" in any letter case. 1e-400 gives 0, "-0" gives +0 and
/// "-0.0" keeps its sign (DxDispatch's rules). For an element of a tensor or a field of another type: store_value(),
/// which does not round to double first.
[[nodiscard]] Result<double> read_real(const Value& value);
/// A finite number of at least 0; nothing where there is no value.
[[nodiscard]] Result<std::optional<double>> read_tolerance(const Value& value);
[[nodiscard]] Result<bool> read_boolean(const Value& value);
[[nodiscard]] Result<std::string_view> read_string(const Value& value);
/// The double nearest to a JSON number, in any locale: 0 with the number's sign where it is too small for one; nullopt
/// where it is beyond the largest one.
[[nodiscard]] std::optional<double> convert_real(std::string_view literal) noexcept;
/// Below 0, 0 or above 0 as the magnitude of a JSON number, exactly as it is written, is below, equal to or above that
/// of a finite double.
[[nodiscard]] int compare_magnitudes(std::string_view literal, double number) noexcept;
/// wrong_type unless the value is of that kind.
[[nodiscard]] Result<void> expect_kind(const Value& value, Kind kind);

/// The candidate nearest to `word` by edit distance, if near enough to be a misspelling, which keeps some letter; else
/// "".
template <class Range>
[[nodiscard]] std::string_view nearest(std::string_view word, const Range& candidates);
/// Whether two words differ in the case of ASCII letters at most.
[[nodiscard]] bool is_same_word(std::string_view a, std::string_view b) noexcept;
/// Letters to add, to drop, to change and to swap with their neighbour, whatever their case. No more is found out than
/// that it is `most` or more.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most = SIZE_MAX);

/// How many letters the one has that the other lacks, whatever their case and order: 0 after swaps alone.
[[nodiscard]] std::size_t letters_apart(std::string_view a, std::string_view b);

template <class Range>
std::string_view nearest(std::string_view word, const Range& candidates) {
  // A short word has room for one slip; of five letters for two that keep all letters but one: "titel" is TILE, and
  // "minus" is not MIN.
  const bool is_short = word.size() < 6;
  const std::size_t limit = word.size() < 5 ? 2 : is_short ? 3 : word.size() / 3 + 1;
  std::string_view best;
  // Of two that are as near the one whose letter is missing: one is dropped more often than changed.
  std::tuple<std::size_t, std::size_t, bool> least(limit, 0, false);
  for (std::string_view candidate : candidates) {
    // The difference in length alone is a distance: a hostile word of thousands of characters is never measured.
    std::size_t longer = candidate.size() > word.size() ? candidate.size() : word.size();
    const std::size_t most = std::get<0>(least);
    if (longer - (candidate.size() + word.size() - longer) > most) continue;
    const std::size_t distance = edit_distance(word, candidate, most + 1);
    if (distance > most || (distance > 0 && distance >= longer)) continue;
    const std::tuple found(distance, letters_apart(word, candidate), candidate.size() <= word.size());
    if (found >= least || (is_short && distance == 2 && std::get<1>(found) > 1)) continue;
    least = found, best = candidate;
  }
  return best;
}

}  // namespace dmlrun::text
