#include "cli/report/verdicts.h"

#include <algorithm>
#include <utility>

#include "cli/files/files.h"
#include "cli/report/json_text.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
void Verdicts::add(Verdict verdict) {
  if (!of_file_.empty() && of_file_.front().path != verdict.path) end_file();
  of_file_.push_back(std::move(verdict));
}

void Verdicts::passed(const std::string& path, std::string_view backend) {
  ++passed_;
  add({Kind::passed, path, std::string(backend), {}});
}

void Verdicts::failed(const std::string& path, std::string_view backend, const std::string& why) {
  ++failed_;
  std::string shown = text::printable(why, 4096);
  JsonObject object;
  failures_.push_back(object.add("file", path).add("backend", backend).add("message", shown).text());
  add({Kind::failed, path, std::string(backend), std::move(shown)});
}

void Verdicts::skipped(const std::string& path, std::string_view backend, const std::string& why) {
  ++skipped_;
  if (backend.empty()) skipped_files_[why].push_back(path);
  add({Kind::skipped, path, std::string(backend), text::printable(why, 4096)});
}

void Verdicts::end_file() {
  const std::vector<Verdict> verdicts = std::exchange(of_file_, {});
  if (format_ == Format::json) return;
  const auto same = [](const Verdict& a, const Verdict& b) { return a.kind == b.kind && a.why == b.why; };
  for (auto at = verdicts.begin(); at != verdicts.end(); ++at) {
    const bool is_told = std::any_of(verdicts.begin(), at, [&](const Verdict& before) { return same(before, *at); });
    if (is_told || (at->kind != Kind::failed && !verbose_)) continue;
    std::vector<std::string> backends;
    for (const Verdict& verdict : verdicts)
      if (same(verdict, *at) && !verdict.backend.empty()) backends.push_back(verdict.backend);
    const auto ran = std::count_if(verdicts.begin(), verdicts.end(), [](const Verdict& verdict) {
      return verdict.kind != Kind::skipped && !verdict.backend.empty();
    });
    if (at->kind != Kind::skipped && backends.size() > 1 && backends.size() == static_cast<std::size_t>(ran))
      backends = {"all " + std::to_string(ran) + " back ends"};
    line(*at, backends);
  }
}

void Verdicts::line(const Verdict& verdict, std::span<const std::string> backends) {
  constexpr std::string_view kWords[] = {"passed ", "FAILED ", "skipped "};
  std::string text(kWords[static_cast<std::size_t>(verdict.kind)]);
  text += shown_path(verdict.path);
  for (const std::string& backend : backends) text += (&backend == &backends.front() ? " [" : ", ") + backend;
  if (!backends.empty()) text += ']';
  if (!verdict.why.empty()) text += ": " + verdict.why;
  progress_.clear();
  out_.print(text + "\n");
}

std::string Verdicts::skipped_files() const {
  constexpr std::size_t kMaxShown = 5;
  std::string lines;
  for (const auto& [why, paths] : skipped_files_) {
    lines += "skipped " + std::to_string(paths.size()) + (paths.size() == 1 ? " file, " : " files, ") + why + ": ";
    for (std::size_t i = 0; i < std::min(paths.size(), kMaxShown); ++i)
      (lines += i ? ", " : "") += shown_path(paths[i]);
    if (paths.size() > kMaxShown)
      lines += " and " + std::to_string(paths.size() - kMaxShown) + " more; --verbose names each";
    lines += '\n';
  }
  return lines;
}

ExitCode Verdicts::finish() {
  end_file();
  progress_.clear();
  if (format_ == Format::json) {
    JsonObject object;
    object.add("passed", passed_).add("failed", failed_).add("skipped", skipped_);
    object.add_raw("failures", json_array(failures_, [](const std::string& f) { return f; }));
    out_.print(object.text() + "\n");
  } else {
    if (!verbose_) out_.print(skipped_files());
    out_.print(std::to_string(passed_) + " passed, " + std::to_string(failed_) + " failed\n");
  }
  out_.flush();
  return failed_ == 0 ? ExitCode::ok : ExitCode::comparison_failed;
}

}  // namespace dmlrun::cli
