#include "engine/test/support_tables.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "dmlrun/spec.h"
#include "engine/text/document.h"

namespace dmlrun::test {
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

}  // namespace

SupportPages printed_support() {
  std::ifstream file(DMLRUN_SOURCE_DIR "/testdata/support_tables.json");
  auto document = text::Document::parse({std::istreambuf_iterator<char>(file), {}});
  if (!document) throw std::runtime_error(document.error().to_string());
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

namespace {

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

}  // namespace

std::span<const SupportDecision> support_decisions() { return kSupportDecisions; }

const SupportPages& decided_support() {
  static const SupportPages pages = [] {
    SupportPages all = printed_support();
    for (const SupportDecision& decision : kSupportDecisions) decide(all, decision);
    return all;
  }();
  return pages;
}

}  // namespace dmlrun::test
