// DirectML's operators for people: all of them with a line each, and the names that people write for them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/operators/rows/usual_names.h"

namespace dmlrun::spec {

/// Whether dmlrun has an operator. `next`: it has others of its kind, from the same file of specs/operators.
enum class Stage : unsigned char { implemented, next, later };
[[nodiscard]] std::string_view name(Stage stage) noexcept;

struct ListedOperator {
  std::string_view type;  ///< short, "TILE"
  std::string level;      ///< the feature level that brought it, "3.0"
  Stage stage = Stage::later;
  std::string summary;
};
/// Every operator of DirectML, by name. Throws std::bad_alloc.
[[nodiscard]] std::vector<ListedOperator> operator_list();
/// Those that have each word, the best first: a name or usual name that is the words, names where each begins a word,
/// names that contain four letters or more, then summaries where each begins a word; implemented ones before others.
/// The name of a stage is a word, too. Throws std::bad_alloc.
[[nodiscard]] std::vector<ListedOperator> search_operators(std::span<const std::string> words);

/// The short name of the operator that a word means: in any letter case, with - for _, with or without DML_OPERATOR_,
/// ELEMENT_WISE_ and ACTIVATION_. Of two that it may mean, the one that is implemented, else the element-wise one.
/// "" when there is none.
[[nodiscard]] std::string_view operator_named(std::string_view word) noexcept;
/// Names of implemented operators without their prefixes, RELU and ADD, where operator_named() finds these by them.
[[nodiscard]] std::vector<std::string_view> short_operator_names();
/// Whether dmlrun has the operator of that short name.
[[nodiscard]] bool is_implemented(std::string_view type) noexcept;
/// Whether two names are one to a person: letter case, - and _ do not count.
[[nodiscard]] bool is_same_name(std::string_view a, std::string_view b) noexcept;
/// The operator that a word probably means, by its first letters or another name; "" when there is none.
[[nodiscard]] std::string_view operator_meant(std::string_view word);
/// The operator that a refusal of this name suggests; "" if none.
[[nodiscard]] std::string_view operator_suggested(std::string_view name);
/// Of "transpose", "reshape" and the like, which are no operators: what does that; "" of other words.
[[nodiscard]] std::string_view layout_remedy(std::string_view word);
/// What such a word does to a tensor's layout.
using operators::Layout;
[[nodiscard]] Layout layout_meant(std::string_view word);
/// Names of operators, with and without their prefixes, to look for the nearest in; operator_named() finds each.
[[nodiscard]] std::vector<std::string_view> operator_names();
/// "did you mean TILE?", and whether it is implemented.
[[nodiscard]] std::string did_you_mean(std::string_view type);
/// What to say of a word that operator_named() does not find, or of an operator that is not implemented.
[[nodiscard]] std::string why_not_named(std::string_view word);

/// The fields that another library calls so, the likeliest first: Axis for "dim".
[[nodiscard]] std::vector<std::string_view> usual_fields(std::string_view word);

}  // namespace dmlrun::spec
