#include "cli/report/rejection.h"

#include "engine/text/numbers.h"

namespace dmlrun::cli {

std::string string_member(const text::Value& object, std::string_view key) {
  const text::Value value = object.is(text::Kind::object) ? object.find(key) : text::Value();
  return value && value.is(text::Kind::string) ? std::string(value.string()) : std::string();
}

Rejection Rejection::read(const text::Value& object) {
  if (!object.is(text::Kind::object)) return {};
  Rejection rejection{string_member(object, "code"), {}, {}};
  if (object.find("pointer")) rejection.pointer = string_member(object, "pointer");
  if (object.find("rule")) rejection.rule = string_member(object, "rule");
  const text::Value exit = object.find("exit");
  constexpr std::uint64_t kMax = 255;
  if (exit)
    if (auto code = text::read_unsigned(exit, kMax)) rejection.exit = static_cast<ExitCode>(*code);
  return rejection;
}

Rejection Rejection::of(const Failure& failure) {
  return {std::string(name(failure.error.code)), failure.error.where, failure.error.rule, failure.exit};
}

bool Rejection::is_met_by(const Rejection& found) const {
  return code == found.code && exit == found.exit && (!pointer || pointer == found.pointer) &&
         (!rule || rule == found.rule);
}

std::string Rejection::text() const {
  std::string text = code;
  if (pointer) text += " at " + in_quotes(*pointer);
  if (rule) text += rule->empty() ? " without a rule" : " by " + *rule;
  return exit == ExitCode::refused ? text : text + " with exit " + std::to_string(static_cast<int>(exit));
}

}  // namespace dmlrun::cli
