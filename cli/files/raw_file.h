// Files of elements alone: little-endian, in row-major order, told from .npy by their extension as DxDispatch does.
#pragma once

#include <string>

#include "dmlrun/tensor.h"
#include "engine/tensor/buffer.h"

namespace dmlrun::cli {

/// Whether a path ends in .bin, .raw or .dat.
[[nodiscard]] bool is_raw(const std::string& path);

/// The tensor's buffer from a file of it, or, of another length, of its values. Failure exit 7 (file) or 4 (size).
[[nodiscard]] Buffer read_raw(const std::string& path, const TensorDesc& tensor);

}  // namespace dmlrun::cli
