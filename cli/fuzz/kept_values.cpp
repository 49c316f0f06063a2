#include "cli/fuzz/kept_values.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "cli/bound_spec.h"
#include "engine/fuzz/edge_values.h"
#include "engine/tensor/layout.h"

namespace dmlrun::cli {
namespace {

/// Where an input's elements begin to be taken, on each axis.
Dimensions origin_of(const TensorDesc& input, const TensorDesc& output, std::span<const std::uint32_t> at) {
  Dimensions origin = Dimensions::filled(input.sizes.size(), 0);
  if (at.size() != input.sizes.size() || output.sizes.size() != input.sizes.size()) return origin;
  for (std::size_t axis = 0; axis < at.size(); ++axis)
    if (input.sizes[axis] == output.sizes[axis]) origin[axis] = at[axis];
  return origin;
}

/// The number of the element of `from` that becomes element `number` of a tensor with the same number of axes.
std::uint64_t source_of(std::uint64_t number, const Dimensions& to, const Dimensions& from, const Dimensions& origin) {
  std::uint64_t source = 0, stride = 1;
  for (std::size_t axis = to.size(); axis-- > 0;) {
    source += (origin[axis] + number % to[axis]) % from[axis] * stride;
    number /= to[axis];
    stride *= from[axis];
  }
  return source;
}

Buffer taken_from(const TensorDesc& from, std::span<const std::byte> buffer, const Dimensions& origin,
                  const TensorDesc& to) {
  const std::size_t width = element_size(to.type);
  const std::uint64_t all = element_count(from), count = element_count(to);
  Buffer values = take(Buffer::make(all * width)), taken = take(Buffer::make(count * width));
  gather(from, buffer, values.data());
  const bool has_same_axes = from.sizes.size() == to.sizes.size();
  const std::uint64_t first = source_of(0, from.sizes, from.sizes, origin);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t source = has_same_axes ? source_of(i, to.sizes, from.sizes, origin) : (first + i) % all;
    std::memcpy(taken.data() + i * width, values.data() + source * width, width);
  }
  Buffer made = take(Buffer::make_zeroed(buffer_bytes(to)));
  scatter(to, taken.data(), made.bytes());
  return made;
}

/// A number that the type has.
void put_whole(std::uint64_t number, DataType type, std::byte* element) {
  if (fuzz::is_float(type)) fuzz::put_float(static_cast<float>(number), type, element);
  else std::memcpy(element, &number, element_size(type));
}

}  // namespace

std::shared_ptr<const Inputs> kept_values(const Operator& from, const Inputs& inputs, std::span<const std::uint32_t> at,
                                          const Operator& to) {
  std::vector<Buffer> buffers;
  for (const TensorSlot& slot : to.inputs()) {
    const auto old = std::find_if(from.inputs().begin(), from.inputs().end(), [&](const TensorSlot& one) {
      return one.name == slot.name && one.index == slot.index && one.desc.type == slot.desc.type;
    });
    if (old == from.inputs().end()) return {};
    const Dimensions origin = origin_of(old->desc, from.outputs().front().desc, at);
    const auto number = static_cast<std::size_t>(old - from.inputs().begin());
    buffers.push_back(taken_from(old->desc, inputs.spans()[number], origin, slot.desc));
  }
  return std::make_shared<const Inputs>(std::move(buffers));
}

std::shared_ptr<const Inputs> plain_values(const Operator& op, const Inputs& inputs, std::optional<std::size_t> which) {
  constexpr std::uint64_t kLargest = 100;  // every type has it
  std::vector<Buffer> buffers;
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < op.inputs().size(); ++i) {
    const std::span<const std::byte> given = inputs.spans()[i];
    Buffer made = take(Buffer::make(given.size()));
    std::ranges::copy(given, made.data());
    const DataType type = op.inputs()[i].desc.type;
    const std::size_t width = element_size(type);
    for (std::size_t at = 0; (!which || *which == i) && at + width <= given.size(); at += width)
      put_whole(next++ % kLargest + 1, type, made.data() + at);
    buffers.push_back(std::move(made));
  }
  return std::make_shared<const Inputs>(std::move(buffers));
}

}  // namespace dmlrun::cli
