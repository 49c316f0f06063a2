#include "engine/model/session.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/tensor/layout.h"

namespace dmlrun::model {

Result<Session> Session::make(const Model& model, std::span<const std::optional<Content>> contents,
                              std::vector<Buffer> buffers, std::vector<std::optional<Kernel>> kernels) {
  Session session(model, contents, std::move(buffers), std::move(kernels));
  if (auto ok = session.capture_owned(); !ok) return std::move(ok).error();
  session.steps_.resize(model.commands.size());
  for (std::size_t i = 0; i < model.commands.size(); ++i) session.prepare(i);
  const auto concerns = [](const std::optional<Kernel>& kernel) { return kernel && DeviceBuffers::concerns(*kernel); };
  if (std::none_of(session.kernels_.begin(), session.kernels_.end(), concerns)) return session;
  session.devices_ = std::make_unique<DeviceBuffers>();
  for (std::size_t i = 0; i < model.commands.size(); ++i) {
    const Step& step = session.steps_[i];
    if (model.commands[i].kind != Command::Kind::dispatch || !model.commands[i].skipped.empty()) continue;
    if (auto ok = session.devices_->expect(*session.kernels_[step.dispatchable], step.inputs, step.outputs); !ok)
      return std::move(ok).error();
  }
  return session;
}

Result<void> Session::capture_owned() {
  for (const Dispatchable& dispatchable : model_->dispatchables) {
    std::vector<Buffer>& copies = owned_.emplace_back();
    for (std::size_t i = 0; i < dispatchable.owned.size(); ++i) {
      Buffer& copy = copies.emplace_back();
      if (!dispatchable.owned[i] || !model_->resources[dispatchable.owned[i]->resource].unsupported.empty()) continue;
      const std::span<std::byte> bytes = bytes_of(*dispatchable.owned[i], dispatchable.op->inputs()[i].desc);
      auto made = Buffer::make(bytes.size());
      if (!made) return std::move(made).error();
      copy = std::move(*made);
      std::memcpy(copy.data(), bytes.data(), bytes.size());
    }
  }
  return {};
}

std::span<std::byte> Session::bytes_of(const Binding& binding, const TensorDesc& tensor) {
  const std::uint64_t offset = *offset_of(binding, *contents_[binding.resource]);
  return buffers_[binding.resource].bytes().subspan(static_cast<std::size_t>(offset),
                                                    static_cast<std::size_t>(buffer_bytes(tensor)));
}

void Session::prepare(std::size_t index) {
  const Command& command = model_->commands[index];
  if (command.kind != Command::Kind::dispatch || !command.skipped.empty()) return;
  const Operator& op = *model_->dispatchables[command.dispatchable].op;
  Step& step = steps_[index];
  step.dispatchable = command.dispatchable;
  for (std::size_t i = 0; i < command.inputs.size(); ++i) {
    if (command.inputs[i]) step.inputs.push_back(bytes_of(*command.inputs[i], op.inputs()[i].desc));
    else step.inputs.push_back(owned_[command.dispatchable][i].bytes());
  }
  for (std::size_t i = 0; i < command.outputs.size(); ++i)
    step.outputs.push_back(bytes_of(command.outputs[i], op.outputs()[i].desc));
}

namespace {

/// Bytes of an output that even an element-wise back end computes in less than a second.
constexpr std::uint64_t kPiece = 1u << 20;

}  // namespace

bool Session::takes_long(std::size_t command) const noexcept {
  const Step& step = steps_[command];
  const auto is_large = [](std::span<const std::byte> output) { return output.size() > kPiece; };
  return kernels_[step.dispatchable]->backend() == "reference" &&
         std::any_of(step.outputs.begin(), step.outputs.end(), is_large);
}

Result<std::span<const std::byte>> Session::fetched(std::span<const std::byte> bytes) const noexcept {
  if (devices_)
    if (auto ok = devices_->fetch(bytes); !ok) return std::move(ok).error();
  return bytes;
}

Result<std::span<const std::byte>> Session::shared_resource(std::uint32_t index) const noexcept {
  const std::span<const std::byte> bytes = buffers_[index].bytes();
  if (devices_)
    if (auto ok = devices_->share(bytes); !ok) return std::move(ok).error();
  return bytes;
}

Result<void> Session::fetch_inputs(std::size_t command) const noexcept {
  for (const std::span<const std::byte> input : steps_[command].inputs)
    if (auto ok = fetched(input); !ok) return std::move(ok).error();
  return {};
}

Result<void> Session::dispatch_in_chunks(std::size_t command, const std::function<void()>& between) const {
  if (!devices_) return run_chunks(command, between);
  if (auto ok = fetch_inputs(command); !ok) return ok;
  for (const std::span<std::byte> output : steps_[command].outputs) {
    if (auto ok = devices_->fetch(output); !ok) return ok;
    devices_->changed(output);
  }
  return run_chunks(command, between);
}

Result<void> Session::run_chunks(std::size_t command, const std::function<void()>& between) const {
  const Step& step = steps_[command];
  const Kernel& kernel = *kernels_[step.dispatchable];
  const std::span<const TensorSlot> slots = model_->dispatchables[step.dispatchable].op->outputs();
  const bool in_place = std::any_of(step.inputs.begin(), step.inputs.end(), [&](std::span<const std::byte> input) {
    return input.data() == step.outputs[0].data();
  });
  if (in_place || !std::all_of(slots.begin(), slots.end(), [](const TensorSlot& slot) { return is_packed(slot.desc); }))
    return kernel.run(step.inputs, step.outputs);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const std::uint64_t all = element_count(slots[i].desc), size = element_size(slots[i].desc.type);
    const std::uint64_t granularity = std::max<std::uint64_t>(kernel.slice_granularity(i), 1);
    const std::uint64_t step_size = std::max<std::uint64_t>(kPiece / size / granularity, 1) * granularity;
    for (std::uint64_t first = 0; first < all; first += step_size) {
      between();
      const std::uint64_t count = std::min(step_size, all - first);
      const std::span<std::byte> chunk =
          step.outputs[i].subspan(static_cast<std::size_t>(first * size), static_cast<std::size_t>(count * size));
      if (auto ok = kernel.run_slice(step.inputs, i, first, count, chunk); !ok) return ok;
    }
  }
  return {};
}

