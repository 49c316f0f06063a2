// dmlrun diff A.npy B.npy: A is what is expected, B what was found.
#include "cli/commands/commands.h"
#include "cli/files/picture_file.h"
#include "cli/files/tensor_file.h"
#include "cli/report/json_text.h"
#include "cli/report/output_text.h"
#include "engine/picture/difference_picture.h"
#include "engine/tensor/compare.h"

namespace dmlrun::cli {
namespace {

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  return json_array(shape, [](std::uint64_t size) { return std::to_string(size); });
}

/// The tensor that a file holds, "()" as one element.
TensorDesc tensor_of(const TensorFile& file) {
  const NpyHeader& header = file.header();
  bool fits = header.shape.size() <= kMaxRank;
  TensorDesc tensor;
  tensor.type = header.type;
  for (std::uint64_t size : header.shape) {
    fits = fits && size <= 0xFFFF'FFFFu;
    if (fits) tensor.sizes.push_back(static_cast<std::uint32_t>(size));
  }
  if (header.shape.empty()) tensor.sizes.push_back(1);
  if (!fits)
    fail_tensor_file(ErrorCode::npy_limit, "shape",
                     "a shape of " + shape_text(header.shape) + " is not a tensor of at most 8 dimensions below 2^32",
                     file.path());
  return tensor;
}

/// A type or shape that differs, so that no elements can be compared.
ExitCode tell(const Options& options, const Reporter& reporter, const std::string& what, const std::string& a,
              const std::string& b) {
  StandardOutput out;
  if (!options.picture.empty()) reporter.note("--picture: nothing was drawn, because the files differ in " + what);
  if (options.format == Format::json) {
    JsonObject object;
    out.print(object.add("different", what).add("expected", a).add("found", b).text() + "\n");
  } else {
    out.print(what + " differs: expected " + a + ", found " + b + "\n");
  }
  out.flush();
  return ExitCode::comparison_failed;
}

}  // namespace

ExitCode diff_command(const Options& options, const Reporter& reporter) {
  if (options.operands[0] == "-" && options.operands[1] == "-")
    fail_usage("standard input ('-') can be read only once");
  TensorFile a(options.operands[0], options.validation.limits), b(options.operands[1], options.validation.limits);
  if (a.header().type != b.header().type)
    return tell(options, reporter, "data type", std::string(name(a.header().type)), std::string(name(b.header().type)));
  if (a.header().shape != b.header().shape)
    return tell(options, reporter, "shape", shape_text(a.header().shape), shape_text(b.header().shape));
  TensorDesc tensor = tensor_of(a);
  Buffer expected = a.read(tensor, false), found = b.read(tensor, false);
  Comparison comparison = compare(tensor.type, tensor.sizes, expected.bytes(), found.bytes(), options.tolerance);
  PictureFile picture(options, options.operands);
  if (picture.is_wanted())
    picture.write(picture::difference_picture(tensor, expected.bytes(), found.bytes(), options.tolerance, comparison));
  StandardOutput out;
  if (!picture.is_standard_output())
    out.print((options.format == Format::json ? comparison_json(comparison) : describe(comparison)) + "\n");
  out.flush();
  picture.commit();
  return comparison.equal() ? ExitCode::ok : ExitCode::comparison_failed;
}

}  // namespace dmlrun::cli
