#include "cli/picture_file.h"

#include <filesystem>
#include <system_error>

#include "cli/failure.h"

namespace dmlrun::cli {

PictureFile::PictureFile(const Options& options) : is_standard_output_(options.picture == "-") {
  for (const std::string& read : options.operands) {
    std::error_code ignored;  // what is not there is no file that could be lost
    if (std::filesystem::equivalent(options.picture, read, ignored))
      fail_usage("--picture " + options.picture + " is a file that is read here; a picture would replace it");
  }
  if (!options.picture.empty()) file_.emplace(options.picture, options.durability);
}

void PictureFile::commit() {
  if (file_) file_->commit();
}

}  // namespace dmlrun::cli
