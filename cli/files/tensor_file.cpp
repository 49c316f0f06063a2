#include "cli/files/tensor_file.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "cli/report/failure.h"
#include "engine/spec/tensor_names.h"
#include "engine/tensor/layout.h"

namespace dmlrun::cli {
namespace {

/// Reads from `file` until `start` holds `wanted` bytes or the file ends; returns whether it ended. Memory grows with
/// what has arrived: `wanted` may be a limit of gigabytes.
bool fill(ByteSource& file, std::vector<std::byte>& start, std::size_t wanted) {
  constexpr std::size_t kFirst = 128u << 10;  // more than headers need by default
  while (start.size() < wanted) {
    const std::size_t before = start.size(), now = std::min(wanted, std::max(2 * before, kFirst));
    start.resize(now);
    const std::size_t got = file.read(std::span(start).subspan(before));
    start.resize(before + got);
    if (start.size() < now) return true;
  }
  return false;
}

[[noreturn]] void fail_changed(const std::string& path) {
  fail(ErrorCode::cannot_read, "the file changed while it was read", path);
}

}  // namespace

TensorFile::TensorFile(const std::string& path, const Limits& limits) : path_(path), limits_(limits) {
  std::unique_ptr<ByteSource> file = open_array(path);
  const std::optional<std::uint64_t> regular_size = file->regular_size();
  // What the header can need, then what it says that it needs; always one byte more, so that "the file ends here" is
  // seen without another read.
  for (std::uint64_t wanted = 0; !complete_;) {
    const std::uint64_t before = wanted;
    wanted = npy_prefix_bytes(limits, start_) + 1;
    if (regular_size) wanted = std::min(wanted, *regular_size + 1);
    if (wanted == before) break;
    complete_ = fill(*file, start_, static_cast<std::size_t>(wanted));
  }
  start_.shrink_to_fit();
  Result<NpyHeader> header = read_npy_header(start_, limits);
  if (!header) {
    Error error = std::move(header).error();
    const bool has_commas = path.ends_with(".csv");
    if (error.code == ErrorCode::npy_magic && (has_commas || path.ends_with(".txt")))
      error.message += "; in Python numpy.save('" + path.substr(0, path.size() - 4) + ".npy', numpy.loadtxt('" + path +
                       (has_commas ? "', 'f', delimiter=','" : "', 'f'") + ")) makes one of text";
    else if (error.code == ErrorCode::npy_magic && !path.ends_with(".npy"))
      error.message += "; elements alone are read from .bin, .raw and .dat files, by the type and sizes of a spec";
    fail_tensor_file(std::move(error), path);
  }
  header_ = std::move(header).value();
  // The length of a pipe is known when its data have been read.
  std::optional<std::uint64_t> size = complete_ ? start_.size() : regular_size;
  if (size) {
    Result<void> fits = check_npy_size(header_, *size);
    if (!fits) fail_tensor_file(std::move(fits).error(), path);
  }
  // Files are closed in between: a JOIN may have more inputs than a process may have open files.
  if (!complete_ && (!regular_size || path == "-")) open_ = std::move(file);
}

void TensorFile::read_data(std::span<std::byte> bytes) {
  std::size_t ready = std::min(start_.size() - static_cast<std::size_t>(header_.data_offset), bytes.size());
  if (!complete_ && !open_) {
    open_ = open_array(path_);
    std::vector<std::byte> again(start_.size());
    if (open_->read(again) != again.size() || again != start_) fail_changed(path_);
  }
  std::copy_n(start_.begin() + static_cast<std::ptrdiff_t>(header_.data_offset), ready, bytes.begin());
  std::uint64_t file_bytes = start_.size();
  if (!complete_) {
    file_bytes += open_->read(bytes.subspan(ready));
    std::byte more{};
    if (file_bytes == header_.data_offset + bytes.size()) file_bytes += open_->read({&more, 1});
  }
  open_.reset();
  Result<void> fits = check_npy_size(header_, file_bytes);
  if (!fits) fail_tensor_file(std::move(fits).error(), path_);
  start_ = {};
}

Buffer TensorFile::read(const TensorDesc& tensor, bool one_element) {
  Result<NpyFit> fit = fit_npy(header_, tensor, one_element);
  if (!fit) fail_tensor_file(std::move(fit).error(), path_);
  Buffer data = take(Buffer::make(header_.data_bytes), path_);
  read_data(data.bytes());
  return is_direct(header_, tensor, *fit) ? std::move(data) : in_buffer(header_, data, tensor, *fit, path_);
}

Buffer in_buffer(const NpyHeader& header, const Buffer& values, const TensorDesc& tensor, NpyFit fit,
                 const std::string& path) {
  Buffer buffer = take(Buffer::make_zeroed(buffer_bytes(tensor)), path);
  convert_npy(header, values.bytes(), tensor, fit, buffer.bytes());
  const TensorDesc once = without_repeats(tensor);
  if (fit != NpyFit::logical || strides_nest(once)) return buffer;
  TensorDesc packed = once;
  packed.strides = {};
  Buffer given = take(Buffer::make(buffer_bytes(packed)), path), stayed = take(Buffer::make(given.size()), path);
  convert_npy(header, values.bytes(), packed, fit, given.bytes());
  gather(once, buffer.bytes(), stayed.data());
  if (!std::equal(given.data(), given.data() + given.size(), stayed.data()))
    fail_tensor_file(ErrorCode::stride_overlap, "data",
                     "different values were found that Strides " + sizes_json(tensor.strides) +
                         " put into one element; equal ones were expected, or other Strides",
                     path);
  return buffer;
}

void TensorFile::read_elements(std::span<std::byte> elements) {
  TensorDesc tensor;
  tensor.type = header_.type;
  NpyFit fit = NpyFit::raw;
  if (header_.fortran_order && header_.shape.size() > 1) {
    fit = NpyFit::logical;
    bool fits = header_.shape.size() <= kMaxRank;
    for (std::uint64_t size : header_.shape) {
      fits = fits && size <= std::numeric_limits<std::uint32_t>::max();
      if (fits) tensor.sizes.push_back(static_cast<std::uint32_t>(size));
    }
    if (!fits)
      fail_tensor_file(ErrorCode::npy_shape_mismatch, "shape",
                       "a column-major file of " + std::to_string(header_.shape.size()) +
                           " dimensions was found; at most 8 of at most 4294967295 were expected",
                       path_);
  }
  if (!header_.big_endian && fit == NpyFit::raw) return read_data(elements);
  Buffer data = take(Buffer::make(header_.data_bytes), path_);
  read_data(data.bytes());
  convert_npy(header_, data.bytes(), tensor, fit, elements);
}

}  // namespace dmlrun::cli
