// dmlrun emit SPEC.json: what a back end generated for a spec.
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/disassembly.h"
#include "cli/job.h"
#include "cli/output_file.h"
#include "dmlrun/kernel.h"

namespace dmlrun::cli {
namespace {

[[noreturn]] void cannot(std::string sentence) {
  fail({ErrorCode::backend_unavailable, {}, {}, std::move(sentence), {}});
}

/// The outputs that are meant: the one that --output names, else all.
std::vector<KernelDescription> chosen_outputs(std::vector<KernelDescription> all, const Options& options) {
  if (!options.output) return all;
  if (*options.output >= all.size())
    fail_usage("--output " + std::to_string(*options.output) + " is none of this operator's outputs; they are 0 to " +
               std::to_string(all.size() - 1));
  return {all[static_cast<std::size_t>(*options.output)]};
}

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

std::string binary(const std::vector<KernelDescription>& kernels) {
  if (kernels.size() > 1)
    fail_usage("--format bin is for one output, and there are " + std::to_string(kernels.size()) +
               "; choose one with --output N");
  return bytes_of(kernels.front());
}

struct EmitFormat {
  std::string_view name;
  bool is_text;
  std::string (*make)(const std::vector<KernelDescription>& kernels);
};

constexpr std::array kFormats = {
    EmitFormat{"asm", true, assembly},
    EmitFormat{"bin", false, binary},
};

const EmitFormat& find_format(const std::string& name) {
  for (const EmitFormat& format : kFormats)
    if (format.name == (name.empty() ? kFormats.front().name : std::string_view(name))) return format;
  std::string known;
  for (const EmitFormat& format : kFormats) (known += known.empty() ? "" : ", ") += format.name;
  fail_usage("unknown format " + in_quotes(name) + "; known are " + known);
}

}  // namespace

ExitCode emit(const Options& options, const Reporter& reporter) {
  const EmitFormat& format = find_format(options.emit_format);
  if (!format.is_text && options.file.empty() && isatty(STDOUT_FILENO))
    fail_usage("--format " + std::string(format.name) + " is not for a terminal; name a file with --out, or a pipe");
  Job job(options, options.operands.front(), &reporter);
  const Operator op = job.complete_for_description();
  const Kernel kernel = take(compile(op, compile_options(options, options.backend)), job.path());
  const std::vector<KernelDescription> outputs = chosen_outputs(take(kernel.describe(), job.path()), options);
  for (const KernelDescription& output : outputs)
    if (output.sections.empty()) cannot("the back end " + std::string(output.backend) + " makes no code");
  const std::string made = format.make(outputs);
  if (options.file.empty() || options.file == "-") {
    StandardOutput out;
    out.print(made);
    out.flush();
    return ExitCode::ok;
  }
  OutputFile file(options.file, options.durability);
  file.write(made);
  file.commit();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
