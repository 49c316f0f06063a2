// The rows of specs/operators as structs: fields, rules, and what each feature level supports. specs/README.md has the
// notation. Operators that are not implemented have rows, too, without docs and rules.
// operator_row.cpp finds rows, parse_row.cpp parses one, feature_level.cpp has the levels.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/operators.h"
#include "dmlrun/result.h"
#include "engine/operators/rows/specs_files.h"
#include "engine/operators/rows/usual_names.h"

namespace dmlrun::operators {

enum class FieldKind : std::uint8_t {
  tensor,  ///< DML_TENSOR_DESC
  tensor_array,
  uint32,  ///< an unsigned number up to RowField::most
  uint32_array,
  int32_array,
  float32,
  enumeration,  ///< by name
  data_type,    ///< DML_TENSOR_DATA_TYPE by name
  scalar,       ///< DML_SCALAR_UNION, typed by another field
  count,        ///< UINT32 number of entries of the arrays named by `of`
  scale_bias,   ///< DML_SCALE_BIAS
  activation,   ///< DML_OPERATOR_DESC of a fused activation
  int32,
  boolean,
  float32_array,
  // No operator that is implemented has these.
  size_2d,  ///< DML_SIZE_2D
  activation_array,
};

struct EnumValue {
  std::string name;  ///< short form
  std::uint32_t value = 0;
  FeatureLevel since = 0x1000;
};

struct RowField {
  std::string name;
  FieldKind kind = FieldKind::uint32;
  bool derived = false;                  ///< a SPEC may leave it out, because it follows from other fields
  bool optional = false;                 ///< DirectML allows its absence ...
  FeatureLevel optional_since = 0x1000;  ///< ... from this level on
  /// The field must be given if the enumeration `required_when_field` has the value `required_when_value`; otherwise it
  /// may be left out.
  std::string required_when_field, required_when_value;
  /// The field must be given unless the field of this name is, from which it would follow.
  std::string required_without;
  std::string doc;  ///< one sentence

  // Tensors:
  bool input = false, output = false;
  bool one_element = false;                 ///< scale or zero point
  bool two_elements = false;                ///< two or more elements, of which two are read
  bool repeats = false;                     ///< an axis of size 1 is repeated
  std::string type_of;                      ///< the tensor that it shares its DataType with
  DataType fixed_type = DataType::unknown;  ///< the only valid type
  DataType usual_type = DataType::unknown;  ///< outputs that hold truth values or counts: the type where none is given
  // Numbers, uint32 and uint32_array:
  std::uint64_t least = 0, most = 0xFFFFFFFF;  ///< most: 2^64 - 1 for a UINT64
  // Counts: the arrays. Scalars: the field with its type.
  std::vector<std::string> of;
  // Enumerations and activations:
  std::string enum_prefix;        ///< "DML_PADDING_MODE"; "ACTIVATION"
  std::vector<EnumValue> values;  ///< the valid ones
  bool combines = false;          ///< flags, written as an array of names

  [[nodiscard]] bool is_tensor() const noexcept { return input || output; }
  /// Whether an output's sizes follow from this tensor's.
  [[nodiscard]] bool tells_sizes() const noexcept { return input && !one_element && !two_elements && !repeats; }
};

/// One row of DirectML's table: in force from `since` up to the next row.
struct SupportRow {
  FeatureLevel since = 0x1000;
  std::uint32_t least_rank = 1, most_rank = 8;
  std::vector<DataType> types;  ///< empty: the page does not list them
};
struct Support {
  std::vector<std::string> tensors;  ///< field names that share the table
  std::vector<SupportRow> rows;      ///< ascending
  /// The table applies only if the enumeration `when_field` has one of `when_values`; "": always.
  std::string when_field;
  std::vector<std::string> when_values;
};

struct Rule {
  std::string id;   ///< "TILE-4"
  std::string key;  ///< the rule's key in its family: "ranks"
  ErrorCode code = ErrorCode::internal;
  std::string text;             ///< one sentence
  std::string source;           ///< DirectML page, or "dmlrun" with the reason
  bool compares_sizes = false;  ///< a field's number with the sizes of a tensor
};

struct OperatorRow {
  std::string type;    ///< short name, "TILE"; "" for the tensor rules
  std::string family;  ///< "" for an operator that is not implemented
  FeatureLevel since = 0x1000;
  std::string page;      ///< URL of the DirectML page
  std::string revision;  ///< the page's date; "" for an operator that is not implemented
  std::string summary;
  std::string value;                 ///< element-wise operators: the formula of an element, see formula.h
  std::vector<std::string> formula;  ///< operators without `value`: lines for people, see specs/README.md
  bool in_place = false;             ///< DirectML lets an output be one of the inputs
  std::vector<RowField> fields;
  std::vector<Support> support;
  std::vector<Rule> rules;

