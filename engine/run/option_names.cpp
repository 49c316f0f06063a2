#include "engine/run/option_names.h"

#include <algorithm>

#include "engine/text/document.h"
#ifdef DMLRUN_WITH_JIT
#include "jit/x64/backend.h"
#endif

namespace dmlrun {

namespace {

Result<void> check_name(std::string_view given, std::string_view what, std::span<const std::string_view> known) {
  if (given.empty() || std::find(known.begin(), known.end(), given) != known.end()) return {};
  std::string message = "\"" + text::printable(given, 60) + "\" is not the name of " + std::string(what) + "; ";
  if (known.empty()) {
    message += "this build makes no machine code and knows none";
  } else {
    message += "one of ";
    for (const std::string_view name : known) (message += name == known.front() ? "" : ", ") += name;
    message += " was expected";
  }
  return Error{.code = ErrorCode::unknown_option, .message = std::move(message)};
}

}  // namespace

std::span<const std::string_view> isa_names() noexcept {
#ifdef DMLRUN_WITH_JIT
  return x64_isa_names();
#else
  return {};
#endif
}

std::span<const std::string_view> tuning_names() noexcept {
#ifdef DMLRUN_WITH_JIT
  return x64_tuning_names();
#else
  return {};
#endif
}

Result<void> check_options(const CompileOptions& options) {
  if (!options.code_folder.empty() && options.code_folder.front() != '/')
    return Error{.code = ErrorCode::usage,
                 .message = "the folder for code is \"" + text::printable(options.code_folder, 200) +
                            "\"; an absolute path was expected"};
  if (options.isa.empty() && options.tuning.empty()) return {};
  if (auto ok = check_name(options.isa, "an instruction set", isa_names()); !ok) return ok;
  return check_name(options.tuning, "a tuning", tuning_names());
}

}  // namespace dmlrun
