#include <string>

#include "cli/bench_report/results.h"
#include "engine/bench/built_in_texts.h"

namespace dmlrun::cli {
namespace {

void replace(std::string& text, std::string_view mark, std::string_view by) {
  if (const std::size_t at = text.find(mark); at != std::string::npos) text.replace(at, mark.size(), by);
}

/// JSON that may stand between <script> and </script>: "<" stands in strings only, and "</" or "<!--" would be markup.
std::string for_script(const std::string& json) {
  std::string safe;
  for (const char c : json) {
    if (c == '<') safe += "\\u003C";
    else safe += c;
  }
  return safe;
}

}  // namespace

std::string to_page(const Results& results) {
  std::string page(bench::built_in_text("page"));
  replace(page, "/*style*/", bench::built_in_text("style"));
  for (const std::string_view part : {"plots", "figures", "report"})
    replace(page, "/*" + std::string(part) + "*/", bench::built_in_text(part));
  replace(page, "/*legend*/", table_legend());
  replace(page, "/*results*/", for_script(to_json(results)));
  return page;
}

}  // namespace dmlrun::cli
