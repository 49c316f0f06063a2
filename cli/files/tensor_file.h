// A .npy file, or an array of an .npz archive, in two steps: its header while a spec is completed, its data once the
// tensor is known.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/files/archive.h"
#include "dmlrun/tensor.h"
#include "engine/tensor/buffer.h"
#include "engine/tensor/npy.h"

namespace dmlrun::cli {

class TensorFile {
 public:
  /// Reads the header, and of a regular file checks the size. Failure exit 7 (file) or 4 (content).
  TensorFile(const std::string& path, const Limits& limits);

  [[nodiscard]] const NpyHeader& header() const noexcept { return header_; }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// The tensor's buffer, layout of `tensor`, gaps zero. `one_element`: see fit_npy. May be called once.
  [[nodiscard]] Buffer read(const TensorDesc& tensor, bool one_element);
  /// The file's elements as they are, packed in row-major order: header().data_bytes of them. May be called once,
  /// instead of the other. Failure exit 4 for a column-major file that no tensor could have.
  void read_elements(std::span<std::byte> elements);

 private:
  /// Exactly `bytes`, which are all the data that the file has.
  void read_data(std::span<std::byte> bytes);

  std::string path_;
  Limits limits_;
  NpyHeader header_;
  std::vector<std::byte> start_;      ///< the file's first bytes, as far as they were needed for the header
  bool complete_ = false;             ///< whether start_ is the whole file
  std::unique_ptr<ByteSource> open_;  ///< a pipe or device, which cannot be opened again
};

/// A file's values in the tensor's buffer, gaps zero. Failure exit 4 where strides put different ones into one place.
[[nodiscard]] Buffer in_buffer(const NpyHeader& header, const Buffer& values, const TensorDesc& tensor, NpyFit fit,
                               const std::string& path);

}  // namespace dmlrun::cli
