// A model whose resources are in memory: kernels, and buffers that persist from command to command.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dmlrun/kernel.h"
#include "engine/model/model.h"
#include "engine/run/device/device_buffers.h"
#include "engine/tensor/buffer.h"

namespace dmlrun::model {

class Session {
 public:
  /// One content and buffer per resource, one kernel per dispatchable; nothing for what is skipped. What DirectML owns
  /// is copied out of the buffers, and stays as it is then. `model` and `contents` must outlive the session.
  [[nodiscard]] static Result<Session> make(const Model& model, std::span<const std::optional<Content>> contents,
                                            std::vector<Buffer> buffers, std::vector<std::optional<Kernel>> kernels);

  /// Executes a dispatch command once. Takes no lock and allocates nothing (up to 1024 inputs), devices aside: what
  /// runs there leaves its results there, and the functions below fetch what they are asked for.
  [[nodiscard]] Result<void> dispatch(std::size_t command) const noexcept {
    const Step& step = steps_[command];
    if (devices_) return devices_->run(*kernels_[step.dispatchable], step.inputs, step.outputs);
    return kernels_[step.dispatchable]->run(step.inputs, step.outputs);
  }

  /// The same chunk by chunk, where the back end takes long for each element and the outputs are packed; `between` is
  /// called before each chunk, and may end it with an exception.
  [[nodiscard]] Result<void> dispatch_in_chunks(std::size_t command, const std::function<void()>& between) const;
  /// Whether a dispatch may take so long that somebody may want to end it.
  [[nodiscard]] bool takes_long(std::size_t command) const noexcept;

  [[nodiscard]] Result<std::span<const std::byte>> resource(std::uint32_t index) const noexcept {
    return fetched(buffers_[index].bytes());
  }
  /// The same, which the caller may read and write between commands from now on.
  [[nodiscard]] Result<std::span<const std::byte>> shared_resource(std::uint32_t index) const noexcept;
  /// Makes the bytes of inputs() what they are now. The others say where they lie.
  [[nodiscard]] Result<void> fetch_inputs(std::size_t command) const noexcept;
  /// The buffers of a dispatch command, in the order of its operator's tensors.
  [[nodiscard]] std::span<const std::span<const std::byte>> inputs(std::size_t command) const {
    return steps_[command].inputs;
  }
  [[nodiscard]] std::span<const std::span<std::byte>> outputs(std::size_t command) const {
    return steps_[command].outputs;
  }
  /// The part of a resource that a print shows.
  [[nodiscard]] Result<std::span<const std::byte>> printed(std::uint32_t index) const noexcept;
  /// A dispatch's output, packed.
  [[nodiscard]] Result<Buffer> output_values(std::size_t command, std::size_t output) const;
  /// The back ends in use, in the order of the dispatchables: "reference", or "jit, interpreter".
  [[nodiscard]] std::string backend_names() const;

 private:
  struct Step {
    std::size_t dispatchable = 0;
    std::vector<std::span<const std::byte>> inputs;
    std::vector<std::span<std::byte>> outputs;
  };
  Session(const Model& model, std::span<const std::optional<Content>> contents, std::vector<Buffer> buffers,
          std::vector<std::optional<Kernel>> kernels)
      : model_(&model), contents_(contents), buffers_(std::move(buffers)), kernels_(std::move(kernels)) {}
  [[nodiscard]] Result<void> capture_owned();
  [[nodiscard]] std::span<std::byte> bytes_of(const Binding& binding, const TensorDesc& tensor);
  void prepare(std::size_t command);
  [[nodiscard]] Result<std::span<const std::byte>> fetched(std::span<const std::byte> bytes) const noexcept;
  [[nodiscard]] Result<void> run_chunks(std::size_t command, const std::function<void()>& between) const;

  const Model* model_;
  std::span<const std::optional<Content>> contents_;
  std::vector<Buffer> buffers_;
  std::vector<std::optional<Kernel>> kernels_;
  std::vector<std::vector<Buffer>> owned_;  ///< for each dispatchable, per input; empty where the dispatch binds it
  std::vector<Step> steps_;
  std::unique_ptr<DeviceBuffers> devices_;  ///< where a kernel runs on one; they end before the buffers
};

/// A tensor's logical values out of its buffer.
[[nodiscard]] Result<Buffer> packed_values(const TensorDesc& tensor, std::span<const std::byte> buffer);

/// A resource's buffer with its initial values; those of a file are left to be written, into values_of(). Where there
/// is no memory, the error says for which resource. `between`: see fill().
[[nodiscard]] Result<Buffer> initial_buffer(const Resource& resource, const Content& content,
                                            const std::function<void()>& between = {});
[[nodiscard]] std::span<std::byte> values_of(const Resource& resource, const Content& content, Buffer& buffer);

}  // namespace dmlrun::model
