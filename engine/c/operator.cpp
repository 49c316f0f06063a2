// What C asks of an operator.
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "dmlrun/spec.h"
#include "engine/c/handles.h"
#include "engine/fork/forks.h"
#include "engine/spec/operator_list.h"
#include "engine/spec/random_inputs.h"
#include "engine/spec/tensor_names.h"

using namespace dmlrun;
using namespace dmlrun::c;

namespace {

std::span<const TensorSlot> slots(const dmlrun_operator* op, dmlrun_direction direction) noexcept {
  if (!op) return {};
  if (direction == DMLRUN_INPUT) return op->op.inputs();
  return direction == DMLRUN_OUTPUT ? op->op.outputs() : std::span<const TensorSlot>();
}

}  // namespace

void dmlrun_operator_free(dmlrun_operator* op) noexcept { delete op; }

const char* dmlrun_operator_type(const dmlrun_operator* op) noexcept { return op ? op->op.type().data() : nullptr; }

size_t dmlrun_operator_tensor_count(const dmlrun_operator* op, dmlrun_direction direction) noexcept {
  return slots(op, direction).size();
}

dmlrun_code dmlrun_operator_tensor(const dmlrun_operator* op, dmlrun_direction direction, size_t index,
                                   dmlrun_tensor* out, dmlrun_error* error) noexcept {
  if (!out || index >= slots(op, direction).size())
    return refuse_usage("the operator is null or has no such tensor, or the place for it is null", error);
  const TensorSlot& slot = slots(op, direction)[index];
  const TensorDesc& desc = slot.desc;
  dmlrun_tensor tensor{};
  tensor.name = slot.name.data();
  tensor.index = slot.index;
  tensor.array = slot.array;
  tensor.type = static_cast<dmlrun_data_type>(desc.type);
  tensor.rank = static_cast<std::uint32_t>(desc.sizes.size());
  const Dimensions strides = strides_of(desc);
  for (std::size_t i = 0; i < desc.sizes.size(); ++i) {
    tensor.sizes[i] = desc.sizes[i];
    tensor.strides[i] = strides[i];
  }
  tensor.elements = element_count(desc);
  tensor.bytes = buffer_bytes(desc);
  tensor.element_bytes = static_cast<std::uint32_t>(element_size(desc.type));
  tensor.packed = is_packed(desc);
  tensor.computed = slot.computed;
  return write_struct(tensor, out, error);
}

dmlrun_code dmlrun_operator_spec(const dmlrun_operator* op, char** json, dmlrun_error* error) noexcept {
  if (json) *json = nullptr;
  if (!op || !json) return refuse_usage("the operator or the place for the text is null", error);
  return guarded(error, [&] {
    const auto text = write_spec(op->op);
    return text ? make_text(*text, json) : refuse(text.error(), error);
  });
}

dmlrun_code dmlrun_operator_picture(const dmlrun_operator* op, char** svg, dmlrun_error* error) noexcept {
  if (svg) *svg = nullptr;
  if (!op || !svg) return refuse_usage("the operator or the place for the text is null", error);
  return guarded(error, [&] {
    const auto text = draw(op->op);
    return text ? make_text(*text, svg) : refuse(text.error(), error);
  });
}

dmlrun_code dmlrun_operator_random_inputs(const dmlrun_operator* op, uint64_t seed, const dmlrun_output_buffer* buffers,
                                          size_t count, dmlrun_error* error) noexcept {
  if (!op || (!buffers && count > 0)) return refuse_usage("the operator or the list of buffers is null", error);
  return guarded(error, [&] {
    const std::span<const TensorSlot> inputs = op->op.inputs();
    if (count != inputs.size()) return refuse({ErrorCode::buffer_count}, error);
    std::vector<std::span<std::byte>> contents;
    for (size_t i = 0; i < count; ++i) {
      const std::uint64_t needed = buffer_bytes(inputs[i].desc);
      const std::string name = shown_name(inputs[i]);
      if (!buffers[i].data) return refuse({ErrorCode::null_buffer, name}, error);
      if (buffers[i].bytes < needed) return refuse({ErrorCode::buffer_too_small, name}, error);
      contents.emplace_back(static_cast<std::byte*>(buffers[i].data), static_cast<std::size_t>(needed));
    }
    spec::fill_random_inputs(op->op, seed, contents);
    return dmlrun_code{DMLRUN_OK};
  });
}

dmlrun_code dmlrun_json_schema(const char* operator_type, char** json, dmlrun_error* error) noexcept {
  if (!json) return refuse_usage("the place for the text is null", error);
  *json = nullptr;
  if (!operator_type) return refuse_usage("the operator's type is null", error);
  return guarded(error, [&] {
    const auto text = json_schema(view(operator_type));
    return text ? make_text(*text, json) : refuse(text.error(), error);
  });
}

const char* dmlrun_operator_meant(const char* name) noexcept {
  if (name == nullptr) return nullptr;
  try {
    const auto& names = once([]() -> const auto& {  // parts of longer texts, too
      static const std::set<std::string, std::less<>> made = [] {
        const auto all = spec::operator_names();
        return std::set<std::string, std::less<>>(all.begin(), all.end());
      }();
      return made;
    });
    const auto found = names.find(spec::operator_suggested(view(name)));
    return found == names.end() || found->empty() ? nullptr : found->c_str();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

const char* dmlrun_field_meant(const char* name, size_t index) noexcept {
  try {
    const auto fields = spec::usual_fields(view(name));  // parts of literals, which end with a NUL
    return index < fields.size() ? fields[index].data() : nullptr;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

const char* dmlrun_operator_type_name(size_t index) noexcept {
  try {
    // operator_types() are parts of longer texts.
    const auto& names = once([]() -> const auto& {
      static const std::vector<std::string> made(operator_types().begin(), operator_types().end());
      return made;
    });
    return index < names.size() ? names[index].c_str() : nullptr;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

const char* dmlrun_data_type_name(dmlrun_data_type type) noexcept {
  return type >= DMLRUN_FLOAT32 && type <= DMLRUN_INT64 ? name(static_cast<DataType>(type)).data() : nullptr;
}
