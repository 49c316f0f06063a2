#include "cli/model/session.h"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "cli/failure.h"
#include "cli/interrupt.h"
#include "engine/tensor/layout.h"

namespace dmlrun::cli {

Session::Session(const ModelFile& file, std::vector<Buffer> buffers, const CompileOptions& compile_options)
    : file_(file), buffers_(std::move(buffers)) {
  compile_all(compile_options);
  capture_owned();
  const std::size_t commands = file.model().commands.size();
  steps_.resize(commands);
  for (std::size_t i = 0; i < commands; ++i) prepare(i);
}

void Session::compile_all(const CompileOptions& compile_options) {
  for (const model::Dispatchable& dispatchable : file_.model().dispatchables) {
    check_interrupted();
    const auto start = std::chrono::steady_clock::now();
    std::optional<Kernel>& kernel = kernels_.emplace_back();
    if (dispatchable.op) {
      Result<Kernel> made = compile(*dispatchable.op, compile_options);
      if (!made) {
        Error error = std::move(made).error();
        if (error.where.empty()) {
          error.where = dispatchable.where.pointer();
          error.position = dispatchable.where.position();
        }
        fail(std::move(error), file_.path());
      }
      kernel = std::move(*made);
    }
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
    compile_ms_.push_back(dispatchable.op ? elapsed.count() : 0);
  }
}

void Session::capture_owned() {
  for (const model::Dispatchable& dispatchable : file_.model().dispatchables) {
    std::vector<Buffer>& copies = owned_.emplace_back();
    for (std::size_t i = 0; i < dispatchable.owned.size(); ++i) {
      Buffer& copy = copies.emplace_back();
      if (!dispatchable.owned[i] || !file_.model().resources[dispatchable.owned[i]->resource].unsupported.empty())
        continue;
      const std::span<std::byte> bytes = bytes_of(*dispatchable.owned[i], dispatchable.op->inputs()[i].desc);
      copy = take(Buffer::make(bytes.size()), file_.path());
      std::memcpy(copy.data(), bytes.data(), bytes.size());
    }
  }
}

std::span<std::byte> Session::bytes_of(const model::Binding& binding, const TensorDesc& tensor) {
  const std::uint64_t offset = *model::offset_of(binding, file_.content(binding.resource));
  return buffers_[binding.resource].bytes().subspan(static_cast<std::size_t>(offset),
                                                    static_cast<std::size_t>(buffer_bytes(tensor)));
}

void Session::prepare(std::size_t index) {
  const model::Command& command = file_.model().commands[index];
  if (command.kind != model::Command::Kind::dispatch || !command.skipped.empty()) return;
  const Operator& op = *file_.model().dispatchables[command.dispatchable].op;
  Step& step = steps_[index];
  step.kernel = &*kernels_[command.dispatchable];
  for (std::size_t i = 0; i < command.inputs.size(); ++i) {
    if (command.inputs[i])
      step.inputs.push_back(bytes_of(*command.inputs[i], op.inputs()[i].desc));
    else
      step.inputs.push_back(owned_[command.dispatchable][i].bytes());
  }
  for (std::size_t i = 0; i < command.outputs.size(); ++i)
    step.outputs.push_back(bytes_of(command.outputs[i], op.outputs()[i].desc));
}

std::span<const std::byte> Session::printed(std::uint32_t index) const {
  const model::Content& content = file_.content(index);
  const std::uint64_t bytes = model::printed_elements(content) * element_size(content.type);
  return buffers_[index].bytes().subspan(static_cast<std::size_t>(file_.model().resources[index].offset),
                                         static_cast<std::size_t>(bytes));
}

Buffer Session::output_values(std::size_t command, std::size_t output) const {
  const model::Command& c = file_.model().commands[command];
  return packed_values(file_.model().dispatchables[c.dispatchable].op->outputs()[output].desc,
                       steps_[command].outputs[output]);
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

Buffer packed_values(const TensorDesc& tensor, std::span<const std::byte> buffer) {
  Buffer values = take(Buffer::make(element_count(tensor) * element_size(tensor.type)));
  if (is_packed(tensor))
    std::memcpy(values.data(), buffer.data(), values.size());
  else
    gather(tensor, buffer, values.data());
  return values;
}

}  // namespace dmlrun::cli
