// Every rule of specs is checked through this class.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "engine/operators/rows/operator_row.h"
#include "engine/text/errors.h"

namespace dmlrun::operators {

/// The path of a field or of a part of one: /slot[/index][/member][/item]. Cheap to make.
struct FieldPath {
  std::string_view slot;
  std::int64_t index = -1;
  std::string_view member{};
  std::int64_t item = -1;
  [[nodiscard]] FieldPath at(std::string_view m, std::int64_t i = -1) const noexcept { return {slot, index, m, i}; }
  [[nodiscard]] std::string pointer() const;
  /// For sentences: "InputTensors[2].Sizes[0]".
  [[nodiscard]] std::string words() const;
};

/// Checks rules; records the first broken one and those that are broken independently of it.
class Checker {
 public:
  /// Checks the rules of `own`, and those of every tensor.
  Checker(const OperatorRow& own, const Validation& validation) noexcept : own_(own), validation_(validation) {}

  /// Checks a rule; false if it is broken. Then the rule's id (for TILE "sizes" is TILE-6) and code, the path and
  /// message() become an error.
  template <class Message>
  [[nodiscard]] bool require(bool ok, std::string_view key, const FieldPath& path, Message&& message) {
    if (ok || is_disabled(key)) [[likely]]
      return true;
    fail(key, path, std::forward<Message>(message)());
    return false;
  }
  /// Whether the row has a rule of that key.
  [[nodiscard]] bool knows(std::string_view key) const noexcept { return own_.rule(key) != nullptr; }
  [[nodiscard]] bool failed() const noexcept { return errors_.first().has_value(); }
  /// Returns the recorded error and forgets it. Precondition: failed().
  [[nodiscard]] Error take_error() { return *std::exchange(errors_, {}).first(); }
  [[nodiscard]] const Validation& validation() const noexcept { return validation_; }
  [[nodiscard]] const OperatorRow& row() const noexcept { return own_; }

 private:
  /// Always false in a real build; see engine/test/mutation.
  [[nodiscard]] bool is_disabled(std::string_view key) const;
  [[nodiscard]] const Rule* find(std::string_view key) const;
  void fail(std::string_view key, const FieldPath& path, std::string message);

  const OperatorRow& own_;
  const Validation& validation_;
  text::Errors errors_;
};

/// "[2, 3]"
[[nodiscard]] std::string list(const Dimensions& values);
[[nodiscard]] std::string list(const SignedDimensions& values);

}  // namespace dmlrun::operators
