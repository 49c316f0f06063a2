// The output of a model's run: DxDispatch's lines, or one JSON object.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/model/samples.h"
#include "cli/report/report.h"
#include "engine/model/model.h"

namespace dmlrun::cli {

/// Lines are flushed at once, so that a reader of a pipe sees progress; JSON is buffered.
class ModelText {
 public:
  ModelText(StandardOutput& out, Format format, std::uint32_t verbosity)
      : out_(out), format_(format), verbosity_(verbosity) {}

  /// `backends` as Session::backend_names gives them; "" when nothing is compiled.
  void running_on(const std::string& backends);
  void compiled(const model::Dispatchable& dispatchable, double ms);
  /// Lines of --print_commands.
  void start_command(const model::Command& command);
  void end_command(const model::Command& command, std::string_view failure = {});

  void dispatched(std::string_view dispatchable, const Samples& samples);
  void printed(std::string_view resource, DataType type, std::span<const std::byte> elements, bool verbose);
  void written(std::string_view resource, const std::string& path);
  /// `comparisons` are JSON objects.
  void end(const std::vector<std::string>& comparisons);

 private:
  void print_line(std::string_view lines);
  /// The beginning of a command's JSON object.
  [[nodiscard]] std::string open_object(std::string_view type, std::string_view key, std::string_view name);
  void print_values(DataType type, std::span<const std::byte> elements);
  void print_verbosely(DataType type, std::span<const std::byte> elements);

  StandardOutput& out_;
  Format format_;
  std::uint32_t verbosity_;
  bool first_command_ = true;
};

/// A value of a document as JSON on one line, as DxDispatch writes it: numbers by their values.
[[nodiscard]] std::string compact_json(const text::Value& value);

}  // namespace dmlrun::cli
