// .npy files: whatever the header claims, nothing is read or written outside of the file and the tensor.
#include <algorithm>
#include <vector>

#include "engine/tensor/npy.h"
#include "engine/test/targets/target.h"

using namespace dmlrun;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A copy of exactly this size, so that a read beyond it is seen.
  const std::vector<std::byte> file(reinterpret_cast<const std::byte*>(data),
                                    reinterpret_cast<const std::byte*>(data) + size);
  const auto header = read_npy_header(file);
  if (!header) {
    test::demand(header.error().code != ErrorCode::internal && !header.error().to_string().empty(),
                 "a refusal says why");
    return 0;
  }
  test::demand(header->data_offset <= size, "the header lies inside the file");
  if (!check_npy_size(*header, size)) return 0;
  test::demand(header->data_bytes == size - header->data_offset, "all data are there");
  TensorDesc tensor;
  tensor.type = header->type;
  for (const std::uint64_t extent : header->shape)
    if (tensor.sizes.size() < kMaxRank)
      tensor.sizes.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(extent, 1u << 20)));
  if (tensor.sizes.empty()) tensor.sizes.push_back(1);
  const auto fit = fit_npy(*header, tensor, false);
  if (!fit) return 0;
  std::vector<std::byte> buffer(buffer_bytes(tensor));
  test::demand(buffer.size() == header->data_bytes, "a tensor of the file's shape is as large as the file's data");
  convert_npy(*header, std::span(file).subspan(header->data_offset), tensor, *fit, buffer);
  if (is_direct(*header, tensor, *fit))
    test::demand(
        std::equal(buffer.begin(), buffer.end(), file.begin() + static_cast<std::ptrdiff_t>(header->data_offset)),
        "data that need no conversion stay as they are");
  return 0;
}
