#include "cli/files/picture_file.h"

namespace dmlrun::cli {

PictureFile::PictureFile(const Options& options, std::span<const std::string> read)
    : is_standard_output_(options.picture == "-") {
  require_replaceable("--picture", options.picture, read);
  if (!options.picture.empty()) file_.emplace(options.picture, options.durability);
}

void PictureFile::commit() {
  if (file_) file_->commit();
}

}  // namespace dmlrun::cli
