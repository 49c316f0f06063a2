// What the JSON Schemas of specs and of models share: enumerations, tensors and the fields of operators, made from the
// rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/operators/rows/operator_row.h"
#include "engine/spec/json_text.h"

namespace dmlrun::spec {

/// A schema's definitions while they are made, each once.
class SchemaParts {
 public:
  /// A model says all that DirectML needs and may hold notes; a spec leaves out what the rest tells.
  enum class For : std::uint8_t { spec, model };
  explicit SchemaParts(For what);

  /// A reference to a definition, which `make` makes when it is named first.
  template <class Make>
  JsonText defined(const std::string& name, Make make);
  /// Names of an enumeration, "DML_PADDING_MODE", also with its name before them. `all` says that there are no others.
  JsonText names(const std::string& enumeration, const std::vector<std::string>& names, bool all);
  JsonText data_types(const std::vector<DataType>& types);
  /// One element of a type: a number of its range, or of a float also a word.
  JsonText element(DataType type);
  /// The name of an operator in either spelling.
  JsonText operator_name(const operators::OperatorRow& row);
  /// An object without other members than these and notes.
  [[nodiscard]] JsonText closed(JsonText properties) const;
  /// What an operator's desc must hold: "properties", "required" and "allOf". Other members may stand beside them.
  JsonText fields(const operators::OperatorRow& row);
  /// The pattern of keys that are passed over.
  [[nodiscard]] JsonText notes() const;
  [[nodiscard]] JsonText definitions() &&;

 private:
  JsonText field(const operators::OperatorRow& row, const operators::RowField& field);
  JsonText tensor(const operators::OperatorRow& row, const operators::RowField& field);
  JsonText properties_of(const operators::OperatorRow& row);
  JsonText scalar(DataType type);
  void add_conditions(const operators::OperatorRow& row, JsonText& conditions);
  void add_tensors();

  For what_;
  std::vector<std::string> known_;
  JsonText definitions_ = JsonText::object();
};

[[nodiscard]] std::vector<DataType> all_data_types();

template <class Make>
JsonText SchemaParts::defined(const std::string& name, Make make) {
  for (const std::string& known : known_)
    if (known == name) return JsonText::object({{"$ref", JsonText::string("#/$defs/" + name)}});
  known_.push_back(name);
  definitions_.add(name, make());
  return JsonText::object({{"$ref", JsonText::string("#/$defs/" + name)}});
}

}  // namespace dmlrun::spec
