// dmlrun schema [OPERATOR]: the JSON Schema that editors complete and check specs with.
#include <string>

#include "cli/commands/commands.h"
#include "dmlrun/spec.h"
#include "engine/text/numbers.h"

namespace dmlrun::cli {

ExitCode print_schema(const Options& options, const Reporter&) {
  std::string type = options.operands.empty() ? "" : options.operands.front();
  Result<std::string> schema = json_schema(type);
  if (!schema && schema.error().code == ErrorCode::unknown_operator) {
    std::string known;
    for (std::string_view name : operator_types()) (known += known.empty() ? "" : ", ") += name;
    std::string_view near = text::nearest(type, operator_types());
    fail_usage("unknown operator " + in_quotes(type) +
               (near.empty() ? "; known are " + known : "; did you mean " + std::string(near) + "?"));
  }
  std::string text = take(std::move(schema));
  if (!text.ends_with('\n')) text += '\n';
  StandardOutput out;
  out.print(text);
  out.flush();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
