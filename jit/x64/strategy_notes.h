// Decisions are recorded where they are made, so `explain` cannot drift.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/plan/plan.h"
#include "engine/run/backend.h"

namespace dmlrun::jit::x64 {

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
