// Temporary files, so that a signal that ends the program at once leaves none behind.
#pragma once

#include <cstddef>
#include <string>

namespace dmlrun::cli {

/// Names a temporary file while it lives. Beyond a number of files, and of a path of more than 1023 bytes, it does
/// nothing.
class UnfinishedFile {
 public:
  UnfinishedFile() noexcept = default;
  explicit UnfinishedFile(const std::string& path) noexcept;
  UnfinishedFile(UnfinishedFile&& other) noexcept;
  UnfinishedFile& operator=(UnfinishedFile&& other) noexcept;
  ~UnfinishedFile();

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t place_ = kNone;
};

/// Removes the files that are named now. A signal handler may call it.
void remove_unfinished_files() noexcept;

}  // namespace dmlrun::cli
