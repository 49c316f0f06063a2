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

/// DML_SCALAR_UNION and its type, which selects the union's member. `bytes` holds the number in little-endian order;
/// bytes beyond the type's size are 0.
struct Scalar {
  DataType type = DataType::unknown;
  std::array<std::byte, 8> bytes{};
  friend bool operator==(const Scalar&, const Scalar&) = default;
};

/// The tensors of an array field. It is a separate type, because copying a std::variant whose alternatives are all
/// vectors and small values crashes in libstdc++ 12 when the copy fails.
struct TensorList : std::vector<TensorDesc> {
  using std::vector<TensorDesc>::vector;
  /// From a vector.
  TensorList(std::vector<TensorDesc> tensors) noexcept : std::vector<TensorDesc>(std::move(tensors)) {}
};

/// DML_SCALE_BIAS: the operator uses x * scale + bias instead of its input's element x, in two FLOAT32 steps.
struct ScaleBias {
  float scale = 1, bias = 0;
};

/// A fused activation, which an operator applies to its results: DML_OPERATOR_DESC without tensors.
struct FusedActivation {
  std::string_view type{};   ///< "ACTIVATION_LINEAR"
  PerAxis<float> numbers{};  ///< the activation's FLOAT fields in DirectML's order
};

/// The value of one field; std::monostate: absent. Unsigned numbers, booleans and enumerations are stored as
/// std::uint64_t, signed numbers as std::int64_t.
using FieldValue = std::variant<std::monostate, TensorDesc, TensorList, std::uint64_t, std::int64_t, float, Dimensions,
                                SignedDimensions, PerAxis<float>, Scalar, ScaleBias, FusedActivation>;

/// One field of a Desc: DirectML's name, e.g. "Repeats", and the value. Constructors may throw std::bad_alloc.
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
  }  ///< A present field: any alternative of FieldValue, an enumeration or a number.
  template <class T>
  DescField(std::string_view field, std::optional<T> given) : name(field) {
    if (given) value = std::move(*given);
  }  ///< A field that is absent if `given` is empty.
};

/// Any operator's desc. The fields may be in any order. Counts (RepeatsCount) and the types of scalars
/// (PaddingValueDataType) are not fields: they follow from the others. Names are not copied and must outlive the desc;
/// those of Operator::desc() are valid for the whole process. Building a desc may throw std::bad_alloc.
struct Desc {
  std::string_view type{};  ///< short name, e.g. "TILE"
  std::vector<DescField> fields{};

  /// The field named `name`, whose value may be absent (std::monostate); null if the desc has no such field.
  [[nodiscard]] const DescField* find(std::string_view name) const noexcept {
    for (const DescField& field : fields)
      if (field.name == name) return &field;
    return nullptr;
  }
  [[nodiscard]] DescField* find(std::string_view name) noexcept {
    return const_cast<DescField*>(std::as_const(*this).find(name));
  }  ///< Mutable overload.
  /// The value of the field `name` if it is present and of type T, else null.
  template <class T>
  [[nodiscard]] const T* get(std::string_view name) const noexcept {
    const DescField* field = find(name);
    return field ? std::get_if<T>(&field->value) : nullptr;
  }
  template <class T>
  [[nodiscard]] T* get(std::string_view name) noexcept {
    return const_cast<T*>(std::as_const(*this).template get<T>(name));
  }  ///< Mutable overload.
  /// The value of the field `name`. Precondition: get<T>(name) is not null.
  template <class T>
  [[nodiscard]] const T& at(std::string_view name) const noexcept {
    return *get<T>(name);
  }
  template <class T>
  [[nodiscard]] T& at(std::string_view name) noexcept {
    return *get<T>(name);
  }  ///< Mutable overload.
};

}  // namespace dmlrun
#pragma GCC visibility pop
