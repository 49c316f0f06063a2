// A loaded model on one back end: the library's session, with errors as the program's failures.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/interrupt.h"
#include "cli/model/model_file.h"
#include "cli/report/failure.h"
#include "dmlrun/kernel.h"
#include "engine/model/session.h"

namespace dmlrun::cli {

class Session {
 public:
  /// Compiles every dispatchable, used or not, as DxDispatch does, and takes what DirectML owns out of the buffers.
  /// Failure exit 5 where the back end declines one. `file` must outlive the session.
  Session(const ModelFile& file, std::vector<Buffer> buffers, const CompileOptions& compile_options);

  /// Executes a dispatch command once. Takes no lock and allocates nothing (up to 1024 inputs). A signal ends a long
  /// one.
  void dispatch(std::size_t command) const {
    auto ok = session_->takes_long(command) ? session_->dispatch_in_chunks(command, check_interrupted)
                                            : session_->dispatch(command);
    if (!ok) fail_model(std::move(ok).error(), file_.path());
  }

  /// The buffers and tensors of the commands.
  [[nodiscard]] const model::Session& state() const noexcept { return *session_; }
  /// A resource's bytes, and the part of them that a print shows, copied from the device if necessary.
  [[nodiscard]] std::span<const std::byte> resource(std::uint32_t index) const {
    return take(session_->resource(index), file_.path());
  }
  [[nodiscard]] std::span<const std::byte> printed(std::uint32_t index) const {
    return take(session_->printed(index), file_.path());
  }
  /// A dispatch's output, packed.
  [[nodiscard]] Buffer output_values(std::size_t command, std::size_t output) const {
    return take(session_->output_values(command, output), file_.path());
  }
  /// How long each dispatchable took to compile; 0 for those that are skipped.
  [[nodiscard]] double compile_ms(std::size_t dispatchable) const { return compile_ms_[dispatchable]; }

 private:
  [[nodiscard]] std::vector<std::optional<Kernel>> compile_all(const CompileOptions& compile_options);

  const ModelFile& file_;
  std::vector<double> compile_ms_;
  std::optional<model::Session> session_;
};

}  // namespace dmlrun::cli
