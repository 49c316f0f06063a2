// dmlrun backends: the back ends, their devices, and why some do not work here.
#include <algorithm>

#include "cli/commands/commands.h"
#include "dmlrun/kernel.h"
#include "engine/run/json_reports.h"

namespace dmlrun::cli {

namespace {

/// What is in force where it works.
std::string choices_text(const BackendInfo& info) {
  if (info.isa.empty() || !info.why_not.empty()) return {};
  return "  isa " + std::string(info.isa) + (info.tuning.empty() ? "" : ", tuning " + std::string(info.tuning));
}

}  // namespace

std::string backend_lines(const Options& options) {
  std::vector<BackendInfo> all = backends(compile_options(options, {}));
  std::string lines;
  std::size_t name_width = 0, device_width = 0;
  for (const BackendInfo& info : all) {
    name_width = std::max(name_width, info.name.size());
    device_width = std::max(device_width, info.device.size());
  }
  auto padded = [](std::string_view text, std::size_t width) {
    return std::string(text) + std::string(width - text.size() + 2, ' ');
  };
  for (const BackendInfo& info : all) {
    lines += padded(info.name, name_width) + padded(info.device, device_width) +
             (info.why_not.empty() ? "available" : "not available: " + info.why_not) + "  (" +
             std::string(info.description) + ")" + choices_text(info) + "\n";
    if (!info.note.empty()) lines += "  note: " + info.note + "\n";
    for (std::size_t d = 0; d < info.devices.size(); ++d)
      lines += "  device " + std::to_string(d) + ": " + info.devices[d] + "\n";
  }
  return lines;
}

std::string environment_lines(const Options& options) {
  std::string lines;
  if (options.show_versions) lines += "dmlrun " DMLRUN_VERSION "\n";
  if (options.show_versions || options.show_backends) lines += backend_lines(options);
  return lines;
}

ExitCode show_environment(const Options& options) {
  StandardOutput out;
  out.print(environment_lines(options));
  out.flush();
  return ExitCode::ok;
}

ExitCode backends_command(const Options& options, const Reporter& reporter) {
  StandardOutput out;
  std::vector<BackendInfo> all = backends(compile_options(options, {}));
  if (reporter.format() == Format::json) {
    out.print(backends_report(all).one_line() + "\n");
  } else {
    out.print(backend_lines(options));
  }
  out.flush();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
