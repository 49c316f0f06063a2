#include "jit/x64/strategy_notes.h"

#include <algorithm>

namespace dmlrun::jit::x64 {

StrategyNotes::StrategyNotes(const plan::Plan& plan) {
  for (std::size_t a = 0; a < plan.axes.size(); ++a) {
    const char* place = plan.axes.size() == 1       ? ""
                        : a == 0                    ? ", outermost"
                        : a + 1 == plan.axes.size() ? ", innermost"
                                                    : "";
    axis_subjects_.push_back("axis " + std::to_string(a) + ", " + std::to_string(plan::extent(plan.axes[a])) + " long" +
                             place);
    at(axis_subjects_.back());
  }
}

Choice& StrategyNotes::at(std::string_view subject) {
  const auto found =
      std::find_if(choices_.begin(), choices_.end(), [&](const Choice& c) { return c.subject == subject; });
  if (found != choices_.end()) return *found;
  choices_.push_back({std::string(subject), {}, {}});
  return choices_.back();
}

void StrategyNotes::take(std::string_view subject, std::string_view what) {
  constexpr std::string_view kBetween = "; ";
  std::string& taken = at(subject).taken;
  for (std::size_t from = 0; from <= taken.size() && !taken.empty();) {
    const std::size_t end = std::min(taken.find(kBetween, from), taken.size());
    if (std::string_view(taken).substr(from, end - from) == what) return;
    from = end + kBetween.size();
  }
  if (!taken.empty()) taken += kBetween;
  taken += what;
}

void StrategyNotes::decline(std::string_view subject, std::string_view what, std::string_view why_not) {
  std::vector<Choice::Other>& others = at(subject).others;
  const auto is_same = [&](const Choice::Other& other) { return other.what == what && other.why_not == why_not; };
  if (std::none_of(others.begin(), others.end(), is_same)) others.push_back({std::string(what), std::string(why_not)});
}

std::vector<Choice> StrategyNotes::choices() const {
  std::vector<Choice> noted;
  for (const Choice& choice : choices_)
    if (!choice.taken.empty() || !choice.others.empty()) noted.push_back(choice);
  return noted;
}

}  // namespace dmlrun::jit::x64
