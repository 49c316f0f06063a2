// What an operator's row in specs/operators cannot say: inferred fields, the operator's own rules, and its plans.
#pragma once

#include <string_view>
#include <vector>

#include "dmlrun/operators.h"
#include "engine/operators/desc/fields.h"
#include "engine/plan/plan.h"

namespace dmlrun::operators {

/// A family has one definition; an operator that it does not fit has its own. Rules that follow from a row (counts,
/// enumerations, tensors, feature levels) are not here: operator.cpp checks them for all operators.
class Definition {
 public:
  /// Infers types and sizes of tensors from the other fields. `desc` has the fields that are not tensors; absent arrays
  /// that follow from a tensor are filled in.
  virtual void infer(Fields& fields, Desc& desc) const = 0;
  /// Checks the operator's own rules. Precondition: all tensors passed the tensor rules.
  [[nodiscard]] virtual bool check(const Desc& desc, Checker& checker) const = 0;
  /// Makes one plan per output. Precondition: check() accepted the desc.
  [[nodiscard]] virtual std::vector<plan::Plan> lower(const Desc& desc) const = 0;

 protected:
  ~Definition() = default;
};

/// The definition of an implemented operator; null for other types. Accepts the names that find_row() accepts.
[[nodiscard]] const Definition* find_definition(std::string_view type) noexcept;

}  // namespace dmlrun::operators
