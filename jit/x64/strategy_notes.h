// Decisions in words, for `explain`. Generators make them of the data and pure functions that decide about code.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/run/backend.h"

namespace dmlrun::jit::x64 {

/// A literal as an argument of a template.
template <std::size_t kBytes>
struct Literal {
  std::array<char, kBytes> text{};
  consteval Literal(const char (&from)[kBytes]) { std::copy_n(from, kBytes, text.begin()); }
};
template <Literal kBefore, std::uint64_t kLimit, Literal kAfter>
inline constexpr auto kReasonText = [] {
  std::array<char, kBefore.text.size() + 20 + kAfter.text.size()> text{};
  char* to = std::copy(kBefore.text.begin(), kBefore.text.end() - 1, text.data());
  std::uint64_t unit = 1;
  while (kLimit / unit >= 10) unit *= 10;
  for (; unit > 0; unit /= 10) *to++ = static_cast<char>('0' + kLimit / unit % 10);
  std::copy(kAfter.text.begin(), kAfter.text.end(), to);
  return text;
}();
/// A reason with the limit that a constant sets.
template <Literal kBefore, std::uint64_t kLimit, Literal kAfter>
inline constexpr std::string_view kReason = kReasonText<kBefore, kLimit, kAfter>.data();

/// Generators get a pointer to one, or null: then no words are made. Notes never change code. Repeated notes are kept
/// once: a generator may visit the same decision several times.
class StrategyNotes {
 public:
  /// Has a subject for each axis, in their order; others follow in the order of their first note.
  explicit StrategyNotes(const plan::Plan& plan);

  void take(std::size_t axis, std::string_view what) { take(axis_subjects_[axis], what); }
  void decline(std::size_t axis, std::string_view what, std::string_view why_not) {
    decline(axis_subjects_[axis], what, why_not);
  }
  void take(std::string_view subject, std::string_view what);
  void decline(std::string_view subject, std::string_view what, std::string_view why_not);

  /// Subjects without notes are left out.
  [[nodiscard]] std::vector<Choice> choices() const;

 private:
  Choice& at(std::string_view subject);

  std::vector<std::string> axis_subjects_;
  std::vector<Choice> choices_;
};

}  // namespace dmlrun::jit::x64
