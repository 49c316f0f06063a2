#include "cli/model/written_file.h"

#include "cli/files/files.h"
#include "engine/tensor/npy.h"
#include "engine/text/letter_case.h"

namespace dmlrun::cli {
namespace {

bool is_npy(const std::string& path) { return text::lower_case(path).ends_with(".npy"); }

}  // namespace

std::string dxdispatch_npy_header(DataType type, std::span<const std::uint64_t> shape) {
  // Indexed by DataType.
  static constexpr const char* kDescrs[] = {"",    "<f4", "<f2", "<u4", "<u2", "<u1",
                                            "<i4", "<i2", "<i1", "<f8", "<u8", "<i8"};
  std::string text =
      std::string("{'descr':'") + kDescrs[static_cast<std::size_t>(type)] + "','fortran_order':False,'shape':(";
  for (std::uint64_t size : shape) text += std::to_string(size) + ",";
  text += ")}";
  constexpr std::size_t kAlignment = 64, kBeforeHeader = 10;
  const std::size_t used = (kBeforeHeader + text.size() + 1) % kAlignment;
  text.append(used == 0 ? 0 : kAlignment - used, ' ');
  return npy_start(text + '\n');
}

void write_resource(const model::Model& model, const model::Command& command, const model::Content& content,
                    std::span<const std::byte> bytes, const std::string& path, Durability durability) {
  const std::string folder = folder_of(path);
  if (folder.size() > 1 && !exists(folder)) make_folders(folder.substr(0, folder.size() - 1));
  OutputFile file(path, durability);
  if (is_npy(command.target)) {
    const std::vector<std::uint64_t> shape = model::written_shape(model, command, content);
    std::uint64_t taken = element_size(content.type);
    for (std::uint64_t extent : shape) taken *= extent;  // checked when the model was
    file.write(dxdispatch_npy_header(content.type, shape));
    bytes = bytes.first(static_cast<std::size_t>(taken));
  }
  file.write(bytes);
  file.commit();
}

}  // namespace dmlrun::cli
