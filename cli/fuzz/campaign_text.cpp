#include "cli/fuzz/campaign_text.h"

#include <algorithm>
#include <cstdio>

#include "cli/files/files.h"
#include "cli/report/json_text.h"
#include "engine/text/counted.h"

namespace dmlrun::cli {
namespace {

std::string summary(const FuzzSettings& settings, const Campaign& campaign) {
  const FuzzCounts& counts = campaign.counts();
  char text[400];
  const double cases = static_cast<double>(std::max<std::uint64_t>(counts[kCases], 1));
  char illegal[40] = "";
  if (settings.seeds.illegal)
    std::snprintf(illegal, sizeof illegal, "%.1f %% made illegal, ",
                  100 * static_cast<double>(counts[kIllegal]) / cases);
  std::snprintf(text, sizeof text,
                "%s in %.1f s (%.0f per second), seed %llu: %.1f %% legal, %s%.1f %% mutations refused%s; "
                "%s, %zu %s of plans, %s",
                text::counted(counts[kCases], "case").c_str(), campaign.seconds(),
                static_cast<double>(counts[kCases]) / std::max(campaign.seconds(), 1e-9),
                static_cast<unsigned long long>(settings.seeds.seed), 100 * static_cast<double>(counts[kLegal]) / cases,
                illegal, 100 * static_cast<double>(counts[kRefused]) / cases,
                settings.against.empty() ? "" : ", of which the program was not asked",
                text::counted(counts[kOperators], "different spec").c_str(), campaign.shapes(),
                campaign.shapes() == 1 ? "kind" : "kinds", text::counted(counts[kComparisons], "comparison").c_str());
  std::string line = text;
  if (counts[kPassedOver] > 0) line += ", " + std::to_string(counts[kPassedOver]) + " unsupported by the program";
  if (counts[kUnfinished] > 0) line += ", " + std::to_string(counts[kUnfinished]) + " unfinished";
  return line;
}

/// The reasons that a program gave, most frequent first.
std::vector<std::pair<std::string, std::uint64_t>> sorted_reasons(const Campaign& campaign) {
  std::vector<std::pair<std::string, std::uint64_t>> reasons(campaign.reasons().begin(), campaign.reasons().end());
  std::stable_sort(reasons.begin(), reasons.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  return reasons;
}

std::string reasons_text(const Campaign& campaign) {
  constexpr std::size_t kShown = 5;
  const auto reasons = sorted_reasons(campaign);
  std::string text;
  for (std::size_t i = 0; i < std::min(reasons.size(), kShown); ++i)
    text += "unsupported by the program: " + std::to_string(reasons[i].second) + " x '" + reasons[i].first + "'\n";
  if (reasons.size() > kShown)
    text += "unsupported by the program for " + std::to_string(reasons.size() - kShown) + " other reasons\n";
  return text;
}

std::string failures_text(const Campaign& campaign) {
  const std::size_t failed = campaign.findings().size();
  return std::to_string(failed) + (failed == 1 ? " failure" : " failures");
}

std::vector<Finding> sorted_findings(const Campaign& campaign) {
  std::vector<Finding> findings = campaign.findings();
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.verdict.operator_and_mode, a.kind) < std::tie(b.verdict.operator_and_mode, b.kind);
  });
  return findings;
}

/// The first line, and the first difference, which stands in the second.
std::string first_difference(const std::string& words) {
  const std::size_t end = words.find("\n  [");
  if (end == std::string::npos) return words.substr(0, words.find('\n'));
  return words.substr(0, end) + ", " + words.substr(end + 3, words.find('\n', end + 1) - end - 3);
}

/// The line that says which tensors have strides, "" where there is none.
std::string strides_of(const std::string& words) {
  const std::size_t begin = words.rfind(kStridesAre);
  return begin == std::string::npos ? ""
                                    : "  " + words.substr(begin + 1, words.find('\n', begin + 1) - begin - 1) + "\n";
}

/// Which options admit small differences, where there are any and none was given.
std::string tolerance_text(const FuzzSettings& settings, const std::vector<Finding>& findings) {
  if (!settings.tolerance.exact()) return {};
  std::uint64_t count = 0, largest = 0;
  for (const Finding& finding : findings) {
    if (!may_be_rounding(finding.verdict)) continue;
    ++count;
    largest = std::max(largest, *finding.verdict.ulp);
  }
  if (count == 0) return {};
  return std::to_string(count) + (count == 1 ? " failure is" : " failures are") + " off by at most " +
         std::to_string(largest) + " ULP: where that is rounding, --ulp " + std::to_string(largest) +
         " admits it; --abs and --rel are other tolerances\n";
}

/// "case 7, PADDING REFLECTION, jit: 1 of 1 values differs (...), [0]: expected 1, found 2, and 12 cases like it".
std::string line_of(const Finding& finding) {
  const Verdict& verdict = finding.verdict;
  return "case " + std::to_string(finding.number) + ", " +
         (verdict.operator_and_mode.empty() ? "" : verdict.operator_and_mode + ", ") + verdict.subject + ": " +
         first_difference(verdict.message) +
         (finding.others == 0
              ? ""
              : ", and " + std::to_string(finding.others) + (finding.others == 1 ? " case" : " cases") + " like it");
}

