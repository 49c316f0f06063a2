// How the elements of a .npy file become a tensor's buffer, and the header that dmlrun writes.
#include <algorithm>
#include <cstring>

#include "engine/tensor/layout.h"
#include "engine/tensor/npy.h"
#include "engine/tensor/strided_copy.h"
#include "engine/text/letter_case.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun {
namespace {

template <class Extents>
std::string shape_text(const Extents& extents) {
  std::string text = "(";
  std::size_t rank = 0;
  for (auto extent : extents) text += (rank++ ? ", " : "") + std::to_string(extent);
  return text + (rank == 1 ? ",)" : ")");
}

bool equal(const std::vector<std::uint64_t>& shape, const Dimensions& sizes) noexcept {
  return std::equal(shape.begin(), shape.end(), sizes.begin(), sizes.end());
}

std::uint64_t buffer_elements(const TensorDesc& tensor) noexcept {
  return buffer_bytes(tensor) / element_size(tensor.type);
}

std::string file_type(const NpyHeader& header) {
  if (header.boolean) return "booleans";
  return std::string(name(header.type));
}

Error wrong_shape(const NpyHeader& header, const TensorDesc& tensor, const TensorDesc& once) {
  std::string message = "the file's shape is " + shape_text(header.shape) + "; " + shape_text(once.sizes);
  if (!tensor.strides.empty()) {
    std::uint64_t raw = buffer_elements(tensor);
    if (once.sizes.size() > 1 || once.sizes[0] != raw)
      message += " for the values, or (" + std::to_string(raw) + ",) for the strided buffer with its gaps,";
  }
  message += " was expected";
  if (once.sizes != tensor.sizes && equal(header.shape, tensor.sizes))
    message += ": an axis of stride 0 holds one value, so its extent in a file is 1";
  else if (header.shape.size() > 1 && !tensor.strides.empty() && header.element_count == buffer_elements(tensor))
    message += "; in numpy, a.ravel() is the buffer, which Strides rearrange";
  else if (header.element_count == element_count(once))
    message += "; in numpy, a.reshape(" + shape_text(once.sizes) + ") is that";
  return Error{.code = ErrorCode::npy_shape_mismatch, .where = "shape", .message = std::move(message)};
}

Result<NpyFit> fit(const NpyHeader& header, const TensorDesc& tensor, bool one_element) {
  bool boolean_as_int8 = header.boolean && tensor.type == DataType::int8;
  if (header.type != tensor.type && !boolean_as_int8)
    return Error{.code = ErrorCode::npy_type_mismatch,
                 .where = "descr",
                 .message = "the file holds " + file_type(header) + "; " + std::string(name(tensor.type)) +
                            " was expected; " + type_remedy(header.type, tensor.type)};
  TensorDesc once = without_repeats(tensor);
  if (equal(header.shape, once.sizes)) return NpyFit::logical;
  bool any_rank = header.shape.empty() || one_element;
  if (any_rank && header.element_count == 1 && element_count(once) == 1) return NpyFit::logical;
  if (!tensor.strides.empty() && header.shape.size() == 1 && header.shape[0] == buffer_elements(tensor))
    return NpyFit::raw;
  if (!tensor.strides.empty() && !header.shape.empty() && is_without_ones(header.shape, once.sizes))
    return NpyFit::logical;
  return wrong_shape(header, tensor, once);
}

// Whether the order of the elements depends on which axis runs fastest.
bool order_matters(const Dimensions& sizes) noexcept {
  return std::count_if(sizes.begin(), sizes.end(), [](std::uint32_t size) { return size > 1; }) > 1;
}

}  // namespace

std::string type_remedy(DataType found, DataType expected) {
  return "numpy converts it by a.astype('" + text::lower_case(name(expected)) + "'), and DataType " +
         std::string(name(found)) + " takes it as it is";
}

Result<NpyFit> fit_npy(const NpyHeader& header, const TensorDesc& tensor, bool one_element) noexcept {
  return or_out_of_memory([&]() -> Result<NpyFit> { return fit(header, tensor, one_element); });
}

bool is_direct(const NpyHeader& header, const TensorDesc& tensor, NpyFit fit) noexcept {
  if (header.big_endian) return false;
  if (fit == NpyFit::raw) return true;
  TensorDesc once = without_repeats(tensor);
  return is_packed(once) && !(header.fortran_order && order_matters(once.sizes));
}

void convert_npy(const NpyHeader& header, std::span<const std::byte> data, const TensorDesc& tensor, NpyFit fit,
                 std::span<std::byte> buffer) noexcept {
  if (is_direct(header, tensor, fit)) {
    std::memcpy(buffer.data(), data.data(), static_cast<std::size_t>(header.data_bytes));
    return;
  }
  StridedCopy copy;
  copy.element_bytes = element_size(tensor.type);
  copy.swap_bytes = header.big_endian;
  if (fit == NpyFit::raw) {
    copy.rank = 1;
    copy.axes[0] = {header.element_count, 1, 1};
    return copy_strided(copy, data.data(), buffer.data());
  }
  TensorDesc once = without_repeats(tensor);
  Dimensions strides = strides_of(once);
  copy.rank = once.sizes.size();
  std::uint64_t packed = 1;
  for (std::size_t i = 0; i < copy.rank; ++i) {
    std::size_t axis = header.fortran_order ? i : copy.rank - 1 - i;
    copy.axes[axis] = {once.sizes[axis], packed, strides[axis]};
    packed *= once.sizes[axis];
  }
  copy_strided(copy, data.data(), buffer.data());
}

std::string npy_header(DataType type, std::span<const std::uint32_t> sizes) {
  // Indexed by DataType.
  static constexpr const char* kDescrs[] = {"|V0", "<f4", "<f2", "<u4", "<u2", "|u1",
                                            "<i4", "<i2", "|i1", "<f8", "<u8", "<i8"};
  std::string text = std::string("{'descr': '") + kDescrs[static_cast<std::size_t>(type)] +
                     "', 'fortran_order': False, 'shape': " + shape_text(sizes) + ", }";
  // numpy leaves room for the first extent to grow to 21 digits, and adds 64 bytes where nothing would be padded.
  constexpr std::size_t kGrowth = 21, kAlignment = 64, kBeforeHeader = 10;
  if (!sizes.empty()) text.append(kGrowth - std::to_string(sizes[0]).size(), ' ');
  text.append(kAlignment - (kBeforeHeader + text.size() + 1) % kAlignment, ' ');
  return npy_start(text + '\n');
}

std::string npy_start(const std::string& header) {
  std::string start = "\x93NUMPY";
  start += '\x01';
  start += '\0';
  start += static_cast<char>(header.size() & 0xFF);
  start += static_cast<char>(header.size() >> 8);
  return start + header;
}

}  // namespace dmlrun
