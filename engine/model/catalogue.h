// What DxDispatch knows beyond the operators of this library, as data (specs/dxdispatch): the names of every operator
// with its fields, and of every enumeration.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/document.h"

namespace dmlrun::model {

/// A field of an operator that DxDispatch reads.
struct CatalogueField {
  std::string_view name;
  std::string_view kind;  ///< "tensor", or what operators.json writes after the colon, e.g. "u32[]"
  bool output = false, optional = false;
};

/// Reads a table when it is first asked for; what it returns lives as long as it does. Not for several threads at once.
class Catalogue {
 public:
  /// The fields of the operator of that short or full name; nothing when DxDispatch knows no such operator.
  [[nodiscard]] Result<std::optional<std::vector<CatalogueField>>> fields(std::string_view type);
  /// Short names of all of DxDispatch's operators, in its order.
  [[nodiscard]] Result<std::vector<std::string_view>> operator_types();
  /// The short names of an enumeration's values; none for an unknown enumeration.
  [[nodiscard]] Result<std::vector<std::string_view>> enum_values(std::string_view enumeration);
  /// Whether `word` is one of them, short or with the enumeration's name and '_' before it.
  [[nodiscard]] Result<bool> is_enum_value(std::string_view enumeration, std::string_view word);

 private:
  /// A member of a table's root.
  [[nodiscard]] Result<text::Value> part(std::optional<text::Document>& table, std::string_view stem);

  std::optional<text::Document> operators_, enums_;
};

}  // namespace dmlrun::model
