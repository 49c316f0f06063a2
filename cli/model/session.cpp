#include "cli/model/session.h"

#include <chrono>
#include <cstring>

#include "cli/failure.h"
#include "cli/interrupt.h"
#include "engine/tensor/layout.h"

namespace dmlrun::cli {

Session::Session(const ModelFile& file, std::vector<Buffer> buffers, const CompileOptions& compile_options)
    : file_(file) {
  session_ = take(model::Session::make(file.model(), file.contents(), std::move(buffers), compile_all(compile_options)),
                  file.path());
}

std::vector<std::optional<Kernel>> Session::compile_all(const CompileOptions& compile_options) {
  std::vector<std::optional<Kernel>> kernels;
  for (const model::Dispatchable& dispatchable : file_.model().dispatchables) {
    check_interrupted();
    const auto start = std::chrono::steady_clock::now();
    std::optional<Kernel>& kernel = kernels.emplace_back();
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
  return kernels;
}

Buffer Session::output_values(std::size_t command, std::size_t output) const {
  return take(session_->output_values(command, output));
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