/// Operator and mode, how many cases were compared, and which types they had.
struct Row {
  std::string name;
  std::uint64_t cases = 0;
  std::vector<std::pair<std::string, std::uint64_t>> types;
};

/// With --no-mutate, only the rows that the given specs have.
std::vector<Row> compared_rows(const FuzzSettings& settings, const Campaign& campaign) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < campaign.compared().size(); ++i) {
    const fuzz::CaseClass& one = settings.classes[i];
    if (rows.empty() || rows.back().name != one.row()) rows.push_back({one.row(), 0, {}});
    rows.back().cases += campaign.compared()[i];
    rows.back().types.emplace_back(one.type, campaign.compared()[i]);
  }
  if (settings.seeds.unchanged) std::erase_if(rows, [](const Row& row) { return row.cases == 0; });
  return rows;
}

std::string table_line(const Row& row) {
  std::string without;
  std::size_t met = 0;
  for (const auto& [type, cases] : row.types) {
    met += cases > 0 ? 1 : 0;
    if (cases == 0) without += (without.empty() ? "" : " ") + type;
  }
  const std::string types = std::to_string(met) + " of " + std::to_string(row.types.size()) + " types";
  char text[200];
  std::snprintf(text, sizeof text, "  %-36s %9llu   %s\n", row.name.c_str(), static_cast<unsigned long long>(row.cases),
                row.cases == 0    ? "<- NOTHING WAS COMPARED"
                : without.empty() ? types.c_str()
                                  : (types + ", 0 of " + without).c_str());
  return text;
}

/// A campaign of fewer cases than rows names those that it met.
std::string table(const FuzzSettings& settings, std::vector<Row> rows) {
  const std::size_t all = rows.size();
  if (settings.count > 0 && settings.cases() < all) std::erase_if(rows, [](const Row& row) { return row.cases == 0; });
  std::string text = all > 0 ? "cases compared:\n" : "";
  for (const Row& row : rows) text += table_line(row);
  if (rows.size() < all)
    text += table_line({std::to_string(all - rows.size()) + (rows.empty() ? " rows" : " other rows"), 0, {}});
  return text;
}

std::string json_of(const Finding& finding) {
  JsonObject one;
  one.add("case", finding.number).add("row", finding.verdict.operator_and_mode).add("of", finding.verdict.subject);
  one.add("message", finding.verdict.message).add("more", finding.others);
  return one.add("folder", finding.folder).add("repeat", finding.command).text();
}

std::string json_of(const Row& row) {
  JsonObject types;
  for (const auto& [type, cases] : row.types) types.add(type, cases);
  JsonObject one;
  return one.add("row", row.name).add("cases", row.cases).add_raw("types", types.text()).text();
}

std::string json_of(const FuzzSettings& settings, const Campaign& campaign) {
  JsonObject object;
  object.add("cases", campaign.counts()[kCases]).add("legal", campaign.counts()[kLegal]);
  object.add("illegal", campaign.counts()[kIllegal]).add("refused", campaign.counts()[kRefused]);
  object.add("unsupported", campaign.counts()[kPassedOver]).add("shapes", campaign.shapes());
  JsonObject reasons;
  for (const auto& [why, cases] : sorted_reasons(campaign)) reasons.add(why, cases);
  object.add_raw("reasons", reasons.text()).add("unfinished", campaign.counts()[kUnfinished]);
  object.add("operators", campaign.counts()[kOperators]).add("comparisons", campaign.counts()[kComparisons]);
  object.add("seed", settings.seeds.seed).add("seconds", static_cast<std::uint64_t>(campaign.seconds()));
  object.add_raw("compared",
                 json_array(compared_rows(settings, campaign), [](const Row& row) { return json_of(row); }));
  object.add_raw("failures",
                 json_array(sorted_findings(campaign), [](const Finding& finding) { return json_of(finding); }));
  return object.text() + "\n";
}

}  // namespace

void print_campaign(const FuzzSettings& settings, const Campaign& campaign, Format format) {
  StandardOutput out;
  if (format == Format::json) {
    out.print(json_of(settings, campaign));
  } else {
    const std::vector<Finding> findings = sorted_findings(campaign);
    for (const Finding& finding : findings)
      out.print(line_of(finding) + "\n" + strides_of(finding.verdict.message) + "  " + shown_path(finding.folder) +
                "\n  " + finding.command + "\n");
    out.print(tolerance_text(settings, findings));
    out.print(table(settings, compared_rows(settings, campaign)));
    out.print(summary(settings, campaign) + "\n" + reasons_text(campaign) + failures_text(campaign) + "\n");
  }
  out.flush();
}

void report_unfinished(const FuzzSettings& settings, const Campaign& campaign, const Reporter& reporter) {
  reporter.note(summary(settings, campaign) + ", " + failures_text(campaign) + " so far");
  for (const Finding& finding : sorted_findings(campaign)) reporter.note(line_of(finding) + ": " + finding.command);
}

}  // namespace dmlrun::cli
