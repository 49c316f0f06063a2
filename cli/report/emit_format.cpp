#include "cli/report/emit_format.h"

#include <algorithm>
#include <array>

#include "cli/report/disassembly.h"
#include "cli/report/failure.h"
#include "engine/run/backends.h"

namespace dmlrun::cli {
namespace {

constexpr std::array kFormats = {
    EmitFormat{"asm", ".s", true, {}},
    EmitFormat{"bin", ".bin", false, {}},
    EmitFormat{"object", "", false, Emitted::object},
    EmitFormat{"header", ".h", true, Emitted::header},
    EmitFormat{"source", "", true, Emitted::source},
};

const EmitFormat& find_format(std::string_view name) {
  for (const EmitFormat& format : kFormats)
    if (format.name == name) return format;
  std::string known;
  for (const EmitFormat& format : kFormats) (known += known.empty() ? "" : ", ") += format.name;
  fail_usage("unknown format " + in_quotes(name) + "; known are " + known);
}

[[noreturn]] void cannot(std::string sentence) { fail(ErrorCode::backend_unavailable, std::move(sentence)); }

std::string assembly(const std::vector<KernelDescription>& kernels) {
  if (!can_disassemble())
    cannot("this build has no disassembler, because Zydis was not found when it was made; --format bin works");
  std::string text;
  for (const KernelDescription& kernel : kernels) {
    const std::string suffix = text.empty() ? "" : "_" + std::to_string(&kernel - kernels.data());
    if (!text.empty()) text += "\n";
    text += disassemble(kernel, suffix);
  }
  return text;
}

/// The code and the data that lies directly behind it and moves with it.
std::string bytes_of(const KernelDescription& kernel) {
  std::string bytes;
  const std::byte* end = nullptr;
  for (const CodeSection& section : kernel.sections) {
    if (section.bytes.empty()) continue;
    if (end != nullptr && section.bytes.data() != end) continue;
    bytes.append(reinterpret_cast<const char*>(section.bytes.data()), section.bytes.size());
    end = section.bytes.data() + section.bytes.size();
  }
  return bytes;
}

}  // namespace

std::vector<EmitFormat> emit_formats(const Options& options) {
  if (options.emit.format.empty()) {
    const Backend* backend = find_backend(options.backend);
    const bool has_source = backend && emits(*backend, Emitted::source);
    return {find_format(has_source ? "source" : options.emit.target.empty() ? "asm" : "object")};
  }
  std::vector<EmitFormat> formats;
  for (std::size_t begin = 0; begin <= options.emit.format.size();) {
    const std::size_t end = std::min(options.emit.format.find(',', begin), options.emit.format.size());
    formats.push_back(find_format(std::string_view(options.emit.format).substr(begin, end - begin)));
    begin = end + 1;
  }
  for (const EmitFormat& format : formats)
    if (std::count_if(formats.begin(), formats.end(), [&](const EmitFormat& f) { return f.name == format.name; }) > 1)
      fail_usage("--format names " + std::string(format.name) + " twice");
  return formats;
}

std::string emitting_backend(const EmitFormat& format, const Options& options) {
  if (!format.emitted || (!options.backend.empty() && options.backend != "auto")) return options.backend;
  std::string all = emitting_backends(*format.emitted);
  if (all.empty() || all.find(',') != std::string::npos)
    fail_usage("--format " + std::string(format.name) + " needs a back end, with --backend: " + all);
  return all;
}

std::string file_extension(const EmitFormat& format, const Options& options) {
  if (!format.extension.empty()) return std::string(format.extension);
  if (format.emitted == Emitted::object)
    return options.emit.target.find("-windows") == std::string::npos ? ".o" : ".obj";
  const std::string& backend = options.backend;
  return backend == "halide-metal" ? ".metal" : backend == "halide-cuda" ? ".ptx" : ".cl";
}

std::string show_code(const EmitFormat& format, const std::vector<KernelDescription>& kernels) {
  for (const KernelDescription& kernel : kernels)
    if (kernel.sections.empty()) cannot("the back end " + std::string(kernel.backend) + " makes no code");
  if (format.is_text) return assembly(kernels);
  if (kernels.size() > 1)
    fail_usage("--format bin is for one output, and there are " + std::to_string(kernels.size()) +
               "; choose one with --output N");
  return bytes_of(kernels.front());
}

}  // namespace dmlrun::cli
