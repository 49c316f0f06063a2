// What an operator is beyond its row of specs/operators: how what was left out is inferred, what must hold, and its
// plans.
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

/// One for each family, and one for an operator that its family's does not fit. Rules that follow from a row
/// (counts, enumerations, tensors, feature levels) are not here: operator.cpp checks them for all.
class Definition {
 public:
  /// Gives tensors what was left out and the rest tells. `desc` has the fields that are no tensors; an
  /// array that a tensor tells may be absent there and is filled in.
  virtual void infer(Fields& fields, Desc& desc) const = 0;
  /// The operator's own rules, given that every input passed the tensor rules.
  [[nodiscard]] virtual bool check(const Desc& desc, Checker& checker) const = 0;
  /// One plan per output. Cannot fail on a checked desc.
  [[nodiscard]] virtual std::vector<plan::Plan> lower(const Desc& desc) const = 0;

 protected:
  ~Definition() = default;
};

/// Of an implemented operator, as find_row() finds it; null when there is none.
[[nodiscard]] const Definition* find_definition(std::string_view type) noexcept;

/// Whether an output's NaN may have any bits: it is computed. What is only moved keeps its bits.
[[nodiscard]] bool computes_nan(const Operator& op, std::size_t output);

}  // namespace dmlrun::operators

namespace dmlrun {

/// What an Operator shares between its copies.
struct OperatorState {
  /// What a kernel asks of the buffer of a tensor.
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
