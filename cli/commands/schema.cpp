// dmlrun schema [OPERATOR | --model]: the JSON Schema that editors complete and check specs, or models, with.
#include <string>

#include "cli/commands/commands.h"
#include "cli/model/model_schema.h"
#include "dmlrun/spec.h"
#include "engine/spec/operator_list.h"

namespace dmlrun::cli {

ExitCode schema_command(const Options& options, const Reporter&) {
  std::string type = options.operands.empty() ? "" : options.operands.front();
  if (const std::string_view named = spec::operator_named(type); !named.empty()) type = named;
  if (options.of_models && !type.empty()) fail_usage("--model is one schema for all operators; leave " + type + " out");
  Result<std::string> schema = options.of_models ? model_schema() : json_schema(type);
  const ErrorCode code = schema ? ErrorCode::internal : schema.error().code;
  if (code == ErrorCode::unknown_operator || code == ErrorCode::not_implemented) fail_usage(schema.error().message);
  std::string text = take(std::move(schema));
  if (!text.ends_with('\n')) text += '\n';
  StandardOutput out;
  out.print(text);
  out.flush();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
