// dmlrun emit SPEC.json: what a back end generated for a spec, and code for other programs and machines.
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/bound_spec.h"
#include "cli/commands/commands.h"
#include "cli/files/files.h"
#include "cli/files/output_file.h"
#include "cli/options/option_values.h"
#include "cli/report/emit_format.h"
#include "cli/report/output_text.h"
#include "dmlrun/kernel.h"
#include "engine/run/emit/c_header.h"

namespace dmlrun::cli {
namespace {

class Emission {
 public:
  Emission(const Options& options, const Reporter& reporter) : options_(options), formats_(emit_formats(options)) {
    check_options();
    BoundSpec bound(options, options.operands.front(), &reporter);
    path_ = bound.path();
    read_ = bound.files_read();
    require_replaceable("--out", options_.emit.file, read_);
    op_.emplace(bound.complete_for_description());
    if (options.output && *options.output >= op_->outputs().size())
      fail_usage("--output " + std::to_string(*options.output) + " is none of this operator's outputs; they are 0 to " +
                 std::to_string(op_->outputs().size() - 1));
  }

  /// Everything is made before anything is written.
  void write() {
    if (!options_.folder.empty()) return write_to_folder();
    const EmitFormat& format = formats_.front();
    const std::string made = format.emitted ? emit_one(format) : show_code(format, kernels(format, options_.output));
    if (options_.emit.file.empty() || options_.emit.file == "-") {
      StandardOutput out;
      out.print(made);
      out.flush();
    } else {
      write_file(options_.emit.file, made);
    }
  }

 private:
  void check_options() const {
    if (!options_.folder.empty() && !options_.emit.file.empty()) fail_usage("--out and --dir exclude each other");
    if (options_.folder.empty() && formats_.size() > 1)
      fail_usage("several formats are several files; name a folder for them with --dir");
    for (const EmitFormat& format : formats_) {
      const bool is_linked = format.emitted == Emitted::object || format.emitted == Emitted::header;
      if (!options_.emit.target.empty() && !is_linked)
        fail_usage("--target is for the formats object and header, not for " + std::string(format.name));
      const bool goes_to_terminal = options_.folder.empty() && options_.emit.file.empty() && isatty(STDOUT_FILENO);
      if (!format.is_text && goes_to_terminal)
        fail_usage("--format " + std::string(format.name) +
                   " is not for a terminal; name a file with --out, or a pipe");
    }
    if (options_.emit.file.empty()) return;
    (void)emitting_backend(formats_.front(), options_);  // without one that makes it the extension says nothing
    require_extension("--out", options_.emit.file, file_extension(formats_.front(), options_));
  }

  std::vector<KernelDescription> kernels(const EmitFormat& format, std::optional<std::uint64_t> output) {
    const std::string backend = emitting_backend(format, options_);
    const Kernel kernel = take(compile(*op_, compile_options(options_, backend)), path_);
    std::vector<KernelDescription> all = take(kernel.describe(), path_);
    if (!output) return all;
    return {all[static_cast<std::size_t>(*output)]};
  }

  std::string emit_one(const EmitFormat& format) {
    if (op_->outputs().size() > 1 && !options_.output)
      fail_usage("--format " + std::string(format.name) + " is for one output, and there are " +
                 std::to_string(op_->outputs().size()) + "; choose one with --output N, or a folder with --dir");
    return make(format, options_.output ? static_cast<std::size_t>(*options_.output) : 0);
  }

  std::string make(const EmitFormat& format, std::size_t output) {
    if (!format.emitted) return show_code(format, kernels(format, output));
    const std::string function = function_of(output),
                      target = options_.emit.target.empty() ? "host" : options_.emit.target;
    if (format.emitted != Emitted::header) return made_ahead(format, output, function, target);
    // One object tells whether there is a header.
    const bool has_object =
        std::any_of(formats_.begin(), formats_.end(), [](const EmitFormat& f) { return f.emitted == Emitted::object; });
    return has_object ? c_header(*op_, output, {target, function}) : made_ahead(format, output, function, target);
  }

  std::string made_ahead(const EmitFormat& format, std::size_t output, const std::string& function,
                         const std::string& target) {
    const std::string backend = emitting_backend(format, options_);
    auto made = emit(*op_, output, *format.emitted, {target, function}, compile_options(options_, backend));
    if (!made && made.error().code == ErrorCode::unknown_option) fail_usage("--target: " + made.error().message);
    return take(std::move(made), path_);
  }

  std::string function_of(std::size_t output) const {
    if (options_.emit.function.empty()) return default_function(*op_, output);
    return options_.emit.function + (op_->outputs().size() > 1 ? "_" + std::to_string(output) : "");
  }

  void write_to_folder() {
    std::vector<std::pair<std::string, std::string>> files;
    const std::string folder = options_.folder + (options_.folder.ends_with('/') ? "" : "/");
    for (std::size_t output = 0; output < op_->outputs().size(); ++output) {
      if (options_.output && *options_.output != output) continue;
      for (const EmitFormat& format : formats_)
        files.emplace_back(folder + function_of(output) + file_extension(format, options_), make(format, output));
    }
    for (const auto& [path, content] : files) require_replaceable("--dir", path, read_);
    make_folders(options_.folder);
    StandardOutput out;
    for (const auto& [path, content] : files) {
      write_file(path, content);
      out.print(shown_path(path) + "\n");
    }
    out.flush();
  }

  void write_file(const std::string& path, const std::string& content) const {
    OutputFile file(path, options_.durability);
    file.write(content);
    file.commit();
  }

  const Options& options_;
  std::vector<EmitFormat> formats_;
  std::string path_;
  std::vector<std::string> read_;
  std::optional<Operator> op_;
};

}  // namespace

ExitCode emit_command(const Options& options, const Reporter& reporter) {
  Emission(options, reporter).write();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
