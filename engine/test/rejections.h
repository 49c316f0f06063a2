// SPEC files that must be refused, made from an operator's row: one for each rule that such a change can break.
#pragma once

#include <string>
#include <vector>

#include "engine/operators/rows/operator_row.h"

namespace dmlrun::test {

struct Rejection {
  const operators::Rule* rule;
  FeatureLevel level;
  std::string text;  ///< with "rejection" and "featureLevel", as dmlrun check wants them
};

/// Legal random descs, made illegal by one change or taken to a lower level, until every rule of the row was broken or
/// nothing new comes. What levels support is read from DirectML's pages, not from the row. Rules without a rejection
/// want a file below specs/rejected.
[[nodiscard]] std::vector<Rejection> rejections_of(const operators::OperatorRow& row);

}  // namespace dmlrun::test
