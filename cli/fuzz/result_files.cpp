#include "cli/fuzz/result_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>

#include "cli/bound_spec.h"
#include "cli/files/files.h"
#include "cli/files/output_file.h"
#include "cli/fuzz/case_folder.h"
#include "cli/report/case_text.h"
#include "cli/report/failure.h"
#include "engine/fuzz/differential_run.h"
#include "engine/tensor/compare.h"
#include "engine/tensor/layout.h"
#include "engine/tensor/npy.h"

namespace dmlrun::cli {
namespace {

/// Bytes of a .npy header, padding included.
constexpr std::uint64_t kMaxHeader = 65536;

struct ResultFile {
  std::vector<std::byte> bytes;
  std::string wrong;  ///< why it was not read; "" when it was
};

ResultFile read_file(int descriptor, std::uint64_t most) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return {{}, "is not a regular file"};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > most)
    return {{}, "has " + std::to_string(size) + " bytes; at most " + std::to_string(most) + " were expected"};
  // A file that grows meanwhile is read as far as it was seen to reach.
  ResultFile file;
  file.bytes.resize(size);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::read(descriptor, file.bytes.data() + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {{}, std::string("cannot be read: ") + std::strerror(errno)};
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  file.bytes.resize(done);
  return file;
}

/// The program's file of an output.
ResultFile read_result(const std::string& folder, const TensorSlot& slot) {
  const std::string path = folder + "/result/" + plain_name(slot) + ".npy";
  // Neither a pipe nor what a link leads to.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) {
    if (errno == ENOENT || errno == ENOTDIR) return {{}, "wrote no result/" + plain_name(slot) + ".npy"};
    if (errno == ELOOP) return {{}, plain_name(slot) + ".npy is a link"};
    return {{}, plain_name(slot) + ".npy cannot be opened: " + std::strerror(errno)};
  }
  ResultFile file = read_file(descriptor, element_count(slot.desc) * element_size(slot.desc.type) + kMaxHeader);
  ::close(descriptor);
  if (!file.wrong.empty()) file.wrong = plain_name(slot) + ".npy " + file.wrong;
  return file;
}

/// Its logical values.
Result<Buffer> values_of(std::span<const std::byte> file, const TensorDesc& tensor) {
  const Result<NpyHeader> header = read_npy_header(file);
  if (!header) return header.error();
  if (Result<void> fits = check_npy_size(*header, file.size()); !fits) return fits.error();
  if (header->type != tensor.type && !header->boolean)
    return Error{.code = ErrorCode::npy_type_mismatch,
                 .message = "the file holds " + std::string(name(header->type)) + "; " +
                            std::string(name(tensor.type)) + " was expected"};
  const Result<NpyFit> fit = fit_npy(*header, tensor, false);
  if (!fit) return fit.error();
  Result<Buffer> buffer = Buffer::make_zeroed(buffer_bytes(tensor));
  if (buffer) {
    std::byte* const data = const_cast<std::byte*>(buffer->data());
    convert_npy(*header, file.subspan(header->data_offset), tensor, *fit, {data, buffer->size()});
  }
  return buffer;
}

/// The least number above 0. A few of them are what is left of any mistake that is made small.
double least_number(DataType type) {
  if (type == DataType::float16) return 0x1p-24;
  return type == DataType::float64 ? std::numeric_limits<double>::denorm_min() : 0x1p-149;
}

}  // namespace

std::string compare_results(const std::string& folder, const Operator& op, const Inputs& inputs,
                            const Tolerance& tolerance, Verdict& verdict) {
  const Kernel reference = take(compile(op, {"reference"}));
  for (std::size_t i = 0; i < op.outputs().size(); ++i) {
    const TensorSlot& slot = op.outputs()[i];
    const ResultFile file = read_result(folder, slot);
    if (!file.wrong.empty()) return file.wrong;
    const Result<Buffer> found = values_of(file.bytes, packed(slot.desc));
    if (!found) return plain_name(slot) + ".npy: " + found.error().message;
    const Buffer expected = produce_whole(reference, op, inputs, i);
    const Comparison comparison =
        compare(slot.desc.type, slot.desc.sizes, expected.bytes(), found->bytes(), tolerance.for_output(slot.computed));
    if (comparison.equal()) continue;
    verdict.first_difference = comparison.first.front().coordinates;
    const bool may_be_rounding = slot.computed && comparison.nan_against_number == 0 &&
                                 comparison.largest_absolute > 4 * least_number(slot.desc.type);
    if (may_be_rounding) verdict.ulp = comparison.largest_ulp;
    return plain_name(slot) + ": " + describe(comparison);
  }
  return {};
}

void keep_results(const std::string& folder, const Operator& op, const std::string& errors, const std::string& kept) {
  for (const TensorSlot& slot : op.outputs()) {
    const ResultFile file = read_result(folder, slot);
    if (!file.wrong.empty()) continue;
    make_folders(kept + "/actual");
    OutputFile copy(kept + "/actual/" + plain_name(slot) + ".npy", Durability::as_the_system_likes);
    copy.write(file.bytes);
    copy.commit();
  }
  if (!errors.empty()) write_text_file(kept + "/stderr.txt", errors);
}

}  // namespace dmlrun::cli
