// The definition of an operator beyond its row of specs/operators: what is inferred, its own rules, and its plans.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "dmlrun/operators.h"
#include "engine/operators/fields.h"
#include "engine/plan/key.h"
#include "engine/plan/plan.h"

namespace dmlrun::operators {

/// One per family, and one per operator that its family's definition does not fit. Rules that follow from a row
/// (counts, enumerations, tensors, feature levels) are not here: operator.cpp checks them for all.
class Definition {
 public:
  /// Completes tensors by what the other fields tell. `desc` has the fields that are no tensors; arrays that follow
  /// from a tensor may be absent there and are filled in.
  virtual void infer(Fields& fields, Desc& desc) const = 0;
  /// The operator's own rules, for inputs that passed the tensor rules.
  [[nodiscard]] virtual bool check(const Desc& desc, Checker& checker) const = 0;
  /// One plan per output. Cannot fail on a checked desc.
  [[nodiscard]] virtual std::vector<plan::Plan> lower(const Desc& desc) const = 0;

 protected:
  ~Definition() = default;
};

/// The definition of an implemented operator, as find_row() finds it; else null.
[[nodiscard]] const Definition* find_definition(std::string_view type) noexcept;

/// Whether an output's NaN may have any bits, because it is computed. Moved elements keep their bits.
[[nodiscard]] bool computes_nan(const Operator& op, std::size_t output);

}  // namespace dmlrun::operators

namespace dmlrun {

/// The state that copies of an Operator share.
struct OperatorState {
  /// What a kernel must know of a tensor's buffer.
  struct Buffer {
    std::string_view name;
    std::uint32_t index = 0;
    bool array = false;
    std::uint64_t bytes = 0;     ///< what a span must hold
    bool may_be_output = false;  ///< an input: the output may be the same buffer, in which its elements lie alike
  };
  Desc desc;
  const operators::OperatorRow* row = nullptr;
  const operators::Definition* definition = nullptr;
  std::vector<TensorSlot> inputs, outputs;
  std::vector<Buffer> input_buffers, output_buffers;
  std::vector<plan::Plan> plans;                       ///< normalised, one per output
  std::vector<std::shared_ptr<const plan::Key>> keys;  ///< of the plans
};

}  // namespace dmlrun
