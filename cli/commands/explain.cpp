// dmlrun explain SPEC.json: the plan, the chosen back end, why the others declined; --spec: the completed spec.
#include <algorithm>

#include "cli/commands/commands.h"
#include "cli/job.h"
#include "cli/json_text.h"
#include "dmlrun/kernel.h"

namespace dmlrun::cli {
namespace {

std::string as_text(const Operator& op, const Explanation& explanation) {
  std::string text = "operator: " + std::string(op.type()) + "\n";
  for (std::size_t i = 0; i < explanation.plans.size(); ++i)
    text += "plan of " + shown_name(op.outputs()[i]) + ": " + explanation.plans[i] + "\n";
  text += "back end: " + (explanation.chosen.empty() ? "none" : std::string(explanation.chosen)) + "\n";
  for (const Explanation::Choice& choice : explanation.choices)
    if (choice.backend != explanation.chosen)
      text +=
          "  " + std::string(choice.backend) + ": " + (choice.why_not.empty() ? "could run it" : choice.why_not) + "\n";
  return text;
}

std::string as_json(const Operator& op, const Explanation& explanation) {
  JsonObject object;
  object.add("type", op.type());
  object.add_raw("plans", json_array(explanation.plans, json_string));
  object.add("backend", explanation.chosen);
  object.add_raw("choices", json_array(explanation.choices, [](const Explanation::Choice& choice) {
                   JsonObject item;
                   return item.add("backend", choice.backend).add("reason", choice.why_not).text();
                 }));
  return object.text() + "\n";
}

}  // namespace

ExitCode explain_spec(const Options& options, const Reporter& reporter) {
  Job job(options, options.operands.front(), &reporter);
  Operator op = job.complete_for_description();
  std::string text;
  if (options.completed_spec) {
    text = take(write_spec(op), job.path());
    if (!text.ends_with('\n')) text += '\n';
  } else {
    Explanation explanation =
        take(explain(op, {options.backend.empty() ? "auto" : std::string_view(options.backend)}), job.path());
    text = options.format == Format::json ? as_json(op, explanation) : as_text(op, explanation);
  }
  StandardOutput out;
  out.print(text);
  out.flush();
  return ExitCode::ok;
}

}  // namespace dmlrun::cli
