// A JSON tree that can be changed: how specs are mutated and made smaller, whatever operator they describe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/document.h"

namespace dmlrun::fuzz {

struct JsonTree {
  text::Kind kind = text::Kind::null;
  std::string key;   ///< of a member; "" in arrays
  std::string text;  ///< a number as written, a decoded string, "true" or "false"
  std::vector<JsonTree> items;

  [[nodiscard]] bool is(text::Kind k) const noexcept { return kind == k; }
  /// Whether it is an array of numbers, not empty.
  [[nodiscard]] bool is_numbers() const noexcept;
  /// The number, when it is a whole one, not negative.
  [[nodiscard]] std::optional<std::uint64_t> whole() const noexcept;
  /// The member of that name, or null.
  [[nodiscard]] JsonTree* find(std::string_view name) noexcept;
  /// Removes the member of that name, if there is one.
  void erase(std::string_view name);
};

/// Precondition: the document has been accepted, so it is not deep.
[[nodiscard]] JsonTree tree_of(const text::Value& value);

/// One line of JSON.
[[nodiscard]] std::string print(const JsonTree& tree);

/// Calls visit(JsonTree&) for the tree and everything in it, the outer before the inner.
template <class Visit>
void for_each(JsonTree& tree, Visit&& visit) {
  visit(tree);
  for (JsonTree& item : tree.items) for_each(item, visit);
}

}  // namespace dmlrun::fuzz
