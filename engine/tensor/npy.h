// The .npy format, versions 1.0, 2.0 and 3.0, strictly: files are hostile. No file system here, only bytes.
// npy_read.cpp reads headers, npy_fit.cpp converts data and has the headers that are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dmlrun/result.h"
#include "dmlrun/tensor.h"

namespace dmlrun {

/// The content of a .npy header.
struct NpyHeader {
  DataType type = DataType::unknown;  ///< "|b1" is uint8, with boolean set
  bool boolean = false;
  bool big_endian = false;  ///< elements need their bytes swapped (never set for one-byte types)
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;  ///< () is empty: one element
  std::uint64_t element_count = 1;   ///< product of the shape, checked
  std::uint64_t data_offset = 0;     ///< bytes before the first element
  std::uint64_t data_bytes = 0;      ///< element_count * element_size(type)
};

/// As much of a file as read_npy_header may need: what headers usually have, and more where `start`, the file's first
/// 12 bytes or all that it has, says so and the limit allows it.
[[nodiscard]] std::uint64_t npy_prefix_bytes(const Limits& limits, std::span<const std::byte> start) noexcept;

/// Reads the header out of a file's first bytes: the whole file, or at least npy_prefix_bytes() of them. Refuses with
/// the npy_ codes (npy_magic, npy_version, npy_header, npy_dtype, npy_truncated) and, for the shape: size_zero,
/// size_overflow, npy_limit. Errors have the part of the file in `where` ("header", "descr", "shape", "data").
[[nodiscard]] Result<NpyHeader> read_npy_header(std::span<const std::byte> start, const Limits& limits = {}) noexcept;

/// Compares the file's size with the header: npy_truncated ("expected 24 bytes of data, found 23"), npy_trailing_bytes.
[[nodiscard]] Result<void> check_npy_size(const NpyHeader& header, std::uint64_t file_bytes) noexcept;

/// How a file's elements become a tensor's buffer.
enum class NpyFit : std::uint8_t {
  logical,  ///< a file of shape Sizes, but of extent 1 on a stride-0 axis: values in logical order
  raw,      ///< a 1-D file of exactly the buffer's elements, gaps included
};

/// Whether a file may be bound to a tensor: its type (uint8 files of booleans may be int8), then its shape. A "()" file
/// counts as one element of any rank; where `one_element` (scales, zero points) a one-element file of any shape
/// fits. npy_type_mismatch, npy_shape_mismatch.
[[nodiscard]] Result<NpyFit> fit_npy(const NpyHeader& header, const TensorDesc& tensor, bool one_element) noexcept;

/// The two remedies for a wrong type, for a message. Element types have numpy's names, in capitals.
[[nodiscard]] std::string type_remedy(DataType found, DataType expected);

/// Whether the file's data are byte for byte the tensor's buffer, so that no conversion is needed.
[[nodiscard]] bool is_direct(const NpyHeader& header, const TensorDesc& tensor, NpyFit fit) noexcept;

/// Converts the file's data (header.data_bytes of it) into the tensor's layout: byte order, Fortran order, strides.
/// `buffer` holds buffer_bytes(tensor); gaps are left alone.
void convert_npy(const NpyHeader& header, std::span<const std::byte> data, const TensorDesc& tensor, NpyFit fit,
                 std::span<std::byte> buffer) noexcept;

/// A version 1.0 header for packed little-endian data, padded to 64 bytes, as numpy writes it.
[[nodiscard]] std::string npy_header(DataType type, std::span<const std::uint32_t> sizes);

/// How a file of version 1.0 begins whose header is `header`: below 65,536 bytes, with its padding and line feed.
[[nodiscard]] std::string npy_start(const std::string& header);

}  // namespace dmlrun
