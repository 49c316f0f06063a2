#include "cli/verdicts.h"

#include "cli/files.h"
#include "cli/json_text.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

std::string label(const std::string& path, std::string_view backend) {
  return shown_path(path) + (backend.empty() ? "" : " [" + std::string(backend) + "]");
}

}  // namespace

void Verdicts::line(const std::string& text) {
  if (format_ == Format::json) return;
  progress_.clear();
  out_.print(text + "\n");
}

void Verdicts::passed(const std::string& path, std::string_view backend) {
  ++passed_;
  if (verbose_) line("passed " + label(path, backend));
}

void Verdicts::failed(const std::string& path, std::string_view backend, const std::string& why) {
  ++failed_;
  std::string shown = text::printable(why, 4096);
  line("FAILED " + label(path, backend) + ": " + shown);
  JsonObject object;
  failures_.push_back(object.add("file", path).add("backend", backend).add("message", shown).text());
}

void Verdicts::skipped(const std::string& path, std::string_view backend, const std::string& why) {
  ++skipped_;
  if (verbose_) line("skipped " + label(path, backend) + ": " + text::printable(why, 4096));
}

ExitCode Verdicts::finish() {
  progress_.clear();
  if (format_ == Format::json) {
    JsonObject object;
    object.add("passed", passed_).add("failed", failed_).add("skipped", skipped_);
    object.add_raw("failures", json_array(failures_, [](const std::string& f) { return f; }));
    out_.print(object.text() + "\n");
  } else {
    out_.print(std::to_string(passed_) + " passed, " + std::to_string(failed_) + " failed\n");
  }
  out_.flush();
  return failed_ == 0 ? ExitCode::ok : ExitCode::comparison_failed;
}

}  // namespace dmlrun::cli
