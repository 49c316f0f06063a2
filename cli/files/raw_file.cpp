#include "cli/files/raw_file.h"

#include "cli/files/files.h"
#include "cli/files/tensor_file.h"
#include "cli/report/failure.h"
#include "engine/tensor/layout.h"
#include "engine/tensor/npy.h"
#include "engine/text/counted.h"

namespace dmlrun::cli {

namespace {

/// The other length that a file may have: ", or 28, the buffer ..."; "" where it is that of the elements.
std::string whole_buffer(const TensorDesc& tensor, std::uint64_t element_bytes) {
  const std::uint64_t whole = buffer_bytes(tensor);
  return whole == element_bytes ? "" : ", or " + std::to_string(whole) + ", the buffer that Strides describe";
}

}  // namespace

bool is_raw(const std::string& path) {
  return path.ends_with(".bin") || path.ends_with(".raw") || path.ends_with(".dat");
}

Buffer read_raw(const std::string& path, const TensorDesc& tensor) {
  InputFile file(path);
  NpyHeader header;  // as a .npy file of these values would have it
  header.type = tensor.type;
  const TensorDesc once = without_repeats(tensor);
  header.shape.assign(once.sizes.begin(), once.sizes.end());
  header.element_count = element_count(once);
  header.data_bytes = header.element_count * element_size(tensor.type);
  const std::uint64_t whole = buffer_bytes(tensor), found = file.regular_size().value_or(header.data_bytes);
  const bool is_buffer = found == whole;
  Buffer data = take(Buffer::make(is_buffer ? whole : header.data_bytes), path);
  std::uint64_t read = found;
  if (is_buffer || found == header.data_bytes) {
    std::byte more{};
    read = file.read(data.bytes());
    if (read == data.size()) read += file.read({&more, 1});
  }
  if (read != data.size())
    fail_tensor_file(read < header.data_bytes ? ErrorCode::npy_truncated : ErrorCode::npy_trailing_bytes, "data",
                     "the file has " + std::to_string(read) +
                         (file.regular_size() || read < data.size() ? "" : " or more") + " bytes; " +
                         std::to_string(header.data_bytes) + (header.data_bytes == 1 ? " was" : " were") +
                         " expected, " + text::counted(header.element_count, "element") + " of " +
                         std::string(name(tensor.type)) + whole_buffer(tensor, header.data_bytes),
                     path);
  if (is_buffer || is_direct(header, tensor, NpyFit::logical)) return data;
  return in_buffer(header, data, tensor, NpyFit::logical, path);
}

}  // namespace dmlrun::cli
