// What DirectML's pages say each operator supports: testdata/support_tables.json, which specs/transcribe_support.py
// made of them without a look at the rows of specs.
#pragma once

#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dmlrun/operators.h"

namespace dmlrun::test {

/// Of one tensor at one level. No ranks: the operator does not exist yet, or has no such tensor.
struct SupportCell {
  std::size_t least_rank = 0, most_rank = 0;
  std::vector<DataType> types;
};

struct SupportPage {
  std::string revision;
  std::map<FeatureLevel, std::map<std::string, SupportCell, std::less<>>> tables;  ///< by tensor

  [[nodiscard]] SupportCell at(std::string_view tensor, FeatureLevel level) const {
    auto table = tables.upper_bound(level);
    if (table == tables.begin()) return {};
    const auto& cells = std::prev(table)->second;
    const auto cell = cells.find(tensor);
    return cell == cells.end() ? SupportCell() : cell->second;
  }
};

using SupportPages = std::map<std::string, SupportPage, std::less<>>;

/// Where a page is not followed: from that level up to the page's next table, other ranks or another type.
struct SupportDecision {
  std::string_view op;
  FeatureLevel level;
  std::string_view tensor;            ///< "": all of them
  std::size_t least_rank, most_rank;  ///< 0: the operator begins at that level, with the page's oldest table
  DataType type;                      ///< unknown: the types of the page
  std::string_view reason;
};
[[nodiscard]] std::span<const SupportDecision> support_decisions();

/// What the pages print. Throws std::runtime_error where that cannot be read.
[[nodiscard]] SupportPages printed_support();
/// What rows must say: what the pages print, but for the decisions.
[[nodiscard]] const SupportPages& decided_support();

}  // namespace dmlrun::test
