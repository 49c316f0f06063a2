#include "cli/fuzz/case_folder.h"

#include <algorithm>
#include <cstring>

#include "cli/bound_spec.h"
#include "cli/files/files.h"
#include "cli/files/output_file.h"
#include "cli/files/tensor_file.h"
#include "cli/report/case_text.h"
#include "cli/report/failure.h"
#include "engine/fuzz/differential_run.h"
#include "engine/tensor/layout.h"
#include "engine/tensor/npy.h"

namespace dmlrun::cli {
namespace {

void write_npy(const std::string& path, DataType type, std::span<const std::uint32_t> sizes,
               std::span<const std::byte> values) {
  OutputFile file(path, Durability::as_the_system_likes);
  file.write(npy_header(type, sizes));
  file.write(values);
  file.commit();
}

void write_logical(const std::string& path, const TensorDesc& tensor, std::span<const std::byte> values) {
  write_npy(path, tensor.type, {tensor.sizes.begin(), tensor.sizes.size()}, values);
}

/// The buffer as it is: shape Sizes when packed, else one dimension.
void write_buffer(const std::string& path, const TensorDesc& tensor, std::span<const std::byte> buffer) {
  const auto elements = static_cast<std::uint32_t>(buffer.size() / element_size(tensor.type));
  const std::span<const std::uint32_t> sizes{tensor.sizes.begin(), tensor.sizes.size()};
  write_npy(path, tensor.type, is_packed(tensor) ? sizes : std::span(&elements, 1), buffer);
}

/// The tensor with each value that it repeats by stride 0 once.
TensorDesc without_repetition(TensorDesc tensor) {
  for (std::size_t axis = 0; axis < tensor.strides.size(); ++axis)
    if (tensor.strides[axis] == 0) tensor.sizes[axis] = 1;
  return tensor;
}

Buffer logical(const TensorDesc& tensor, std::span<const std::byte> buffer) {
  Buffer values = take(Buffer::make(element_count(tensor) * element_size(tensor.type)));
  gather(tensor, buffer, values.data());
  return values;
}

}  // namespace

Inputs case_inputs(const Operator& op, const FuzzSettings& settings, std::uint64_t number) {
  const std::vector<std::vector<std::byte>> made = fuzz::inputs_of_case(op, settings.seeds.seed, number);
  std::vector<Buffer> buffers;
  for (std::size_t i = 0; i < made.size(); ++i) {
    buffers.push_back(take(Buffer::make(buffer_bytes(op.inputs()[i].desc))));
    std::copy_n(made[i].begin(), buffers.back().size(), buffers.back().bytes().begin());
  }
  return Inputs(std::move(buffers));
}

void write_text_file(const std::string& path, const std::string& text) {
  OutputFile file(path, Durability::as_the_system_likes);
  file.write(text);
  file.commit();
}

void write_question(const std::string& folder, const Operator& op, const Inputs& inputs) {
  make_folders(folder + "/result");
  write_text_file(folder + "/spec.json", case_spec(op, false));
  for (std::size_t i = 0; i < op.inputs().size(); ++i) {
    const TensorSlot& slot = op.inputs()[i];
    const TensorDesc once = without_repetition(slot.desc);
    write_logical(folder + "/" + plain_name(slot) + ".npy", once, logical(once, inputs.spans()[i]).bytes());
  }
}

void write_reproducer(const std::string& folder, const Operator& op, const Inputs& inputs,
                      const CompileOptions* variant) {
  write_text_file(folder + "/spec.json", case_spec(op, false));
  for (std::size_t i = 0; i < op.inputs().size(); ++i)
    write_buffer(folder + "/" + plain_name(op.inputs()[i]) + ".npy", op.inputs()[i].desc, inputs.spans()[i]);
  const Kernel reference = take(compile(op, {"reference"}));
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < op.outputs().size(); ++i) {
    const TensorSlot& slot = op.outputs()[i];
    const Buffer values = produce_whole(reference, op, inputs, i);
    write_logical(folder + "/" + plain_name(slot) + ".npy", slot.desc, values.bytes());
    expected.push_back(plain_name(slot) + ".npy");
    if (is_packed(slot.desc)) continue;
    // A model's resource is the buffer with its gaps, which stay 0.
    expected.back() = plain_name(slot) + ".raw.npy";
    const Buffer raw = take(Buffer::make_zeroed(buffer_bytes(slot.desc)));
    scatter(slot.desc, values.data(), std::span(const_cast<std::byte*>(raw.data()), raw.size()));
    write_buffer(folder + "/" + expected.back(), slot.desc, raw.bytes());
  }
  write_text_file(folder + "/spec.json", case_spec(op));
  write_text_file(folder + "/model.json", case_model(op, expected));
  if (variant == nullptr) return;
  make_folders(folder + "/actual");
  const Result<Kernel> kernel = compile(op, *variant);
  for (std::size_t i = 0; kernel && i < op.outputs().size(); ++i) {
    const TensorSlot& slot = op.outputs()[i];
    write_logical(folder + "/actual/" + plain_name(slot) + ".npy", slot.desc,
                  produce_whole(*kernel, op, inputs, i).bytes());
  }
}

}  // namespace dmlrun::cli
