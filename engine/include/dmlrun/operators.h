// Operator: a desc that has been validated. The descs themselves are in operator_descs.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "dmlrun/operator_descs.h"

#pragma GCC visibility push(default)
namespace dmlrun {

/// DML_FEATURE_LEVEL: 0xMm00 for level M.m. The level affects validation only; it never changes a
/// result.
using FeatureLevel = std::uint16_t;
inline constexpr FeatureLevel kLatestFeatureLevel = 0x6400;
/// "1.0" ... "6.4", DirectML's published levels only.
[[nodiscard]] std::optional<FeatureLevel> feature_level_from_name(std::string_view text) noexcept;

/// A tensor of an operator.
struct TensorSlot {
  std::string_view name;    ///< e.g. "InputTensors"; valid for the whole process
  std::uint32_t index = 0;  ///< position in a tensor array, else 0
  bool array = false;       ///< whether the field is a tensor array
  TensorDesc desc{};
  bool computed = false;  ///< of an output: arithmetic makes its floats, so that the bits of a NaN are not defined
};

/// What an operator is checked against.
struct Validation {
  FeatureLevel level = kLatestFeatureLevel;
  Limits limits{};
};

struct OperatorState;

/// A validated desc. Immutable. Copies share state. Any number of threads may use one operator at once. A moved-from
/// operator may only be assigned to.
class Operator {
 public:
  /// Checks a complete `desc`, e.g. a TileDesc, against DirectML's rules (docs/operators). Errors: those that ErrorCode
  /// lists for the meaning of a document, with the broken rule; `where` is a JSON pointer into the desc, e.g.
  /// "/OutputTensor/Sizes/2". Fields that do not fit the operator give unknown_operator, unknown_field, missing_field
  /// or wrong_type.
  [[nodiscard]] static Result<Operator> make(const Desc& desc, const Validation& validation = {}) noexcept;

  /// DirectML's short name, e.g. "TILE".
  [[nodiscard]] std::string_view type() const noexcept;
  /// The desc that the operator was made from, with its fields in DirectML's order. The reference, and the views that
  /// inputs() and outputs() return, are valid while this operator or a copy lives.
  [[nodiscard]] const Desc& desc() const noexcept;
  /// The input tensors, in the order in which Kernel::run takes them. Absent optional tensors are not listed.
  [[nodiscard]] std::span<const TensorSlot> inputs() const noexcept;
  /// The output tensors, in the order in which Kernel::run takes them. Absent optional tensors are not listed.
  [[nodiscard]] std::span<const TensorSlot> outputs() const noexcept;

  /// For the library's own use.
  [[nodiscard]] const OperatorState& state() const noexcept { return *state_; }

 private:
  explicit Operator(std::shared_ptr<const OperatorState> state) noexcept : state_(std::move(state)) {}
  std::shared_ptr<const OperatorState> state_;
};

}  // namespace dmlrun
#pragma GCC visibility pop
