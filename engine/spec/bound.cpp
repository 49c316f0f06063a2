#include "engine/spec/bound.h"

#include <algorithm>
#include <string>

#include "engine/spec/tensor_names.h"
#include "engine/tensor/checked_math.h"
#include "engine/tensor/npy.h"
#include "engine/text/document.h"
#include "engine/text/numbers.h"
#include "engine/text/out_of_memory.h"

namespace dmlrun::spec {
namespace {

std::string shown(const BoundTensor& tensor, bool array) {
  return text::printable(tensor.name) + (array || tensor.index > 0 ? "[" + std::to_string(tensor.index) + "]" : "");
}

Error unknown_tensor(const Spec& spec, const BoundTensor& tensor, const std::vector<Spec::SlotName>& slots) {
  std::vector<std::string_view> names;
  std::string list;
  for (const Spec::SlotName& slot : slots) {
    names.push_back(slot.name);
    list.append(list.empty() ? "" : ", ").append(slot.name);
  }
  const std::string name = text::printable(tensor.name);
  std::string message = "\"" + name + "\" was bound; the tensors of " + std::string(spec.type()) + " are " + list;
  if (const std::string_view near = text::nearest(tensor.name, names); !near.empty())
    message.append("; did you mean ").append(near).append("?");
  return Error{.code = ErrorCode::unknown_name, .where = name, .message = std::move(message)};
}

const TensorSlot* slot_of(const BoundTensor& tensor, const Operator& op) {
  for (const auto slots : {op.inputs(), op.outputs()})
    for (const TensorSlot& slot : slots)
      if (slot.name == tensor.name && slot.index == tensor.index) return &slot;
  return nullptr;
}

bool agrees(const std::vector<std::uint64_t>& shape, const TensorDesc& desc, bool one_element) {
  if (std::equal(shape.begin(), shape.end(), desc.sizes.begin(), desc.sizes.end())) return true;
  NpyHeader header;
  header.type = desc.type;
  header.shape = shape;
  for (const std::uint64_t size : shape) {
    const auto count = checked_multiply(header.element_count, size);
    if (!count) return false;
    header.element_count = *count;
  }
  return fit_npy(header, desc, one_element).has_value();
}

/// What the text and the file say of one tensor.
Result<void> check_agreement(const BoundTensor& tensor, const Operator& op, const Spec::SlotName& name) {
  const TensorSlot* slot = slot_of(tensor, op);
  const std::string where = shown(tensor, name.array);
  if (!slot)
    return Error{.code = ErrorCode::count_mismatch,
                 .where = where,
                 .message = where + " was bound; the operator has no such tensor"};
  if (tensor.type != DataType::unknown && tensor.type != slot->desc.type)
    return Error{.code = ErrorCode::npy_type_mismatch,
                 .where = where,
                 .message = std::string(dmlrun::name(tensor.type)) + " was bound; " +
                            std::string(dmlrun::name(slot->desc.type)) + " was expected"};
  if (agrees(tensor.shape, slot->desc, name.one_element)) return {};
  std::string found = "[";
  for (const std::uint64_t size : tensor.shape) found.append(found.size() > 1 ? ", " : "").append(std::to_string(size));
  return Error{.code = ErrorCode::npy_shape_mismatch,
               .where = where,
               .message = "sizes of " + found + "] were bound; " + sizes_json(slot->desc.sizes) + " was expected"};
}

}  // namespace

Result<Operator> complete_checked(const Spec& spec, std::span<const BoundTensor> bound) noexcept {
  if (bound.empty()) return spec.complete(bound);
  return or_out_of_memory([&]() -> Result<Operator> {
    const std::vector<Spec::SlotName> names = Spec::slot_names(spec.type());
    const auto name_of = [&](const BoundTensor& tensor) {
      return std::find_if(names.begin(), names.end(),
                          [&](const Spec::SlotName& name) { return name.name == tensor.name; });
    };
    for (const BoundTensor& tensor : bound)
      if (name_of(tensor) == names.end()) return unknown_tensor(spec, tensor, names);
    auto made = spec.complete(bound);
    if (!made) return made;
    for (const BoundTensor& tensor : bound)
      if (auto ok = check_agreement(tensor, *made, *name_of(tensor)); !ok) return std::move(ok).error();
    return made;
  });
}

}  // namespace dmlrun::spec
