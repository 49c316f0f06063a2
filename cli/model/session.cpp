#include "cli/model/session.h"

#include <chrono>
#include <utility>

#include "cli/interrupt.h"

namespace dmlrun::cli {

Session::Session(const ModelFile& file, std::vector<Buffer> buffers, const CompileOptions& compile_options)
    : file_(file) {
  std::vector<std::optional<Kernel>> kernels = compile_all(compile_options);
  session_ =
      take(model::Session::make(file.model(), file.contents(), std::move(buffers), std::move(kernels)), file.path());
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

}  // namespace dmlrun::cli
