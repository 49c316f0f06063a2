#include "engine/operators/checker.h"

namespace dmlrun::operators {

std::string FieldPath::pointer() const {
  std::string text = "/" + std::string(slot);
  if (index >= 0) text += "/" + std::to_string(index);
  if (!member.empty()) text += "/" + std::string(member);
  if (item >= 0) text += "/" + std::to_string(item);
  return text;
}

std::string FieldPath::words() const {
  std::string text(slot);
  if (index >= 0) text += "[" + std::to_string(index) + "]";
  if (!member.empty()) text += "." + std::string(member);
  if (item >= 0) text += "[" + std::to_string(item) + "]";
  return text;
}

const Rule* Checker::find(std::string_view key) const {
  const Rule* own = own_.rule(key);
  return own ? own : tensor_row().rule(key);
}

// A build with DMLRUN_DISABLED_RULE="TILE-4" ignores that rule, so that a script can show that tests notice. It writes
// other rules over the name, in copies of the program; hence the volatile characters.
bool Checker::is_disabled([[maybe_unused]] std::string_view key) const {
#ifdef DMLRUN_DISABLED_RULE
  const Rule* const rule = find(key);
  if (!rule) return false;
  static const volatile char disabled[] = DMLRUN_DISABLED_RULE;
  std::size_t same = 0;
  while (same < rule->id.size() && disabled[same] == rule->id[same]) ++same;
  return same == rule->id.size() && disabled[same] == 0;
#else
  return false;
#endif
}

void Checker::fail(std::string_view key, const FieldPath& path, std::string message) {
  Error error{.where = path.pointer(), .message = std::move(message), .rule = std::string(key)};
  if (const Rule* rule = find(key)) error.code = rule->code, error.rule = rule->id;
  errors_.add(std::move(error));
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
