#include "engine/operators/checker.h"

namespace dmlrun::operators {

std::string Place::pointer() const {
  std::string text = "/" + std::string(slot);
  if (index >= 0) text += "/" + std::to_string(index);
  if (!member.empty()) text += "/" + std::string(member);
  if (item >= 0) text += "/" + std::to_string(item);
  return text;
}

std::string Place::words() const {
  std::string text(slot);
  if (index >= 0) text += "[" + std::to_string(index) + "]";
  if (!member.empty()) text += "." + std::string(member);
  if (item >= 0) text += "[" + std::to_string(item) + "]";
  return text;
}

// A build with DMLRUN_DISABLED_RULE="TILE-4" ignores that rule, so that a script can show that tests notice. It writes other
// rules over the name, in copies of the program; hence the volatile characters.
bool Checker::is_disabled([[maybe_unused]] std::string_view rule) const noexcept {
#ifdef DMLRUN_DISABLED_RULE
  for (const Rule& candidate : own_.rules)
    if (candidate.key == rule) rule = candidate.id;
  static const volatile char disabled[] = DMLRUN_DISABLED_RULE;
  std::size_t same = 0;
  while (same < rule.size() && disabled[same] == rule[same]) ++same;
  return same == rule.size() && disabled[same] == 0;
#else
  return false;
#endif
}

bool Checker::knows(std::string_view key) const noexcept {
  for (const Rule& rule : own_.rules)
    if (rule.key == key) return true;
  return false;
}

void Checker::fail(std::string_view rule, const Place& place, std::string message) {
  Error error;
  error.where = place.pointer();
  error.message = std::move(message);
  error.rule = rule;
  for (const Specification* specification : {&own_, &tensor_specification()})
    for (const Rule& candidate : specification->rules)
      if (candidate.id == rule || candidate.key == rule) error.code = candidate.code, error.rule = candidate.id;
  error_ = std::move(error);
}

namespace {

template <class T>
std::string list_of(const PerAxis<T>& values) {
  std::string text = "[";
  for (std::size_t i = 0; i < values.size(); ++i) text += (i ? ", " : "") + std::to_string(values[i]);
  return text + "]";
}

}  // namespace

std::string list(const Dimensions& values) { return list_of(values); }
std::string list(const SignedDimensions& values) { return list_of(values); }

}  // namespace dmlrun::operators