Result<std::span<const std::byte>> Session::printed(std::uint32_t index) const noexcept {
  const Content& content = *contents_[index];
  const std::uint64_t bytes = printed_elements(content) * element_size(content.type);
  return fetched(buffers_[index].bytes().subspan(static_cast<std::size_t>(model_->resources[index].offset),
                                                 static_cast<std::size_t>(bytes)));
}

Result<Buffer> Session::output_values(std::size_t command, std::size_t output) const {
  const TensorDesc& tensor = model_->dispatchables[model_->commands[command].dispatchable].op->outputs()[output].desc;
  auto bytes = fetched(steps_[command].outputs[output]);
  if (!bytes) return std::move(bytes).error();
  return packed_values(tensor, *bytes);
}

std::string Session::backend_names() const {
  std::vector<std::string_view> names;
  for (const std::optional<Kernel>& kernel : kernels_)
    if (kernel && std::find(names.begin(), names.end(), kernel->backend()) == names.end())
      names.push_back(kernel->backend());
  std::string text;
  for (std::string_view name : names) (text += text.empty() ? "" : ", ") += name;
  return text;
}

Result<Buffer> packed_values(const TensorDesc& tensor, std::span<const std::byte> buffer) {
  auto values = Buffer::make(element_count(tensor) * element_size(tensor.type));
  if (!values) return values;
  if (is_packed(tensor)) std::memcpy(values->data(), buffer.data(), values->size());
  else gather(tensor, buffer, values->data());
  return values;
}

Result<Buffer> initial_buffer(const Resource& resource, const Content& content, const std::function<void()>& between) {
  // Zeros are memory that nobody has to touch.
  const bool zeros = resource.form == Form::constant && resource.start == std::array<std::byte, 8>{};
  const bool covered = !zeros && resource.offset == 0 && content.value_bytes == content.bytes;
  auto buffer = covered ? Buffer::make(content.bytes) : Buffer::make_zeroed(content.bytes);
  if (!buffer) {
    Error error = std::move(buffer).error();
    error.where = resource.where.pointer();
    error.position = resource.where.position();
    return error;
  }
  if (content.bytes != 0 && !zeros && resource.form != Form::file)
    fill(resource, values_of(resource, content, *buffer), between);
  return buffer;
}

std::span<std::byte> values_of(const Resource& resource, const Content& content, Buffer& buffer) {
  return buffer.bytes().subspan(static_cast<std::size_t>(resource.offset),
                                static_cast<std::size_t>(content.value_bytes));
}

}  // namespace dmlrun::model