  /// The field or rule; null if there is none.
  [[nodiscard]] const RowField* field(std::string_view named) const noexcept;
  [[nodiscard]] const Rule* rule(std::string_view key) const noexcept;
  [[nodiscard]] bool has_inputs() const noexcept;
  /// Whether no other tensor tells an output's type.
  [[nodiscard]] bool is_alone(const RowField& output) const noexcept;
  /// The type of a tensor whose RowField::type_of names a tensor of type `owner`: `owner`, or FLOAT32 if the field does
  /// not support that.
  [[nodiscard]] DataType type_beside(const RowField& field, DataType owner) const noexcept;
  /// The ranks and types of a tensor that a level supports; null if its table begins at a later level.
  [[nodiscard]] const SupportRow* supported(std::string_view tensor, FeatureLevel level) const noexcept;
};

/// The text of a row in a file of specs/operators.
struct RowText {
  std::string_view type, family, text;
  std::string_view file;  ///< the row's file, "operators/movement"
};
/// Every row, those of the tensor rules and of operators that are not implemented included, in the order of the files.
[[nodiscard]] std::span<const RowText> row_texts() noexcept;

/// Parses one row. The rules, descriptions, enumerations and sets of types that it names are in the other files of
/// specs. Text that is not of the form of specs/README.md is refused, with the position in the row.
/// operator_row_test.cpp checks that the fields and tensors that a row names exist, once.
[[nodiscard]] Result<OperatorRow> parse_row(std::string_view row,
                                            std::span<const SpecsFile> files = specs_files()) noexcept;
/// The values of an enumeration, e.g. "DML_PADDING_MODE"; none if specs/enums.json lacks it.
[[nodiscard]] Result<std::vector<EnumValue>> parse_enumeration(std::string_view name,
                                                               std::span<const SpecsFile> files = specs_files());

/// The row with the rules for every tensor, which has no operator. May throw std::bad_alloc: without the rules nothing
/// may be accepted.
[[nodiscard]] const OperatorRow& tensor_row();
/// The short name, "TILE", of a type written "TILE" or "DML_OPERATOR_TILE". The functions below accept both.
[[nodiscard]] std::string_view short_name(std::string_view type) noexcept;
/// The row of an implemented operator; null if there is none, or memory runs out. Parses only that row, on first use.
/// Thread-safe.
[[nodiscard]] const OperatorRow* find_row(std::string_view type) noexcept;
/// Beginnings of names that may be left out where people write them; of two operators the first is meant.
inline constexpr std::string_view kPrefixes[] = {"", "ELEMENT_WISE_", "ACTIVATION_", "ELEMENT_WISE_LOGICAL_"};
/// The operator that a word names without one of these, in any letter case; "" if none.
[[nodiscard]] std::string_view without_prefix(std::string_view type);
/// The operator that a word, which names none, probably means: by its usual name, or the one whose name, with or
/// without those prefixes and underscores, begins with three letters or more; implemented ones first, then the
/// shortest. "" if none.
[[nodiscard]] std::string_view operator_meant(std::string_view word);
/// Of "transpose", "reshape", "stack" and the like, which are no operators: what does that; "" of other words.
[[nodiscard]] std::string_view layout_remedy(std::string_view word);
/// What such a word does to a tensor's layout.
[[nodiscard]] Layout layout_meant(std::string_view word);
/// Names to look for the nearest in: implemented types, then all, then those without their prefixes.
[[nodiscard]] std::vector<std::string_view> operator_names();
/// "did you mean TILE?", and whether it is implemented.
[[nodiscard]] std::string did_you_mean(std::string_view type);
/// "not implemented yet" of an operator, the implemented one whose name goes on from there, and where all are listed.
[[nodiscard]] std::string not_implemented(std::string_view type);
/// Why find_row() did not find a type: not_implemented if DirectML has it, else unknown_operator; explained in words.
[[nodiscard]] ErrorCode code_not_found(std::string_view type) noexcept;
[[nodiscard]] std::string why_not_found(std::string_view type);
/// The type that these words name: the implemented one whose name goes on, or the most similar one; "" if none.
[[nodiscard]] std::string_view near_not_found(std::string_view type);
/// The row of any operator of DirectML, implemented or not; null if there is none. Error: out_of_memory.
[[nodiscard]] Result<const OperatorRow*> find_any_row(std::string_view type) noexcept;
/// The family of an implemented operator; "" for others. Parses nothing.
[[nodiscard]] std::string_view family_of(std::string_view type) noexcept;
/// DirectML's published levels, ascending.
[[nodiscard]] std::span<const FeatureLevel> feature_levels() noexcept;
/// "6.4" for 0x6400.
[[nodiscard]] std::string level_name(FeatureLevel level);

}  // namespace dmlrun::operators
