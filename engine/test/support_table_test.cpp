// The support tables of the rows of specs against a second transcription of DirectML's pages.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "dmlrun/spec.h"
#include "engine/operators/specification.h"
#include "engine/test/catch.h"
#include "engine/test/support_tables.h"
#include "engine/text/document.h"

using namespace dmlrun;
using namespace dmlrun::operators;
using namespace dmlrun::test;

namespace {

/// [[1, 8], ["FLOAT32", "FLOAT16"]]
SupportCell read_support_cell(text::Value written) {
  auto part = written.begin();
  auto rank = (*part).begin();
  SupportCell cell;
  cell.least_rank = std::stoul(std::string((*rank).literal()));
  cell.most_rank = std::stoul(std::string((*++rank).literal()));
  for (text::Value type : *++part)
    if (auto known = data_type_from_name(type.string())) cell.types.push_back(*known);  // all but the 4-bit types
  return cell;
}

SupportPages printed_support() {
  std::ifstream file(DMLRUN_SOURCE_DIR "/testdata/support_tables.json");
  auto document = text::Document::parse({std::istreambuf_iterator<char>(file), {}});
  REQUIRE(document.has_value());
  SupportPages pages;
  for (text::Value entry : document->root()) {
    SupportPage& page = pages[std::string(entry.find("operator").string())];
    page.revision = entry.find("revision").string();
    for (text::Value table : entry.find("tables"))
      for (text::Value row : table) {
        std::istringstream tensors{std::string(row.key())};  // "ATensor, BTensor"
        for (std::string tensor; std::getline(tensors >> std::ws, tensor, ',');)
          page.tables[*feature_level_from_name(table.key())][tensor] = read_support_cell(row);
      }
  }
  return pages;
}

/// Where a page is not followed: from that level up to the page's next table, other ranks or another type.
struct SupportDecision {
  std::string_view op;
  FeatureLevel level;
  std::string_view tensor;            ///< "": all of them
  std::size_t least_rank, most_rank;  ///< 0: the operator begins at that level, with the page's oldest table
  DataType type;                      ///< unknown: the types of the page
  std::string_view reason;
};

constexpr SupportDecision kSupportDecisions[] = {
    {"JOIN", 0x3100, "", 1, 8, DataType::unknown, "the level history says so; the page's table is older"},
    {"ADAM_OPTIMIZER", 0x4000, "", 1, 8, DataType::unknown, "the level history names it; the page's table is older"},
    {"TOP_K", 0x1000, "", 0, 0, DataType::unknown, "so in DirectML.h; the page says 2.0"},
    {"SCATTER_ELEMENTS", 0x2000, "", 0, 0, DataType::unknown,
     "so in DirectML.h and the level history; the page says 1.0"},
    {"MAX_UNPOOLING", 0x2000, "", 0, 0, DataType::unknown, "so in DirectML.h and the level history; the page says 3.0"},
    {"MULTIHEAD_ATTENTION1", 0x6300, "PastSequenceLengthsTensor", 1, 5, DataType::int32,
     "lengths are whole numbers; the page has floats for it and \"TBD\" where it would describe it"},
};

void decide(SupportPages& pages, const SupportDecision& decision) {
  auto& tables = pages.find(decision.op)->second.tables;
  if (decision.most_rank == 0) {
    auto oldest = tables.extract(tables.begin());
    oldest.key() = decision.level;
    tables.insert(std::move(oldest));
    return;
  }
  auto& table = tables[decision.level] = std::prev(tables.upper_bound(decision.level))->second;
  for (auto& [tensor, cell] : table) {
    if (!decision.tensor.empty() && tensor != decision.tensor) continue;
    cell.least_rank = decision.least_rank;
    cell.most_rank = decision.most_rank;
    if (decision.type != DataType::unknown) cell.types = {decision.type};
  }
}

const Specification& row_of(const std::string& op) {
  auto row = find_row(op);
  INFO(op);
  REQUIRE(row.has_value());
  REQUIRE(*row != nullptr);
  return **row;
}

SupportCell cell_of(const Specification& row, std::string_view tensor, FeatureLevel level) {
  SupportCell cell;
  for (const Support& support : row.support)
    if (std::find(support.tensors.begin(), support.tensors.end(), tensor) != support.tensors.end())
      for (const SupportRow& at : support.rows)
        if (at.since <= level) cell = {at.least_rank, at.most_rank, at.types};
  return cell;
}

std::set<std::string, std::less<>> tensors_of(const Specification& row, const SupportPage& page) {
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

const SupportPages& dmlrun::test::decided_support() {
  static const SupportPages pages = [] {
    SupportPages all = printed_support();
    for (const SupportDecision& decision : kSupportDecisions) decide(all, decision);
    return all;
  }();
  return pages;
}

TEST_CASE("each row supports what its page prints: ranks and types of every tensor at every level") {
  for (const auto& [op, page] : decided_support()) {
    const Specification& row = row_of(op);
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
    CHECK(page->second.revision == find_specification(op)->revision);
  }
}

TEST_CASE("each decision against a page changes what it prints") {
  const SupportPages printed = printed_support();
  for (const SupportDecision& decision : kSupportDecisions) {
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
