#include "cli/model/model_list.h"

#include <array>
#include <utility>

#include "cli/bound_spec.h"
#include "cli/files/files.h"
#include "cli/model/model_file.h"
#include "cli/report/json_text.h"
#include "engine/text/document.h"

namespace dmlrun::cli {
namespace {

enum Outcome : std::size_t { kRuns, kLacks, kNotTaken, kNoModel };
constexpr std::array<std::string_view, 4> kWords = {"runs", "lacks", "refused", "no model"};

/// Everything that stands in the way of a model that is well-formed.
std::vector<std::string> missing_of(const ModelFile& file) {
  std::vector<std::string> missing;
  const model::Model& model = file.model();
  for (const model::Dispatchable& dispatchable : model.dispatchables)
    if (!dispatchable.op)
      missing.push_back("dispatchable " + in_quotes(dispatchable.name) + " is " + dispatchable.unsupported);
  for (const model::Resource& resource : model.resources) {
    if (!resource.unsupported.empty())
      missing.push_back("resource " + in_quotes(resource.name) + " is " + resource.unsupported);
    else if (resource.form == model::Form::file && !exists(file.resolve(resource.path)))
      missing.push_back("the file " + in_quotes(resource.path) + " is not there");
  }
  for (const model::Command& command : model.commands)
    if (!command.unsupported.empty())
      missing.push_back("command " + std::to_string(command.index) + ": " + command.unsupported);
  return missing;
}

struct Finding {
  Outcome outcome;
  std::string path;
  std::vector<std::string> reasons;
};

Finding examine(Options options, const std::string& path) {
  options.skip_unsupported = true;
  try {
    text::Document document = read_document(path, options.validation.limits);
    if (!model::is_model(document.root())) return {kNoModel, path, {}};
    const ModelFile file(options, path, std::move(document), nullptr);
    std::vector<std::string> missing = missing_of(file);
    return {missing.empty() ? kRuns : kLacks, path, std::move(missing)};
  } catch (const Failure& failure) {
    if (category(failure.error.code) == ErrorCategory::interrupted) throw;
    return {kNotTaken, path, sentences(failure.error)};
  }
}

std::string joined(const std::vector<std::string>& reasons) {
  std::string text;
  for (const std::string& reason : reasons) text += (text.empty() ? "" : "; ") + reason;
  return text::printable(text, 4096);
}

}  // namespace

ExitCode list_models(const Options& options, const std::vector<std::string>& files) {
  StandardOutput out;
  std::array<std::uint64_t, kWords.size()> counts{};
  std::vector<std::string> objects;
  for (const std::string& path : files) {
    const Finding finding = examine(options, path);
    ++counts[finding.outcome];
    if (options.format == Format::json) {
      JsonObject object;
      object.add("file", path).add("outcome", kWords[finding.outcome]);
      object.add_raw("reasons", json_array(finding.reasons, [](const std::string& r) { return json_string(r); }));
      objects.push_back(object.text());
      continue;
    }
    std::string word(kWords[finding.outcome]);
    word.resize(9, ' ');
    out.print(word + shown_path(path) + (finding.reasons.empty() ? "" : ": " + joined(finding.reasons)) + "\n");
  }
  if (options.format == Format::json)
    out.print("{\"models\": " + json_array(objects, [](const std::string& o) { return o; }) + "}\n");
  else
    out.print(std::to_string(counts[kRuns]) + " would run, " + std::to_string(counts[kLacks]) + " lack something, " +
              std::to_string(counts[kNotTaken]) + " are refused\n");
  out.flush();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
