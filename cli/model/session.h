// A loaded model on one back end: kernels, and memory that persists from command to command.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/model/model_file.h"
#include "dmlrun/kernel.h"
#include "engine/model/session.h"

namespace dmlrun::cli {

class Session {
 public:
  /// Compiles every dispatchable, used or not, as DxDispatch does, and takes what DirectML owns out of the buffers.
  /// Failure exit 5 where the back end declines one. `file` must outlive the session.
  Session(const ModelFile& file, std::vector<Buffer> buffers, const CompileOptions& compile_options);

  /// Executes a dispatch command once. Takes no lock and allocates nothing (up to 64 inputs).
  void dispatch(std::size_t command) const {
    if (auto ok = session_->dispatch(command); !ok) fail_model(std::move(ok).error(), file_.path());
  }

  [[nodiscard]] std::span<const std::byte> resource(std::uint32_t index) const { return session_->resource(index); }
  /// What a dispatch command reads and writes, in the order of its operator's tensors.
  [[nodiscard]] std::span<const std::span<const std::byte>> inputs(std::size_t command) const {
    return session_->inputs(command);
  }
  [[nodiscard]] std::span<const std::span<std::byte>> outputs(std::size_t command) const {
    return session_->outputs(command);
  }
  /// The part of a resource that a print shows.
  [[nodiscard]] std::span<const std::byte> printed(std::uint32_t index) const { return session_->printed(index); }
  /// A dispatch's output, packed.
  [[nodiscard]] Buffer output_values(std::size_t command, std::size_t output) const;

  /// The back ends in use, in the order of the dispatchables: "jit-avx2", or "jit-avx2, interpreter".
  [[nodiscard]] std::string backend_names() const { return session_->backend_names(); }
  /// How long each dispatchable took to compile; 0 for those that are skipped.
  [[nodiscard]] double compile_ms(std::size_t dispatchable) const { return compile_ms_[dispatchable]; }

 private:
  [[nodiscard]] std::vector<std::optional<Kernel>> compile_all(const CompileOptions& compile_options);

  const ModelFile& file_;
  std::vector<double> compile_ms_;
  std::optional<model::Session> session_;
};

/// A tensor's logical values out of its buffer.
[[nodiscard]] Buffer packed_values(const TensorDesc& tensor, std::span<const std::byte> buffer);

}  // namespace dmlrun::cli
