// A model file, prepared until its commands can run: validated, resources in memory, expected values read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/options.h"
#include "cli/report/failure.h"
#include "cli/report/report.h"
#include "engine/model/model.h"
#include "engine/tensor/buffer.h"

namespace dmlrun::cli {

/// The expected result of a command.
struct ExpectedValues {
  Buffer values;  ///< packed
  std::vector<bool> any_nan;
  Tolerance tolerance;
  text::Value where;
};

class ModelFile {
 public:
  /// Validates the model as far as that is possible without opening a file. Failure exit 3. Warnings are reported to
  /// `reporter`, if there is one.
  ModelFile(const Options& options, const std::string& path, text::Document document, const Reporter* reporter);

  /// Opens the files of the resources, validates what depends on them, then reads all data. Failure exit 3 (the model),
  /// 4 (a file's content, or a file that contradicts the model), 6 or 7.
  void load(const Reporter* reporter);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const model::Model& model() const noexcept { return *model_; }
  /// After load(): one per resource.
  [[nodiscard]] const model::Content& content(std::uint32_t resource) const { return *contents_[resource]; }
  [[nodiscard]] const std::vector<std::optional<model::Content>>& contents() const noexcept { return contents_; }
  /// A copy of what the resources hold before the first command.
  [[nodiscard]] std::vector<Buffer> initial_buffers() const;
  /// The same without a copy: may be called once, and not after the other.
  [[nodiscard]] std::vector<Buffer> take_buffers() { return std::move(buffers_); }
  /// After load(): for each entry of a command's `expected`.
  [[nodiscard]] const std::vector<std::optional<ExpectedValues>>& expected(std::size_t command) const {
    return expected_[command];
  }
  [[nodiscard]] bool has_expected() const noexcept;
  /// The file that a path of the model names: beside the model (or --input_path) if it is there, else in the current
  /// folder.
  [[nodiscard]] std::string resolve(const std::string& source_path) const;
  /// What commands may not replace: the model's file, and those of expected values; archives that resources come from,
  /// but no other files of resources, because they have been read by then.
  [[nodiscard]] std::vector<std::string> files_kept() const;
  /// Where a targetPath leads, from the root.
  [[nodiscard]] std::string target(const model::Command& command) const;

 private:
  class Source;
  void warn_of_shapes(const Reporter& reporter) const;
  [[nodiscard]] Buffer make_buffer(std::uint32_t resource, Source* source) const;
  void load_expected(std::size_t command);
  [[nodiscard]] Buffer read_expected_file(const std::string& path, DataType type, std::uint64_t count) const;

  const Options& options_;
  std::string path_;
  std::optional<model::Model> model_;
  std::vector<std::optional<model::Content>> contents_;
  std::vector<Buffer> buffers_;
  std::vector<std::vector<std::optional<ExpectedValues>>> expected_;
};

/// Throws the Failure of a refused model: exit 3 also for errors about buffers.
[[noreturn]] void fail_model(Error error, const std::string& path);

/// Throws the Failure of a file that the model names at `at`: with that place, and the file in the sentence. Signals
/// and exhausted memory are as they were.
[[noreturn]] void fail_at(Failure failure, const text::Value& at, const std::string& model_path);
/// Calls `act`, which opens, reads or writes such a file.
template <class Act>
auto placed(const text::Value& at, const std::string& model_path, Act act) {
  try {
    return act();
  } catch (Failure& failure) {
    fail_at(std::move(failure), at, model_path);
  }
}

}  // namespace dmlrun::cli
