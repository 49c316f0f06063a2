// The support tables of the rows of specs against a second transcription of DirectML's pages.
#include <set>
#include <string>

#include "dmlrun/spec.h"
#include "engine/operators/rows/operator_row.h"
#include "engine/test/catch.h"
#include "engine/test/support_tables.h"

using namespace dmlrun;
using namespace dmlrun::operators;
using namespace dmlrun::test;

namespace {

const OperatorRow& row_of(const std::string& op) {
  auto row = find_any_row(op);
  INFO(op);
  REQUIRE(row.has_value());
  REQUIRE(*row != nullptr);
  return **row;
}

SupportCell cell_of(const OperatorRow& row, std::string_view tensor, FeatureLevel level) {
  const SupportRow* at = row.supported(tensor, level);
  return at ? SupportCell{at->least_rank, at->most_rank, at->types} : SupportCell();
}

std::set<std::string, std::less<>> tensors_of(const OperatorRow& row, const SupportPage& page) {
  std::set<std::string, std::less<>> tensors;
  for (const Support& support : row.support) tensors.insert(support.tensors.begin(), support.tensors.end());
  for (const auto& [level, table] : page.tables)
    for (const auto& [tensor, cell] : table) tensors.insert(tensor);
  return tensors;
}

std::string shown(const SupportCell& cell) {
  std::set<std::string_view> names;
  for (DataType type : cell.types) names.insert(name(type));
  std::string text = std::to_string(cell.least_rank) + "-" + std::to_string(cell.most_rank);
  for (std::string_view type : names) text += " " + std::string(type);
  return text;
}

}  // namespace

TEST_CASE("each row supports what its page prints: ranks and types of every tensor at every level") {
  for (const auto& [op, page] : decided_support()) {
    const OperatorRow& row = row_of(op);
    for (const std::string& tensor : tensors_of(row, page))
      for (FeatureLevel level : feature_levels()) {
        INFO(op << "'s " << tensor << " at " << level_name(level));
        CHECK(shown(cell_of(row, tensor, level)) == shown(page.at(tensor, level)));
      }
  }
}

TEST_CASE("each operator that is implemented has its page transcribed, of the revision that its row names") {
  for (std::string_view op : operator_types()) {
    INFO(op);
    const auto page = decided_support().find(op);
    REQUIRE(page != decided_support().end());
    CHECK(page->second.revision == find_row(op)->revision);
  }
}

TEST_CASE("each decision against a page changes what it prints") {
  const SupportPages printed = printed_support();
  for (const SupportDecision& decision : support_decisions()) {
    INFO(decision.op << ": " << decision.reason);
    const SupportPage& before = printed.find(decision.op)->second;
    const SupportPage& after = decided_support().find(decision.op)->second;
    bool differs = false;
    for (FeatureLevel level : feature_levels())
      for (const auto& [tensor, cell] : after.tables.begin()->second)
        differs |= shown(before.at(tensor, level)) != shown(after.at(tensor, level));
    CHECK(differs);
  }
}
