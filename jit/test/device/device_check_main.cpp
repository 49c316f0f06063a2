// dmlrun_device_check COMMAND --backend NAME [--device D] [--count N] [--sets N] [--first N] [--case TEXT]: what is
// checked of back ends that are too slow to compile for the random tests of the others. Without a device it says so and
// ends with 0.
//   plans    random plans, each with several sets of data, against the interpreter
//   values   random lists of values of every operation and type, likewise
//   sources  that the same plans have source, whatever devices there are; for CUDA, that nothing in it is contracted
//   source   the source of the device's kernels for a few operators, on standard output
//   bench    seconds of a run with everything on the device, one line for each case
// The last two take the cases that have --case TEXT in their names; bench --plans FILE those of a file, a line each:
// name, tab, plan.
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>
#include <string_view>

#include "engine/run/backends.h"
#include "jit/test/device/device_check.h"

namespace {

using dmlrun::jit::test::CheckOptions;

bool read_number(const char* text, std::uint64_t& number) {
  const auto [rest, error] = std::from_chars(text, text + std::strlen(text), number);
  return error == std::errc() && *rest == 0;
}

bool read_options(int count, char** arguments, CheckOptions& options) {
  for (int i = 2; i + 1 < count; i += 2) {
    const std::string_view name = arguments[i];
    const char* value = arguments[i + 1];
    if (name == "--backend") options.backend = value;
    else if (name == "--device") options.device = value;
    else if (name == "--case") options.cases = value;
    else if (name == "--plans") options.plans = value;
    else if (name == "--count" && read_number(value, options.count)) continue;
    else if (name == "--sets" && read_number(value, options.sets)) continue;
    else if (name == "--first" && read_number(value, options.first)) continue;
    else return false;
  }
  return count % 2 == 0 && dmlrun::find_backend(options.backend);
}

}  // namespace

int main(int count, char** arguments) {
  CheckOptions options;
  const std::string_view command = count > 1 ? arguments[1] : "";
  if (count < 2 || !read_options(count, arguments, options)) {
    std::fputs(
        "usage: dmlrun_device_check plans|values|sources|source|bench --backend NAME [--device D] [--count N] "
        "[--sets N] [--first N] [--case TEXT] [--plans FILE]\n",
        stderr);
    return 2;
  }
  dmlrun::CompileOptions compile;
  compile.backend = options.backend;
  compile.device = options.device;
  if (command == "sources") return dmlrun::jit::test::check_sources(options);
  if (command == "source") return dmlrun::jit::test::print_sources(options);
  if (const std::string reason = dmlrun::find_backend(options.backend)->unavailable(compile); !reason.empty()) {
    std::printf("skipped: %s: %s\n1 passed, 0 failed\n", options.backend.c_str(), reason.c_str());
    return 0;
  }
  options.are_values = command == "values";
  if (command == "plans" || command == "values") return dmlrun::jit::test::check_plans(options);
  if (command == "bench") return dmlrun::jit::test::bench(options);
  std::fprintf(stderr, "no such command: %s\n", arguments[1]);
  return 2;
}
