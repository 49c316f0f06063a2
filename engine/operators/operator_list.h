// The one list of operators. Everything that treats all operators iterates it; a new operator is one line here, one
// file beside it, one struct in dmlrun/operators.h, one table in specs/ and one definition in engine/reference.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/operators/fields.h"
#include "engine/plan/key.h"
#include "engine/plan/plan.h"

namespace dmlrun::operators {

/// Receives a completed desc field by field, in the order of DirectML's struct.
class FieldWriter {
 public:
  virtual ~FieldWriter() = default;
  virtual void tensor(std::string_view field, const TensorDesc& tensor) = 0;
  virtual void tensors(std::string_view field, const std::vector<TensorDesc>& tensors) = 0;
  virtual void number(std::string_view field, std::uint32_t value) = 0;
  virtual void numbers(std::string_view field, const Dimensions& values) = 0;
  virtual void signed_numbers(std::string_view field, const SignedDimensions& values) = 0;
  virtual void real(std::string_view field, float value) = 0;
  virtual void word(std::string_view field, std::string_view value) = 0;
  virtual void scalar(std::string_view field, const Scalar& value) = 0;
};

struct OperatorEntry {
  std::string_view type;  ///< DirectML's short name; its row is in specs/operators
  /// Document fields -> desc, deriving what was left out.
  OperatorDesc (*assemble)(Fields& fields);
  /// The operator's own rules, given that every input passed the tensor rules.
  bool (*check)(const OperatorDesc& desc, Checker& checker);
  /// Rank and type at the feature level; the gate of the operator itself.
  bool (*check_level)(std::span<const TensorSlot> slots, Checker& checker);
  /// The tensors in DirectML's order, inputs and outputs.
  void (*list_tensors)(const OperatorDesc& desc, std::vector<TensorSlot>& inputs, std::vector<TensorSlot>& outputs);
  /// One plan per output. Cannot fail on a checked desc.
  std::vector<plan::Plan> (*lower)(const OperatorDesc& desc);
  void (*write)(const OperatorDesc& desc, FieldWriter& writer);
};

extern const OperatorEntry kTile, kJoin, kPadding, kPadding1, kQuantizedLinearAdd, kSlice, kSlice1, kSplit;

/// In the order of the alternatives of OperatorDesc.
[[nodiscard]] std::span<const OperatorEntry* const> operator_list() noexcept;
/// By short or full name ("TILE", "DML_OPERATOR_TILE"); null when there is none.
[[nodiscard]] const OperatorEntry* find_operator(std::string_view type) noexcept;

}  // namespace dmlrun::operators

namespace dmlrun {

/// What an Operator shares between its copies.
struct OperatorState {
  /// What a kernel asks of the buffer of a tensor.
  struct Buffer {
    std::string_view name;
    std::uint32_t index = 0;
    bool array = false;
    std::uint64_t bytes = 0;  ///< what a span must hold
  };
  OperatorDesc desc;
  const operators::OperatorEntry* entry = nullptr;
  std::vector<TensorSlot> inputs, outputs;
  std::vector<Buffer> input_buffers, output_buffers;
  std::vector<plan::Plan> plans;  ///< normalised, one per output
  std::vector<std::shared_ptr<const plan::Key>> keys;  ///< of the plans
};

}  // namespace dmlrun
