// The operator tables, specs/*.json, as structs: fields, rules, and what each feature level supports.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/operators.h"
#include "dmlrun/result.h"

namespace dmlrun::operators {

enum class FieldKind : std::uint8_t {
  tensor,  ///< DML_TENSOR_DESC
  tensor_array,
  uint32,  ///< an unsigned number up to FieldSpecification::most
  uint32_array,
  int32_array,
  float32,
  enumeration,  ///< by name
  data_type,    ///< DML_TENSOR_DATA_TYPE by name
  scalar,       ///< DML_SCALAR_UNION, typed by another field
  count,        ///< UINT32 number of entries of the arrays named by `of`
};

struct EnumValue {
  std::string name;  ///< short form
  std::uint32_t value = 0;
  FeatureLevel since = 0x1000;
};

struct FieldSpecification {
  std::string name;
  FieldKind kind = FieldKind::uint32;
  bool input = false, output = false;       ///< tensors only
  bool optional = false;                    ///< DirectML allows its absence
  bool derived = false;                     ///< a SPEC may leave it out because the rest tells it
  bool one_element = false;                 ///< tensors: scale or zero point
  std::uint64_t least = 0;                  ///< uint32, uint32_array: the least value
  std::uint64_t most = 0xFFFFFFFF;          ///< uint32, uint32_array: the greatest value; 2^64 - 1 for a UINT64
  DataType fixed_type = DataType::unknown;  ///< tensors: the only type there is
  std::vector<std::string> of;              ///< count: the arrays; scalar: the field with its type
  std::string enum_prefix;                  ///< enumeration: "DML_PADDING_MODE"
  std::vector<EnumValue> values;            ///< enumeration
  bool combines = false;                    ///< enumeration: flags; an array of names stands for all of them
  /// The field must be given when the enumeration of that name has that value; otherwise it may be left out.
  std::string required_when_field, required_when_value;
  /// The field must be given when the field of that name is not, which would tell it.
  std::string required_without;
  std::string doc;  ///< one sentence
};

/// One row of DirectML's table: in force from `since` up to the next row.
struct SupportRow {
  FeatureLevel since = 0x1000;
  std::uint32_t least_rank = 1, most_rank = 8;
  std::vector<DataType> types;
};
struct Support {
  std::vector<std::string> tensors;  ///< field names that share the table
  std::vector<SupportRow> rows;      ///< ascending
};

struct Rule {
  std::string id;  ///< "TILE-4"
  ErrorCode code = ErrorCode::internal;
  std::string text;    ///< one sentence
  std::string source;  ///< DirectML page, or "dmlrun" with the reason
};

struct Specification {
  std::string type;  ///< short name, "TILE"; "" for the tensor rules
  FeatureLevel since = 0x1000;
  std::string page;  ///< URL of the DirectML page
  std::string summary;
  std::vector<FieldSpecification> fields;
  std::vector<Support> support;
  std::vector<Rule> rules;
};

/// Reads one file of specs/. Refuses what is not of the form above, with the place.
[[nodiscard]] Result<Specification> parse_specification(std::string_view text) noexcept;

/// All operators' tables, in the order of operator_types(). Parsed on first use; safe from any thread.
/// Empty only if memory ran out.
[[nodiscard]] std::span<const Specification> specifications() noexcept;
/// The rules for every tensor, specs/tensor.json. Throws std::bad_alloc: without them nothing may be accepted.
[[nodiscard]] const Specification& tensor_specification();
/// By short name; null when there is none. Parses that operator's table only.
[[nodiscard]] const Specification* find_specification(std::string_view type) noexcept;
/// DirectML's published levels, ascending.
[[nodiscard]] std::span<const FeatureLevel> feature_levels() noexcept;
/// "6.4" for 0x6400.
[[nodiscard]] std::string level_name(FeatureLevel level);

}  // namespace dmlrun::operators
