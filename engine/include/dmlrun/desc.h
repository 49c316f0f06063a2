// An operator's desc as a record of named fields: what the typed structs of operator_descs.h turn into.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "dmlrun/tensor.h"

#pragma GCC visibility push(default)
namespace dmlrun {

/// DML_SCALAR_UNION with the type that says which member counts: little-endian bytes, unused ones 0.
struct Scalar {
  DataType type = DataType::unknown;
  std::array<std::byte, 8> bytes{};
  friend bool operator==(const Scalar&, const Scalar&) = default;
};

/// The tensors of an array. A type of its own, because copying a std::variant whose alternatives are all vectors and
/// small values crashes in libstdc++ 12 when the copy fails.
struct TensorList : std::vector<TensorDesc> {
  using std::vector<TensorDesc>::vector;
  TensorList(std::vector<TensorDesc> tensors) noexcept : std::vector<TensorDesc>(std::move(tensors)) {}  ///< these
};

/// DML_SCALE_BIAS: an operator's input is x * scale + bias, in two FLOAT32 steps.
struct ScaleBias {
  float scale = 1, bias = 0;
};

/// DML_OPERATOR_DESC of an activation that an operator applies to its results, without tensors.
struct FusedActivation {
  std::string_view type{};   ///< "ACTIVATION_LINEAR"
  PerAxis<float> numbers{};  ///< its FLOAT fields in DirectML's order
};

/// The value of one field; std::monostate stands for an absent one. Unsigned numbers, booleans and enumerations are
/// std::uint64_t, signed numbers std::int64_t.
using FieldValue = std::variant<std::monostate, TensorDesc, TensorList, std::uint64_t, std::int64_t, float, Dimensions,
                                SignedDimensions, PerAxis<float>, Scalar, ScaleBias, FusedActivation>;

/// A field by DirectML's name, e.g. "Repeats".
struct DescField {
  std::string_view name{};
  FieldValue value{};

  DescField() = default;
  template <class T>
  DescField(std::string_view field, T given) : name(field) {
    if constexpr (std::is_enum_v<T> || std::is_unsigned_v<T>) value = static_cast<std::uint64_t>(given);
    else if constexpr (std::is_integral_v<T>) value = static_cast<std::int64_t>(given);
    else if constexpr (std::is_same_v<T, std::vector<TensorDesc>>) value = TensorList(std::move(given));
    else value = std::move(given);
  }  ///< A field that is there: of any kind that FieldValue has, an enumeration or a number.
  template <class T>
  DescField(std::string_view field, std::optional<T> given) : name(field) {
    if (given) value = std::move(*given);
  }  ///< One that may be absent.
};

/// Any operator's desc. The fields may come in any order; counts (RepeatsCount) and the types of scalars
/// (PaddingValueDataType) follow from the others and are not among them. Names must outlive it; those of
/// Operator::desc() live for the whole process.
struct Desc {
  std::string_view type{};  ///< short name, e.g. "TILE"
  std::vector<DescField> fields{};

  /// The field of that name, which may be absent (std::monostate); null where the desc has no such field.
  [[nodiscard]] const DescField* find(std::string_view name) const noexcept {
    for (const DescField& field : fields)
      if (field.name == name) return &field;
    return nullptr;
  }
  [[nodiscard]] DescField* find(std::string_view name) noexcept {
    return const_cast<DescField*>(std::as_const(*this).find(name));
  }  ///< Mutable overload.
  /// The field's value if it is present and of that kind, else null.
  template <class T>
  [[nodiscard]] const T* get(std::string_view name) const noexcept {
    const DescField* field = find(name);
    return field ? std::get_if<T>(&field->value) : nullptr;
  }
  template <class T>
  [[nodiscard]] T* get(std::string_view name) noexcept {
    return const_cast<T*>(std::as_const(*this).template get<T>(name));
  }  ///< Mutable overload.
  /// As get(), for a field that is known to be present. Precondition: get<T>(name) is not null.
  template <class T>
  [[nodiscard]] const T& at(std::string_view name) const noexcept {
    return *get<T>(name);
  }
  template <class T>
  [[nodiscard]] T& at(std::string_view name) noexcept {
    return *get<T>(name);
  }  ///< The same, of a desc that may change.
};

}  // namespace dmlrun
#pragma GCC visibility pop
