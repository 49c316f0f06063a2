// Runs a kernel so that large outputs never exist as a whole: slices go through one reused buffer.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/options.h"
#include "dmlrun/kernel.h"
#include "engine/tensor/buffer.h"

namespace dmlrun::cli {

/// Receives an output's logical values in row-major order, some whole elements at a time.
using Consumer = std::function<void(std::span<const std::byte>)>;

/// An operator's inputs, in the order of Operator::inputs(), as kernels take them.
class Inputs {
 public:
  explicit Inputs(std::vector<Buffer> buffers);
  [[nodiscard]] std::span<const std::span<const std::byte>> spans() const noexcept { return spans_; }

 private:
  std::vector<Buffer> buffers_;
  std::vector<std::span<const std::byte>> spans_;
};

/// Produces output `index`. A packed output arrives in slices, and a signal ends it between two of them; a strided one
/// is run whole and gathered, or, when large, run as if it were packed.
void produce(const Kernel& kernel, const Operator& op, const Inputs& inputs, std::size_t index,
             const Consumer& consumer);

/// The same, collected into one buffer: element_count * element_size bytes.
[[nodiscard]] Buffer produce_whole(const Kernel& kernel, const Operator& op, const Inputs& inputs, std::size_t index);

/// The back ends that `all` stands for, best first: those that work on this machine. Back ends for devices are included
/// only if --device names one, because asking drivers takes time and memory.
[[nodiscard]] std::vector<std::string_view> available_backends(const Options& options);

/// Failure if --device is given and no requested back end uses it: exit 2 where none of them has devices, exit 5 where
/// --backend all finds the device nowhere. A back end that is named alone reports this itself when it compiles.
void require_device(const Options& options);

/// Notes which options have no effect with the back end that --backend names, such as why no code is kept.
void note_limits(const Options& options, const Reporter& reporter);

/// Nothing, with the reason, when the back end does not take this operator. Other errors are Failures.
[[nodiscard]] std::optional<Kernel> compile_unless_declined(const Operator& op, const CompileOptions& options,
                                                            std::string& reason);

}  // namespace dmlrun::cli
