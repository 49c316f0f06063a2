// Fields as a command line writes them, --Repeats 1,2: to a spec and back.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/tensor.h"
#include "engine/spec/json_text.h"
#include "engine/text/document.h"

namespace dmlrun::operators {
struct RowField;
}

namespace dmlrun::spec {

/// "uint32[]", "tensor", as specs/README.md names the kinds.
[[nodiscard]] std::string_view kind_words(const operators::RowField& field) noexcept;

struct FieldOption {
  std::string_view name;
  std::string_view kind;
  bool input, output;  ///< tensors
};
/// The fields of an implemented operator.
[[nodiscard]] std::vector<FieldOption> field_options(std::string_view type);

/// The words that a field of an implemented operator may have: names of modes or types, those of a tensor too, true and
/// false; else none.
[[nodiscard]] std::vector<std::string_view> field_values(std::string_view type, std::string_view field);

struct FieldWord {
  std::string_view field;  ///< one of field_options()
  std::string value;
};
/// Whether the value describes a tensor: TYPE, TYPE:2,3, :2,3 or JSON. Anything else is values or a file.
[[nodiscard]] bool describes_tensor(std::string_view value) noexcept;
/// :2,3 or TYPE:2,3 for what lacks the colon, 2,3, (2,3), TYPE,2,3 or TYPE(2,3); "" for anything else.
[[nodiscard]] std::string with_colon(std::string_view value);
/// What is wrong with such a value that lacks the colon or has the form TYPE or TYPE:2,3; "" for any other form, such
/// as that of a file's name.
[[nodiscard]] std::string why_no_tensor(std::string_view value);
/// The fields that operands probably mean, with these as their values: INT8 an output's type, EDGE a mode, 0 a number
/// that must be given, the first in DirectML's order that has none in `given`. Empty where one of them means no field.
[[nodiscard]] std::vector<FieldWord> fields_meant(std::string_view type, std::span<const std::string> operands,
                                                  std::span<const FieldWord> given);
/// The data types that the operator's tensor may have at the latest level; none where they are not known.
[[nodiscard]] std::span<const DataType> types_of(std::string_view type, std::string_view tensor);
/// A data type that the operator's tensor may have: FLOAT32, or else the first one.
[[nodiscard]] std::string_view usual_type(std::string_view type, std::string_view tensor);
/// Whether the operator's tensor may have that type, as far as its own type is concerned.
[[nodiscard]] bool takes_type(std::string_view type, std::string_view tensor, DataType found);
/// Whether the operator works on the bits of elements, whatever their type.
[[nodiscard]] bool works_on_bits(std::string_view type);
/// Whether it only moves elements: a number among its fields is one.
[[nodiscard]] bool moves_elements(std::string_view type);
/// Whether all tensors of the operator have equal sizes, and a stride of 0 broadcasts one.
[[nodiscard]] bool broadcasts(std::string_view type);
/// Whether a stride of 0 may mend what breaks that rule, as "ADD-2" does: tensors of other sizes.
[[nodiscard]] bool may_broadcast(std::string_view type, std::string_view rule);
/// The text of a spec of that operator: numbers and names as they are, lists as 1,2, tensors as describes_tensor() has
/// them, anything as JSON. What a value must be is left to the spec's own checks. `inputs` are the spec's.
[[nodiscard]] std::string spec_of_words(std::string_view type, std::span<const FieldWord> words, JsonText inputs);

/// A value of a document, to be printed.
[[nodiscard]] JsonText json_text(const text::Value& value);
/// The reverse, for a spec of that operator: its words for `dmlrun`, "TILE", "InputTensor.npy", "--Repeats", "1,2".
/// Inputs that have values in the spec are files of their names; values of other tensors are left out.
[[nodiscard]] std::vector<std::string> words_of_spec(std::string_view type, const text::Value& spec);

}  // namespace dmlrun::spec
