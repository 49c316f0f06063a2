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

/// DML_FEATURE_LEVEL: 0xMm00 for level M.m. A level only tightens validation; it never changes a result.
using FeatureLevel = std::uint16_t;
inline constexpr FeatureLevel kLatestFeatureLevel = 0x6400;
/// "1.0" ... "6.4", DirectML's published levels only.
[[nodiscard]] std::optional<FeatureLevel> feature_level_from_name(std::string_view text) noexcept;

/// A tensor of an operator, by DirectML's name. Tensor arrays are numbered; others have index 0 and array false.
struct TensorSlot {
  std::string_view name;  ///< e.g. "InputTensors"; valid for the whole process
  std::uint32_t index = 0;
  bool array = false;
  TensorDesc desc{};
};

/// What an operator is checked against.
struct Validation {
  FeatureLevel level = kLatestFeatureLevel;
  Limits limits{};
};

struct OperatorState;

/// A validated desc. Immutable; copies share; safe to use from any number of threads. A moved-from one may only be
/// assigned to.
class Operator {
 public:
  /// Checks a complete `desc`, a TileDesc for example, against DirectML's rules (docs/operators). Errors: the codes for
  /// the meaning of a document, with the rule; `where` is a JSON pointer into the desc, e.g. "/OutputTensor/Sizes/2". A
  /// desc of the wrong shape gives unknown_operator, unknown_field, missing_field or wrong_type.
  [[nodiscard]] static Result<Operator> make(const Desc& desc, const Validation& validation = {}) noexcept;

  /// DirectML's short name, e.g. "TILE".
  [[nodiscard]] std::string_view type() const noexcept;
  /// The desc that it was made from, its fields in DirectML's order. This reference and those of inputs() and outputs()
  /// are valid while this operator or a copy lives.
  [[nodiscard]] const Desc& desc() const noexcept;
  /// The input tensors in the order in which Kernel::run takes them, without absent optional ones.
  [[nodiscard]] std::span<const TensorSlot> inputs() const noexcept;
  /// As inputs(), for the output tensors.
  [[nodiscard]] std::span<const TensorSlot> outputs() const noexcept;

  /// For the library's own use.
  [[nodiscard]] const OperatorState& state() const noexcept { return *state_; }

 private:
  explicit Operator(std::shared_ptr<const OperatorState> state) noexcept : state_(std::move(state)) {}
  std::shared_ptr<const OperatorState> state_;
};

}  // namespace dmlrun
#pragma GCC visibility pop
