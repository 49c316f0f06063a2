#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/files/output_file.h"
#include "cli/options/options.h"

namespace dmlrun::cli {

/// The file of --picture, or nothing where it was not given. It appears with commit(), complete or not at all. A
/// Failure has exit 7, or 2 where the file is one of `read`.
class PictureFile {
 public:
  PictureFile(const Options& options, std::span<const std::string> read);

  [[nodiscard]] bool is_wanted() const noexcept { return file_.has_value(); }
  /// Whether the picture takes the place of the words on standard output.
  [[nodiscard]] bool is_standard_output() const noexcept { return is_standard_output_; }
  void write(std::string_view svg) { file_->write(svg); }
  void commit();

 private:
  std::optional<OutputFile> file_;
  bool is_standard_output_;
};

}  // namespace dmlrun::cli
