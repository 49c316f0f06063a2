// What DirectML's pages say each operator supports: testdata/support_tables.json, which specs/transcribe_support.py made
// of them without a look at the rows of specs.
#pragma once

#include <iterator>
#include <map>
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

/// What rows must say: what the pages print, but for the decisions of support_table_test.cpp.
const SupportPages& decided_support();

}  // namespace dmlrun::test
